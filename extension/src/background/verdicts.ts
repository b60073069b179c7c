import type { AgentVerdict } from "../shared/messages.ts";

/** For how long a text that was judged is not asked about again, in milliseconds: from a paste to what is sent of it. */
const KEEP_MS = 30_000;
/** How many verdicts are remembered. */
const MAX_KEPT = 64;

interface Kept {
  readonly verdict: Promise<AgentVerdict>;
  readonly at: number;
}

/** Asks about a text. */
export type AskVerdict = (content: string, sessionId?: string) => Promise<AgentVerdict>;

/** A text under a key that dies with the background, so that nothing that is remembered says what it was. */
async function digestOf(key: CryptoKey, text: string): Promise<string> {
  const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
  return String.fromCharCode(...new Uint8Array(digest));
}

/** Asks about texts, each prompt once. */
export interface Verdicts {
  readonly ask: AskVerdict;
  /** Forgets every verdict: other rules are in force. */
  forget(): void;
}

/**
 * One question for one prompt: a text that was pasted, saved and sent within `KEEP_MS` is asked about, and so counted,
 * once. A text asked about with a session takes no verdict from outside of it, since more is known there.
 */
export function oncePerPrompt(ask: AskVerdict, now: () => number = Date.now): Verdicts {
  let key: Promise<CryptoKey> | undefined;
  const kept = new Map<string, Kept>();
  const find = (id: string): Promise<AgentVerdict> | undefined => {
    const known = kept.get(id);
    return known !== undefined && now() - known.at < KEEP_MS ? known.verdict : undefined;
  };
  const keep = (id: string, verdict: Promise<AgentVerdict>): void => {
    kept.delete(id);
    kept.set(id, { verdict, at: now() });
    const oldest = kept.keys().next();
    if (kept.size > MAX_KEPT && oldest.done !== true) kept.delete(oldest.value);
  };
  const askOnce: AskVerdict = async (content, sessionId) => {
    key ??= crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const text = await digestOf(await key, content);
    const ids = sessionId === undefined ? [text] : [text, `${text}${sessionId}`];
    const known = find(ids.at(-1) ?? text);
    if (known !== undefined) return known;
    const verdict = ask(content, sessionId);
    for (const id of ids) keep(id, verdict);
    if ("undecided" in (await verdict)) for (const id of ids) kept.delete(id);
    return verdict;
  };
  return { ask: askOnce, forget: () => kept.clear() };
}
