import { CONFUSABLES, isInvisible } from "./confusables.ts";
import { IDENTITY, mapOfEdits } from "./origin-map.ts";
import type { Edit, OriginMap } from "./origin-map.ts";
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
      else if (!isInvisible(codePoint)) next += CONFUSABLES.get(codePoint) ?? withoutAccent(char);
    }
    next = next.normalize("NFKC");
    if (next === folded) return folded;
    folded = next;
  }
  return folded;
}

/**
 * Removes invisible characters, folds look-alikes and accented letters to ASCII and applies NFKC (UAX 15), cluster by
 * cluster, so that every offset can be traced back. ASCII text is returned as it is, without a copy. Linear; folding a
 * folded text changes nothing.
 */
export function fold(content: string): Folded {
  let at = nextNonAscii(content, 0);
  if (at === content.length) return { text: content, origin: IDENTITY };
  const edits: Edit[] = [];
  /** Folded clusters of this content: real texts repeat theirs. */
  const known = new Map<string, string>();
  let text = content.slice(0, at);
  while (at < content.length) {
    let end = at + ((content.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
    while (end < content.length) {
      const codePoint = content.codePointAt(end) ?? 0;
      if (!continuesCluster(codePoint)) break;
      end += codePoint > 0xffff ? 2 : 1;
    }
    const cluster = content.slice(at, Math.min(end, at + MAX_CLUSTER_CHARS));
    const folded = known.get(cluster) ?? foldCluster(cluster);
    if (cluster.length <= CACHED_CLUSTER_CHARS) known.set(cluster, folded);
    if (folded.length !== end - at) {
      edits.push({
        start: text.length,
        end: text.length + folded.length,
        originStart: at,
        originEnd: end,
      });
    }
    text += folded;
    at = nextNonAscii(content, end);
    text += content.slice(end, at);
  }
  return { text, origin: mapOfEdits(edits) };
}
