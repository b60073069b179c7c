import { countGroups, lengthRange } from "./ast-facts.ts";
import { CaptureMachine } from "./captures.ts";
import { splitsPair } from "./code-points.ts";
import { ForwardDfa } from "./forward-dfa.ts";
import type { ForwardMode } from "./forward-dfa.ts";
import { Expression } from "./expression.ts";
import { compileProgram } from "./program.ts";
import type { ReadMeter, Regex, Span } from "./regex.ts";
import { roughOf } from "./rough.ts";
import { ReverseDfa } from "./reverse-dfa.ts";
import type { CacheLimits } from "./transition-cache.ts";

/**
 * Compiles an RE2 source (https://github.com/google/re2/wiki/Syntax). Throws `RegexSyntaxError` at once for a source that
 * `parseRegex` refuses; the programs and automata are built when first used. `limits` bounds each automaton's cache.
 */
export function compileRegex(source: string, limits?: CacheLimits): Regex {
  return new CompiledRegex(new Expression(source), limits);
}

/** No repeat of the expression is counted. */
const EXACT = "exact";

/** Where a match may lie, and the last place where it may begin. */
interface SearchWindow extends Span {
  readonly lastStart: number;
}

/** The expression compiled; throws as `compileRegex` does. */
export class CompiledRegex implements Regex {
  readonly source: string;
  readonly groupCount: number;
  readonly maxLength: number;

  private readonly expression: Expression;
  private readonly limits: CacheLimits | undefined;
  /** The length of every match, or -1 when lengths differ: a start is then found by reading backwards. */
  private readonly fixedLength: number;
  private rough: ForwardDfa | typeof EXACT | undefined;
  private forward: ForwardDfa | undefined;
  private reverse: ReverseDfa | undefined;
  private machine: CaptureMachine | undefined;

  constructor(expression: Expression, limits: CacheLimits | undefined) {
    const { source, ast } = expression;
    this.source = source;
    this.limits = limits;
    this.expression = expression;
    this.groupCount = countGroups(ast);
    const { min, max } = lengthRange(ast);
    this.fixedLength = min === max ? min : -1;
    this.maxLength = max;
  }

  matchAt(text: string, at: number, limit: number, meter: ReadMeter): number {
    const end = withinPairs(text, limit);
    if (at > end || splitsPair(text, at)) {
      return -1;
    }
    return this.findEnd(text, { start: at, end, lastStart: at }, "anchored", meter);
  }

  search(
    text: string,
    from: number,
    limit: number,
    meter: ReadMeter,
    lastStart = limit,
  ): Span | undefined {
    const window = { start: from, end: limit, lastStart };
    return this.find(text, window, "search", meter);
  }

  searchEarliest(text: string, from: number, limit: number, meter: ReadMeter): Span | undefined {
    return this.find(text, { start: from, end: limit, lastStart: limit }, "earliest", meter);
  }

  captures(text: string, span: Span): readonly number[] {
    if (this.groupCount === 0) {
      return [span.start, span.end];
    }
    this.machine ??= new CaptureMachine(
      compileProgram(this.expression.parts, "captures"),
      this.groupCount,
    );
    return this.machine.find(text, span);
  }

  private find(
    text: string,
    window: SearchWindow,
    mode: ForwardMode,
    meter: ReadMeter,
  ): Span | undefined {
    const from = splitsPair(text, window.start) ? window.start + 1 : window.start;
    const limit = withinPairs(text, window.end);
    const lastStart = Math.min(limit, withinPairs(text, window.lastStart));
    const isEmpty = from > limit || from > lastStart;
    const end = isEmpty
      ? -1
      : this.findEnd(text, { start: from, end: limit, lastStart }, mode, meter);
    if (end < 0) {
      return undefined;
    }
    const start = this.fixedLength >= 0 ? end - this.fixedLength : -1;
    return { start: start < 0 ? this.findStart(text, end, from, meter) : start, end };
  }

  private findEnd(text: string, window: SearchWindow, mode: ForwardMode, meter: ReadMeter): number {
    if (!this.mayMatch(text, window, mode, meter)) return -1;
    this.forward ??= new ForwardDfa(compileProgram(this.expression.parts, "forward"), this.limits);
    const { start, lastStart } = window;
    const end = this.forward.find(text, start, window.end, mode, lastStart);
    meter.chars += this.forward.at - start;
    return end;
  }

  /**
   * Whether there is a match when repeats are not counted. Nearly all texts that are looked at have none, and those that
   * nobody has met yet would need states of their own for each length of each word.
   */
  private mayMatch(
    text: string,
    window: SearchWindow,
    mode: ForwardMode,
    meter: ReadMeter,
  ): boolean {
    this.rough ??= this.roughDfa();
    if (this.rough === EXACT) return true;
    const { start, lastStart } = window;
    // A loop goes on where a repeat that is counted would have ended.
    const end = withinPairs(text, Math.min(window.end, lastStart + this.maxLength));
    const roughMode = mode === "anchored" ? mode : "earliest";
    const found = this.rough.find(text, start, end, roughMode, lastStart);
    meter.chars += this.rough.at - start;
    return found >= 0;
  }

  private roughDfa(): ForwardDfa | typeof EXACT {
    const { ast, parts } = this.expression;
    const rough = roughOf(ast);
    if (rough === ast) return EXACT;
    return new ForwardDfa(compileProgram({ ...parts, ast: rough }, "forward"), this.limits);
  }

  private findStart(text: string, end: number, floor: number, meter: ReadMeter): number {
    this.reverse ??= new ReverseDfa(compileProgram(this.expression.parts, "reverse"), this.limits);
    const start = this.reverse.find(text, end, floor);
    meter.chars += end - this.reverse.at;
    return start;
  }
}

/** The limit, no further than the text goes, and before a surrogate pair rather than within it. */
function withinPairs(text: string, limit: number): number {
  if (limit >= text.length) {
    return text.length;
  }
  return splitsPair(text, limit) ? limit - 1 : limit;
}
