import { AgentError, systemCode } from "../errors.ts";
import { printable } from "../printable.ts";
import { readOrCreateToken, readToken, rotateToken, tokenPath } from "./api-token.ts";
import type { CheckPermissions, ReadToken } from "./api-token.ts";

/** What the system says where a file can't be made although nothing is wrong with what is there. */
const UNWRITABLE: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

const unreadable = (dataFolder: string): AgentError =>
  new AgentError("token_unreadable", { subject: printable(tokenPath(dataFolder)) });

function valueOf(read: ReadToken): string | undefined {
  if (read.ok) return read.token;
  if (read.problem === "missing") return undefined;
  throw new AgentError("token_malformed");
}

/**
 * Has the token made where there is none, as the agent starts. False where its disk takes no file: whatever needs the
 * token is refused then, and scans go on. Throws an AgentError for a token that can't be relied on.
 */
export function ensureToken(dataFolder: string, check: CheckPermissions): boolean {
  try {
    return valueOf(readOrCreateToken(dataFolder, check)) !== undefined;
  } catch (error) {
    if (error instanceof AgentError) throw error;
    if (UNWRITABLE.has(systemCode(error))) return false;
    throw unreadable(dataFolder);
  }
}

/** The token of a running agent; undefined where none was made yet. Throws an AgentError where it can't be had. */
export function requireToken(dataFolder: string, check: CheckPermissions): string | undefined {
  try {
    return valueOf(readToken(dataFolder, check));
  } catch (error) {
    if (error instanceof AgentError) throw error;
    throw unreadable(dataFolder);
  }
}

/** Replaces the token. Throws an AgentError `token_unwritable` where that can't be. */
export function replaceToken(dataFolder: string): void {
  try {
    rotateToken(dataFolder);
  } catch {
    throw new AgentError("token_unwritable");
  }
}
