import { isDeepStrictEqual } from "node:util";
import type { StoreStatus } from "@weir/schema";
import { saveContent } from "./content.ts";
import type { StoreContent } from "./content.ts";
import { closeQuietly, setAside } from "./set-aside.ts";
import type { Database } from "./sqlite.ts";
import { openStoreFile, troubleOf } from "./store-file.ts";
import type { OpenedFile, StoreFile, StoreTrouble } from "./store-file.ts";
import type { Write } from "./write.ts";

/** The way from the content in memory to the file. */
export interface Connection {
  readonly content: StoreContent;
  readonly write: Write;
  readonly status: () => StoreStatus;
  /** The database as it is open now. */
  readonly db: () => Database | undefined;
  readonly close: () => void;
}

const DAMAGED: StoreTrouble = { state: "failed", fault: "io" };

/** What the file held could not all be read at the start: what is in force is not what it holds. */
const UNREAD: StoreTrouble = { state: "read_only", fault: "restart_needed" };

/** Another agent has the file by now. */
const OTHERS: StoreTrouble = { state: "read_only", fault: "busy" };

/** How often a place is tried again that took no changes as the file was opened, in milliseconds. */
const RETRY_MS = 5000;

/** Does a write that changes nothing tell whether it is over? On a full disk it can have room where others have none. */
const isTriable = (trouble: StoreTrouble | undefined): boolean =>
  trouble !== undefined && trouble.state !== "full";

/** A write that changes nothing. */
const rewriteNothing = (db: Database): number =>
  db.run("UPDATE upkeep SET scrub_pending = scrub_pending");

/** Troubles that pass without a word to the agent. */
const isPassing = (trouble: StoreTrouble | undefined): boolean =>
  trouble?.state === "full" ||
  trouble === OTHERS ||
  (trouble?.state === "read_only" && trouble.fault === null);

/** Answers at most once in `RETRY_MS` that it is time. */
function everySoOften(nowMs: () => number): () => boolean {
  let lastMs = nowMs();
  return () => {
    const isDue = nowMs() - lastMs >= RETRY_MS;
    if (isDue) lastMs = nowMs();
    return isDue;
  };
}

/** What is wrong with the file. Throws what is not the file's fault. */
function requireTrouble(error: unknown, path: string): StoreTrouble | "corrupt" {
  const found = troubleOf(error, path);
  if (found === undefined) throw error;
  return found;
}

function statusOf(trouble: StoreTrouble | undefined, setAsideFiles: number): StoreStatus {
  const settled = setAsideFiles > 0 ? "corrupt_set_aside" : "ok";
  const { state, fault } = trouble ?? { state: settled, fault: null };
  return { state, fault, set_aside: setAsideFiles };
}

/**
 * Opens a file that could not be opened before, of which `read` was read; undefined where what stands in memory is newer than
 * any file. Throws the driver's error.
 */
function openAgain(
  file: StoreFile,
  content: StoreContent,
  read: StoreContent | undefined,
): OpenedFile {
  const next = openStoreFile(file);
  if (next.db === undefined) return next;
  if (read === undefined) saveContent(next.db, content);
  else if (!isDeepStrictEqual(next.content, read)) {
    closeQuietly(next.db);
    return { ...next, db: undefined, trouble: UNREAD };
  }
  return next;
}

interface Conditions {
  readonly nowMs: () => number;
  readonly isHeld: () => boolean;
}

/**
 * Opens a store's file and keeps its state. A write that finds the file damaged sets it aside and begins a new one from
 * what stands in memory, so that no canary is lost. A disk that was full is tried again by the next write, and a file that
 * it did not let open, or a write that failed, by whoever asks for the status too, unless another agent has it meanwhile, which `isHeld` tells. `nowMs` never
 * goes back.
 */
export function connect(file: StoreFile, { nowMs, isHeld }: Conditions): Connection {
  const opened = openStoreFile(file);
  const { content } = opened;
  let { db, trouble, setAside: setAsideFiles } = opened;
  /** What was read of a file that could not be opened; undefined once what stands in memory is newer than any file. */
  let read = db === undefined ? structuredClone(content) : undefined;
  const isDue = everySoOften(nowMs);

  const replaceFile = (): void => {
    const damaged = db;
    db = undefined;
    trouble = DAMAGED;
    if (!setAside(file.path, damaged)) return;
    setAsideFiles++;
    read = undefined;
    ({ db, trouble } = openAgain(file, content, read));
  };
  const attempt: Write = (work) => {
    if (db === undefined && isPassing(trouble) && isDue()) {
      const next = isHeld() ? openAgain(file, content, read) : undefined;
      ({ db, trouble } = next ?? { db, trouble: OTHERS });
      setAsideFiles += next?.setAside ?? 0;
    }
    if (db === undefined) return undefined;
    const open = db;
    const value = open.inTransaction(() => work(open));
    trouble = undefined;
    return { value };
  };
  /** Keeps what went wrong for the status. Throws what is not the file's fault. */
  const note = (error: unknown): StoreTrouble | "corrupt" => {
    const found = requireTrouble(error, file.path);
    trouble = found === "corrupt" ? DAMAGED : found;
    return found;
  };
  const write: Write = (work) => {
    try {
      return attempt(work);
    } catch (error) {
      if (note(error) !== "corrupt") return undefined;
    }
    try {
      replaceFile();
      return attempt(work);
    } catch (error) {
      note(error);
      return undefined;
    }
  };
  return {
    content,
    write,
    db: () => db,
    close: () => {
      closeQuietly(db);
      db = undefined;
    },
    status: () => {
      // Each write tries again what failed, and to open what could not be opened.
      if (db === undefined || (isTriable(trouble) && isDue())) write(rewriteNothing);
      return statusOf(trouble, setAsideFiles);
    },
  };
}
