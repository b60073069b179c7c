/** For how long a text that a person let through is let through in requests, in milliseconds. */
export const ALLOWED_MS = 10 * 60 * 1000;
const MAX_TEXTS = 64;

/** A text that a person let through, and until when, in milliseconds since 1970. */
export interface Allowance {
  readonly content: string;
  readonly until: number;
}

/** What a person let through once; in memory alone. */
export interface AllowedTexts {
  allow(allowance: Allowance): void;
  /** This text without those that were let through: what is left has to be judged. */
  without(text: string): string;
  /** Those that are let through still. */
  live(): readonly Allowance[];
}

/** Nothing let through yet. `now` is in milliseconds since 1970. */
export function allowedTexts(now: () => number = Date.now): AllowedTexts {
  let allowed: readonly Allowance[] = [];
  const live = (): readonly Allowance[] => allowed.filter(({ until }) => until > now());
  return {
    allow: (allowance) => {
      if (allowance.content === "") return;
      const others = live().filter(({ content }) => content !== allowance.content);
      allowed = [...others, allowance].slice(-MAX_TEXTS);
    },
    without: (text) => live().reduce((rest, { content }) => rest.replaceAll(content, " "), text),
    live,
  };
}
