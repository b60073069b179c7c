import type { Assertion, Ast } from "./ast.ts";
import { literalSet } from "./case-fold.ts";
import { ANY, ANY_BUT_NEWLINE } from "./charset.ts";
import type { CharSet } from "./charset.ts";
import { parseBracket, parseClassEscape } from "./parse-class.ts";
import { parseEscape, peekCodePoint, unitsOf } from "./parse-escape.ts";
import type { Cursor } from "./parse-escape.ts";
import { FOLD, LINES, parseGroupOpening, UNGREEDY, DOT_ALL } from "./parse-group.ts";
import { readRepeat, repeatWeight } from "./parse-repeat.ts";
import type { RepeatOperator } from "./parse-repeat.ts";
import { checkProgramSize } from "./program-size.ts";
import { RegexSyntaxError } from "./syntax-error.ts";

/** Groups may nest this deep, as in Go: the walks over a tree are recursive. */
const MAX_DEPTH = 1000;

const ASSERTION_ESCAPES: Readonly<Record<string, Assertion>> = {
  A: "textStart",
  z: "textEnd",
  b: "wordBoundary",
  B: "notWordBoundary",
};

/**
 * Parses an RE2 source (https://github.com/google/re2/wiki/Syntax, as Go's `regexp/syntax` with Perl flags reads it).
 * Throws `RegexSyntaxError` when RE2 would refuse it, when groups nest deeper than 1000, or when its program would be
 * too large. Costs O(source) and, for `\p` classes and folded non-ASCII text, one pass over a table.
 */
export function parseRegex(source: string): Ast {
  const ast = new Parser(source).parse();
  checkProgramSize(ast);
  return ast;
}

/** A sequence being read, with the product of counted repeats in each item. */
interface Sequence {
  readonly items: Ast[];
  readonly weights: number[];
  /** Where the last repeat operator ended: another one right there is an error. */
  repeatStart: number;
  repeatEnd: number;
}

class Parser implements Cursor {
  readonly source: string;
  pos = 0;
  private flags = 0;
  private groups = 0;
  private depth = 0;
  private readonly names = new Set<string>();
  /** The product of nested counted repeats in the node read last. */
  private weight = 1;

  constructor(source: string) {
    this.source = source;
  }

  parse(): Ast {
    const ast = this.parseAlternation();
    if (this.pos < this.source.length) {
      throw new RegexSyntaxError(`unexpected ): \`${this.source}\``, this.pos);
    }
    return ast;
  }

