/** For how long values that a person let through are let through in requests, in milliseconds. */
const ALLOWED_MS = 10 * 60 * 1000;
const MAX_VALUES = 64;

/** What a person let through once; in memory alone. */
export interface AllowedValues {
  allow(values: readonly string[]): void;
  /** This text without what was let through: what is left has to be judged. */
  without(text: string): string;
}

export function allowedValues(now: () => number = Date.now): AllowedValues {
  let allowed: readonly { readonly value: string; readonly until: number }[] = [];
  return {
    allow: (values) => {
      const until = now() + ALLOWED_MS;
      const added = values.filter((value) => value !== "").map((value) => ({ value, until }));
      allowed = [...allowed, ...added].slice(-MAX_VALUES);
    },
    without: (text) =>
      allowed
        .filter(({ until }) => until > now())
        .reduce((rest, { value }) => rest.replaceAll(value, " "), text),
  };
}
