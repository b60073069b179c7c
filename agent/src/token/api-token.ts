import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../errors.ts";
import { createFile, replaceFile } from "../whole-file.ts";

/** The token's file within the data folder. */
export const TOKEN_FILE = "api-token";

/** 32 random bytes, in hexadecimal. */
const TOKEN_BYTES = 32;
const TOKEN = /^[0-9a-f]{64}$/;

/** Checks owner and mode of a file that holds a secret. Throws an error for people where it is open to others. */
export type CheckPermissions = (path: string) => void;

/** A token as it was read, or why there is none: no file, or a file that holds something else. */
export type ReadToken =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly problem: "missing" | "malformed" };

/** The path of the token's file, whether or not it is there. */
export function tokenPath(dataFolder: string): string {
  return join(dataFolder, TOKEN_FILE);
}

/** Reads the token. Throws what `checkPermissions` throws, and the system's error for a file that can't be read. */
export function readToken(dataFolder: string, checkPermissions: CheckPermissions): ReadToken {
  const path = tokenPath(dataFolder);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return { ok: false, problem: "missing" };
    throw error;
  }
  checkPermissions(path);
  const token = text.trimEnd();
  return TOKEN.test(token) ? { ok: true, token } : { ok: false, problem: "malformed" };
}

/** Where a new token is written before it counts: of two processes that make one at once, each has a place of its own. */
const freshPath = (dataFolder: string): string =>
  `${tokenPath(dataFolder)}.${randomBytes(8).toString("hex")}`;

const newToken = (): string => `${randomBytes(TOKEN_BYTES).toString("hex")}\n`;

/**
 * Reads the token, and makes it where there is none. It appears whole or not at all; of two processes that make it at
 * once, one wins and both read the same. Throws like `readToken`, and the system's error where it can't be written.
 */
export function readOrCreateToken(
  dataFolder: string,
  checkPermissions: CheckPermissions,
): ReadToken {
  const known = readToken(dataFolder, checkPermissions);
  if (known.ok || known.problem !== "missing") return known;
  createFile(freshPath(dataFolder), tokenPath(dataFolder), newToken());
  return readToken(dataFolder, checkPermissions);
}

/** Replaces the token by a new one, whatever the file holds; the old one is worth nothing from then on. */
export function rotateToken(dataFolder: string): void {
  replaceFile(freshPath(dataFolder), tokenPath(dataFolder), newToken());
}

/** Are two tokens the same? Takes as long wherever they differ and whatever their lengths. */
export function isSameToken(expected: string, offered: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(expected), digest(offered));
}

/** The token of an `Authorization` header (RFC 6750); undefined where it has another scheme or shape. */
export function bearerOf(header: string | undefined): string | undefined {
  return /^bearer +([\x21-\x7e]+)$/i.exec(header ?? "")?.[1];
}

/**
 * Answers whether an `Authorization` header carries the token. The file is read each time, so that a rotated token
 * counts at once and the old one no more; where it can't be read, is open to others or gone, nobody is let in.
 */
export function tokenGuard(
  dataFolder: string,
  checkPermissions: CheckPermissions,
): (header: string | undefined) => boolean {
  return (header) => {
    const offered = bearerOf(header);
    if (offered === undefined) return false;
    try {
      const current = readToken(dataFolder, checkPermissions);
      return current.ok && isSameToken(current.token, offered);
    } catch {
      return false;
    }
  };
}
