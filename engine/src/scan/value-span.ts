import type { Regex, Span } from "../regex/regex.ts";

/** The first capturing group is the value where it took part; else the whole match is. */
export function valueSpan(regex: Regex, text: string, match: Span): Span {
  if (regex.groupCount === 0) return match;
  const groups = regex.captures(text, match);
  const start = groups[2] ?? -1;
  const end = groups[3] ?? -1;
  return start >= 0 && end > start ? { start, end } : match;
}
