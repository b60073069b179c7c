// Which characters of a text end tokens, are no digits of base64, may begin escapes, and end lines: a bit each, in words of 64.

/** What ends a token, by a byte's lower and upper half: products that are each a bit, three of them of one class. */
const ENDS = 0x07;
/** The signs among the digits of both alphabets of RFC 4648: `_`, `-` and `+`, `/`. */
const SIGNS = 0x98;

/** A bit of the 16 for each byte of which `left` and `right` share a bit of `products`. */
function whereShared(left: v128, right: v128, products: i8): v128 {
  const shared = v128.and(v128.and(left, right), i8x16.splat(products));
  return i8x16.ne(shared, i8x16.splat(0));
}

/** Lays both masks for 16 bytes: what ends tokens in the lower half of the answer, digits in the upper one. */
function masksOf(bytes: v128): i32 {
  const low = i8x16(6, 0, 2, 0, 0, 0, 0, 2, 0, 1, 1, 0x10, 1, 0x31, 0x40, -0x78);
  const high = i8x16(1, 0, -0x6e, 0x20, 0, 8, 4, 0x40, 0, 0, 0, 0, 0, 0, 0, 0);
  const left = i8x16.swizzle(low, v128.and(bytes, i8x16.splat(15)));
  const right = i8x16.swizzle(high, i8x16.shr_u(bytes, 4));
  const ends = whereShared(left, right, i8(ENDS));
  const lower = v128.or(bytes, i8x16.splat(0x20));
  const letters = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(26));
  const numbers = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(10));
  const signs = whereShared(left, right, i8(SIGNS));
  const digits = v128.or(v128.or(letters, numbers), signs);
  return i8x16.bitmask(ends) | (i8x16.bitmask(digits) << 16);
}

/** The same for the signs that escapes begin with, `"'\`\\%&`, in the lower half, and line breaks in the upper one. */
function placesOf(bytes: v128): i32 {
  const low = i8x16(1, 0, 2, 0, 0, 2, 2, 2, 0, 0, 0, 0, 4, 0, 0, 0);
  const high = i8x16(0, 0, 2, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const left = i8x16.swizzle(low, v128.and(bytes, i8x16.splat(15)));
  const right = i8x16.swizzle(high, i8x16.shr_u(bytes, 4));
  const begins = whereShared(left, right, -1);
  const breaks = i8x16.eq(bytes, i8x16.splat(10));
  return i8x16.bitmask(begins) | (i8x16.bitmask(breaks) << 16);
}

/** The lower halves of four, one behind the other. */
function lowerHalves(a: i32, b: i32, c: i32, d: i32): u64 {
  const first: u64 = u64(a & 0xffff) | (u64(b & 0xffff) << 16);
  return first | (u64(c & 0xffff) << 32) | (u64(d & 0xffff) << 48);
}

/** The upper halves. */
function upperHalves(a: i32, b: i32, c: i32, d: i32): u64 {
  const first: u64 = u64(u32(a) >> 16) | (u64(u32(b) >> 16) << 16);
  return first | (u64(u32(c) >> 16) << 32) | (u64(u32(d) >> 16) << 48);
}

/**
 * Writes the masks of a text, each `bytes` behind the one before. Behind each of the first two is a word of ones: behind the end
 * of a text nothing goes on. Answers how many words of a mask there are. Reads up to 63 bytes beyond the text.
 */
export function layMasks(text: usize, length: i32, masks: usize, bytes: usize): i32 {
  const ends = masks;
  const others: usize = masks + bytes;
  const begins: usize = others + bytes;
  const breaks: usize = begins + bytes;
  const words = (length + 63) >> 6;
  for (let word = 0; word < words; word++) {
    const at: usize = text + (word << 6);
    const first = v128.load(at);
    const second = v128.load(at, 16);
    const third = v128.load(at, 32);
    const fourth = v128.load(at, 48);
    const a = masksOf(first);
    const b = masksOf(second);
    const c = masksOf(third);
    const d = masksOf(fourth);
    const left = length - (word << 6);
    const beyond: u64 = left < 64 ? u64.MAX_VALUE << u64(left) : 0;
    i64.store(ends + 8 * word, lowerHalves(a, b, c, d) | beyond);
    i64.store(others + 8 * word, ~upperHalves(a, b, c, d) | beyond);
    const e = placesOf(first);
    const f = placesOf(second);
    const g = placesOf(third);
    const h = placesOf(fourth);
    i64.store(begins + 8 * word, lowerHalves(e, f, g, h) & ~beyond);
    i64.store(breaks + 8 * word, upperHalves(e, f, g, h) & ~beyond);
  }
  i64.store(ends + 8 * words, u64.MAX_VALUE);
  i64.store(others + 8 * words, u64.MAX_VALUE);
  return words;
}
