import { utf8CodePoint, utf8Length } from "./utf8.ts";

/** Shortest readable stretch worth keeping, in UTF-16 units: what the shortest run of base64 decodes to. */
const READABLE_CHARS = 12;

/** One of the bytes that digits stand for, if the first bit of the first one is the first of the digit `first`. */
export type ByteAt = (digits: Uint8Array, first: number, index: number) => number;

/** The bytes that digits stand for, each worked out when it is asked for. */
export interface EncodedBytes {
  readonly digits: Uint8Array;
  readonly first: number;
  readonly byteAt: ByteAt;
  readonly length: number;
}

const isPrintable = (byte: number): boolean =>
  (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13;

/** What a byte may be in a readable stretch: nothing, a character, or the first or a later one of a character's bytes. */
const [UNREADABLE, WHOLE, LEAD, LATER] = [0, 1, 2, 3];
const BYTE_KIND = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x80) return byte === 0 || isPrintable(byte) ? WHOLE : UNREADABLE;
  if (byte < 0xc0) return LATER;
  return byte >= 0xc2 && byte < 0xf5 ? LEAD : UNREADABLE;
});

/** May a byte of the one kind stand before one of the other in a readable stretch? */
const mayPrecede = (kind: number, next: number): boolean =>
  kind !== UNREADABLE && (next === LATER ? kind !== WHOLE : kind !== LEAD);

/** The stretches of text among bytes. NUL is passed over, so that ASCII in UTF-16 reads as text as well. */
export function readText(bytes: Uint8Array): string[] {
  const stretches: string[] = [];
  let stretch = "";
  for (let at = 0; at <= bytes.length;) {
    const byte = bytes[at] ?? 0;
    const length = byte >= 0x80 ? utf8Length(bytes, at) : 1;
    if (at < bytes.length && byte === 0) {
      at++;
    } else if (at < bytes.length && length === 1 && isPrintable(byte)) {
      stretch += String.fromCharCode(byte);
      at++;
    } else if (length > 1) {
      stretch += String.fromCodePoint(utf8CodePoint(bytes, at, length));
      at += length;
    } else {
      if (stretch.length >= READABLE_CHARS) stretches.push(stretch);
      stretch = "";
      at++;
    }
  }
  return stretches;
}

/** Where a region of the bytes that may be readable begins and ends. */
interface Region {
  readonly start: number;
  readonly end: number;
}

const kindOf = ({ digits, first, byteAt }: EncodedBytes, index: number): number =>
  BYTE_KIND[byteAt(digits, first, index)] ?? UNREADABLE;

/**
 * The next region of bytes, from one of them on, in which a readable stretch may stand. Most runs are names and random
 * numbers, of which a few bytes tell. Looks at every byte twice at most.
 */
function nextRegion(bytes: EncodedBytes, from: number): Region | undefined {
  for (let at = from; at + READABLE_CHARS <= bytes.length;) {
    let start = at + READABLE_CHARS - 1;
    let kind = kindOf(bytes, start);
    if (kind === UNREADABLE) {
      at = start + 1;
      continue;
    }
    for (; start > at; start--) {
      const before = kindOf(bytes, start - 1);
      if (!mayPrecede(before, kind)) break;
      kind = before;
    }
    if (start === at) return { start, end: regionEnd(bytes, at + READABLE_CHARS) };
    at = start;
  }
  return undefined;
}

/** Where the region ends that reaches to `at`. */
function regionEnd(bytes: EncodedBytes, at: number): number {
  let end = at;
  let kind = kindOf(bytes, end - 1);
  for (; end < bytes.length; end++) {
    const next = kindOf(bytes, end);
    if (next === UNREADABLE || !mayPrecede(kind, next)) break;
    kind = next;
  }
  return end;
}

const NOTHING: readonly string[] = [];

/** The readable stretches among bytes, in order. Linear; bytes at random are hardly looked at. */
export function readableStretches(bytes: EncodedBytes): readonly string[] {
  let region = nextRegion(bytes, 0);
  if (region === undefined) return NOTHING;
  const { digits, first, byteAt } = bytes;
  const stretches: string[] = [];
  for (; region !== undefined; region = nextRegion(bytes, region.end)) {
    const { start, end } = region;
    const plain = new Uint8Array(end - start);
    for (let i = 0; i < plain.length; i++) plain[i] = byteAt(digits, first, start + i);
    for (const stretch of readText(plain)) stretches.push(stretch);
  }
  return stretches;
}
