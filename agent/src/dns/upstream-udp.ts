// Plain DNS over UDP, each query from a port of its own (RFC 5452 9.2), and by TCP where an answer does not fit.
import { createSocket } from "node:dgram";
import type { Socket, SocketOptions } from "node:dgram";
import { isIPv6 } from "node:net";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { isCutShort } from "./answer-filter.ts";
import { Deadline, createDeadlines } from "./deadlines.ts";
import type { Deadlines } from "./deadlines.ts";
import { isReplyTo, putU16 } from "./message.ts";
import type { Query } from "./message.ts";
import { randomId } from "./random-id.ts";
import { upstreamQuery } from "./reply.ts";
import { ATTEMPT_MS } from "./upstream.ts";
import type { Edns, Outcome, Upstream, UpstreamFailure } from "./upstream.ts";
import type { UpstreamAddress } from "@weir/schema";

/** Sockets that wait for a query, so that none waits for a socket. */
const READY_SOCKETS = 64;

/** A socket that was connected longer ago may have an address that the machine no longer has. */
const FRESH_MS = 30_000;

/**
 * Does a socket that is connected anew get another port? Linux gives back the port that it picked itself when a socket is
 * disconnected (`__udp_disconnect`), and that costs a quarter of a new socket. Elsewhere the port stays.
 */
const RENEWS_PORTS = process.platform === "linux";

/** An address is given, so that nothing is to be looked up. */
const noLookup =
  (family: 4 | 6): NonNullable<SocketOptions["lookup"]> =>
  (hostname, _options, callback) =>
    callback(null, hostname, family);

/** What the sockets to one resolver share. */
interface Shared {
  readonly address: UpstreamAddress;
  /** The same resolver over TCP. */
  readonly byTcp: Upstream;
  readonly deadlines: Deadlines;
  /** Those that are not closed. */
  readonly open: Set<Channel>;
  /** An attempt is over, and the socket free. */
  readonly onOver: (channel: Channel) => void;
}

/** A query that is on its way. */
interface Attempt {
  readonly query: Query;
  readonly edns: Edns;
  readonly id: number;
  readonly done: (outcome: Outcome) => void;
}

/** A socket that is used for one query at a time, each from a port of its own. What does not answer the query is ignored. */
class Channel {
  private readonly socket: Socket;
  private readonly shared: Shared;
  private readonly deadline = new Deadline(() => this.fail("timeout"));
  private connectedMs = 0;
  private attempt: Attempt | undefined;
  /** Can it be used again? Not after an error, nor where something came that nobody had asked for. */
  private isClean = true;

  constructor(shared: Shared, nowMs: number) {
    const isV6 = isIPv6(shared.address.address.replace(/%.*$/, ""));
    this.shared = shared;
    this.socket = createSocket({ type: isV6 ? "udp6" : "udp4", lookup: noLookup(isV6 ? 6 : 4) });
    this.socket.on("message", (reply) => this.take(reply));
    this.socket.on("error", () => this.fail());
    this.connect(nowMs);
    // A socket that waits keeps no process alive.
    this.socket.unref();
    shared.open.add(this);
  }

  /** Can a query be sent from it now? */
  isReady(nowMs: number): boolean {
    return this.isClean && nowMs - this.connectedMs < FRESH_MS;
  }

  ask(attempt: Attempt, nowMs: number): void {
    this.attempt = attempt;
    this.shared.deadlines.set(this.deadline, nowMs);
    try {
      this.socket.send(upstreamQuery(attempt.query, attempt.id, attempt.edns));
    } catch {
      // Not connected: the address cannot be reached from here.
      setImmediate(() => this.fail());
    }
  }

  /** Takes another port, of the kernel's choice; false where it can't. */
  renew(nowMs: number): boolean {
    if (!RENEWS_PORTS || !this.isClean) return false;
    try {
      this.socket.disconnect();
      this.connect(nowMs);
    } catch {
      return false;
    }
    return true;
  }

  /** Gives the attempt up, and the socket. */
  fail(outcome: UpstreamFailure = "unreachable"): void {
    this.isClean = false;
    this.finish(outcome);
    this.close();
  }

  close(): void {
    this.isClean = false;
    this.shared.open.delete(this);
    try {
      this.socket.close();
    } catch {
      // Closed already.
    }
  }

  /** The kernel picks a port at random, and passes on what this address and port send, nothing else. */
  private connect(nowMs: number): void {
    const { address, port } = this.shared.address;
    this.socket.connect(port, address);
    this.connectedMs = nowMs;
  }

  private take(reply: Uint8Array): void {
    const { attempt } = this;
    if (attempt === undefined || !isReplyTo(attempt.query, attempt.id, reply)) {
      this.isClean = false;
      return;
    }
    putU16(reply, 0, 0);
    this.finish(reply);
  }

  private finish(outcome: Outcome): void {
    const { attempt, shared } = this;
    if (attempt === undefined) return;
    this.attempt = undefined;
    shared.deadlines.cancel(this.deadline);
    // The client first: it waits for nothing that comes after.
    const isWhole = typeof outcome === "string" || !isCutShort(outcome);
    if (isWhole) attempt.done(outcome);
    else shared.byTcp.ask(attempt.query, attempt.edns, attempt.done);
    shared.onOver(this);
  }
}

/** A resolver over UDP; `byTcp` is the same one over TCP. */
export function createUdpUpstream(address: UpstreamAddress, byTcp: Upstream): Upstream {
  const deadlines = createDeadlines(ATTEMPT_MS);
  const open = new Set<Channel>();
  let ready: Channel[] = [];
  /** Those whose port was used. */
  let used: Channel[] = [];
  let isClosed = false;

  /** In place of each that was used, one with another port. */
  const refill = (): void => {
    const over = used;
    used = [];
    const nowMs = performance.now();
    for (const channel of over) {
      const isWanted = !isClosed && ready.length < READY_SOCKETS;
      if (isWanted && channel.renew(nowMs)) {
        ready.push(channel);
        continue;
      }
      channel.close();
      if (isWanted) ready.push(new Channel(shared, nowMs));
    }
  };
  const shared: Shared = {
    address,
    byTcp,
    deadlines,
    open,
    onOver: (channel) => {
      if (used.push(channel) === 1) setImmediate(refill);
    },
  };
  const take = (nowMs: number): Channel => {
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      if (next.isReady(nowMs)) return next;
      next.close();
    }
    return new Channel(shared, nowMs);
  };
  const reset = (): void => {
    ready = [];
    // Who is told may ask again at once.
    const before = [...open];
    for (const channel of before) channel.fail();
    byTcp.reset();
  };

  return {
    ask: (query, edns, done) => {
      const nowMs = performance.now();
      take(nowMs).ask({ query, edns, id: randomId(), done }, nowMs);
    },
    reset,
    close: () => {
      isClosed = true;
      reset();
      deadlines.clear();
      byTcp.close();
    },
  };
}
