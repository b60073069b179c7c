import { confusables, isInvisible } from "./confusables.ts";
import { IDENTITY, mapOfEdits } from "./origin-map.ts";
import type { Edit, OriginMap } from "./origin-map.ts";
import { UnitPages } from "../unit-pages.ts";
import { nextNonAscii } from "./utf8.ts";

/** A folded text and the way back to the text that it was folded from. */
export interface Folded {
  readonly text: string;
  readonly origin: OriginMap;
}

/** Folding is repeated until nothing changes; NFKC and the tables settle in two rounds, and this stops a surprise. */
const MAX_ROUNDS = 8;

/** Longer clusters are rare and would only fill the cache. */
const CACHED_CLUSTER_CHARS = 2;

/**
 * What a cluster has beyond this is dropped: NFKC sorts the marks of a letter, which takes quadratic time. UAX 15 (13) allows 30
 * of them in a stream.
 */
const MAX_CLUSTER_CHARS = 128;

/** Does this code point join the one before it when NFKC composes, or vanish? */
function continuesCluster(codePoint: number): boolean {
  if (codePoint < 0x300) return codePoint === 0xad;
  if (codePoint >= 0x4e00 && codePoint <= 0xa000) return false; // Chinese characters, the common case
  if (codePoint >= 0x1161 && codePoint <= 0x11ff) return true; // Hangul vowels and final consonants
  return isInvisible(codePoint) || MARK.test(String.fromCodePoint(codePoint));
}

/** Marks, and the compatibility forms that NFKC turns into marks, vowels and final consonants: Hangul, Katakana. */
const MARK = /^[\p{M}\u{e33}\u{eb3}\u{3131}-\u{318e}\u{ff9e}-\u{ffdc}]$/u;

/** A control character beyond ASCII, or half a pair, as U+007F; U+0085 ends a line too. Undefined for anything else. */
function asciiControl(codePoint: number): string | undefined {
  if (codePoint === 0x85) return "\x7f\n";
  return codePoint < 0xa0 || (codePoint >= 0xd800 && codePoint <= 0xdfff) ? "\x7f" : undefined;
}

/** An accented Latin letter's plain one; anything else as it is. */
function withoutAccent(char: string): string {
  const base = char.normalize("NFD").charCodeAt(0);
  return (base >= 0x41 && base <= 0x5a) || (base >= 0x61 && base <= 0x7a)
    ? String.fromCharCode(base)
    : char;
}

function foldCluster(cluster: string): string {
  let folded = cluster;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let next = "";
    for (const char of folded) {
      const codePoint = char.codePointAt(0) ?? 0;
      if (codePoint < 0x80) next += char;
      else if (!isInvisible(codePoint))
        next += confusables().get(codePoint) ?? asciiControl(codePoint) ?? withoutAccent(char);
    }
    next = next.normalize("NFKC");
    if (next === folded) return folded;
    folded = next;
  }
  return folded;
}

/** What is known of a UTF-16 unit, as bits above what it is folded to. */
const KNOWN = 1 << 16;
/** It may join the character before it. */
const JOINS = 1 << 17;
/** By itself, it is folded to one unit. */
const SINGLE = 1 << 18;
const UNIT = KNOWN - 1;

const KNOWN_UNITS = new UnitPages();

function learn(unit: number): number {
  // Halves of a pair are looked at together.
  if (unit >= 0xd800 && unit <= 0xdfff) return KNOWN | JOINS;
  const folded = foldCluster(String.fromCharCode(unit));
  const own = folded.length === 1 ? SINGLE | folded.charCodeAt(0) : 0;
  return KNOWN | own | (continuesCluster(unit) ? JOINS : 0);
}

function factsOf(unit: number): number {
  const known = KNOWN_UNITS.get(unit);
  if (known !== 0) return known;
  const facts = learn(unit);
  KNOWN_UNITS.set(unit, facts);
  return facts;
}

/** So many units are put together before they are made a text. */
const WRITTEN = 256;
/** Longer stretches are taken as they are: most words between two letters that are folded, but no space or stop. */
const SHORT = 12;

/** A text that is written unit by unit, or in stretches. */
class Writer {
  private text = "";
  /** It keeps its length: to write over what was written takes half the time. */
  private readonly units: number[] = [];
  private count = 0;

  get length(): number {
    return this.text.length + this.count;
  }

  add(unit: number): void {
    if (this.count === WRITTEN) this.flush();
    this.units[this.count++] = unit;
  }

  addFrom(from: string, start: number, end: number): void {
    if (end - start > SHORT) {
      this.flush();
      this.text += from.slice(start, end);
    } else for (let at = start; at < end; at++) this.add(from.charCodeAt(at));
  }

  end(): string {
    this.flush();
    return this.text;
  }

  private flush(): void {
    const { units, count } = this;
    if (count === 0) return;
    this.text += String.fromCharCode(...(count === WRITTEN ? units : units.slice(0, count)));
    this.count = 0;
  }
}

/** Where the cluster ends that begins at an offset. */
function clusterEnd(content: string, at: number): number {
  let end = at + ((content.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  while (end < content.length) {
    const codePoint = content.codePointAt(end) ?? 0;
    if (!continuesCluster(codePoint)) break;
    end += codePoint > 0xffff ? 2 : 1;
  }
  return end;
}

/**
 * Removes invisible characters, folds look-alikes, accented letters and control characters to ASCII and applies NFKC (UAX 15),
 * cluster by cluster, so that every offset can be traced back. ASCII text is returned as it is, without a copy. Linear; folding a
 * folded text changes nothing.
 */
export function fold(content: string): Folded {
  let at = nextNonAscii(content, 0);
  if (at === content.length) return { text: content, origin: IDENTITY };
  const edits: Edit[] = [];
  /** Folded clusters of this content: real texts repeat theirs. */
  const known = new Map<string, string>();
  const writer = new Writer();
  writer.addFrom(content, 0, at);
  const { length } = content;
  let facts = factsOf(content.charCodeAt(at));
  while (at < length) {
    // Asked for a unit behind the end, an engine of JavaScript gives its fast path up.
    const next = at + 1 < length ? content.charCodeAt(at + 1) : 0;
    const factsOfNext = next >= 0x80 ? factsOf(next) : 0;
    if ((facts & SINGLE) !== 0 && (factsOfNext & JOINS) === 0) {
      writer.add(facts & UNIT);
      at++;
      facts = factsOfNext;
    } else {
      const end = clusterEnd(content, at);
      const cluster = content.slice(at, Math.min(end, at + MAX_CLUSTER_CHARS));
      const folded = known.get(cluster) ?? foldCluster(cluster);
      if (cluster.length <= CACHED_CLUSTER_CHARS) known.set(cluster, folded);
      if (folded.length !== end - at) {
        const start = writer.length;
        edits.push({ start, end: start + folded.length, originStart: at, originEnd: end });
      }
      writer.addFrom(folded, 0, folded.length);
      at = end;
      facts = 0;
    }
    if (facts === 0) {
      const stop = nextNonAscii(content, at);
      writer.addFrom(content, at, stop);
      at = stop;
      if (at < length) facts = factsOf(content.charCodeAt(at));
    }
  }
  return { text: writer.end(), origin: mapOfEdits(edits) };
}
