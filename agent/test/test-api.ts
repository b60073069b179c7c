import { connect } from "node:net";
import {
  Config,
  DEFAULT_MAX_SCAN_BYTES,
  DEFAULT_THRESHOLDS,
  DEFAULT_WEIGHTS,
  parse,
} from "@weir/schema";
import type { Canary } from "@weir/schema";
import type { Handlers } from "../src/api/handler.ts";
import { createHandlers } from "../src/api/handlers.ts";
import { API_LIMITS } from "../src/api/limits.ts";
import type { ApiLimits } from "../src/api/limits.ts";
import { createRateLimit } from "../src/api/rate-limit.ts";
import { startApi } from "../src/api/server.ts";
import { createCanaries } from "../src/canary/canary-service.ts";
import { systemClock } from "../src/clock.ts";
import { openCompanions } from "../src/companion-layer.ts";
import { NO_DNS, openDnsLayer } from "../src/dns-layer.ts";
import type { DnsLayer } from "../src/dns-layer.ts";
import { createHostSettings } from "../src/host-settings.ts";
import { createLog } from "../src/log.ts";
import { loadRuleset } from "../src/rules/image.ts";
import { createScanThread } from "../src/scan-thread/scan-thread.ts";
import type { ScanThreadOptions } from "../src/scan-thread/scan-thread.ts";
import { createSessions } from "../src/sessions.ts";
import { createScoring } from "../src/store/scoring.ts";
import { openStore } from "../src/store/store.ts";
import { createTamper } from "../src/tamper.ts";
import { ensureToken, requireToken } from "../src/token/require.ts";
import { tokenGuard } from "../src/token/api-token.ts";
import { showCode, showKey, tokenOf } from "./companion-side.ts";
import { temporaryFolder, writeRules } from "./fixture-rules.ts";

/** Origins as browsers send them for extensions. */
export const EXTENSIONS = {
  chromium: `chrome-extension://${"abcdefghijklmnop".repeat(2)}`,
  firefox: "moz-extension://0b6a3a4e-8d0c-4f3e-9a51-1c2d3e4f5a6b",
} as const;

