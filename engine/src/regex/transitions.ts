/** Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4). */
const MIX = 0x9e37_79b1;

/** Groups of slots in an empty table, as a power of two. */
const LEAST_BITS = 1;

/** A slot has a key and its entry. */
const SLOT_CELLS = 2;

/** So many neighbours among the keys, as a power of two, stay neighbours: they are one line of a processor's cache. */
const GROUP_BITS = 3;
const WITHIN_GROUP = (1 << GROUP_BITS) - 1;

/** Where the search for a key of a table begins that has `2 ** (32 - shift)` groups of slots. */
const firstCell = (key: number, shift: number): number =>
  (((Math.imul(key >>> GROUP_BITS, MIX) >>> shift) << GROUP_BITS) | (key & WITHIN_GROUP)) *
  SLOT_CELLS;

/** The entry of a key in the cells of a table, or 0. */
export function entryOf(cells: Int32Array, shift: number, key: number): number {
  let at = firstCell(key, shift);
  for (;;) {
    const known = cells[at] ?? 0;
    if (known === key) return cells[at + 1] ?? 0;
    if (known === 0) return 0;
    at = (at + SLOT_CELLS) & (cells.length - 1);
  }
}

/**
 * The transitions of an automaton that were built, by a positive key each. Most states of real texts have a few of those that their
 * alphabet allows, so that a hash table (open addressing, linear probing) takes a fraction of the memory of rows.
 */
export class Transitions {
  /** For each slot its key, 0 where it is free, and its entry. */
  cells = new Int32Array(SLOT_CELLS << (LEAST_BITS + GROUP_BITS));
  /** What a hash is shifted by to become a slot. */
  shift = 32 - LEAST_BITS;
  private count = 0;

  /** The entry of a key, or 0. */
  get(key: number): number {
    return entryOf(this.cells, this.shift, key);
  }

  /** Gives a key that has none its entry; true when the table has grown for it. */
  add(key: number, entry: number): boolean {
    this.count += 1;
    const grows = this.count * SLOT_CELLS * 2 > this.cells.length;
    if (grows) this.grow();
    this.put(key, entry);
    return grows;
  }

  /** Forgets all entries. */
  clear(): void {
    this.cells.fill(0);
    this.count = 0;
  }

  /** As `clear`, and gives the memory back. */
  release(): void {
    this.cells = new Int32Array(SLOT_CELLS << (LEAST_BITS + GROUP_BITS));
    this.shift = 32 - LEAST_BITS;
    this.count = 0;
  }

  private put(key: number, entry: number): void {
    const { cells, shift } = this;
    let at = firstCell(key, shift);
    while (cells[at] !== 0) at = (at + SLOT_CELLS) & (cells.length - 1);
    cells[at] = key;
    cells[at + 1] = entry;
  }

  private grow(): void {
    const { cells } = this;
    this.cells = new Int32Array(cells.length * 2);
    this.shift -= 1;
    for (let at = 0; at < cells.length; at += SLOT_CELLS) {
      const key = cells[at] ?? 0;
      if (key !== 0) this.put(key, cells[at + 1] ?? 0);
    }
  }
}
