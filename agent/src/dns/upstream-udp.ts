// Plain DNS over UDP, each query from a port of its own (RFC 5452 9.2), and by TCP where an answer does not fit.
import { Buffer } from "node:buffer";
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import type { Socket, SocketOptions } from "node:dgram";
import { isIPv6 } from "node:net";
import { isCutShort } from "./answer-filter.ts";
import { createDeadlines } from "./deadlines.ts";
import type { Cancel } from "./deadlines.ts";
import { isReplyTo, putU16 } from "./message.ts";
import { ATTEMPT_MS } from "./upstream.ts";
import type { Asked, Outcome, Upstream } from "./upstream.ts";
import type { UpstreamAddress } from "@weir/schema";

/** Sockets that wait for a query, so that none waits for a socket. */
const READY_SOCKETS = 16;

/** A socket that was connected longer ago may have an address that the machine no longer has. */
const FRESH_MS = 30_000;

/** An address is given, so that nothing is to be looked up. */
const noLookup =
  (family: 4 | 6): NonNullable<SocketOptions["lookup"]> =>
  (hostname, _options, callback) =>
    callback(null, hostname, family);

/** A socket for one query. Whatever comes that does not answer it is ignored. */
class Channel {
  readonly socket: Socket;
  readonly openedMs = performance.now();
  private sent: Uint8Array = Buffer.alloc(0);
  private questionEnd = 0;
  private done: ((outcome: Outcome) => void) | undefined;

  constructor({ address, port }: UpstreamAddress) {
    const isV6 = isIPv6(address.replace(/%.*$/, ""));
    this.socket = createSocket({
      type: isV6 ? "udp6" : "udp4",
      lookup: noLookup(isV6 ? 6 : 4),
    });
    this.socket.on("message", (reply) => this.take(reply));
    this.socket.on("error", () => this.finish("unreachable"));
    // The kernel picks a port at random, and passes on what this address and port send, nothing else.
    this.socket.connect(port, address);
    // A socket that waits keeps no process alive.
    this.socket.unref();
  }

  ask({ bytes, questionEnd }: Asked, done: (outcome: Outcome) => void): void {
    const sent = Buffer.from(bytes);
    putU16(sent, 0, randomInt(0x1_0000));
    this.sent = sent;
    this.questionEnd = questionEnd;
    this.done = done;
    try {
      this.socket.send(sent);
    } catch {
      // Not connected: the address cannot be reached from here.
      setImmediate(() => this.finish("unreachable"));
    }
  }

  /** Ends the attempt, and the socket with it. */
  finish(outcome: Outcome): void {
    const { done } = this;
    this.done = undefined;
    // The client first: it waits for nothing that comes after.
    done?.(outcome);
    this.close();
  }

  close(): void {
    try {
      this.socket.close();
    } catch {
      // Closed already.
    }
  }

  private take(reply: Uint8Array): void {
    if (this.done === undefined || !isReplyTo(this.sent, reply, this.questionEnd)) return;
    putU16(reply, 0, 0);
    this.finish(reply);
  }
}

/** A resolver over UDP; `byTcp` is the same one over TCP. */
export function createUdpUpstream(address: UpstreamAddress, byTcp: Upstream): Upstream {
  const deadlines = createDeadlines(ATTEMPT_MS);
  const busy = new Set<Channel>();
  let ready: Channel[] = [];
  let isFilling = false;
  let isClosed = false;

  const fill = (): void => {
    isFilling = false;
    if (isClosed) return;
    while (ready.length < READY_SOCKETS) ready.push(new Channel(address));
  };
  const fillSoon = (): void => {
    if (isFilling) return;
    isFilling = true;
    setImmediate(fill);
  };
  const take = (): Channel => {
    const oldestMs = performance.now() - FRESH_MS;
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      if (next.openedMs >= oldestMs) return next;
      next.close();
    }
    return new Channel(address);
  };
  const reset = (): void => {
    for (const channel of ready) channel.close();
    ready = [];
    for (const channel of busy) channel.finish("unreachable");
    byTcp.reset();
  };

  return {
    ask: (asked, done) => {
      const channel = take();
      busy.add(channel);
      const cancel: Cancel = deadlines.add(() => channel.finish("timeout"));
      channel.ask(asked, (outcome) => {
        cancel();
        busy.delete(channel);
        fillSoon();
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
