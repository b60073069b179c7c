import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createSecureServer } from "node:http2";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { acceptWebSocket } from "./websocket-sink.ts";

/** The fixture's host, which test builds of the companion guard, and another one that they do not. */
export const CHAT_HOST = "chat.example.test";
export const PLAIN_HOST = "plain.test";

/** Something that reached the server: what a guard had to let through or to hold. */
export interface Received {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What stands behind a path of the fixture. */
export interface FixturePage {
  readonly body: string | Buffer;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What comes some time before the body. */
  readonly beginning?: string;
}

export interface FixtureServer {
  readonly port: number;
  /** The address of a path on the guarded host, or on another one. */
  url(path: string, host?: string): string;
  /** Puts a page behind a path: HTML where only a text is given. */
  page(path: string, page: FixturePage | string): void;
  /** What came to `/sink/<vector>`, `/ws/<vector>` (a message each), in order. */
  received(vector: string): readonly Received[];
  /** Settles when `count` things came for a vector; throws after `timeoutMs`. */
  arrived(vector: string, count?: number, timeoutMs?: number): Promise<readonly Received[]>;
  /** Everything that came in queries, bodies and messages, in one text: what a secret must not stand in. */
  everything(): string;
  close(): Promise<void>;
}

const CHAT_PAGE = `<!doctype html><meta charset="utf-8"><title>Chat</title>
<form id="form" action="/sink/form" method="post">
<textarea id="prompt" name="prompt" rows="6" cols="60"></textarea>
<input id="file" type="file"><button id="send">Send</button></form>
<div id="editable" contenteditable style="border:1px solid;min-height:4em"></div>`;

/** Where the chat page stands; at the second it comes late, so that a frame keeps its first, empty page meanwhile. */
const CHAT_PATHS: ReadonlySet<string> = new Set(["/", "/late"]);
const LATE_MS = 2000;

/** A certificate for the fixture's hosts, made anew: nothing that could be kept or trusted. */
function certificate(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "weir-fixture-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = [CHAT_HOST, "*.example.test", PLAIN_HOST].map((name) => `DNS:${name}`).join(",");
  try {
    execFileSync(
      "openssl",
      [
        ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
        ["-days", "2", "-subj", `/CN=${CHAT_HOST}`, "-addext", `subjectAltName=${names}`],
        ["-keyout", key, "-out", cert],
      ].flat(),
      { stdio: "ignore" },
    );
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const flat = (headers: Http2ServerRequest["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
};

async function bodyOf(request: Http2ServerRequest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Starts the HTTPS server (HTTP/2 and 1.1) that pages are loaded from and that records what reaches it. */
export async function startFixtureServer(): Promise<FixtureServer> {
  const pages = new Map<string, FixturePage>();
  const records = new Map<string, Received[]>();
  const waiting = new Set<() => void>();
  const sockets = new Set<Duplex>();
  const vectorOf = (path: string): string => /^\/(?:sink|ws)\/([^/?]+)/.exec(path)?.[1] ?? "";
  const record = (vector: string, received: Received): void => {
    const known = records.get(vector);
    if (known === undefined) records.set(vector, [received]);
    else known.push(received);
    for (const wake of waiting) wake();
  };
  const answerSink = async (request: Http2ServerRequest, response: Http2ServerResponse) => {
    const { method, url } = request;
    const body = await bodyOf(request);
    if (method !== "OPTIONS") {
      record(vectorOf(url), { method, url, headers: flat(request.headers), body });
    }
    const events = request.headers.accept?.includes("text/event-stream") ?? false;
    const type = events ? "text/event-stream" : "text/plain";
    response.writeHead(200, { ...CORS, "content-type": type });
    response.end(events ? "data: ok\n\n" : "ok");
  };
  const answer = async (request: Http2ServerRequest, response: Http2ServerResponse) => {
    const path = new URL(request.url, "https://fixture").pathname;
    if (path.startsWith("/sink/")) return answerSink(request, response);
    if (path === "/late") await sleep(LATE_MS);
    const page = pages.get(path) ?? (CHAT_PATHS.has(path) ? { body: CHAT_PAGE } : undefined);
    const type = page?.type ?? "text/html; charset=utf-8";
    response.writeHead(page === undefined ? 404 : 200, { "content-type": type, ...page?.headers });
    if (page?.beginning !== undefined) {
      response.write(page.beginning);
      await sleep(LATE_MS);
    }
    response.end(page?.body ?? "");
  };
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, (request, response) => {
    answer(request, response).catch(() => {
      response.stream?.destroy();
    });
  });
  server.on("connection", (socket: Duplex) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (request: Http2ServerRequest, socket: Duplex) => {
    const { url, headers } = request;
    const key = headers["sec-websocket-key"];
    acceptWebSocket(socket, typeof key === "string" ? key : "", (body) => {
      record(vectorOf(url), { method: "MESSAGE", url, headers: flat(headers), body });
    });
    if (url.includes("?")) {
      record(vectorOf(url), { method: "UPGRADE", url, headers: {}, body: Buffer.alloc(0) });
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const received = (vector: string): readonly Received[] => records.get(vector) ?? [];
  return {
    port,
    url: (path, host = CHAT_HOST) => `https://${host}:${port}${path}`,
    page: (path, page) => {
      pages.set(path, typeof page === "string" ? { body: page } : page);
    },
    received,
    arrived: (vector, count = 1, timeoutMs = 20_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          const got = received(vector).length;
          reject(new Error(`${vector}: ${got} of ${count} arrived in ${timeoutMs} ms`));
        }, timeoutMs);
        const look = (): void => {
          if (received(vector).length < count) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(received(vector));
        };
        waiting.add(look);
        look();
      }),
    everything: () =>
      [...records.values()]
        .flat()
        .map(({ method, url, body }) => `${method} ${url}\n${body.toString("latin1")}`)
        .join("\n"),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
