import { connect } from "node:net";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from "@weir/schema";
import { createHandlers } from "../src/api/handlers.ts";
import { API_LIMITS } from "../src/api/limits.ts";
import type { ApiLimits } from "../src/api/limits.ts";
import { startApi } from "../src/api/server.ts";
import { systemClock } from "../src/clock.ts";
import { createLog } from "../src/log.ts";
import { loadRules } from "../src/rules/load.ts";
import { createSessions } from "../src/sessions.ts";
import { createCounters } from "../src/store/counters.ts";
import { temporaryFolder, writeRules } from "./fixture-rules.ts";

/** A running API on a free port, with everything that it has logged at debug level. */
export async function startTestApi({
  limits = {},
  scan,
}: {
  limits?: Partial<ApiLimits>;
  scan?: (body: unknown) => { status: number; body: unknown };
} = {}) {
  const folder = temporaryFolder();
  const { ruleset } = loadRules(writeRules(folder.path));
  folder.remove();
  const counters = createCounters();
  const logged: string[] = [];
  const log = createLog({
    level: "debug",
    clock: systemClock,
    writeLine: (line) => logged.push(line),
    isForPeople: false,
  });
  const all = { ...API_LIMITS, ...limits };
  const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
  const handlers = createHandlers({
    current: { ruleset, policy },
    sessions: createSessions(systemClock),
    count: counters.add,
    counters: counters.read,
    log,
    clock: systemClock,
    version: "1.2.3",
    maxScanBytes: all.maxScanBytes,
  });
  const api = await startApi({
    listen: { host: "127.0.0.1", port: 0 },
    handlers: scan === undefined ? handlers : { ...handlers, scan },
    log,
    limits: all,
  });
  return { api, counters, logged: () => logged.join("") };
}

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Everything that was received. */
  readonly text: string;
}

/** Splits the last answer of what was received from its headers; interim answers are passed over. */
export function parseAnswer(text: string): RawAnswer {
  const final = text.replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, "");
  const [head = "", ...rest] = final.split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers = new Map(
    fields.map((field) => [
      field.slice(0, field.indexOf(":")).toLowerCase(),
      field.slice(field.indexOf(":") + 2),
    ]),
  );
  return { status: Number(line.split(" ")[1]), headers, body: rest.join("\r\n\r\n"), text };
}

/** Sends bytes over a connection of their own and answers what comes back until the server closes it. */
export async function sendRaw(
  port: number,
  pieces: readonly (string | Buffer)[],
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1");
    const end = (): void => resolve(parseAnswer(Buffer.concat(chunks).toString("utf8")));
    socket.on("data", (chunk) => chunks.push(chunk)).on("end", end);
    socket.on("error", (error) => (chunks.length > 0 ? end() : reject(error)));
    for (const piece of pieces) socket.write(piece);
  });
}

/** A request that asks for the connection to be closed; `fields` replace the usual headers, "" drops one. */
export function rawRequest(
  port: number,
  {
    method = "POST",
    path = "/api/dlp/scan",
    fields = {},
    body = "",
  }: {
    readonly method?: string;
    readonly path?: string;
    readonly fields?: Readonly<Record<string, string>>;
    readonly body?: string | Buffer;
  },
): Buffer {
  const bytes = Buffer.from(body);
  const all: Record<string, string> = {
    Host: `127.0.0.1:${port}`,
    "Content-Type": "application/json",
    "Content-Length": String(bytes.length),
    Connection: "close",
    ...fields,
  };
  const lines = Object.entries(all)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1"),
    bytes,
  ]);
}
