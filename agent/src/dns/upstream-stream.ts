// DNS over TCP and TLS (RFC 7766, RFC 7858): one connection with many queries on the way, closed when none is left for a while.
import { connect as connectTcp, isIP } from "node:net";
import type { Socket } from "node:net";
import process from "node:process";
import { Deadline, createDeadlines } from "./deadlines.ts";
import type { Deadlines } from "./deadlines.ts";
import { Deframer, frame } from "./framing.ts";
import { isReplyTo, putU16, u16 } from "./message.ts";
import type { Query } from "./message.ts";
import { randomId } from "./random-id.ts";
import { upstreamQuery } from "./reply.ts";
import { ATTEMPT_MS } from "./upstream.ts";
import type { Edns, Outcome, Upstream, UpstreamFailure } from "./upstream.ts";
import type { UpstreamAddress } from "@weir/schema";

/** A connection without queries is kept this long (RFC 7766 6.2.3). */
const IDLE_MS = 10_000;

/** Queries on the way over one connection. */
const MAX_PENDING = 1024;

interface Pending {
  readonly query: Query;
  readonly done: (outcome: Outcome) => void;
  readonly deadline: Deadline;
}

/** What the connections to one resolver share. */
interface Shared {
  readonly open: () => Socket;
  readonly attempts: Deadlines;
  readonly idle: Deadlines;
}

/** One connection and its queries. */
class Connection {
  isOver = false;
  private readonly socket: Socket;
  private readonly pending = new Map<number, Pending>();
  private readonly deframer = new Deframer();
  private readonly shared: Shared;
  private readonly idleDeadline = new Deadline(() => this.end("timeout"));

  constructor(shared: Shared) {
    this.shared = shared;
    this.socket = shared.open();
    this.socket.setNoDelay(true).unref();
    this.socket.on("data", (part) => {
      this.deframer.take(part, (message) => this.take(message));
    });
    this.socket.on("error", () => this.end("unreachable"));
    this.socket.on("close", () => this.end("unreachable"));
  }

  get hasRoom(): boolean {
    return !this.isOver && this.pending.size < MAX_PENDING;
  }

  ask(query: Query, edns: Edns, done: (outcome: Outcome) => void): void {
    const id = this.unusedId();
    this.shared.idle.cancel(this.idleDeadline);
    // A connection that answers nothing in time is not used again.
    const deadline = new Deadline(() => this.end("timeout"));
    this.shared.attempts.set(deadline);
    this.pending.set(id, { query, done, deadline });
    this.socket.write(frame(upstreamQuery(query, id, edns)));
  }

  /** Ends the connection and every attempt on it. */
  end(failure: UpstreamFailure): void {
    if (this.isOver) return;
    this.isOver = true;
    this.shared.idle.cancel(this.idleDeadline);
    this.socket.destroy();
    for (const { done, deadline } of this.pending.values()) {
      this.shared.attempts.cancel(deadline);
      done(failure);
    }
    this.pending.clear();
  }

  private unusedId(): number {
    for (;;) {
      const id = randomId();
      if (!this.pending.has(id)) return id;
    }
  }

  private take(reply: Uint8Array): boolean {
    const id = u16(reply, 0);
    const pending = this.pending.get(id);
    if (pending === undefined || !isReplyTo(pending.query, id, reply)) return true;
    this.pending.delete(id);
    this.shared.attempts.cancel(pending.deadline);
    putU16(reply, 0, 0);
    if (this.pending.size === 0) this.shared.idle.set(this.idleDeadline);
    pending.done(reply);
    return !this.isOver;
  }
}

function streamUpstream(open: () => Socket): Upstream {
  const shared = { open, attempts: createDeadlines(ATTEMPT_MS), idle: createDeadlines(IDLE_MS) };
  let connection: Connection | undefined;
  const reset = (): void => {
    connection?.end("unreachable");
    connection = undefined;
  };
  return {
    ask: (query, edns, done) => {
      if (connection?.hasRoom !== true) connection = new Connection(shared);
      connection.ask(query, edns, done);
    },
    reset,
    close: () => {
      reset();
      shared.attempts.clear();
      shared.idle.clear();
    },
  };
}

/** A resolver over TCP (RFC 7766). */
export const createTcpUpstream = ({ address, port }: UpstreamAddress): Upstream =>
  streamUpstream(() => connectTcp({ host: address, port }));

/** Certificates of authorities to trust instead of Node's own; PEM. */
export type Authorities = readonly string[] | undefined;

/** What a TLS connection to a resolver needs: where it is, and whose certificate it must show. */
function tlsOptions({ address, port, name }: UpstreamAddress, authorities: Authorities) {
  return {
    host: address,
    port,
    // An address is no server name (RFC 6066 3); the certificate is held against it all the same.
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(authorities === undefined ? {} : { ca: [...authorities] }),
  };
}

/**
 * Connects to a resolver over TLS for a protocol (RFC 7301). Loaded where there is such a resolver: it takes megabytes.
 */
export const connectTls = (
  address: UpstreamAddress,
  authorities: Authorities,
  protocol: string,
): Socket =>
  process
    .getBuiltinModule("node:tls")
    .connect({ ...tlsOptions(address, authorities), ALPNProtocols: [protocol] });

/** A resolver over TLS (RFC 7858). Its certificate must be for the name of the address, by `authorities` or else by Node's own. */
export const createTlsUpstream = (address: UpstreamAddress, authorities: Authorities): Upstream =>
  streamUpstream(() => connectTls(address, authorities, "dot"));
