import { once } from "node:events";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import { Deadline, createDeadlines } from "./deadlines.ts";
import type { Deadlines } from "./deadlines.ts";
import { Deframer, frame } from "./framing.ts";
import { Miss } from "./flights.ts";
import type { Handler } from "./handler.ts";
import type { Listener } from "./udp-listener.ts";

/** Connections at once; for one more the one that was quiet longest is closed. */
const MAX_CONNECTIONS = 256;

/** How long a connection may be without a whole message (RFC 7766 6.2.3). */
const IDLE_MS = 10_000;

/** Queries of one connection that wait for upstreams; of the connection nothing more is read while there are so many. */
const MAX_WAITING = 64;

/** Answers that a client does not fetch; beyond, its connection is closed. */
const MAX_UNFETCHED_BYTES = 1024 * 1024;

const NOTHING = new Uint8Array();

/** A client's connection: queries one after the other without waiting (RFC 7766 6.2.1.1), answers as they come. */
class Client {
  private readonly socket: Socket;
  private readonly handler: Handler;
  private readonly idle: Deadlines;
  private readonly deframer = new Deframer();
  private readonly onQuiet: (client: Client) => void;
  private readonly idleDeadline = new Deadline(() => this.close());
  private waiting = 0;
  private hasEnded = false;
  /** What has arrived behind the last query that was read. */
  private unread: Uint8Array = NOTHING;

  constructor(
    socket: Socket,
    handler: Handler,
    idle: Deadlines,
    /** Told when a message was read: it is now the one that was quiet shortest. */
    onQuiet: (client: Client) => void,
  ) {
    this.socket = socket;
    this.handler = handler;
    this.idle = idle;
    this.onQuiet = onQuiet;
    idle.set(this.idleDeadline);
    socket.setNoDelay(true);
    socket.on("data", (part) => this.read(part));
    socket.on("error", () => this.close());
    socket.on("end", () => {
      this.hasEnded = true;
      this.endWhenAnswered();
    });
  }

  close(): void {
    this.idle.cancel(this.idleDeadline);
    this.socket.destroy();
  }

  private read(part: Uint8Array): void {
    const taken = this.deframer.take(part, (message) => {
      this.idle.set(this.idleDeadline);
      this.onQuiet(this);
      const answer = this.handler.answer(message, true);
      if (answer instanceof Miss) {
        this.waiting++;
        this.handler.forward(answer.detached(), (late) => {
          this.waiting--;
          this.write(late);
          this.readOn();
          this.endWhenAnswered();
        });
      } else if (answer !== undefined) {
        this.write(answer);
      }
      return !this.socket.destroyed && this.waiting < MAX_WAITING;
    });
    if (this.waiting < MAX_WAITING) return;
    this.socket.pause();
    this.unread = part.subarray(taken);
  }

  /** A part holds thousands of small queries: what is left of it comes before what the connection has. */
  private readOn(): void {
    if (this.waiting >= MAX_WAITING || this.socket.destroyed) return;
    const part = this.unread;
    this.unread = NOTHING;
    this.read(part);
    if (this.waiting < MAX_WAITING) this.socket.resume();
  }

  /** A client that has said all may still wait for answers. */
  private endWhenAnswered(): void {
    if (this.hasEnded && this.waiting === 0) this.socket.end();
  }

  private write(answer: Uint8Array): void {
    if (this.socket.destroyed) return;
    if (this.socket.writableLength > MAX_UNFETCHED_BYTES) this.close();
    else if (this.socket.writable) this.socket.write(frame(answer));
  }
}

/** Listens for connections on an address of this machine. Rejects with the system's error where that cannot be. */
export async function listenTcp(host: string, port: number, handler: Handler): Promise<Listener> {
  const idle = createDeadlines(IDLE_MS);
  /** The one that was quiet longest first. */
  const clients = new Set<Client>();
  const onQuiet = (client: Client): void => {
    clients.delete(client);
    clients.add(client);
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const client = new Client(socket, handler, idle, onQuiet);
    clients.add(client);
    socket.on("close", () => {
      client.close();
      clients.delete(client);
    });
    const [quietest] = clients;
    if (clients.size > MAX_CONNECTIONS && quietest !== undefined) {
      quietest.close();
      clients.delete(quietest);
    }
  });
  server.listen({ host, port, ipv6Only: true, exclusive: true });
  await once(server, "listening");
  server.on("error", () => undefined);
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const client of clients) client.close();
      idle.clear();
      await closed;
    },
  };
}
