import { fieldsOf } from "../shared/messages.ts";
import type { AgentVerdict, PairOutcome, Undecided } from "../shared/messages.ts";
import { boundedText } from "./bounded-text.ts";
import { oneAtATime } from "./one-at-a-time.ts";

/** How long a verdict may take, from the question to the last byte of the answer, in milliseconds. */
export const VERDICT_MS = 1500;
/** How long a bundle may take, which nothing waits for: the agent may have to make it first. */
const BUNDLE_MS = 20_000;
/** How long everything else may take. */
const OTHER_MS = 5000;
/** Largest answer that is no bundle, in bytes. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Largest bundle, in bytes: that of the largest rule file an agent takes. */
const MAX_BUNDLE_BYTES = 32 * 1024 * 1024;
const MAX_NAME_CHARS = 200;
const TOKEN = /^[\w.~+/=-]{16,256}$/;

/** An answer of the agent: its fields and ETag, or why there is none. */
type Reply =
  | { readonly ok: true; readonly data: unknown; readonly etag: string }
  | { readonly ok: false; readonly why: Undecided | "unchanged"; readonly code: string };

export type Fetched = Exclude<Reply, { ok: false }> | { ok: false; why: Undecided | "unchanged" };

/** Asks the agent. Nothing here rejects: whatever goes wrong is an answer. */
export interface AgentClient {
  /** A verdict, within `VERDICT_MS`. */
  scan(content: string, sessionId?: string): Promise<AgentVerdict>;
  /** The bundle of rules, where it is no longer the one with this ETag. */
  bundle(etag: string): Promise<Fetched>;
  status(): Promise<Fetched>;
  /** Trades the code that the agent shows for a token. */
  pair(code: string): Promise<PairOutcome>;
}

/** Where the token of this companion is kept. */
export interface TokenStore {
  read(): Promise<string | undefined>;
  write(token: string): Promise<void>;
  /** Was this companion ever paired, so that it may ask for a token without a code? */
  wasPaired(): Promise<boolean>;
}

interface Ask {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly etag?: string;
  readonly timeoutMs: number;
  readonly mostBytes?: number;
}

const STATUS: Ask = { method: "GET", path: "/api/status", timeoutMs: OTHER_MS };

const lateAfter = async (ms: number): Promise<Reply> =>
  new Promise((resolve) => {
    setTimeout(() => resolve({ ok: false, why: "late", code: "" }), ms);
  });

const REFUSALS: Readonly<Record<number, Undecided>> = {
  401: "unpaired",
  403: "unpaired",
  413: "too_large",
  429: "rate_limited",
  500: "fault",
  503: "down",
};

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "TimeoutError";

function codeOf(data: unknown): string {
  const code = fieldsOf(data)?.["code"];
  return typeof code === "string" ? code : "";
}

async function ask(origin: string, token: string | undefined, question: Ask): Promise<Reply> {
  const { method, path, body, etag = "", timeoutMs, mostBytes = MAX_ANSWER_BYTES } = question;
  const no = (why: Undecided | "unchanged", code = ""): Reply => ({ ok: false, why, code });
  try {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(etag === "" ? {} : { "If-None-Match": etag }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 304) return no("unchanged");
    const data = parseJson(await boundedText(response, mostBytes));
    if (response.status === 200) {
      return { ok: true, data, etag: response.headers.get("ETag") ?? "" };
    }
    return no(REFUSALS[response.status] ?? "nonsense", codeOf(data));
  } catch (error) {
    return no(isTimeout(error) ? "late" : "down");
  }
}

/** A verdict as the API gives it; undefined for anything else. */
function verdictOf(data: unknown): AgentVerdict | undefined {
  const { blocked, pattern_name: patternName, score } = fieldsOf(data) ?? {};
  if (typeof blocked !== "boolean" || typeof score !== "number" || !Number.isFinite(score)) {
    return undefined;
  }
  if (typeof patternName !== "string" || patternName.length > MAX_NAME_CHARS) return undefined;
  return { blocked, patternName, score };
}

function tokenOf(reply: Reply): string | undefined {
  const token = reply.ok ? fieldsOf(reply.data)?.["token"] : undefined;
  return typeof token === "string" && TOKEN.test(token) ? token : undefined;
}

const PAIR_REFUSALS: Readonly<Record<string, PairOutcome>> = {
  pairing_code_wrong: "wrong_code",
  pairing_code_expired: "expired",
  pairing_too_many_tries: "too_many_tries",
};

function pairRefusal(reply: Reply): PairOutcome {
  if (reply.ok) return "refused";
  if (reply.why === "rate_limited") return PAIR_REFUSALS[reply.code] ?? "too_many_tries";
  if (reply.why === "down" || reply.why === "late") return "agent_down";
  return PAIR_REFUSALS[reply.code] ?? "refused";
}

/** A client of the agent at 127.0.0.1, with the token of this companion. */
export function agentClient(port: number, tokens: TokenStore): AgentClient {
  const origin = `http://127.0.0.1:${port}`;
  // Tokens are lost together, when the browser starts, and every frame asks then.
  const renewal = oneAtATime(async () => {
    if (!(await tokens.wasPaired())) return undefined;
    const path = "/api/companion/renew";
    const question: Ask = { method: "POST", path, body: {}, timeoutMs: OTHER_MS };
    const token = tokenOf(await ask(origin, undefined, question));
    if (token !== undefined) await tokens.write(token);
    return token;
  });
  const askPaired = async (question: Ask): Promise<Reply> => {
    const known = await tokens.read();
    const token = known ?? (await renewal.join());
    // Without a token there is no agent that would take a content, so none is sent to what listens there.
    if (token === undefined) {
      const probe = await ask(origin, undefined, STATUS);
      return probe.ok ? { ok: false, why: "unpaired", code: "" } : probe;
    }
    const reply = await ask(origin, token, question);
    if (reply.ok || reply.why !== "unpaired" || known === undefined) return reply;
    const renewed = await renewal.join();
    return renewed === undefined ? reply : ask(origin, renewed, question);
  };
  return {
    scan: async (content, sessionId) => {
      const body = sessionId === undefined ? { content } : { content, session_id: sessionId };
      const path = "/api/dlp/scan";
      const asked = askPaired({ method: "POST", path, body, timeoutMs: VERDICT_MS });
      // A token may have to be renewed first, which has no more time than this.
      const reply = await Promise.race([asked, lateAfter(VERDICT_MS)]);
      if (reply.ok) return verdictOf(reply.data) ?? { undecided: "nonsense" };
      return { undecided: reply.why === "unchanged" ? "nonsense" : reply.why };
    },
    bundle: async (etag) => {
      const path = "/api/rules/bundle";
      return askPaired({
        method: "GET",
        path,
        etag,
        timeoutMs: BUNDLE_MS,
        mostBytes: MAX_BUNDLE_BYTES,
      });
    },
    status: async () => askPaired(STATUS),
    pair: async (code) => {
      const path = "/api/companion/pair";
      const question: Ask = { method: "POST", path, body: { code }, timeoutMs: OTHER_MS };
      const reply = await ask(origin, undefined, question);
      const token = tokenOf(reply);
      if (token === undefined) return pairRefusal(reply);
      await tokens.write(token);
      return "paired";
    },
  };
}
