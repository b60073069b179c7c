import { CompiledRegex } from "./compile-regex.ts";
import type { Expression } from "./expression.ts";
import type { ReadMeter, Regex, Span } from "./regex.ts";
import type { CacheLimits } from "./transition-cache.ts";

/**
 * The expression, parsed when it is first used: of a large set of patterns, a text touches few. Whoever calls this has
 * checked the source; a faulty one throws its RegexSyntaxError at the first use. `limits` as for `compileRegex`.
 */
export function lazyRegex(expression: Expression, limits?: CacheLimits): Regex {
  return new LazyRegex(expression, limits);
}

class LazyRegex implements Regex {
  private readonly expression: Expression;
  private readonly limits: CacheLimits | undefined;
  private compiled: Regex | undefined;

  constructor(expression: Expression, limits: CacheLimits | undefined) {
    this.expression = expression;
    this.limits = limits;
    this.compiled = undefined;
  }

  get source(): string {
    return this.expression.source;
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

  search(
    text: string,
    from: number,
    limit: number,
    meter: ReadMeter,
    lastStart?: number,
  ): Span | undefined {
    return this.regex().search(text, from, limit, meter, lastStart);
  }

  searchEarliest(text: string, from: number, limit: number, meter: ReadMeter): Span | undefined {
    return this.regex().searchEarliest(text, from, limit, meter);
  }

  captures(text: string, span: Span): readonly number[] {
    return this.regex().captures(text, span);
  }

  private regex(): Regex {
    this.compiled ??= new CompiledRegex(this.expression, this.limits);
    return this.compiled;
  }
}
