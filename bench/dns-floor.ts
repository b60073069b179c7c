// The least that a DNS server on Node costs, for bench/dns.ts: a thread that sends every datagram back, marked as a response,
// or, where an upstream is named, one that asks it from a new port with a new id each time and checks nothing of the answer.
// Arguments: port, port of an upstream.
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import type { RemoteInfo, Socket } from "node:dgram";
import process from "node:process";
import { Worker, isMainThread, workerData } from "node:worker_threads";

const QR = 0x80;
const READY_SOCKETS = 64;

type OnMessage = (message: Buffer, from: RemoteInfo) => void;

function open(onMessage: OnMessage): Socket {
  const socket = createSocket({
    type: "udp4",
    lookup: (hostname, _options, callback) => callback(null, hostname, 4),
  });
  return socket.on("message", onMessage);
}

function echo(port: number): void {
  const socket = open((message, { address, port: from }) => {
    message[2] = (message[2] ?? 0) | QR;
    socket.send(message, from, address);
  });
  socket.bind(port, "127.0.0.1");
}

/** One socket to the upstream for each query that is on its way; each takes another port once it was used. */
function forward(port: number, upstreamPort: number): void {
  const ready: Asking[] = [];
  let used: Asking[] = [];
  const renew = (): void => {
    for (const asking of used) {
      asking.socket.disconnect();
      asking.socket.connect(upstreamPort, "127.0.0.1");
    }
    ready.push(...used);
    used = [];
  };
  const make = (): Asking => {
    const asking: Asking = {
      id: 0,
      from: undefined,
      socket: open((answer) => {
        const { from } = asking;
        if (from === undefined) return;
        answer.writeUInt16BE(asking.id);
        server.send(answer, from.port, from.address);
        if (used.push(asking) === 1) setImmediate(renew);
      }),
    };
    asking.socket.connect(upstreamPort, "127.0.0.1");
    return asking;
  };
  const server = open((query, from) => {
    const asking = ready.pop() ?? make();
    asking.id = query.readUInt16BE();
    asking.from = from;
    query.writeUInt16BE(randomInt(0x1_00_00));
    asking.socket.send(query);
  });
  ready.push(...Array.from({ length: READY_SOCKETS }, make));
  server.bind(port, "127.0.0.1");
}

interface Asking {
  readonly socket: Socket;
  id: number;
  from: RemoteInfo | undefined;
}

if (isMainThread) {
  const thread = new Worker(new URL(import.meta.url), { workerData: process.argv.slice(2) });
  thread.on("exit", (code) => process.exit(code));
} else {
  const [port, upstreamPort] = (workerData as readonly string[]).map(Number);
  if (port === undefined) throw new Error("a port is needed");
  if (upstreamPort === undefined) echo(port);
  else forward(port, upstreamPort);
}
