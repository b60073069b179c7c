import type { PreparedRules } from "@weir/engine";

type Tables = PreparedRules["tables"];
type Table = Tables["ascii"];
type Numbers = Uint16Array | Int32Array;

/** Where an array of numbers stands among the packed bytes, and how wide its numbers are. */
interface Place {
  readonly at: number;
  readonly length: number;
  readonly bytesEach: number;
}

type PackedTable = Readonly<Record<keyof Table, Place | number>>;

/** Prepared rules whose tables stand beside them. */
export type Packed = Omit<PreparedRules, "tables"> & {
  readonly tables: Readonly<Record<keyof Tables, PackedTable>>;
};

/** Arrays begin at multiples of this many bytes, as typed arrays of any width must. */
const ALIGN_BYTES = 8;

/**
 * Lays the arrays of tables one behind the other, so that they can be used where they are read to, without a second copy
 * of what is the largest part of the rules.
 */
export function packTables({ ascii, other }: Tables) {
  const pieces: Buffer[] = [];
  let at = 0;
  const place = (numbers: Numbers): Place => {
    const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    const room = Buffer.alloc((ALIGN_BYTES - (bytes.length % ALIGN_BYTES)) % ALIGN_BYTES);
    const placed = { at, length: numbers.length, bytesEach: numbers.BYTES_PER_ELEMENT };
    pieces.push(bytes, room);
    at += bytes.length + room.length;
    return placed;
  };
  const pack = (table: Table): PackedTable => ({
    width: table.width,
    longest: table.longest,
    firstEnd: table.firstEnd,
    classes: place(table.classes),
    units: place(table.units),
    unitClasses: place(table.unitClasses),
    rows: place(table.rows),
    only: place(table.only),
    next: place(table.next),
    beside: place(table.beside),
    ends: place(table.ends),
    suffixes: place(table.suffixes),
    own: place(table.own),
    lengths: place(table.lengths),
  });
  const layout: Packed["tables"] = { ascii: pack(ascii), other: pack(other) };
  return { layout, bytes: Buffer.concat(pieces) };
}

/** The tables of packed bytes, which they go on to use. Throws a RangeError where they do not fit. */
export function unpackTables({ ascii, other }: Packed["tables"], bytes: Buffer): Tables {
  const numbers = (place: Place | number): Numbers => {
    if (typeof place === "number") throw new RangeError("not an array");
    const { at, length, bytesEach } = place;
    const start = bytes.byteOffset + at;
    return bytesEach === 2
      ? new Uint16Array(bytes.buffer, start, length)
      : new Int32Array(bytes.buffer, start, length);
  };
  const narrow = (place: Place | number): Uint16Array => {
    const array = numbers(place);
    if (!(array instanceof Uint16Array)) throw new RangeError("too wide");
    return array;
  };
  const unpack = (table: PackedTable): Table => ({
    width: Number(table.width),
    longest: Number(table.longest),
    firstEnd: Number(table.firstEnd),
    classes: narrow(table.classes),
    units: narrow(table.units),
    unitClasses: narrow(table.unitClasses),
    rows: numbers(table.rows),
    only: narrow(table.only),
    next: numbers(table.next),
    beside: numbers(table.beside),
    ends: numbers(table.ends),
    suffixes: numbers(table.suffixes),
    own: numbers(table.own),
    lengths: narrow(table.lengths),
  });
  return { ascii: unpack(ascii), other: unpack(other) };
}
