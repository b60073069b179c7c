const NON_ASCII = /[\u0080-\uffff]/g;

/** So many characters are looked at before the search, which takes as long to begin. */
const NEAR_CHARS = 48;

/** The first UTF-16 offset from `from` on that is not ASCII, or the text's length. */
export function nextNonAscii(text: string, from: number): number {
  const near = Math.min(text.length, from + NEAR_CHARS);
  let at = from;
  while (at < near && text.charCodeAt(at) < 0x80) at++;
  if (at < near || at === text.length) return at;
  NON_ASCII.lastIndex = at;
  return NON_ASCII.test(text) ? NON_ASCII.lastIndex - 1 : text.length;
}

/** Has the text no character beyond ASCII? */
export const isAscii = (text: string): boolean => nextNonAscii(text, 0) === text.length;

/** Bytes that the UTF-16 unit takes in UTF-8; a surrogate counts for half of its pair. */
function unitBytes(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}

/** The offset that lies at most `bytes` of UTF-8 before `from`, never inside a surrogate pair. O(bytes). */
export function utf8Back(text: string, from: number, bytes: number): number {
  const least = Math.max(0, from - bytes);
  if (isAscii(text.slice(least, from))) return least;
  let at = from;
  for (let left = bytes; at > 0; at--) {
    left -= unitBytes(text.charCodeAt(at - 1));
    if (left < 0) break;
  }
  return at > 0 && at < from && (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at;
}

/** The offset that lies at most `bytes` of UTF-8 behind `from`, never inside a surrogate pair. O(bytes). */
export function utf8Forward(text: string, from: number, bytes: number): number {
  const most = Math.min(text.length, from + bytes);
  if (isAscii(text.slice(from, most))) return most;
  let at = from;
  for (let left = bytes; at < text.length; at++) {
    left -= unitBytes(text.charCodeAt(at));
    if (left < 0) break;
  }
  return at > from && at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}

/** Bytes that the text takes in UTF-8; a lone surrogate counts two. O(length). */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) bytes += unitBytes(text.charCodeAt(at));
  return bytes;
}

/** The bytes that the UTF-8 character at `at` takes (RFC 3629), or 0 where none above ASCII begins. */
export function utf8Length(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (at + length > bytes.length) return 0;
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** The character of `length` bytes at `at`; U+FFFD where there is none. */
export function utf8CodePoint(bytes: Uint8Array, at: number, length: number): number {
  let codePoint = (bytes[at] ?? 0) & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) codePoint = (codePoint << 6) | ((bytes[at + i] ?? 0) & 0x3f);
  return codePoint <= 0x10ffff ? codePoint : 0xfffd;
}
