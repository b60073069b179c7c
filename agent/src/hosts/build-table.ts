import { basename } from "node:path";
import { createHash } from "node:crypto";
import { buildHostTable } from "@weir/engine";
import type { HostEntry, HostTable, ListNumber } from "@weir/engine";
import { LOCAL_LIST } from "./list-files.ts";
import type { ListFile, LocalChanges } from "./list-files.ts";
import { newReading, readListNames } from "./read-list.ts";
import type { ListReading } from "./read-list.ts";

/** Largest size of all lists together, in bytes. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/** What a table is built of. */
export interface TableOrder {
  readonly files: readonly ListFile[];
  readonly localChanges: LocalChanges;
}

/** One list as it was read. */
export interface ReadList {
  readonly list: ListNumber;
  readonly names: number;
  readonly sha256: string;
}

/** A table and what it was built of. */
export interface BuiltTable {
  /** Over shared memory: threads that it is handed to read the same bytes. */
  readonly table: HostTable;
  readonly lists: readonly ReadList[];
  /** Faults of files and lines, with the cure, never with a name. */
  readonly faults: readonly string[];
  /** Shipped files whose bytes are not those of the manifest. */
  readonly differing: readonly string[];
  /** Hex SHA-256 over the hashes of all files and the changes: equal where nothing changed. */
  readonly digest: string;
}

/** The same table over memory that threads share. */
function shared(table: HostTable): HostTable {
  const slots = new Uint32Array(new SharedArrayBuffer(table.slots.byteLength));
  slots.set(table.slots);
  const names = new Uint8Array(new SharedArrayBuffer(table.names.byteLength));
  names.set(table.names);
  return { ...table, slots, names };
}

type Readings = ReadonlyMap<ListFile, ListReading>;

/** The entries of files, but for those of this machine's own that were changed, and then these. */
function* entriesOf(readings: Readings, changes: LocalChanges): Generator<HostEntry> {
  let total = 0;
  for (const [file, reading] of readings) {
    const isChanged = (name: string): boolean => file.isLocal && changes.has(name);
    for (const name of readListNames(file.path, reading)) {
      if (!isChanged(name)) yield { name, list: file.list };
    }
    total += reading.bytes;
    if (total <= MAX_TOTAL_BYTES) continue;
    reading.isRefused = true;
    reading.faults.push(
      `${basename(file.path)}: brings all lists together above ${MAX_TOTAL_BYTES} bytes; leave one out`,
    );
    break;
  }
  for (const [name, on] of changes) if (on !== "neither") yield { name, list: LOCAL_LIST[on] };
}

/** Builds the table of files; one that is no list at all is left out, and its names with it. */
function build({ files, localChanges }: TableOrder): { table: HostTable; readings: Readings } {
  const refused = new Map<ListFile, ListReading>();
  for (;;) {
    const good = files.filter((file) => !refused.has(file));
    const readings = new Map(good.map((file) => [file, newReading()]));
    const table = buildHostTable(entriesOf(readings, localChanges));
    const before = refused.size;
    for (const [file, reading] of readings) if (reading.isRefused) refused.set(file, reading);
    // Only names that came before the fault can be in the table; without any it is as it should be.
    const isClean = [...readings.values()].every((each) => !each.isRefused || each.names === 0);
    if (refused.size === before || isClean) {
      return { table, readings: new Map([...readings, ...refused]) };
    }
  }
}

/** Reads the files and builds their table. A faulty line is left out and told. Waits for the disk; never throws. */
export function buildTable(order: TableOrder): BuiltTable {
  const { table, readings } = build(order);
  const lists: ReadList[] = [];
  const faults: string[] = [];
  const differing: string[] = [];
  const digest = createHash("sha256");
  for (const [file, reading] of readings) {
    const { sha256, names } = reading;
    digest.update(`${file.list}:${sha256}:${reading.isRefused}\n`);
    if (file.isLocal && reading.isMissing) continue;
    faults.push(...reading.faults);
    lists.push({ list: file.list, names: reading.isRefused ? 0 : names, sha256 });
    if (file.sha256 !== undefined && sha256 !== file.sha256 && !reading.isMissing) {
      differing.push(basename(file.path));
    }
  }
  for (const [name, on] of order.localChanges) digest.update(`${name} ${on}\n`);
  return { table: shared(table), lists, faults, differing, digest: digest.digest("hex") };
}
