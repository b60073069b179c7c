// The only file that knows the driver.
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue, SQLOutputValue } from "node:sqlite";

/** One row, by the names of its columns; to be checked against a schema before it is believed. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** An open database. Every method throws the driver's error, which `sqliteFault` tells apart. */
export interface Database {
  readonly exec: (sql: string) => void;
  /** Carries out one statement and answers how many rows it changed. */
  readonly run: (sql: string, ...values: readonly SQLInputValue[]) => number;
  readonly rows: (sql: string, ...values: readonly SQLInputValue[]) => readonly Row[];
  /** All of `work` or nothing of it; what has returned outlives the process. */
  readonly inTransaction: <T>(work: () => T) => T;
  readonly close: () => void;
}

/** What can be wrong with a database, as far as it makes a difference to us. */
export type SqliteFault =
  | "busy"
  | "full"
  | "read_only"
  | "corrupt"
  | "cannot_open"
  | "io"
  | "other";

/** Milliseconds that a statement waits for another process while the store opens: an agent may be stopping just now. */
const OPEN_BUSY_MS = 2000;

/** Milliseconds that a statement waits later on; the scans wait with it, so it is short. */
const BUSY_MS = 200;

/** Codes that tell a fault of ours, not of the file: a constraint, a type, a misuse, a value out of range. */
const OUR_FAULTS: ReadonlySet<number> = new Set([19, 20, 21, 25]);

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const FAULTS: Readonly<Record<number, SqliteFault>> = {
  5: "busy",
  6: "busy",
  8: "read_only",
  10: "io",
  11: "corrupt",
  13: "full",
  14: "cannot_open",
  26: "corrupt",
};

/** Extended codes that say more than their primary one: a file that ends too early, no room for the shared memory. */
const EXTENDED_FAULTS: Readonly<Record<number, SqliteFault>> = { 522: "corrupt", 4874: "full" };

/** Is it the database that failed, whatever at? */
export const isDriverError = (error: unknown): error is Error & { readonly errcode: unknown } =>
  error instanceof Error && "errcode" in error;

/** What an error of the driver means; undefined for an error that is not the database's. */
export function sqliteFault(error: unknown): SqliteFault | undefined {
  if (!isDriverError(error)) return undefined;
  const { errcode } = error;
  if (typeof errcode !== "number") return undefined;
  if (OUR_FAULTS.has(errcode & 0xff)) return undefined;
  return EXTENDED_FAULTS[errcode] ?? FAULTS[errcode & 0xff] ?? "other";
}

function wrap(driver: DatabaseSync): Database {
  const inTransaction = <T>(work: () => T): T => {
    driver.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      driver.exec("COMMIT");
      return result;
    } catch (error) {
      // Some failures, a full disk among them, have rolled back already.
      if (driver.isTransaction) driver.exec("ROLLBACK");
      throw error;
    }
  };
  return {
    exec: (sql) => driver.exec(sql),
    run: (sql, ...values) => Number(driver.prepare(sql).run(...values).changes),
    rows: (sql, ...values) => driver.prepare(sql).all(...values),
    inTransaction,
    close: () => driver.close(),
  };
}

/** Opens a file for reading and writing; reads and changes nothing of it yet. Throws the driver's error. */
export function openDatabase(path: string): Database {
  const options = {
    timeout: OPEN_BUSY_MS,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
    defensive: true,
  };
  return wrap(new DatabaseSync(path, options));
}

/**
 * Makes a database ours: a commit that has returned outlives the process, however that ends, and no crash of the system
 * damages the file (WAL, synchronous NORMAL: sqlite.org/pragma.html#pragma_synchronous); what is deleted is overwritten,
 * and the file has at most `maxPages` pages of 4 KiB. Throws the driver's error.
 */
export function configure(db: Database, maxPages: number): void {
  db.exec("PRAGMA secure_delete = ON");
  db.exec("PRAGMA trusted_schema = OFF");
  db.exec("PRAGMA cell_size_check = ON");
  // A temporary file could hold what is deleted in the database itself.
  db.exec("PRAGMA temp_store = MEMORY");
  db.exec("PRAGMA journal_mode = WAL");
  // FULL would make the scans wait for the disk with every canary; a loss of power can take the last seconds instead.
  db.exec("PRAGMA synchronous = NORMAL");
  db.exec(`PRAGMA max_page_count = ${maxPages}`);
}

/** Lets statements wait for other processes no longer than scans can. */
export function waitBriefly(db: Database): void {
  db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
}

/**
 * How a file is read that takes no changes, the best way first. A folder that can't be written to may not let the log's
 * shared memory come to be: then that is kept in this process, which needs a system without locks (sqlite.org/wal.html,
 * 8), and where there is none, the log is left out.
 */
export const READINGS = ["with_locks", "without_locks", "without_log"] as const;

export type Reading = (typeof READINGS)[number];

/** Opens a file for reading alone. Throws the driver's error. */
export function openForReading(path: string, reading: Reading): Database {
  const url = pathToFileURL(path);
  if (reading === "without_locks") url.searchParams.set("vfs", "unix-none");
  if (reading === "without_log") url.searchParams.set("immutable", "1");
  const db = wrap(new DatabaseSync(url, { readOnly: true, timeout: BUSY_MS, defensive: true }));
  if (reading === "without_locks") db.exec("PRAGMA locking_mode = EXCLUSIVE");
  return db;
}

/** A new database that no file is written for. */
export const openInMemory = (): Database => wrap(new DatabaseSync(":memory:"));

/** Moves the write-ahead log into the file and empties it, without waiting for readers. True where both were done. */
export function emptyLog(db: Database): boolean {
  db.exec("PRAGMA busy_timeout = 0");
  try {
    return db.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0]?.["busy"] === 0;
  } finally {
    waitBriefly(db);
  }
}

/** Is the file whole, as far as SQLite can tell: its pages, its rows and their constraints? */
export function isWhole(db: Database): boolean {
  return db.rows("PRAGMA quick_check(1)")[0]?.["quick_check"] === "ok";
}

/** The version of the tables that the file was last brought to; 0 for a new one. */
export function userVersion(db: Database): number {
  return Number(db.rows("PRAGMA user_version")[0]?.["user_version"]);
}