  private parseAlternation(): Ast {
    const items = [this.parseConcat()];
    let weight = this.weight;
    while (this.source[this.pos] === "|") {
      this.pos += 1;
      items.push(this.parseConcat());
      weight = Math.max(weight, this.weight);
    }
    this.weight = weight;
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: "alternate", items };
  }

  private parseConcat(): Ast {
    const sequence: Sequence = { items: [], weights: [], repeatStart: -1, repeatEnd: -1 };
    while (this.pos < this.source.length) {
      const char = this.source[this.pos] ?? "";
      if (char === "|" || char === ")") {
        break;
      }
      this.parseItem(char, sequence);
    }
    this.weight = sequence.weights.reduce((most, weight) => Math.max(most, weight), 1);
    const { items } = sequence;
    const [only] = items;
    if (only === undefined) {
      return { kind: "empty" };
    }
    return items.length === 1 ? only : { kind: "concat", items };
  }

  private parseItem(char: string, sequence: Sequence): void {
    this.weight = 1;
    switch (char) {
      case "(":
        this.parseGroup(sequence);
        return;
      case "\\":
        this.parseBackslash(sequence);
        return;
      case "[":
        this.push(sequence, { kind: "chars", set: parseBracket(this, this.has(FOLD)) });
        return;
      case ".":
        this.pos += 1;
        this.push(sequence, { kind: "chars", set: this.has(DOT_ALL) ? ANY : ANY_BUT_NEWLINE });
        return;
      case "^":
        this.pushAssertion(sequence, this.has(LINES) ? "lineStart" : "textStart");
        return;
      case "$":
        this.pushAssertion(sequence, this.has(LINES) ? "lineEnd" : "textEnd");
        return;
      default: {
        const operator = readRepeat(this.source, this.pos);
        if (operator === undefined) {
          this.pushLiteral(sequence);
        } else {
          this.applyRepeat(sequence, operator);
        }
      }
    }
  }

  private parseGroup(sequence: Sequence): void {
    const open = this.pos;
    const opening = parseGroupOpening(this, this.flags);
    if (opening.kind === "flags") {
      this.flags = opening.flags;
      return;
    }
    const outerFlags = this.flags;
    this.flags = opening.flags;
    let index = 0;
    if (opening.kind === "capture") {
      this.groups += 1;
      index = this.groups;
      this.takeName(opening.name, open);
    }
    this.depth += 1;
    if (this.depth > MAX_DEPTH) {
      throw new RegexSyntaxError("expression nests too deeply", open);
    }
    const item = this.parseAlternation();
    this.depth -= 1;
    if (this.source[this.pos] !== ")") {
      throw new RegexSyntaxError(`missing closing ): \`${this.source}\``, open);
    }
    this.pos += 1;
    this.flags = outerFlags;
    const node: Ast =
      opening.kind === "capture" ? { kind: "group", index, name: opening.name, item } : item;
    this.push(sequence, node);
  }

  private takeName(name: string | undefined, open: number): void {
    if (name === undefined) {
      return;
    }
    if (this.names.has(name)) {
      throw new RegexSyntaxError(`duplicate capture group name: \`${name}\``, open);
    }
    this.names.add(name);
  }

  private parseBackslash(sequence: Sequence): void {
    const letter = this.source[this.pos + 1] ?? "";
    const assertion = Object.hasOwn(ASSERTION_ESCAPES, letter)
      ? ASSERTION_ESCAPES[letter]
      : undefined;
    if (assertion !== undefined) {
      this.pos += 1;
      this.pushAssertion(sequence, assertion);
      return;
    }
    if (letter === "Q") {
      this.parseQuoted(sequence);
      return;
    }
    const set = parseClassEscape(this, this.has(FOLD));
    this.push(sequence, { kind: "chars", set: set ?? this.literal(parseEscape(this)) });
  }

  private parseQuoted(sequence: Sequence): void {
    const close = this.source.indexOf("\\E", this.pos + 2);
    const end = close < 0 ? this.source.length : close;
    this.pos += 2;
    while (this.pos < end) {
      this.pushLiteral(sequence);
    }
    this.pos = close < 0 ? end : end + 2;
  }

  private applyRepeat(sequence: Sequence, operator: RepeatOperator): void {
    const { source, pos } = this;
    const { min, max, end, lazy } = operator;
    if (sequence.repeatEnd === pos) {
      const stacked = source.slice(sequence.repeatStart, end);
      const why = source[pos] === "+" ? " (possessive repeats are not RE2)" : "";
      throw new RegexSyntaxError(`invalid nested repetition operator: \`${stacked}\`${why}`, pos);
    }
    const item = sequence.items.pop();
    if (item === undefined) {
      const text = source.slice(pos, end);
      throw new RegexSyntaxError(`missing argument to repetition operator: \`${text}\``, pos);
    }
    this.weight = repeatWeight(source, pos, operator, sequence.weights.pop() ?? 1);
    sequence.repeatStart = pos;
    sequence.repeatEnd = end;
    this.pos = end;
    this.push(sequence, { kind: "repeat", item, min, max, greedy: lazy === this.has(UNGREEDY) });
  }

  private push(sequence: Sequence, node: Ast): void {
    sequence.items.push(node);
    sequence.weights.push(this.weight);
  }

  private pushAssertion(sequence: Sequence, what: Assertion): void {
    this.pos += 1;
    this.push(sequence, { kind: "assert", what });
  }

  private pushLiteral(sequence: Sequence): void {
    const code = peekCodePoint(this);
    this.pos += unitsOf(code);
    this.push(sequence, { kind: "chars", set: this.literal(code) });
  }

  private literal(code: number): CharSet {
    return literalSet(code, this.has(FOLD));
  }

  private has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }
}
