// What the first bytes of a body say of the others. No method is used: a page could have replaced it.

/** How often what was unpacked is unpacked again, parts of it included: there are bytes that unpack to themselves. */
export const MAX_PACKINGS = 3;

/** The name by which the browser unpacks what begins like the bytes from one on (RFC 1952, RFC 1950); undefined for any other. */
export function packingOf(bytes: Uint8Array, from = 0): "gzip" | "deflate" | undefined {
  const first = bytes[from] ?? 0;
  const second = bytes[from + 1] ?? 0;
  if (first === 0x1f && second === 0x8b) return "gzip";
  const isZlib =
    first === 0x78 && ((first << 8) | second) % 31 === 0 && bytes[from + 6] !== undefined;
  return isZlib ? "deflate" : undefined;
}

/** What a text from a byte on is encoded in, by its first bytes (Encoding Standard, "BOM sniff"), or by halves that are empty. */
export function encodingOf(bytes: Uint8Array, from = 0): "utf-8" | "utf-16le" | "utf-16be" {
  const first = bytes[from];
  const second = bytes[from + 1];
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const isHalf = (even: number | undefined, odd: number | undefined, half: number): boolean =>
    even === 0 && odd !== 0 && bytes[from + 2 + half] === 0 && bytes[from + 3 - half] !== 0;
  if (isHalf(second, first, 1)) return "utf-16le";
  return isHalf(first, second, 0) ? "utf-16be" : "utf-8";
}

const CR = 0x0d;
const LF = 0x0a;
const DASH = 0x2d;

const isLineEnd = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === CR && bytes[at + 1] === LF;

/** Does the first line, of so many bytes, stand at another place? */
function repeatsAt(bytes: Uint8Array, length: number, at: number): boolean {
  let same = 0;
  while (same < length && bytes[at + same] === bytes[same]) same++;
  return same === length;
}

/** Tells where the parts of a multipart body (RFC 7578) begin and end that are packed or no UTF-8. */
export function eachOddPart(bytes: Uint8Array, onPart: (start: number, end: number) => void): void {
  if (bytes[0] !== DASH || bytes[1] !== DASH) return;
  let line = 2;
  while (line < bytes.length && !isLineEnd(bytes, line)) line++;
  let start = -1;
  for (let at = line; at < bytes.length; at++) {
    if (!isLineEnd(bytes, at)) continue;
    if (repeatsAt(bytes, line, at + 2)) {
      const isOdd = packingOf(bytes, start) ?? encodingOf(bytes, start) !== "utf-8";
      if (start >= 0 && isOdd !== false) onPart(start, at);
      start = -1;
    } else if (start < 0 && isLineEnd(bytes, at + 2)) start = at + 4;
  }
}
