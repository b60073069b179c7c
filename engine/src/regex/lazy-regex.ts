import { compileRegex } from "./compile-regex.ts";
import type { ReadMeter, Regex, Span } from "./regex.ts";

/**
 * The expression, parsed when it is first used: of a large set of patterns, a text touches few. Whoever calls this has
 * checked the source; a faulty one throws its RegexSyntaxError at the first use.
 */
export function lazyRegex(source: string): Regex {
  return new LazyRegex(source);
}

class LazyRegex implements Regex {
  readonly source: string;
  private compiled: Regex | undefined;

  constructor(source: string) {
    this.source = source;
    this.compiled = undefined;
  }

  get groupCount(): number {
    return this.regex().groupCount;
  }

  get maxLength(): number {
    return this.regex().maxLength;
  }

  matchAt(text: string, at: number, limit: number, meter: ReadMeter): number {
    return this.regex().matchAt(text, at, limit, meter);
  }

  search(text: string, from: number, limit: number, meter: ReadMeter): Span | undefined {
    return this.regex().search(text, from, limit, meter);
  }

  searchEarliest(text: string, from: number, limit: number, meter: ReadMeter): Span | undefined {
    return this.regex().searchEarliest(text, from, limit, meter);
  }

  captures(text: string, span: Span): readonly number[] {
    return this.regex().captures(text, span);
  }

  private regex(): Regex {
    this.compiled ??= compileRegex(this.source);
    return this.compiled;
  }
}
