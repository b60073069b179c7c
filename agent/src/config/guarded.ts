import type { Stats } from "node:fs";

/**
 * What is checked: a configuration may be read by others, the rest may not even be that. A store lies in the data folder,
 * which is closed: it is checked for being the agent's own, and open to it.
 */
export type GuardedKind = "configuration" | "data folder" | "token" | "key" | "store";

/** Who checks. */
export interface Checker {
  /** The user that the agent runs as; undefined on Windows. */
  readonly uid: number | undefined;
  /** The folder that relative paths start at. */
  readonly cwd: string;
  /** The home folder; empty where the account has none. It may be another user's, where sudo left it as it was. */
  readonly home: string;
}

/** A user of a system that has them. */
export type KnownChecker = Checker & { readonly uid: number };

/** A file, folder or link, as it stands. */
export interface Step {
  readonly path: string;
  readonly stats: Stats;
}

/** What mends a fault. */
export interface Cure {
  /** A command, as a shell takes it; undefined where none can be told that does no harm. */
  readonly mend: string | undefined;
  /** What to do where no command mends it. */
  readonly advice: string | undefined;
}

/** An owner or a mode that lets somebody else read or exchange what is the agent's own, or keeps the agent from it. */
export interface PermissionFault extends Cure {
  readonly path: string;
  readonly problem: string;
}

/** The user whom no mode binds, and to whom the system's own files belong. */
export const ROOT_UID = 0;
