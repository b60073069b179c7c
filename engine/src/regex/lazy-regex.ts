import { compileRegex } from "./compile-regex.ts";
import type { Regex } from "./regex.ts";

/**
 * The expression, parsed when it is first used: of a large set of patterns, a text touches few. Whoever calls this has
 * checked the source; a faulty one throws its RegexSyntaxError at the first use.
 */
export function lazyRegex(source: string): Regex {
  let compiled: Regex | undefined;
  const regex = (): Regex => (compiled ??= compileRegex(source));
  return {
    source,
    get groupCount() {
      return regex().groupCount;
    },
    get maxLength() {
      return regex().maxLength;
    },
    matchAt: (text, at, limit, meter) => regex().matchAt(text, at, limit, meter),
    search: (text, from, limit, meter) => regex().search(text, from, limit, meter),
    searchEarliest: (text, from, limit, meter) => regex().searchEarliest(text, from, limit, meter),
    captures: (text, span) => regex().captures(text, span),
  };
}
