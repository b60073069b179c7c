// Resolvers of the tests' own, by every transport.
import { execFileSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { encode } from "dns-packet";
import type { DecodedPacket, Packet } from "dns-packet";
import { FLAG, decode, framed, unframed } from "./dns-parts.ts";

/** What a resolver of a test answers; undefined for nothing. */
export type Responder = (
  query: DecodedPacket,
  raw: Buffer,
) => Packet | Buffer | readonly Buffer[] | undefined;

/** Makes the answer to a query out of the parts given. */
export const replyTo = (query: DecodedPacket, parts: Packet = {}): Packet => ({
  type: "response",
  id: query.id ?? 0,
  flags: FLAG.RD | FLAG.RA,
  questions: query.questions ?? [],
  ...parts,
});

/** Answers every question for an address. */
export const answerWith =
  (address: string, ttl = 300): Responder =>
  (query) =>
    replyTo(query, {
      answers: [{ type: "A", name: query.questions?.[0]?.name ?? "", ttl, data: address }],
    });

function bytesOf(answer: ReturnType<Responder>): readonly Buffer[] {
  if (answer === undefined) return [];
  if (Buffer.isBuffer(answer)) return [answer];
  return Array.isArray(answer) ? (answer as readonly Buffer[]) : [encode(answer as Packet)];
}

/** Is it the server's own query, by which it finds out whether it would ask itself? */
const isProbe = ({ questions }: DecodedPacket): boolean =>
  questions?.[0]?.name.endsWith(".weir-loop.example") === true;

/** A resolver that answers by UDP. */
interface UdpResolver {
  readonly port: number;
  readonly address: string;
  /** The ports that queries came from. */
  readonly ports: ReadonlySet<number>;
  readonly seen: readonly DecodedPacket[];
  readonly seenByTcp: readonly DecodedPacket[];
  readonly close: () => Promise<void>;
}

/** A resolver by TCP on a port of UDP; undefined where something else has it. */
async function besideUdp(port: number, respond: Responder, serve: Serve) {
  try {
    return await streamResolver(serve, respond, port);
  } catch {
    return undefined;
  }
}

/** A resolver by UDP, and by TCP on the same port where `byTcp` is given. */
export async function udpResolver(
  respond: Responder,
  byTcp?: Responder,
  serve: Serve = createServer,
): Promise<UdpResolver> {
  const socket = createSocket("udp4");
  const ports = new Set<number>();
  const seen: DecodedPacket[] = [];
  socket.on("message", (raw, { address, port }) => {
    const query = decode(raw);
    if (isProbe(query)) {
      socket.send(encode(replyTo(query)), port, address);
      return;
    }
    ports.add(port);
    seen.push(query);
    for (const bytes of bytesOf(respond(query, raw))) socket.send(bytes, port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  const tcp = byTcp && (await besideUdp(port, byTcp, serve));
  if (byTcp !== undefined && tcp === undefined) {
    socket.close();
    return udpResolver(respond, byTcp, serve);
  }
  return {
    port,
    address: `127.0.0.1:${port}`,
    ports,
    seen,
    seenByTcp: tcp?.seen ?? [],
    close: async () => {
      await tcp?.close();
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
}

type Serve = (onConnection: (socket: Socket) => void) => Server;

/** A resolver over connections. */
export async function streamResolver(serve: Serve, respond: Responder, port = 0) {
  const seen: DecodedPacket[] = [];
  const sockets = new Set<Socket>();
  const server = serve((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let held = Buffer.alloc(0);
    socket.on("data", (part: Buffer) => {
      held = Buffer.concat([held, part]);
      for (const raw of unframed(held)) {
        held = held.subarray(raw.length + 2);
        const query = decode(raw);
        seen.push(query);
        for (const bytes of bytesOf(respond(query, raw))) socket.write(framed(bytes));
      }
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    connections: sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}

/** A certificate for 127.0.0.1 and resolver.example, made anew. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "weir-certificate-"));
  const [key, cert] = [join(folder, "key"), join(folder, "cert")];
  const request = ["openssl", "req", "-x509", "-newkey", "ec", "-nodes", "-keyout", key];
  const kind = ["-out", cert, "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const names = ["-subj", "/CN=resolver.example", "-addext"];
  const words = [...request, ...kind, ...names, "subjectAltName=DNS:resolver.example,IP:127.0.0.1"];
  execFileSync(words[0] ?? "", words.slice(1), { stdio: "ignore" });
  const made = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  rmSync(folder, { recursive: true });
  return made;
}

export type Certificate = ReturnType<typeof selfSigned>;

/** A resolver over TLS. */
export const tlsResolver = async (certificate: Certificate, respond: Responder) =>
  streamResolver((onConnection) => createTlsServer({ ...certificate }, onConnection), respond);

/** A resolver over HTTPS (RFC 8484). */
export async function httpsResolver(certificate: Certificate, respond: Responder) {
  const server = createSecureServer({ ...certificate });
  const paths: string[] = [];
  let sessions = 0;
  const open = new Set<{ destroy: () => void }>();
  server.on("session", (session) => {
    sessions++;
    open.add(session);
  });
  server.on("stream", (stream, headers) => {
    paths.push(String(headers[":path"]));
    const parts: Buffer[] = [];
    stream.on("error", () => undefined);
    stream.on("data", (part: Buffer) => parts.push(part));
    stream.on("end", () => {
      const raw = Buffer.concat(parts);
      const [bytes] = bytesOf(respond(decode(raw), raw));
      if (bytes === undefined) return;
      stream.respond({ ":status": 200, "content-type": "application/dns-message" });
      stream.end(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    paths,
    sessions: () => sessions,
    close: async () => {
      for (const session of open) session.destroy();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}
