import type { Database } from "./sqlite.ts";

/**
 * Carries out one change, which outlives the process once it has returned. Answers undefined where it can't be kept; the store's status
 * then says why, and nothing has changed.
 */
export type Write = <T>(work: (db: Database) => T) => { readonly value: T } | undefined;
