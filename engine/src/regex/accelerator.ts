import type { Alphabet } from "./alphabet.ts";
import { ClassReader } from "./code-points.ts";
import { OP_ALT, OP_ASSERT, OP_CHAR, OP_MATCH, OP_SAVE } from "./program.ts";
import type { Program } from "./program.ts";

/** With more ASCII characters than this to start a match, skipping stops too often to be of use. */
const MAX_FIRST = 24;
/** A single literal this long is worth `indexOf`. */
const MIN_LITERAL = 2;

/** Passes over text where no match can start. */
export class Accelerator {
  private readonly reader: ClassReader;
  private readonly literal: string;
  /** 1 for each class that can start a match. */
  private readonly firstClasses: Uint8Array;
  private readonly firstAscii: Uint8Array;
  private readonly wide: boolean;

  constructor(alphabet: Alphabet, literal: string, firstClasses: Uint8Array) {
    this.reader = new ClassReader(alphabet);
    this.literal = literal;
    this.firstClasses = firstClasses;
    this.firstAscii = alphabet.ascii.map((cls) => firstClasses[cls] ?? 0);
    this.wide = alphabet.classes.some((cls) => firstClasses[cls] === 1);
  }

  /**
   * The first position from `at` where a match might start, or `bound`, beyond which none is looked for. Reads nothing at
   * or beyond `limit`.
   */
  next(text: string, at: number, bound: number, limit: number): number {
    const { literal } = this;
    if (literal === "") {
      return this.wide ? this.nextWide(text, at, bound) : this.nextAscii(text, at, bound);
    }
    // A slice keeps `indexOf` from reading on; V8 makes one without copying.
    const end = Math.min(limit, bound + literal.length - 1);
    const window = end >= text.length ? text : text.slice(0, end);
    const found = window.indexOf(literal, at);
    return found < 0 ? bound : Math.min(found, bound);
  }

  private nextAscii(text: string, at: number, limit: number): number {
    const { firstAscii } = this;
    let i = at;
    while (i < limit && (firstAscii[text.charCodeAt(i)] ?? 0) === 0) {
      i += 1;
    }
    return i;
  }

  private nextWide(text: string, at: number, limit: number): number {
    const { firstAscii, firstClasses, reader } = this;
    let i = at;
    while (i < limit) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) {
        if (firstAscii[unit] === 1) {
          return i;
        }
        i += 1;
      } else {
        if (firstClasses[reader.wideAfter(text, i, unit)] === 1) {
          return i;
        }
        i += reader.width;
      }
    }
    return limit;
  }
}

/** An accelerator for searches of a forward program, or undefined when none would help. O(program). */
export function buildAccelerator(program: Program): Accelerator | undefined {
  const { alphabet } = program;
  const anchored = program.searchStart === program.start;
  const firstClasses = anchored ? undefined : classesOfStarts(program);
  if (firstClasses === undefined) {
    return undefined;
  }
  const ascii = alphabet.ascii.reduce((count, cls) => count + (firstClasses[cls] ?? 0), 0);
  if (ascii > MAX_FIRST) {
    return undefined;
  }
  return new Accelerator(alphabet, literalStart(program), firstClasses);
}

/** The classes of the characters that matches start with; undefined when a match may be empty. */
function classesOfStarts(program: Program): Uint8Array | undefined {
  const { ops, outs, args, alphabet } = program;
  const classes = new Uint8Array(alphabet.classCount);
  const seen = new Uint8Array(ops.length);
  const stack = [program.start];
  for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
    if (seen[pc] === 1) {
      continue;
    }
    seen[pc] = 1;
    const op = ops[pc];
    if (op === OP_MATCH) {
      return undefined;
    }
    if (op === OP_CHAR) {
      addRow(classes, alphabet, args[pc] ?? 0);
    } else {
      stack.push(outs[pc] ?? 0);
      if (op === OP_ALT) {
        stack.push(args[pc] ?? 0);
      }
    }
  }
  return classes;
}

function addRow(classes: Uint8Array, alphabet: Alphabet, row: number): void {
  for (let cls = 0; cls < alphabet.classCount; cls += 1) {
    if (alphabet.accepts[row + cls] === 1) {
      classes[cls] = 1;
    }
  }
}

/** The literal that every match starts with, as far as the program goes on without a choice; "" when it is too short. */
function literalStart(program: Program): string {
  const { ops, outs, args } = program;
  let literal = "";
  let pc = program.start;
  for (;;) {
    const op = ops[pc];
    if (op === OP_CHAR) {
      const char = onlyChar(program.alphabet, args[pc] ?? 0);
      if (char === undefined) {
        break;
      }
      literal += char;
    } else if (op !== OP_ASSERT && op !== OP_SAVE) {
      break;
    }
    pc = outs[pc] ?? 0;
  }
  return literal.length < MIN_LITERAL ? "" : literal;
}

/** The one ASCII character that a set's row accepts, if it accepts no other. */
function onlyChar(alphabet: Alphabet, row: number): string | undefined {
  let found: string | undefined;
  for (let cls = 0; cls < alphabet.classCount; cls += 1) {
    if (alphabet.accepts[row + cls] === 1) {
      const code = alphabet.ascii.indexOf(cls);
      const single = code >= 0 && code === alphabet.ascii.lastIndexOf(cls);
      if (found !== undefined || !single || alphabet.classes.includes(cls)) {
        return undefined;
      }
      found = String.fromCharCode(code);
    }
  }
  return found;
}
