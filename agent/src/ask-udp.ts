import type { Socket } from "node:dgram";
import { isIP } from "node:net";
import process from "node:process";

/** Bytes of a DNS message without a question (RFC 1035, 4.1.1). */
const HEADER_BYTES = 12;

/** The RCODE of a name that there is not (RFC 1035, 4.1.1). */
export const NXDOMAIN = 3;

/**
 * Asks whoever listens at an address for DNS, once; answers the RCODE of the reply, undefined where none comes in `waitMs` or
 * the system can't send there.
 */
export async function askUdp(
  { address, port }: { readonly address: string; readonly port: number },
  query: Uint8Array,
  waitMs: number,
): Promise<number | undefined> {
  const { createSocket } = process.getBuiltinModule("node:dgram");
  const socket: Socket = createSocket(isIP(address) === 6 ? "udp6" : "udp4");
  return new Promise<number | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), waitMs);
    const end = (rcode: number | undefined): void => {
      clearTimeout(timer);
      resolve(rcode);
    };
    socket.on("error", () => end(undefined));
    socket.on("message", (reply) => {
      const isOurs = reply[0] === query[0] && reply[1] === query[1];
      if (isOurs && reply.length >= HEADER_BYTES) end((reply[3] ?? 0) & 0xf);
    });
    // Connected, so that a port where nobody listens is told at once. What fails is told to this function alone.
    socket.connect(port, address, (...[error]: readonly unknown[]) => {
      if (error === undefined) socket.send(query);
      else end(undefined);
    });
  }).finally(() => socket.close());
}
