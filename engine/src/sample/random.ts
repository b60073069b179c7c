/** A source of numbers in [0, 1); the same seed gives the same numbers on every machine. */
export type Random = () => number;

/**
 * A seeded generator for made-up values: sfc32 by Chris Doty-Humphrey (PractRand), seeded by hashing `seed` with
 * FNV-1a. Not for anything that must not be guessed.
 */
export function seededRandom(seed: string): Random {
  let hash = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  let a = hash | 0;
  let b = ~hash | 0;
  let c = Math.imul(hash, 0x9e3779b1) | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** A whole number from 0 to `below` - 1. */
export function randomBelow(random: Random, below: number): number {
  return Math.floor(random() * below);
}

/** One of the items; throws a RangeError when there are none. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[randomBelow(random, items.length)];
  if (item === undefined) throw new RangeError("pick() needs at least one item");
  return item;
}

/** `length` characters, each drawn evenly from `alphabet`. */
export function randomChars(random: Random, alphabet: string, length: number): string {
  let chars = "";
  for (let i = 0; i < length; i++) chars += alphabet.charAt(randomBelow(random, alphabet.length));
  return chars;
}
