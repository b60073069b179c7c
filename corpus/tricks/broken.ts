import type { Filled, Span } from "../filled.ts";

/** A made-up value shorter than this is left whole: a port, a year, a number of a house. */
const MIN_BROKEN = 8;

/** Where each value is broken so that it falls into `parts` equal parts. */
export function breaks({ values }: Filled, parts: number): number[] {
  return values
    .filter(({ start, end }) => end - start >= MIN_BROKEN)
    .flatMap(({ start, end }) =>
      Array.from(
        { length: parts - 1 },
        (_, i) => start + Math.floor(((end - start) * (i + 1)) / parts),
      ),
    );
}

const WORD_START = /[^\s"'`=(,<>:/@]*$/;
const WORD_END = /^[^\s"'`),<>:/@]*/;

/** The words that made-up values stand in: a key's fixed beginning belongs to what is hidden. */
export function wordsOf({ text, values }: Filled): Span[] {
  const words: { start: number; end: number }[] = [];
  for (const { start, end } of values) {
    const before = WORD_START.exec(text.slice(0, start))?.[0] ?? "";
    const after = WORD_END.exec(text.slice(end))?.[0] ?? "";
    const last = words.at(-1);
    if (last !== undefined && start - before.length <= last.end) last.end = end + after.length;
    else words.push({ start: start - before.length, end: end + after.length });
  }
  return words;
}

/** The text in pieces, cut at each of the places. */
export const cutAt = (text: string, places: readonly number[]): string[] =>
  [0, ...places].map((start, i) => text.slice(start, places[i]));

/** Breaks every value in its middle. */
export const breakValues = (filled: Filled, by: string): string =>
  cutAt(filled.text, breaks(filled, 2)).join(by);

/** As mail programs write a body (RFC 2045, 6.7), with a soft line break within each value. */
export function quotedPrintable(filled: Filled): string {
  const encode = (piece: string): string =>
    piece.replaceAll(/[^\t\n\r -<>-~]/gu, (char) =>
      Array.from(
        Buffer.from(char),
        (byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
      ).join(""),
    );
  const wrap = (line: string): string => line.replaceAll(/(?:=[\dA-F]{2}|[^=]){73}(?=.)/g, "$&=\n");
  return cutAt(filled.text, breaks(filled, 2))
    .map(encode)
    .join("=\n")
    .split("\n")
    .map(wrap)
    .join("\n");
}

/** How a language puts two string literals together. */
export interface Joint {
  readonly before?: string;
  readonly between: string;
  readonly after?: string;
}

const QUOTES = ['"', "'", "`"];
const count = (text: string, char: string): number => text.split(char).length - 1;

interface Literal extends Span {
  readonly quote: string;
  readonly places: number[];
}

/** The string literal around a place, without its quotes; without a literal, the word there. */
function literalAt(text: string, at: number): Literal {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const lineEnd = text.indexOf("\n", at) < 0 ? text.length : text.indexOf("\n", at);
  for (const quote of QUOTES) {
    const end = text.indexOf(quote, at);
    if (count(text.slice(lineStart, at), quote) % 2 === 1 && end >= 0 && end < lineEnd) {
      return { start: text.lastIndexOf(quote, at - 1) + 1, end, quote, places: [at] };
    }
  }
  const left = /[^\s"'`=(,<>]*$/.exec(text.slice(0, at))?.[0] ?? "";
  const right = /^[^\s"'`),<>]*/.exec(text.slice(at))?.[0] ?? "";
  return { start: at - left.length, end: at + right.length, quote: "", places: [at] };
}

/** The literals in which values are broken, with every place where they are. */
function brokenLiterals(filled: Filled): Literal[] {
  const literals: Literal[] = [];
  for (const place of breaks(filled, 2)) {
    const last = literals.at(-1);
    if (last !== undefined && place < last.end) last.places.push(place);
    else literals.push(literalAt(filled.text, place));
  }
  return literals;
}

/** Writes every value as two string literals and an expression that puts them together. */
export function concatenate(filled: Filled, joint: Joint, preferred = '"'): string {
  const { text } = filled;
  let written = "";
  let at = 0;
  for (const { start, end, quote, places } of brokenLiterals(filled)) {
    const mark = quote === "" ? preferred : quote;
    const outer = quote === "" ? 0 : 1;
    const inLiteral = places.map((place) => place - start);
    const parts = cutAt(text.slice(start, end), inLiteral).map((part) => mark + part + mark);
    written += text.slice(at, start - outer) + (joint.before ?? "");
    written += parts.join(joint.between) + (joint.after ?? "");
    at = end + outer;
  }
  return written + text.slice(at);
}
