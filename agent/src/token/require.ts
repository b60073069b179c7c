import { AgentError, systemCode } from "../errors.ts";
import { printable } from "../printable.ts";
import { readOrCreateToken, readToken, rotateToken, tokenPath } from "./api-token.ts";
import type { CheckPermissions, ReadToken } from "./api-token.ts";

/** What the system says where a file can't be made although nothing is wrong with what is there. */
const UNWRITABLE: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** Of a folder that stands where the token's file should, that is said; of everything else, the failure with this code. */
function failure(
  code: "token_unreadable" | "token_unwritable",
  dataFolder: string,
  error: unknown,
): AgentError {
  const isFolder = systemCode(error) === "EISDIR";
  return new AgentError(isFolder ? "token_is_folder" : code, {
    subject: printable(tokenPath(dataFolder)),
  });
}

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
    throw failure("token_unreadable", dataFolder, error);
  }
}

/** The token of a running agent; undefined where none was made yet. Throws an AgentError where it can't be had. */
export function requireToken(dataFolder: string, check: CheckPermissions): string | undefined {
  try {
    return valueOf(readToken(dataFolder, check));
  } catch (error) {
    if (error instanceof AgentError) throw error;
    throw failure("token_unreadable", dataFolder, error);
  }
}

/** Replaces the token. Throws an AgentError `token_unwritable` where that can't be. */
export function replaceToken(dataFolder: string): void {
  try {
    rotateToken(dataFolder);
  } catch (error) {
    throw failure("token_unwritable", dataFolder, error);
  }
}
