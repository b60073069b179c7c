import type { StoreStatus } from "@weir/schema";
import { saveContent } from "./content.ts";
import type { StoreContent } from "./content.ts";
import { closeQuietly, setAside } from "./set-aside.ts";
import type { Database } from "./sqlite.ts";
import { openStoreFile, troubleOf } from "./store-file.ts";
import type { StoreFile, StoreTrouble } from "./store-file.ts";
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

/**
 * Opens a store's file and keeps its state. A write that finds the file damaged sets it aside and begins a new one from
 * what stands in memory, so that no canary is lost. A disk that was full is tried again by the next write.
 */
export function connect(file: StoreFile): Connection {
  const opened = openStoreFile(file);
  const { content } = opened;
  let { db, trouble, setAside: setAsideFiles } = opened;

  const replaceFile = (): void => {
    const damaged = db;
    db = undefined;
    trouble = DAMAGED;
    if (!setAside(file.path, damaged)) return;
    setAsideFiles++;
    ({ db, trouble } = openStoreFile(file));
    if (db !== undefined) saveContent(db, content);
  };
  const attempt: Write = (work) => {
    if (db === undefined) return undefined;
    const open = db;
    const value = open.inTransaction(() => work(open));
    trouble = undefined;
    return { value };
  };
  /** Keeps what went wrong for the status. Throws what is not the file's fault. */
  const note = (error: unknown): StoreTrouble | "corrupt" => {
    const found = troubleOf(error, file.path);
    if (found === undefined) throw error;
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
      const settled = setAsideFiles > 0 ? "corrupt_set_aside" : "ok";
      const { state, fault } = trouble ?? { state: settled, fault: null };
      return { state, fault, set_aside: setAsideFiles };
    },
  };
}
