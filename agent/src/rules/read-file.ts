import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { AgentError } from "../errors.ts";
import { printable } from "../printable.ts";
import { kindFault, readFault } from "../unreadable.ts";
import { jsonFault } from "./json-error.ts";

/** Largest rule file, in bytes. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** The JSON of a file, or the one fault that keeps it from being read. */
export type JsonFile =
  | { readonly ok: true; readonly data: unknown; readonly text: string; readonly sha256: string }
  | { readonly ok: false; readonly fault: string };

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function missing(path: string, reason: string): AgentError {
  return new AgentError("rules_missing", { subject: printable(path), details: [reason] });
}

/** Reads a file of rules. Throws an AgentError `rules_missing`, with the reason, where there is none that can be read. */
export function readJsonFile(path: string): JsonFile {
  let bytes: Uint8Array;
  try {
    const stats = statSync(path);
    const fault = kindFault(stats);
    if (fault !== undefined) throw missing(path, fault);
    if (stats.size > MAX_FILE_BYTES) {
      return { ok: false, fault: `is larger than ${MAX_FILE_BYTES} bytes; split it up` };
    }
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof AgentError) throw error;
    throw missing(path, readFault(error));
  }
  const text = decode(bytes);
  if (text === undefined) return { ok: false, fault: "is not UTF-8; save it as UTF-8" };
  try {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { ok: true, data: JSON.parse(text), text, sha256 };
  } catch {
    return { ok: false, fault: jsonFault(text) };
  }
}
