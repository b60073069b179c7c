import { DOT, MAX_NAME_BYTES, nameBytes, takeName, takeWireName } from "./name-bytes.ts";

/** Which list a name is on: 0 is none, at most 63. */
export type ListNumber = number;

/** Most lists of one table, the number 0 included. */
export const MAX_LISTS = 64;

/** A name and the list that it is on. */
export interface HostEntry {
  /** ASCII in lower case, no dot at either end. It stands for itself and for all names under it. */
  readonly name: string;
  readonly list: ListNumber;
}

/**
 * Names and their lists: an exact open-address hash table, made of typed arrays alone, so that it can be handed to another
 * thread. About 24 bytes for each of a million names.
 */
export interface HostTable {
  /** How many distinct names there are. */
  readonly size: number;
  /** 0 where empty; else where a name begins in `names`, and above `offsetBits` as much of its hash as there is room for. */
  readonly slots: Uint32Array;
  /** The names, each followed by its list with the highest bit set. Nothing begins at 0. */
  readonly names: Uint8Array;
  readonly offsetBits: number;
  /** Bytes of the shortest name; nothing shorter is looked for. */
  readonly shortest: number;
}

/** Marks the byte behind a name, which holds its list. Names are ASCII. */
const END = 0x80;
/** Slots for each name. More would cost memory, fewer would lengthen the search for names that are not there. */
const SLOTS_PER_NAME = 1.5;

