import { lookup } from "node:dns";
import { createSocket } from "node:dgram";
import type { DnsListener, DnsProbe } from "./types.ts";

/** How long an answer may take. */
const PROBE_MS = 1500;

/**
 * Firefox's name for asking whether it may use resolvers of its own: it has an address everywhere but behind a filter, which
 * Weir is (support.mozilla.org/kb/canary-domain-use-application-dnsnet).
 */
const CANARY_NAME = "use-application-dns.net";

/** RCODE 3 (RFC 1035, 4.1.1). */
const NXDOMAIN = 3;

/** A query for the address of the canary name. */
function canaryQuery(id: number): Buffer {
  const labels = CANARY_NAME.split(".").map((label) =>
    Buffer.concat([Buffer.of(label.length), Buffer.from(label, "ascii")]),
  );
  const head = Buffer.from([id >> 8, id & 0xff, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([head, ...labels, Buffer.from([0, 0, 1, 0, 1])]);
}

/** Does what listens there say that the canary name does not exist? */
async function answersAt({ host, port }: DnsListener): Promise<boolean> {
  const id = 0x5745;
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  return new Promise((resolve) => {
    const end = (answers: boolean): void => {
      clearTimeout(timer);
      socket.close();
      resolve(answers);
    };
    const timer = setTimeout(() => end(false), PROBE_MS);
    socket.on("error", () => end(false));
    socket.on("message", (answer) => {
      if (answer.length < 12 || answer.readUInt16BE(0) !== id) return;
      end(((answer[3] ?? 0) & 0xf) === NXDOMAIN);
    });
    socket.connect(port, host, () => socket.send(canaryQuery(id)));
  });
}

/** Is the canary name gone for programs of this system? Without a network it is gone as well. */
async function systemReachesWeir(): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PROBE_MS);
    lookup(CANARY_NAME, (error) => {
      clearTimeout(timer);
      resolve(error?.code === "ENOTFOUND");
    });
  });
}

/** Asks the real resolvers. */
export const systemProbe: DnsProbe = { answersAt, systemReachesWeir };
