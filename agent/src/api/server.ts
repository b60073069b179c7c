import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "@weir/schema";
import { AgentError, systemCode } from "../errors.ts";
import type { Log } from "../log.ts";
import { rawProblem } from "./answer.ts";
import { createBodyGate } from "./byte-gate.ts";
import type { Handlers } from "./handler.ts";
import { API_LIMITS } from "./limits.ts";
import type { ApiLimits } from "./limits.ts";
import type { ListenAddress } from "./listen.ts";
import { createOutbox } from "./outbox.ts";
import { createServe } from "./serve.ts";
import type { ServeDeps } from "./serve.ts";

/** What a server is made of. */
export interface ApiOptions {
  readonly listen: ListenAddress;
  readonly handlers: Handlers;
  readonly log: Log;
  /** Does an `Authorization` header carry the token? */
  readonly isAuthorized: (header: string | undefined) => boolean;
  readonly isCompanion: ServeDeps["isCompanion"];
  /** Largest content of a scan as it is now, in bytes of UTF-8. */
  readonly maxScanBytes: () => number;
  readonly limits?: ApiLimits;
}

/** A server that listens. */
export interface ApiServer {
  /** `http://127.0.0.1:9191`. */
  readonly url: string;
  readonly port: number;
  /** Bytes of bodies that are held now. */
  readonly heldBytes: () => number;
  /** Takes no more connections, finishes what it has begun, and ends after `stopMs` in any case. */
  readonly stop: () => Promise<void>;
}

/** How long a connection on which no request could be read stays for its answer to arrive, in milliseconds. */
const LAST_WORD_MS = 1000;

const CONNECTION_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/** Says one last thing on a connection. What still arrives is thrown away: unread, it would reset the connection. */
function sayAndClose(socket: Duplex, code: ErrorCode): void {
  // Node has taken its own listener off a tunnel's socket, and a client that resets it must not end the process.
  socket.on("error", () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), LAST_WORD_MS);
  socket.once("close", () => clearTimeout(timer)).resume();
  socket.end(rawProblem(code));
}

/** Answers what is not HTTP, or comes too slowly. A response to an earlier request is not disturbed. */
function answerClientErrors(server: Server, log: Log): void {
  const lastOf = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  const remember = (request: IncomingMessage, response: ServerResponse): void => {
    lastOf.set(request.socket, { request, response });
  };
  /** The response that is being made or sent for a request that came whole; an error behind it must not cut it off. */
  const unfinished = (socket: Duplex): ServerResponse | undefined => {
    const last = lastOf.get(socket);
    const isBegun = last !== undefined && (last.request.complete || last.response.headersSent);
    return isBegun && !last.response.writableFinished ? last.response : undefined;
  };
  server.prependListener("request", remember).prependListener("checkContinue", remember);
  server.on("clientError", (error, socket) => {
    const response = unfinished(socket);
    if (!socket.writable || systemCode(error) === "ECONNRESET") {
      socket.destroy();
      return;
    }
    if (response !== undefined) {
      response.once("close", () => socket.destroy());
      return;
    }
    const code = CONNECTION_ERRORS[systemCode(error)] ?? "bad_request";
    log.write({ event: "request_refused", code });
    sayAndClose(socket, code);
  });
  server.on("connect", (_request, socket) => sayAndClose(socket, "bad_request"));
}

async function startListening(server: Server, { host, port }: ListenAddress): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: host.replace(/^\[(.*)\]$/, "$1"), port, exclusive: true }, () => {
      server.off("error", reject);
      resolve();
    });
  }).catch((error: unknown) => {
    const code = systemCode(error) === "EADDRINUSE" ? "port_in_use" : "port_refused";
    throw new AgentError(code, { subject: `${host}:${port}` });
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/**
 * Starts the API. Throws an AgentError `port_in_use` or `port_refused`. Node's own answers to bad requests have no
 * declared body, so what it would check for itself (Host, the number of headers) is checked in `guards.ts`.
 */
export async function startApi(options: ApiOptions): Promise<ApiServer> {
  const { listen, handlers, log, isAuthorized, isCompanion, maxScanBytes } = options;
  const { limits = API_LIMITS } = options;
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    requireHostHeader: false,
  });
  // Node drops headers above its maximum without a word, and a guard must not miss one.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connections;
  let port = listen.port;
  let isStopping = false;
  const gate = createBodyGate(limits);
  const serve = createServe({
    handlers,
    log,
    gate,
    outbox: createOutbox(),
    limits,
    maxScanBytes,
    isAuthorized,
    isCompanion,
    place: () => ({ host: listen.host, port }),
    isStopping: () => isStopping,
  });
  const answer =
    (waitsForContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
      void serve({ request, response, waitsForContinue });
    };
  server.on("request", answer(false)).on("checkContinue", answer(true));
  server.on("checkExpectation", ({ socket }) => sayAndClose(socket, "bad_request"));
  answerClientErrors(server, log);
  port = await startListening(server, listen);
  return {
    url: `http://${listen.host}:${port}`,
    port,
    heldBytes: gate.heldBytes,
    stop: async () => {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), limits.stopMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