// FNV-1a, from a name's last byte to its first, so that one pass gives the hashes of the name and of all above it.
const FNV_START = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/** Spreads a hash over all 32 bits. */
function spread(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const twice = Math.imul(once ^ (once >>> 15), 0x846ca68b);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/** Is the name in `names` at `offset` the same as `key[from..end)`? */
function isName(
  names: Uint8Array,
  offset: number,
  key: Uint8Array,
  from: number,
  end: number,
): boolean {
  let at = offset;
  for (let i = from; i < end; i++, at++) if (key[i] !== names[at]) return false;
  return (names[at] ?? 0) >= END;
}

/** Where the slot of `key[from..end)` is, or the empty one where it belongs; there always is an empty one. */
function slotOf(
  { slots, names, offsetBits }: HostTable,
  hash: number,
  key: Uint8Array,
  from: number,
  end: number,
): number {
  const tag = hash << offsetBits;
  const offsetMask = (1 << offsetBits) - 1;
  let at = Math.floor((hash * slots.length) / 2 ** 32);
  for (;;) {
    const slot = slots[at] ?? 0;
    if (slot === 0) return at;
    const isTagged = (slot ^ tag) >>> offsetBits === 0;
    if (isTagged && isName(names, slot & offsetMask, key, from, end)) return at;
    at = at + 1 === slots.length ? 0 : at + 1;
  }
}

/** Bytes that grow: all names, each with its list behind it, before they are put into slots. */
function collectNames(entries: Iterable<HostEntry>): { bytes: Uint8Array; used: number } {
  let bytes = new Uint8Array(4096);
  let used = 1;
  for (const { name, list } of entries) {
    const length = takeName(name);
    if (length <= 0) throw new RangeError(`a name has 1 to ${MAX_NAME_BYTES} bytes`);
    if (!(list > 0 && list < MAX_LISTS)) throw new RangeError(`a list is 1 to ${MAX_LISTS - 1}`);
    if (used + length + 1 > bytes.length) {
      const grown = new Uint8Array(bytes.length * 2);
      grown.set(bytes);
      bytes = grown;
    }
    bytes.set(nameBytes.subarray(0, length), used);
    used += length;
    bytes[used++] = END | list;
  }
  return { bytes, used };
}

function hashOf(bytes: Uint8Array, from: number, end: number): number {
  let hash = FNV_START;
  for (let i = end - 1; i >= from; i--) hash = Math.imul(hash ^ (bytes[i] ?? 0), FNV_PRIME);
  return spread(hash);
}

/** How many names there are, and the bytes of the shortest. */
function measureNames(bytes: Uint8Array, used: number): { count: number; shortest: number } {
  let count = 0;
  let shortest = MAX_NAME_BYTES;
  for (let i = 1, from = 1; i < used; i++) {
    if ((bytes[i] ?? 0) < END) continue;
    count++;
    shortest = Math.min(shortest, i - from);
    from = i + 1;
  }
  return { count, shortest };
}

/** Builds the table of entries; a later entry takes the place of an earlier one of the same name. O(bytes of the names). */
export function buildHostTable(entries: Iterable<HostEntry>): HostTable {
  const { bytes, used } = collectNames(entries);
  const { count, shortest } = measureNames(bytes, used);
  const slots = new Uint32Array(Math.ceil(count * SLOTS_PER_NAME) + 1);
  const offsetBits = 32 - Math.clz32(used);
  const table = { slots, names: bytes, offsetBits, shortest, size: 0 };
  let kept = 1;
  for (let from = 1, end = 1; from < used; from = end + 1) {
    for (end = from; (bytes[end] ?? END) < END; end++);
    const hash = hashOf(bytes, from, end);
    const at = slotOf(table, hash, bytes, from, end);
    const slot = slots[at] ?? 0;
    if (slot === 0) {
      slots[at] = (hash << offsetBits) | kept;
      bytes.copyWithin(kept, from, end + 1);
      kept += end + 1 - from;
      table.size++;
    } else {
      const offset = slot & ((1 << offsetBits) - 1);
      bytes[offset + end - from] = bytes[end] ?? 0;
    }
  }
  return { ...table, names: bytes.slice(0, kept) };
}

/** What to do with the names of each list, by list number: an action's number. Its length is 64. */
export type ActionTable = Uint8Array;

/**
 * The most specific entry for the name in `nameBytes` whose list has an action: where in the name it begins, shifted left
 * by 6, and its list; 0 for none. Without actions every list counts. One pass, right to left, and no allocation.
 */
function findEntry(table: HostTable, length: number, actions: ActionTable | undefined): number {
  const { slots, names, offsetBits, shortest } = table;
  const offsetMask = (1 << offsetBits) - 1;
  let hash = FNV_START;
  let found = 0;
  for (let from = length - 1; from >= 0; from--) {
    hash = Math.imul(hash ^ (nameBytes[from] ?? 0), FNV_PRIME);
    if ((from > 0 && nameBytes[from - 1] !== DOT) || length - from < shortest) continue;
    const slot = slots[slotOf(table, spread(hash), nameBytes, from, length)] ?? 0;
    if (slot === 0) continue;
    const list = (names[(slot & offsetMask) + length - from] ?? END) - END;
    if (actions === undefined || actions[list] !== 0) found = (from << 6) | list;
  }
  return found;
}

/** Takes the list of what `findEntry` answers. */
const LIST_BITS = MAX_LISTS - 1;

/**
 * The list of the most specific entry for the name that begins at `at` in a DNS message: uncompressed labels (RFC 1035,
 * 3.1). 0 for none, -1 for a malformed name. Letters in either case; no allocation. With `actions`, lists without an
 * action are passed over.
 */
export function findWireName(
  table: HostTable,
  message: Uint8Array,
  at: number,
  actions?: ActionTable,
): number {
  const length = takeWireName(message, at);
  return length < 0 ? -1 : findEntry(table, length, actions) & LIST_BITS;
}

/** An entry that stands for a name. */
export interface FoundHost {
  readonly list: ListNumber;
  /** The entry's own name: the name that was asked for, or one above it. */
  readonly entry: string;
}

/** The most specific entry for a written name, in ASCII, with or without a dot at its end; undefined for none. */
export function findHostName(
  table: HostTable,
  name: string,
  actions?: ActionTable,
): FoundHost | undefined {
  const length = takeName(name);
  const found = length < 0 ? 0 : findEntry(table, length, actions);
  if (found === 0) return undefined;
  return { list: found & LIST_BITS, entry: name.slice(found >> 6, length).toLowerCase() };
}

/** The entries of a table, in no order that means anything. */
export function* hostEntries({ names }: HostTable): Generator<HostEntry> {
  let name = "";
  for (let i = 1; i < names.length; i++) {
    const byte = names[i] ?? 0;
    if (byte < END) {
      name += String.fromCharCode(byte);
      continue;
    }
    yield { name, list: byte - END };
    name = "";
  }
}
