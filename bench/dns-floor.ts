// The least that a DNS server on Node costs, for bench/dns.ts: a thread that sends every datagram back, marked as a response.
// Argument: port.
import { createSocket } from "node:dgram";
import process from "node:process";
import { Worker, isMainThread, workerData } from "node:worker_threads";

const QR = 0x80;

function serve(port: number): void {
  const socket = createSocket({
    type: "udp4",
    lookup: (hostname, _options, callback) => callback(null, hostname, 4),
  });
  socket.on("message", (message, { address, port: from }) => {
    message[2] = (message[2] ?? 0) | QR;
    socket.send(message, from, address);
  });
  socket.bind(port, "127.0.0.1");
}

if (isMainThread) {
  const thread = new Worker(new URL(import.meta.url), { workerData: Number(process.argv[2]) });
  thread.on("exit", (code) => process.exit(code));
} else serve(Number(workerData));
