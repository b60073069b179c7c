// DNS over HTTPS (RFC 8484), over one HTTP/2 connection.
import { Buffer } from "node:buffer";
import type { ClientHttp2Session } from "node:http2";
import { isIPv6 } from "node:net";
import process from "node:process";
import { Deadline, createDeadlines } from "./deadlines.ts";
import { MAX_STREAM_MESSAGE, isReplyTo } from "./message.ts";
import type { Query } from "./message.ts";
import { upstreamQuery } from "./reply.ts";
import { ATTEMPT_MS } from "./upstream.ts";
import type { Edns, Outcome, Upstream } from "./upstream.ts";
import type { UpstreamAddress } from "@weir/schema";
import { connectTls } from "./upstream-stream.ts";
import type { Authorities } from "./upstream-stream.ts";

const IDLE_MS = 30_000;

/** The code of RFC 9113 7 for a stream that is no longer needed. */
const CANCEL = 8;

/** The id of every query, for the sake of caches on the way (RFC 8484 4.1). */
const ID = 0;

const MEDIA_TYPE = "application/dns-message";

/** One request on a session; `done` is called once. */
function request(
  session: ClientHttp2Session,
  path: string,
  query: Query,
  edns: Edns,
  done: (outcome: Outcome) => void,
): { readonly fail: (outcome: Outcome) => void } {
  const bytes = upstreamQuery(query, ID, edns);
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    accept: MEDIA_TYPE,
    "content-type": MEDIA_TYPE,
    "content-length": bytes.length,
  });
  const parts: Buffer[] = [];
  let held = 0;
  let isDone = false;
  const finish = (outcome: Outcome): void => {
    if (isDone) return;
    isDone = true;
    stream.close(typeof outcome === "string" ? CANCEL : undefined);
    done(outcome);
  };
  stream.on("response", (headers) => {
    const isMessage = headers["content-type"] === MEDIA_TYPE;
    if (headers[":status"] !== 200 || !isMessage) finish("malformed");
  });
  stream.on("data", (part: Buffer) => {
    held += part.length;
    if (held > MAX_STREAM_MESSAGE) finish("malformed");
    else parts.push(part);
  });
  stream.on("end", () => {
    const reply = Buffer.concat(parts);
    finish(isReplyTo(query, ID, reply) ? reply : "malformed");
  });
  stream.on("error", () => finish("unreachable"));
  stream.on("close", () => finish("unreachable"));
  stream.end(bytes);
  return { fail: finish };
}

/** A resolver over HTTPS (RFC 8484). Its certificate must be for the name of the address, by `authorities` or else by Node's own. */
export function createHttpsUpstream(address: UpstreamAddress, authorities: Authorities): Upstream {
  const { name, port, path } = address;
  const attempts = createDeadlines(ATTEMPT_MS);
  const idle = createDeadlines(IDLE_MS);
  const pending = new Set<(outcome: Outcome) => void>();
  let session: ClientHttp2Session | undefined;
  const idleDeadline = new Deadline(() => reset());
  const reset = (): void => {
    idle.cancel(idleDeadline);
    const old = session;
    session = undefined;
    old?.destroy();
    for (const fail of pending) fail("unreachable");
  };
  const openSession = (): ClientHttp2Session => {
    const { connect } = process.getBuiltinModule("node:http2");
    const opened = connect(`https://${isIPv6(name) ? `[${name}]` : name}:${port}`, {
      createConnection: () => connectTls(address, authorities, "h2"),
    });
    const drop = (): void => {
      if (session === opened) reset();
    };
    opened.on("error", drop).on("close", drop);
    // No further requests go over a session that was told to go away; those on the way do.
    opened.on("goaway", () => {
      if (session === opened) session = undefined;
    });
    opened.unref();
    return opened;
  };

  return {
    ask: (query, edns, done) => {
      idle.cancel(idleDeadline);
      if (session === undefined || session.closed || session.destroyed) session = openSession();
      const used = session;
      const sent = request(used, path, query, edns, (outcome) => {
        attempts.cancel(deadline);
        pending.delete(sent.fail);
        // A session on which nothing comes in time is not used again.
        if (outcome === "timeout" && session === used) reset();
        if (pending.size === 0 && session !== undefined) idle.set(idleDeadline);
        done(outcome);
      });
      const deadline = new Deadline(() => sent.fail("timeout"));
      attempts.set(deadline);
      pending.add(sent.fail);
    },
    reset,
    close: () => {
      reset();
      attempts.clear();
      idle.clear();
    },
  };
}
