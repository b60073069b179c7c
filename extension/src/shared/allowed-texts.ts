/** For how long a text that a person let through is let through in requests, in milliseconds. */
const ALLOWED_MS = 10 * 60 * 1000;
const MAX_TEXTS = 64;

/** What a person let through once; in memory alone. */
export interface AllowedTexts {
  allow(texts: readonly string[]): void;
  /** This text without those that were let through: what is left has to be judged. */
  without(text: string): string;
}

interface Allowed {
  readonly text: string;
  readonly until: number;
}

export function allowedTexts(now: () => number = Date.now): AllowedTexts {
  let allowed: readonly Allowed[] = [];
  return {
    allow: (texts) => {
      const until = now() + ALLOWED_MS;
      const added = new Set(texts.filter((text) => text !== ""));
      const others = allowed.filter(({ text }) => !added.has(text));
      allowed = [...others, ...[...added].map((text) => ({ text, until }))].slice(-MAX_TEXTS);
    },
    without: (text) =>
      allowed
        .filter(({ until }) => until > now())
        .reduce((rest, each) => rest.replaceAll(each.text, " "), text),
  };
}
