// Parts of the tests of DNS: a server in the thread of the test, and a client. Messages are made and read with dns-packet,
// which shares no code with what is tested.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { buildHostTable } from "@weir/engine";
import type { HostRules } from "@weir/engine";
import { decode as decodePacket, encode } from "dns-packet";
import type { DecodedPacket, Packet, RecordType } from "dns-packet";
import { startDnsServer } from "../src/dns/server.ts";
import type { DnsSettings } from "../src/dns/settings.ts";

const ACTION = { allow: 1, inspect: 2, block: 3 } as const;

/** Rules with a list for each action. */
export function rulesOf(
  names: Readonly<Partial<Record<keyof typeof ACTION, readonly string[]>>>,
): HostRules {
  const actions = new Uint8Array(64);
  actions.set([0, 1, 2, 3]);
  const entries = (["allow", "inspect", "block"] as const).flatMap((action) =>
    (names[action] ?? []).map((name) => ({ name, list: ACTION[action] })),
  );
  return { table: buildHostTable(entries), actions };
}

/** Settings without any resolver of the system's. */
export function settingsOf(settings: Partial<DnsSettings> = {}): DnsSettings {
  return {
    upstreams: [],
    savedResolvers: [],
    stripEch: false,
    blockPrivateRelay: false,
    detectPortals: false,
    checkAnswers: true,
    resolverFiles: { resolvConf: "/nonexistent/resolv.conf", behindStubs: [] },
    ...settings,
  };
}

/** A server of DNS in this thread, and what it counted and told. */
export async function dnsServer(rules: HostRules, settings: Partial<DnsSettings>, port = 0) {
  const counted = { queries: 0, blocks: 0 };
  const faults: (string | undefined)[] = [];
  const server = await startDnsServer({ host: "127.0.0.1", port }, rules, settingsOf(settings), {
    counts: { query: () => counted.queries++, block: () => counted.blocks++ },
    onFault: (fault) => faults.push(fault),
  });
  return { ...server, counted, faults };
}

/** A message as dns-packet reads it; its types leave the code out. */
export type Read = DecodedPacket & { readonly rcode: string };

/** Reads a message; throws where it is none. */
export const decode = (bytes: Uint8Array): Read => decodePacket(Buffer.from(bytes)) as Read;

/** What a client asks for. */
export interface Question {
  readonly type?: RecordType;
  readonly id?: number;
  /** Bits of the header; RD alone unless given. */
  readonly flags?: number;
  /** The payload that an OPT record offers; none without it. */
  readonly payload?: number;
  readonly isDo?: boolean;
}

/** Bits of a header as dns-packet has them. */
export const FLAG = { RD: 1 << 8, RA: 1 << 7, AD: 1 << 5, CD: 1 << 4, TC: 1 << 9, AA: 1 << 10 };

/** The bytes of a query. */
export function queryOf(name: string, question: Question = {}): Buffer {
  const { type = "A", id = 4660, flags = FLAG.RD, payload, isDo = false } = question;
  const additionals: Packet["additionals"] =
    payload === undefined
      ? []
      : [
          {
            type: "OPT",
            name: ".",
            udpPayloadSize: payload,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: isDo ? 1 << 15 : 0,
            flag_do: isDo,
            options: [],
          },
        ];
  return encode({
    type: "query",
    id,
    flags,
    questions: [{ type, name, class: "IN" }],
    additionals,
  });
}

/** Sends a datagram and answers the next one that comes back. */
export async function askUdp(port: number, message: Uint8Array, host = "127.0.0.1") {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  socket.connect(port, host);
  await once(socket, "connect");
  const answered = once(socket, "message");
  socket.send(message);
  const [answer] = (await answered) as [Buffer];
  socket.close();
  return answer;
}

/** Asks by UDP and reads the answer. */
export const lookUp = async (port: number, name: string, question?: Question) =>
  decode(await askUdp(port, queryOf(name, question)));

/** A message with its length before it. */
export function framed(message: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([message.length >>> 8, message.length & 0xff]), message]);
}

/** The whole messages at the start of a stream. */
export function unframed(stream: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at + 2 <= stream.length;) {
    const end = at + 2 + stream.readUInt16BE(at);
    if (end > stream.length) break;
    messages.push(stream.subarray(at + 2, end));
    at = end;
  }
  return messages;
}

/** Collects messages from a connection until there are so many. */
export async function readMessages(socket: Socket, count: number): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    socket.on("data", (part: Buffer) => {
      parts.push(part);
      const messages = unframed(Buffer.concat(parts));
      if (messages.length >= count) resolve(messages);
    });
    socket.on("close", () => reject(new Error("the connection was closed")));
  });
}

/** Asks by TCP and answers the message. */
export async function askTcp(port: number, message: Uint8Array): Promise<Buffer> {
  const socket = connect(port, "127.0.0.1");
  const reading = readMessages(socket, 1);
  socket.write(framed(message));
  const [answer = Buffer.alloc(0)] = await reading;
  socket.removeAllListeners("close").destroy();
  return answer;
}

/** Keeps parts to be closed, the last one first. */
export function closing() {
  const open: { readonly close: () => Promise<void> }[] = [];
  return {
    kept: <T extends { readonly close: () => Promise<void> }>(part: T): T => {
      open.push(part);
      return part;
    },
    closeAll: async () => {
      for (const part of open.splice(0).toReversed()) await part.close();
    },
  };
}
