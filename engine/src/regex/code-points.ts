import { KIND_EDGE, KIND_OTHER, unitClass, wideClass } from "./alphabet.ts";
import type { Alphabet } from "./alphabet.ts";

/** The first half of a surrogate pair; false for the NaN before a text. */
function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** The second half of a surrogate pair; false for the NaN beyond a text. */
function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

function join(high: number, low: number): number {
  return ((high & 0x3ff) << 10) + (low & 0x3ff) + 0x1_0000;
}

/**
 * Whether `at` stands between the halves of a surrogate pair, where no match may start or end: a pair is one code point.
 */
export function splitsPair(text: string, at: number): boolean {
  return isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1));
}

/** Reads code points as classes of an alphabet, either way; a lone surrogate is a code point of its own value. */
export class ClassReader {
  /** UTF-16 units of the code point read last. */
  width = 1;
  private readonly alphabet: Alphabet;

  constructor(alphabet: Alphabet) {
    this.alphabet = alphabet;
  }

  /** The class of the code point that starts at `at`; the end-of-text class at the end. */
  after(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      this.width = 1;
      return this.alphabet.ascii[unit] ?? 0;
    }
    return at < text.length ? this.wideAfter(text, at, unit) : this.alphabet.classCount;
  }

  /** The class of the code point that ends at `at`; the end-of-text class at the start. */
  before(text: string, at: number): number {
    const unit = text.charCodeAt(at - 1);
    if (unit < 0x80) {
      this.width = 1;
      return this.alphabet.ascii[unit] ?? 0;
    }
    return at > 0 ? this.wideBefore(text, at, unit) : this.alphabet.classCount;
  }

  /** As `after`, for a `unit` at `at` that is known not to be ASCII. */
  wideAfter(text: string, at: number, unit: number): number {
    this.width = 1;
    if (isHigh(unit)) {
      const low = text.charCodeAt(at + 1);
      if (isLow(low)) {
        this.width = 2;
        return wideClass(this.alphabet, join(unit, low));
      }
    }
    return unitClass(this.alphabet, unit);
  }

  /** As `before`, for a `unit` before `at` that is known not to be ASCII. */
  wideBefore(text: string, at: number, unit: number): number {
    this.width = 1;
    if (isLow(unit)) {
      const high = text.charCodeAt(at - 2);
      if (isHigh(high)) {
        this.width = 2;
        return wideClass(this.alphabet, join(high, unit));
      }
    }
    return unitClass(this.alphabet, unit);
  }

  /** The `KIND_*` of the character that starts at `at`, for assertions. */
  kindAfter(text: string, at: number): number {
    return at < text.length ? this.kindOf(text.charCodeAt(at)) : KIND_EDGE;
  }

  /** The `KIND_*` of the character that ends at `at`, for assertions. */
  kindBefore(text: string, at: number): number {
    return at > 0 ? this.kindOf(text.charCodeAt(at - 1)) : KIND_EDGE;
  }

  private kindOf(unit: number): number {
    const { ascii, kinds } = this.alphabet;
    return unit < 0x80 ? (kinds[ascii[unit] ?? 0] ?? KIND_OTHER) : KIND_OTHER;
  }
}
