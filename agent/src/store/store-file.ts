import { chmodSync, closeSync, openSync, rmSync, statSync } from "node:fs";
import type { StoreStatus } from "@weir/schema";
import { systemCode } from "../errors.ts";
import { emptyContent, loadContent } from "./content.ts";
import type { StoreContent } from "./content.ts";
import { migrate, MIGRATIONS } from "./migrations.ts";
import { closeQuietly, ENDINGS, isLogOrphaned, setAside } from "./set-aside.ts";
import { readUnchangeable } from "./read-only.ts";
import {
  configure,
  isWhole,
  openDatabase,
  sqliteFault,
  userVersion,
  waitBriefly,
} from "./sqlite.ts";
import type { Database } from "./sqlite.ts";

/** What keeps a store from being used, and how its status tells it. */
export type StoreTrouble = Pick<StoreStatus, "state" | "fault">;

/** A store's file, opened as far as it goes. Without `db`, nothing that changes is kept. */
export interface OpenedFile {
  readonly db: Database | undefined;
  readonly content: StoreContent;
  readonly trouble: StoreTrouble | undefined;
  readonly setAside: number;
}

/** What is being opened. */
export interface StoreFile {
  readonly path: string;
  /** The file's largest size, in pages of 4 KiB. */
  readonly maxPages: number;
}

const READ_ONLY: StoreTrouble = { state: "read_only", fault: null };
const FULL: StoreTrouble = { state: "full", fault: null };

/** The system's codes for a place that takes no changes, or no more of them. */
const SYSTEM_TROUBLES: Readonly<Record<string, StoreTrouble>> = {
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  EROFS: READ_ONLY,
  ENOSPC: FULL,
  EDQUOT: FULL,
};

const failed = (fault: StoreTrouble["fault"]): StoreTrouble => ({ state: "failed", fault });

function troubleOfSystem(error: unknown): StoreTrouble {
  return SYSTEM_TROUBLES[systemCode(error)] ?? failed("cannot_open");
}

/** Makes the file where there is none, for its owner alone; SQLite would make it for everybody to read. */
function makeFile(path: string): StoreTrouble | undefined {
  try {
    closeSync(openSync(path, "a", 0o600));
    return undefined;
  } catch (error) {
    return troubleOfSystem(error);
  }
}

/** The owner's leave to write, among the bits of a mode. */
const WRITABLE_BY_OWNER = 0o200;

/** Lets what is beside a store take changes again: SQLite makes it with the mode that the store has at the time, and it stays. */
function mendBeside(path: string): void {
  try {
    const { mode } = statSync(path);
    for (const ending of ENDINGS) {
      const stats = statSync(path + ending, { throwIfNoEntry: false });
      if (stats !== undefined && (stats.mode & WRITABLE_BY_OWNER) === 0)
        chmodSync(path + ending, mode);
    }
  } catch {
    // Of another user's files, the database tells that they take no changes.
  }
}

/** SQLite says no more than that it can't open its files, the log among them; a file made beside them tells why. */
function troubleOfFolder(path: string): StoreTrouble {
  const tried = `${path}.tried`;
  try {
    rmSync(tried, { force: true });
    closeSync(openSync(tried, "wx", 0o600));
    rmSync(tried);
    return failed("cannot_open");
  } catch (error) {
    return troubleOfSystem(error);
  }
}

/** How the status tells an error of the database. Undefined for one that is not the database's, and for damage. */
export function troubleOf(error: unknown, path: string): StoreTrouble | "corrupt" | undefined {
  switch (sqliteFault(error)) {
    case undefined:
      return undefined;
    case "corrupt":
      return "corrupt";
    case "full":
      return FULL;
    case "read_only":
      return READ_ONLY;
    case "cannot_open":
      return troubleOfFolder(path);
    case "busy":
      return failed("busy");
    case "io":
      return failed("io");
    case "other":
      return failed("other");
  }
}

type Attempt =
  | { readonly kind: "open"; readonly db: Database; readonly content: StoreContent }
  | { readonly kind: "trouble"; readonly trouble: StoreTrouble }
  | { readonly kind: "damaged"; readonly db: Database | undefined };

const inTrouble = (trouble: StoreTrouble): Attempt => ({ kind: "trouble", trouble });

/** Configures, migrates and reads a database that has just been opened. Throws the driver's error. */
function readDatabase(db: Database, maxPages: number): Attempt {
  // A newer version is left alone before anything else is tried: what it means by whole is not known here.
  if (userVersion(db) > MIGRATIONS.length) {
    db.close();
    return inTrouble(failed("newer_version"));
  }
  configure(db, maxPages);
  const content = isWhole(db) && migrate(db) === "migrated" ? loadContent(db) : undefined;
  if (content === undefined) return { kind: "damaged", db };
  waitBriefly(db);
  return { kind: "open", db, content };
}

/** Opens a file that can be written. A damaged database is answered open: its log is gone when it is closed. */
function openFully({ path, maxPages }: StoreFile): Attempt {
  const made = makeFile(path);
  if (made !== undefined) return inTrouble(made);
  mendBeside(path);
  if (isLogOrphaned(path)) return { kind: "damaged", db: undefined };
  let db: Database | undefined;
  try {
    db = openDatabase(path);
    return readDatabase(db, maxPages);
  } catch (error) {
    const trouble = troubleOf(error, path);
    // Tables that are not ours, or half of them: SQLite knows no code of its own for it.
    if (trouble === "corrupt" || trouble?.fault === "other") return { kind: "damaged", db };
    db?.close();
    if (trouble === undefined) throw error;
    return inTrouble(trouble);
  }
}

/**
 * Opens a store's file. A damaged one is set aside and a new one begun; one that takes no changes is read as far as it
 * can be, and has failed where that is not all of it; with one that can't be used at all, the content is empty. Never
 * throws for the state of the file or its disk.
 */
export function openStoreFile(file: StoreFile): OpenedFile {
  let attempt = openFully(file);
  let setAsideFiles = 0;
  if (attempt.kind === "damaged" && setAside(file.path, attempt.db)) {
    setAsideFiles = 1;
    attempt = openFully(file);
  }
  if (attempt.kind === "open") {
    const { db, content } = attempt;
    return { db, content, trouble: undefined, setAside: setAsideFiles };
  }
  if (attempt.kind === "damaged" && setAsideFiles > 0) closeQuietly(attempt.db);
  const trouble = attempt.kind === "damaged" ? failed("io") : attempt.trouble;
  if (trouble.state === "failed") {
    return { db: undefined, content: emptyContent(), trouble, setAside: setAsideFiles };
  }
  const { content, fault } = readUnchangeable(file.path);
  const told = fault === null ? trouble : failed(fault);
  return { db: undefined, content, trouble: told, setAside: setAsideFiles };
}
