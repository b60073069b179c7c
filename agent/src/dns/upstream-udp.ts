// Plain DNS over UDP, each query from a port of its own (RFC 5452 9.2), and by TCP where an answer does not fit.
import { Buffer } from "node:buffer";
import { createSocket } from "node:dgram";
import type { Socket, SocketOptions } from "node:dgram";
import { isIPv6 } from "node:net";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { isCutShort } from "./answer-filter.ts";
import { createDeadlines } from "./deadlines.ts";
import type { Cancel, Deadlines } from "./deadlines.ts";
import { isReplyTo, putU16 } from "./message.ts";
import { randomId } from "./random-id.ts";
import { ATTEMPT_MS } from "./upstream.ts";
import type { Asked, Outcome, Upstream, UpstreamFailure } from "./upstream.ts";
import type { UpstreamAddress } from "@weir/schema";

const NOTHING: Uint8Array = new Uint8Array(0);

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
  readonly deadlines: Deadlines;
  /** Those that are not closed. */
  readonly open: Set<Channel>;
  /** An attempt is over, and the socket free. */
  readonly onOver: (channel: Channel) => void;
}

/** A socket that is used for one query at a time, each from a port of its own. What does not answer the query is ignored. */
class Channel {
  private readonly socket: Socket;
  private readonly shared: Shared;
  private connectedMs = 0;
  private sent: Uint8Array = NOTHING;
  private questionEnd = 0;
  private done: ((outcome: Outcome) => void) | undefined;
  private cancel: Cancel | undefined;
  /** Can it be used again? Not after an error, nor where something came that nobody had asked for. */
  private isClean = true;

  constructor(shared: Shared) {
    const isV6 = isIPv6(shared.address.address.replace(/%.*$/, ""));
    this.shared = shared;
    this.socket = createSocket({ type: isV6 ? "udp6" : "udp4", lookup: noLookup(isV6 ? 6 : 4) });
    this.socket.on("message", (reply) => this.take(reply));
    this.socket.on("error", () => this.fail());
    this.connect();
    // A socket that waits keeps no process alive.
    this.socket.unref();
    shared.open.add(this);
  }

  /** Can a query be sent from it now? */
  isReady(nowMs: number): boolean {
    return this.isClean && nowMs - this.connectedMs < FRESH_MS;
  }

  ask({ bytes, questionEnd }: Asked, done: (outcome: Outcome) => void): void {
    const sent = Buffer.from(bytes);
    putU16(sent, 0, randomId());
    this.sent = sent;
    this.questionEnd = questionEnd;
    this.done = done;
    this.cancel = this.shared.deadlines.add(this.expire);
    try {
      this.socket.send(sent);
    } catch {
      // Not connected: the address cannot be reached from here.
      setImmediate(() => this.fail());
    }
  }

  /** Takes another port, of the kernel's choice; false where it can't. */
  renew(): boolean {
    if (!RENEWS_PORTS || !this.isClean) return false;
    try {
      this.socket.disconnect();
      this.connect();
    } catch {
      return false;
    }
    return true;
  }

  /** Gives the attempt up, and the socket. */
  fail(outcome: UpstreamFailure = "unreachable"): void {
    this.isClean = false;
    this.finish(outcome);
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
  private connect(): void {
    const { address, port } = this.shared.address;
    this.socket.connect(port, address);
    this.connectedMs = performance.now();
  }

  private readonly expire = (): void => this.fail("timeout");

  private take(reply: Uint8Array): void {
    if (this.done === undefined || !isReplyTo(this.sent, reply, this.questionEnd)) {
      this.isClean = false;
      return;
    }
    putU16(reply, 0, 0);
    this.finish(reply);
  }

  private finish(outcome: Outcome): void {
    const { done } = this;
    if (done === undefined) return;
    this.done = undefined;
    this.sent = NOTHING;
    this.cancel?.();
    // The client first: it waits for nothing that comes after.
    done(outcome);
    this.shared.onOver(this);
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
    for (const channel of over) {
      const isWanted = !isClosed && ready.length < READY_SOCKETS;
      if (isWanted && channel.renew()) {
        ready.push(channel);
        continue;
      }
      channel.close();
      if (isWanted) ready.push(new Channel(shared));
    }
  };
  const shared: Shared = {
    address,
    deadlines,
    open,
    onOver: (channel) => {
      if (used.push(channel) === 1) setImmediate(refill);
    },
  };
  const take = (): Channel => {
    const nowMs = performance.now();
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      if (next.isReady(nowMs)) return next;
      next.close();
    }
    return new Channel(shared);
  };
  const reset = (): void => {
    ready = [];
    // Who is told may ask again at once.
    const before = [...open];
    for (const channel of before) {
      channel.fail();
      channel.close();
    }
    byTcp.reset();
  };

  return {
    ask: (asked, done) => {
      take().ask(asked, (outcome) => {
        if (typeof outcome === "string" || !isCutShort(outcome)) done(outcome);
        else byTcp.ask(asked, done);
      });
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
