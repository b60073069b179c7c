import { fieldsOf } from "../shared/messages.ts";
import type { AgentVerdict, PairOutcome, Undecided } from "../shared/messages.ts";
import { boundedText } from "./bounded-text.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { macOf, newNonce, stretched } from "./proof.ts";

/** How long a verdict may take, from the question to the last byte of the answer, in milliseconds. */
export const VERDICT_MS = 1500;
/** How long a bundle may take, which nothing waits for: the agent may have to make it first. */
const BUNDLE_MS = 20_000;
/** How long everything else may take. */
const OTHER_MS = 5000;
/** How long the agent's last proof is good for, in milliseconds: who takes its port in between is believed until then. */
const PROOF_MS = 10_000;
/** Largest answer that is no bundle, in bytes. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Largest bundle, in bytes: that of the largest rule file an agent takes. */
const MAX_BUNDLE_BYTES = 32 * 1024 * 1024;
const MAX_NAME_CHARS = 200;

/** An answer of the agent: its fields and ETag, or why there is none. */
type Reply =
  | { readonly ok: true; readonly data: unknown; readonly etag: string }
  | { readonly ok: false; readonly why: Undecided | "unchanged"; readonly code: string };

/** What the agent serves, or why there is none: `unchanged` where the caller has it already. */
export type Fetched = Exclude<Reply, { ok: false }> | { ok: false; why: Undecided | "unchanged" };

/** Asks the agent. Nothing here rejects: whatever goes wrong is an answer. */
export interface AgentClient {
  /** A verdict, within `VERDICT_MS`. */
  scan(content: string, sessionId?: string): Promise<AgentVerdict>;
  /** The bundle of rules, where it is no longer the one with this ETag. */
  bundle(etag: string): Promise<Fetched>;
  status(): Promise<Fetched>;
  /** Trades the code that the agent shows for a key. */
  pair(code: string): Promise<PairOutcome>;
}

/** Where the key is kept that this companion and its agent know each other by. */
export interface KeyStore {
  /** Undefined before the companion is paired. */
  read(): Promise<string | undefined>;
  write(key: string): Promise<void>;
}

/** What came of asking for a value that the agent's proof covers. */
type Shown = { readonly ok: true; readonly value: string } | Exclude<Reply, { ok: true }>;

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

async function ask(place: string, token: string | undefined, question: Ask): Promise<Reply> {
  const { method, path, body, etag = "", timeoutMs, mostBytes = MAX_ANSWER_BYTES } = question;
  const no = (why: Undecided | "unchanged", code = ""): Reply => ({ ok: false, why, code });
  try {
    const response = await fetch(`http://${place}${path}`, {
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

const PAIR_REFUSALS: Readonly<Record<string, PairOutcome>> = {
  pairing_code_wrong: "wrong_code",
  pairing_code_expired: "expired",
  pairing_too_many_tries: "too_many_tries",
};

function pairRefusal(reply: Exclude<Reply, { ok: true }>): PairOutcome {
  if (reply.why === "rate_limited") return PAIR_REFUSALS[reply.code] ?? "too_many_tries";
  if (reply.why === "down" || reply.why === "late") return "agent_down";
  return PAIR_REFUSALS[reply.code] ?? "refused";
}

/** Shows the agent that this companion knows a secret; answers what it gives where it shows the same. */
async function exchange(
  place: string,
  path: string,
  nonce: string,
  secret: string,
  given: "key" | "nonce",
): Promise<Shown> {
  const proof = await macOf(secret, `companion ${place} ${nonce}`);
  const body = { nonce, proof };
  const reply = await ask(place, undefined, { method: "POST", path, body, timeoutMs: OTHER_MS });
  if (!reply.ok) return reply;
  const { [given]: value, proof: theirs } = fieldsOf(reply.data) ?? {};
  const known = await macOf(secret, `agent ${place} ${nonce} ${String(value)}`);
  // A wrong proof is of no use for the next one, which is of another nonce: how long it takes to tell may be seen.
  return typeof value === "string" && theirs === known
    ? { ok: true, value }
    : { ok: false, why: "nonsense", code: "" };
}

/** Has the agent prove itself with the key of this companion; answers the token for what it is asked then. */
function provingBy(place: string, keys: KeyStore) {
  let proven: { readonly token: string; readonly atMs: number } | undefined;
  const proving = oneAtATime(async (): Promise<Shown> => {
    proven = undefined;
    const atMs = Date.now();
    const key = await keys.read();
    if (key === undefined) {
      const probe = await ask(place, undefined, STATUS);
      return probe.ok ? { ok: false, why: "unpaired", code: "" } : probe;
    }
    const shown = await exchange(place, "/api/companion/proof", newNonce(), key, "nonce");
    if (!shown.ok) return shown;
    const token = await macOf(key, `token ${shown.value}`);
    proven = { token, atMs };
    return { ok: true, value: token };
  });
  return {
    /** By a proof of this moment. */
    anew: proving.fresh,
    /** By the last one while it is good. */
    token: async (): Promise<Shown> =>
      proven !== undefined && Math.abs(Date.now() - proven.atMs) < PROOF_MS
        ? { ok: true, value: proven.token }
        : proving.fresh(),
    isKnown: () => proven !== undefined,
    end: () => {
      proven = undefined;
    },
  };
}

/** A client of the agent at 127.0.0.1, with the key of this companion. Nothing is sent there before the agent has proven itself. */
export function agentClient(port: number, keys: KeyStore): AgentClient {
  const place = `127.0.0.1:${port}`;
  const proof = provingBy(place, keys);
  const askProven = async (question: Ask): Promise<Reply> => {
    const before = await proof.token();
    if (!before.ok) return before;
    const reply = await ask(place, before.value, question);
    if (!reply.ok && reply.why !== "unchanged") {
      proof.end();
      return reply;
    }
    if (question.method === "POST") return reply;
    // What it tells of itself is kept: it has to be there still. Its token is another one each time that it is started.
    const after = await proof.anew();
    if (!after.ok) return after;
    return after.value === before.value ? reply : { ok: false, why: "down", code: "" };
  };
  const askPaired = async (question: Ask): Promise<Reply> => {
    const wasKnown = proof.isKnown();
    const reply = await askProven(question);
    // It may have been started anew since it proved itself.
    return !reply.ok && reply.why === "unpaired" && wasKnown ? askProven(question) : reply;
  };
  return {
    scan: async (content, sessionId) => {
      const body = sessionId === undefined ? { content } : { content, session_id: sessionId };
      const path = "/api/dlp/scan";
      const asked = askPaired({ method: "POST", path, body, timeoutMs: VERDICT_MS });
      // The agent may have to prove itself first, and has no more time for it than this.
      const reply = await Promise.race([asked, lateAfter(VERDICT_MS)]);
      if (reply.ok) return verdictOf(reply.data) ?? { undecided: "nonsense" };
      proof.end();
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
      const nonce = newNonce();
      const secret = await stretched(code, nonce);
      const shown = await exchange(place, "/api/companion/pair", nonce, secret, "key");
      if (!shown.ok) return pairRefusal(shown);
      await keys.write(shown.value);
      proof.end();
      return "paired";
    },
  };
}