/** A running API on a free port, with everything that it has logged at debug level. */
export async function startTestApi({
  limits = {},
  maxScanBytes = DEFAULT_MAX_SCAN_BYTES,
  isLocked = () => false,
  scanRateLimit = 0,
  maxPages,
  handlers: replaced = {},
  preset = "personal",
  hasDns = false,
  isPairing = true,
  isWatching,
  scans = {},
  prepare = () => undefined,
}: {
  limits?: Partial<ApiLimits>;
  maxScanBytes?: number;
  isLocked?: () => boolean;
  scanRateLimit?: number;
  /** The largest size of the store's file. */
  maxPages?: number;
  /** Handlers that take the place of the real ones. */
  handlers?: Partial<Handlers>;
  preset?: "personal" | "team";
  /** Is the DNS layer there, on a free port? */
  hasDns?: boolean;
  /** May companions be paired? */
  isPairing?: boolean;
  /** Are canaries watched for? */
  isWatching?: () => boolean;
  /** How long scans are done, where otherwise than usual. */
  scans?: Partial<ScanThreadOptions>;
  /** Given the folder of rules before anything is read of it. */
  prepare?: (folder: string) => unknown;
} = {}) {
  const folder = temporaryFolder();
  const rules = loadRuleset(writeRules(folder.path));
  prepare(folder.path);
  const store = openStore(folder.path, { maxPages });
  const { counters } = store;
  const fine = (): void => undefined;
  ensureToken(folder.path, fine);
  const token = requireToken(folder.path, fine) ?? "";
  const logged: string[] = [];
  const log = createLog({
    level: () => "debug",
    clock: systemClock,
    writeLine: (line) => logged.push(line),
    isForPeople: false,
  });
  const all = { ...API_LIMITS, ...limits };
  const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
  const current = { ruleset: rules.ruleset, policy, maxScanBytes };
  const canaries = createCanaries({
    rows: store.canaries,
    replace: (change) => {
      current.ruleset = change(current.ruleset);
    },
    isWatching,
    isLocked,
    nowSec: systemClock.wallSec,
  });
  const scoring = createScoring({
    base: policy,
    settings: store.settings,
    isLocked,
    replace: (next) => {
      current.policy = next;
    },
  });
  const tamper = createTamper({ count: counters.add, log, warn: () => undefined });
  const config = parse(Config, { preset, dns_listen: "127.0.0.1:0" });
  if (!config.ok) throw new Error("the configuration of the test has faults");
  let layer: DnsLayer = NO_DNS;
  const hosts = createHostSettings({
    config: () => config.value,
    folder: () => folder.path,
    layer: () => layer,
    policies: {
      read: () => store.settings.read().category_policies,
      set: (category, wanted) => store.settings.setCategoryPolicy(category, wanted),
      forget: store.settings.forgetCategoryPolicy,
    },
    isLocked,
  });
  if (hasDns) {
    const deps = { log, count: counters.add, warn: () => undefined, noteDiffering: tamper.note };
    layer = await openDnsLayer(hosts.inputs(), deps);
  }
  const companions = openCompanions({
    config: () => ({ ...config.value, pairing_enabled: isPairing }),
    current,
    rows: store.companions,
    isLocked,
    log,
    rules: () => rules,
    hosts: () => layer.hosts(),
    hostInputs: hosts.inputs,
    tamperState: tamper.state,
  });
  const scanThread = createScanThread({ maxScanBytes: () => current.maxScanBytes, ...scans });
  const handlers = createHandlers({
    ...companions,
    hosts,
    tamperState: tamper.state,
    current,
    canaries,
    lookElsewhere: scanThread.look,
    noteCanaries: canaries.noteMet,
    admits: createRateLimit(systemClock, () => scanRateLimit),
    scoring,
    changes: () => ({ ...store.settings.read(), overrides: [], config_sha256: null }),
    isLocked,
    resetCounters: counters.reset,
    preset: () => "personal",
    manifestVersion: () => undefined,
    ownPatternsError: () => null,
    reload: async () =>
      Promise.resolve({ ok: true, value: { patterns: 1, own_faults: 0, restart_keys: [] } }),
    dnsStatus: () => layer.status(),
    storeStatus: store.status,
    sessions: createSessions(systemClock),
    count: counters.add,
    counters: counters.read,
    log,
    clock: systemClock,
    version: "1.2.3",
  });
  const api = await startApi({
    listen: { host: "127.0.0.1", port: 0 },
    handlers: { ...handlers, ...replaced },
    isAuthorized: tokenGuard(folder.path, fine),
    isCompanion: companions.isCompanion,
    maxScanBytes: () => current.maxScanBytes,
    log,
    limits: all,
  });
  const stop = async (): Promise<void> => {
    await Promise.all([api.stop(), layer.stop()]);
    scanThread[Symbol.dispose]();
    store.close();
    folder.remove();
  };
  /** Pairs an extension; answers its key and its token. */
  const pair = (origin: string = EXTENSIONS.chromium) => {
    const started = companions.companions.startPairing();
    if (!started.ok) throw new Error(started.problem);
    const browser = origin.startsWith("moz-") ? "firefox" : "chromium";
    const place = `127.0.0.1:${api.port}`;
    const shown = { ...showCode(started.value.code, place), place };
    const extension = { browser, origin } as const;
    const paired = companions.companions.pair(extension, shown);
    if (!paired.ok) throw new Error(paired.problem);
    const { key } = paired.value;
    const proven = companions.companions.prove(extension, { ...showKey(key, place), place });
    if (!proven.ok) throw new Error(proven.problem);
    return { key, token: tokenOf(key, proven.value.nonce) };
  };
  /** Plants a canary. */
  const plant = (label: string): Canary => {
    const created = canaries.create(label);
    if (!created.ok) throw new Error(created.problem);
    return created.value;
  };
  return {
    api: { ...api, stop },
    handlers,
    current,
    scanThread,
    counters,
    store,
    token,
    folder: folder.path,
    companions: companions.companions,
    pair,
    plant,
    logged: () => logged.join(""),
  };
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
