import { once } from "../once.ts";
import { bip39Words } from "./bip39-words.ts";

/** The shortest phrase, in words (BIP-39). */
const LEAST_WORDS = 12;
/** It is no shorter than this, in characters: words of three letters, and one character between. */
const LEAST_CHARS = 4 * LEAST_WORDS - 1;

const LONGEST = 8;
const LETTERS = 26;
/** The first four letters of a word, which tell it from the others of the list; there are words of three. */
const KEY_LETTERS = 4;

const CASE = 0x20;
const BEFORE_A = 0x60;
const LESS_THAN = 0x3c;
const SLASH = 0x2f;

/** The place of a letter in the alphabet, from 1 on; 0 for what is none. */
const PLACES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const place = (byte | CASE) - BEFORE_A;
  return byte >= 0x41 && byte < 0x80 && place >= 1 && place <= LETTERS ? place : 0;
});

const isLetter = (byte: number | undefined): boolean => PLACES[byte ?? 0] !== 0;

const TABLE_BITS = 13;
const SLOTS = 1 << TABLE_BITS;

/** Where a word's first letters begin in the table (Knuth, The Art of Computer Programming 3, 6.4: multiplicative hashing). */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  let key = 0;
  for (let at = start; at < start + KEY_LETTERS; at++)
    key = key * (LETTERS + 1) + (at < end ? (PLACES[bytes[at] ?? 0] ?? 0) : 0);
  return Math.imul(key, 0x9e37_79b1) >>> (32 - TABLE_BITS);
}

const nextSlot = (slot: number): number => (slot + 1) & (SLOTS - 1);

/** The words of the list, and behind them what stands between the words of a phrase in a list or a sentence. */
class WordTable {
  private readonly listed: number;
  /** Their letters, side by side: a word is told by one line of a processor's cache. */
  private readonly spelt: Uint8Array;
  /** For the first letters of a word, its number, from 1 on; 0 where none does. Of a full place, the next. */
  private readonly table = new Uint16Array(SLOTS);

  constructor(words: readonly string[], others: readonly string[]) {
    this.listed = words.length;
    const all = [...words, ...others];
    const letters = all.map((word) => word.padEnd(LONGEST, "\0")).join("");
    this.spelt = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    for (const [i, { length }] of all.entries()) {
      let slot = slotOf(this.spelt, i * LONGEST, i * LONGEST + length);
      while (this.table[slot] !== 0) slot = nextSlot(slot);
      this.table[slot] = i + 1;
    }
  }

  /** How many words of the list this is: one; none for what may stand between two; -1 breaks a row. */
  countOf(bytes: Uint8Array, start: number, end: number): number {
    const index = end - start > LONGEST ? -1 : this.indexOf(bytes, start, end);
    if (index < 0) return isTag(bytes, start) ? 0 : -1;
    return index < this.listed ? 1 : 0;
  }

  /** Where a word stands among them, or -1. */
  private indexOf(bytes: Uint8Array, start: number, end: number): number {
    const { table } = this;
    for (let slot = slotOf(bytes, start, end); table[slot] !== 0; slot = nextSlot(slot)) {
      const index = (table[slot] ?? 0) - 1;
      if (this.isWord(index, bytes, start, end)) return index;
    }
    return -1;
  }

  /** Is this the word at a place? It has no more than `LONGEST` letters. */
  private isWord(index: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { spelt } = this;
    const first = index * LONGEST - start;
    for (let at = start; at < end; at++)
      if (((bytes[at] ?? 0) | CASE) !== spelt[first + at]) return false;
    return end - start === LONGEST || spelt[first + end] === 0;
  }
}

const wordTable = once(() => new WordTable(bip39Words(), ["and", "und", "et"]));

const isTag = (bytes: Uint8Array, start: number): boolean =>
  bytes[start - 1] === LESS_THAN || (bytes[start - 1] === SLASH && bytes[start - 2] === LESS_THAN);

/** Where the letters before an offset begin. */
function wordStart(bytes: Uint8Array, end: number): number {
  let start = end;
  while (start > 0 && isLetter(bytes[start - 1])) start--;
  return start;
}

/** Where the letters at an offset end. */
function wordEnd(bytes: Uint8Array, start: number): number {
  let end = start;
  while (end < bytes.length && isLetter(bytes[end])) end++;
  return end;
}

/** The end of the last letter before an offset, or 0. */
function letterBefore(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end > 0 && !isLetter(bytes[end - 1])) end--;
  return end;
}

/** The next letter from an offset on, or the text's end. */
function letterFrom(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start < bytes.length && !isLetter(bytes[start])) start++;
  return start;
}

/** A row of words, as it is read. */
interface Row {
  words: number;
  start: number;
}

/** The row of words that ends before an offset, or an empty one there. */
function rowBefore(words: WordTable, bytes: Uint8Array, at: number): Row {
  const row: Row = { words: 0, start: at };
  for (let end = letterBefore(bytes, at); end > 0;) {
    const start = wordStart(bytes, end);
    const count = words.countOf(bytes, start, end);
    if (count < 0) break;
    row.words += count;
    row.start = start;
    end = letterBefore(bytes, start);
  }
  return row;
}

/**
 * Where twelve words of the English list (BIP-39) may stand in a row in a text of these bytes, whatever else but words stands
 * between them: where each such row begins and ends, in turn. One too many at times, never one less. A row covers 47 characters
 * at least: of other texts, few words are looked at. O(text), about a sixth of it in prose.
 */
export function wordRows(bytes: Uint8Array): readonly number[] {
  const { length } = bytes;
  const words = wordTable();
  const rows: number[] = [];
  let at = LEAST_CHARS - 1;
  while (at < length) {
    let start = isLetter(bytes[at]) ? wordStart(bytes, at) : letterFrom(bytes, at);
    let row: Row | undefined;
    for (; start < length; start = letterFrom(bytes, at)) {
      at = wordEnd(bytes, start);
      const count = words.countOf(bytes, start, at);
      if (count < 0) break;
      row ??= rowBefore(words, bytes, start);
      row.words += count;
    }
    if (row !== undefined && row.words >= LEAST_WORDS)
      rows.push(row.start, Math.min(start, length));
    if (start >= length) break;
    at += LEAST_CHARS;
  }
  return rows;
}
