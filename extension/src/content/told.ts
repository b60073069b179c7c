import type { AgentVerdict } from "../shared/messages.ts";

/** How many verdicts a frame remembers. */
const MAX_VERDICTS = 64;
/** How many texts of gestures, and how long ones, are looked for in what the page sends. */
const MAX_TEXTS = 8;
const MAX_TEXT_CHARS = 64 * 1024;
/** A text that is shorter could stand in any request. */
const MIN_TEXT_CHARS = 16;

/** What the agent was told of in this frame, so that a prompt which is pasted, saved and sent counts once. */
export interface Told {
  /** What the agent said of this very text; undefined where it was not asked, or did not know. */
  verdict(content: string): Promise<AgentVerdict> | undefined;
  remember(content: string, verdict: Promise<AgentVerdict>): void;
  /** Remembers what a gesture put into the page. */
  inserted(text: string): void;
  /** Does a request hold the text of a gesture? */
  holdsInserted(sent: string): boolean;
  forget(): void;
}

/** A key under which a text is remembered without being kept: two 32-bit hashes (FNV-1a) from a random start. */
function keyed(): (text: string) => string {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (text) => {
    let [low, high] = [a, b];
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul(high ^ unit, 0x5bd1e995) ^ (low >>> 15);
    }
    return `${text.length} ${low >>> 0} ${high >>> 0}`;
  };
}

/** Editors change line ends and spaces on the way. */
const folded = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** A frame's memory, empty and of bounded size. */
export function toldOf(): Told {
  const keyOf = keyed();
  const verdicts = new Map<string, Promise<AgentVerdict>>();
  let texts: readonly string[] = [];
  let unread: readonly string[] = [];
  const forgetUndecided = async (key: string, verdict: Promise<AgentVerdict>): Promise<void> => {
    if ("undecided" in (await verdict) && verdicts.get(key) === verdict) verdicts.delete(key);
  };
  return {
    verdict: (content) => verdicts.get(keyOf(content)),
    remember: (content, verdict) => {
      const key = keyOf(content);
      verdicts.delete(key);
      verdicts.set(key, verdict);
      const [oldest] = verdicts.keys();
      if (verdicts.size > MAX_VERDICTS && oldest !== undefined) verdicts.delete(oldest);
      void forgetUndecided(key, verdict);
    },
    inserted: (text) => {
      // Folded when it is first looked for: a page waits while a gesture is decided.
      if (text.length < MIN_TEXT_CHARS || text.length > MAX_TEXT_CHARS) return;
      unread = [...unread, text].slice(-MAX_TEXTS);
    },
    holdsInserted: (sent) => {
      const news = unread.map(folded).filter((text) => text.length >= MIN_TEXT_CHARS);
      unread = [];
      const others = texts.filter((text) => !news.includes(text));
      texts = [...others, ...new Set(news)].slice(-MAX_TEXTS);
      if (texts.length === 0) return false;
      const all = folded(sent);
      return texts.some((text) => all.includes(text));
    },
    forget: () => verdicts.clear(),
  };
}
