import { statSync } from "node:fs";
import type { StoreStatus } from "@weir/schema";
import { emptyContent, loadContent } from "./content.ts";
import type { StoreContent } from "./content.ts";
import { migrate, MIGRATIONS } from "./migrations.ts";
import {
  isWhole,
  openForReading,
  openInMemory,
  READINGS,
  isDriverError,
  sqliteFault,
  userVersion,
} from "./sqlite.ts";
import type { Database, Reading } from "./sqlite.ts";

/** What is read of a file that takes no changes; `fault` says why that is not all that it holds. */
export interface ReadFile {
  readonly content: StoreContent;
  readonly fault: StoreStatus["fault"];
}

const unread = (fault: StoreStatus["fault"]): ReadFile => ({ content: emptyContent(), fault });

/** The names of a database's tables. */
const tablesOf = (db: Database): readonly string[] =>
  db
    .rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .map(({ name }) => String(name));

function copyTable(from: Database, to: Database, table: string): void {
  to.run(`DELETE FROM ${table}`);
  for (const row of from.rows(`SELECT * FROM ${table}`)) {
    const columns = Object.keys(row);
    const places = columns.map(() => "?").join(", ");
    to.run(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`,
      ...Object.values(row),
    );
  }
}

/** Reads a store of an earlier version: a copy in memory is brought to the newest, since the file takes no changes. */
function loadOlder(db: Database, version: number): StoreContent | undefined {
  const copy = openInMemory();
  try {
    migrate(copy, MIGRATIONS.slice(0, version));
    for (const table of tablesOf(copy)) copyTable(db, copy, table);
    migrate(copy);
    return loadContent(copy);
  } finally {
    copy.close();
  }
}

function load(db: Database): StoreContent | undefined {
  const version = userVersion(db);
  if (!isWhole(db)) return undefined;
  if (version === MIGRATIONS.length) return loadContent(db);
  if (version > 0) return loadOlder(db, version);
  // A crash at the first start leaves a file without a table.
  return tablesOf(db).length === 0 ? emptyContent() : undefined;
}

function readBy(path: string, reading: Reading): ReadFile {
  let db: Database | undefined;
  try {
    db = openForReading(path, reading);
    if (userVersion(db) > MIGRATIONS.length) return unread("newer_version");
    const content = load(db);
    return content === undefined ? unread("io") : { content, fault: null };
  } catch (error) {
    // A row that its own tables took and those of today refuse is the file's fault too.
    if (!isDriverError(error)) throw error;
    const fault = sqliteFault(error);
    if (fault === "busy" || fault === "cannot_open") return unread(fault);
    return unread("io");
  } finally {
    db?.close();
  }
}

/** Can it not be told that there is nothing? */
function mayExist(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** May a log hold what the file does not? */
function mayHaveLog(path: string): boolean {
  try {
    return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch {
    return true;
  }
}

/**
 * Reads a file that takes no changes, of this version or an earlier one. Where there is none, it holds nothing. Throws what
 * is not the file's fault.
 */
export function readUnchangeable(path: string): ReadFile {
  if (!mayExist(path)) return { content: emptyContent(), fault: null };
  let first: ReadFile | undefined;
  for (const reading of READINGS) {
    const read = readBy(path, reading);
    // What others write just now must not be read without their locks.
    if (read.fault === "busy" || read.fault === "newer_version") return read;
    if (read.fault === null) {
      const isOld = reading === "without_log" && mayHaveLog(path);
      return isOld ? { ...read, fault: "cannot_open" } : read;
    }
    first ??= read;
  }
  return first ?? unread("cannot_open");
}
