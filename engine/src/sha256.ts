import { once } from "./once.ts";

/** First 32 bits of the fractional part of a number. */
const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32) >>> 0;

const firstPrimes = (count: number): number[] => {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return primes;
};

/** The constants of the rounds (4.2.2) and the hash to begin with (5.3.3). */
const constants = once(() => {
  const primes = firstPrimes(64);
  return {
    rounds: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    start: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  };
});
const BLOCK = 64;

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

const at = (words: Uint32Array, i: number): number => words[i] ?? 0;

/** The message, one bit, zeros, and the length in bits, in whole blocks (FIPS 180-4, 5.1.1). */
const padded = (bytes: Uint8Array): DataView => {
  const blocks = Math.ceil((bytes.length + 9) / BLOCK);
  const message = new Uint8Array(blocks * BLOCK);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(message.length - 4, (bytes.length << 3) >>> 0);
  return view;
};

/** The message schedule of one block (6.2.2, step 1). */
const expand = (schedule: Uint32Array, view: DataView, offset: number): void => {
  for (let t = 0; t < 16; t++) schedule[t] = view.getUint32(offset + 4 * t);
  for (let t = 16; t < 64; t++) {
    const x = at(schedule, t - 15);
    const y = at(schedule, t - 2);
    const small0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const small1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    schedule[t] = at(schedule, t - 16) + small0 + at(schedule, t - 7) + small1;
  }
};

/** Mixes one block into the hash (6.2.2, steps 2 to 4). */
const compress = (hash: Uint32Array, schedule: Uint32Array, rounds: Uint32Array): void => {
  let a = at(hash, 0);
  let b = at(hash, 1);
  let c = at(hash, 2);
  let d = at(hash, 3);
  let e = at(hash, 4);
  let f = at(hash, 5);
  let g = at(hash, 6);
  let h = at(hash, 7);
  for (let t = 0; t < 64; t++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + big1 + ((e & f) ^ (~e & g)) + at(rounds, t) + at(schedule, t)) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  hash[0] = at(hash, 0) + a;
  hash[1] = at(hash, 1) + b;
  hash[2] = at(hash, 2) + c;
  hash[3] = at(hash, 3) + d;
  hash[4] = at(hash, 4) + e;
  hash[5] = at(hash, 5) + f;
  hash[6] = at(hash, 6) + g;
  hash[7] = at(hash, 7) + h;
};

/** Of whichever block is hashed: nothing else runs meanwhile. */
const SCHEDULE = new Uint32Array(64);

/** SHA-256 of the bytes (FIPS 180-4), as 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const { rounds, start } = constants();
  const hash = start.slice();
  const view = padded(bytes);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK) {
    expand(SCHEDULE, view, offset);
    compress(hash, SCHEDULE, rounds);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (const [i, word] of hash.entries()) out.setUint32(4 * i, word);
  return digest;
}

/** UTF-8 of one code point; a lone surrogate becomes U+FFFD, as the Encoding Standard has it. */
const utf8Of = (point: number): number[] => {
  if (point < 0x80) return [point];
  const tail = (shift: number): number => 0x80 | ((point >> shift) & 0x3f);
  if (point < 0x800) return [0xc0 | (point >> 6), tail(0)];
  if (point >= 0xd800 && point <= 0xdfff) return [0xef, 0xbf, 0xbd];
  if (point < 0x10000) return [0xe0 | (point >> 12), tail(6), tail(0)];
  return [0xf0 | (point >> 18), tail(12), tail(6), tail(0)];
};

/** SHA-256 (FIPS 180-4) of a text's UTF-8 bytes (RFC 3629), as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) ?? 0;
    if (point < 0x80) bytes.push(point);
    else bytes.push(...utf8Of(point));
    if (point > 0xffff) i++;
  }
  let hex = "";
  for (const byte of sha256(Uint8Array.from(bytes))) hex += (byte + 0x100).toString(16).slice(1);
  return hex;
}
