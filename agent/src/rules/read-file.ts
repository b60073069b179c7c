import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { AgentError } from "../errors.ts";
import { printable } from "../printable.ts";
import { jsonFault } from "./json-error.ts";

/** Largest rule file, in bytes. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** The JSON of a file, or the one fault that keeps it from being read. */
export type JsonFile =
  | { readonly ok: true; readonly data: unknown; readonly sha256: string }
  | { readonly ok: false; readonly fault: string };

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads a file of rules. Throws an AgentError `rules_missing` where there is none. */
export function readJsonFile(path: string): JsonFile {
  let bytes: Uint8Array;
  try {
    if (statSync(path).size > MAX_FILE_BYTES) {
      return { ok: false, fault: `is larger than ${MAX_FILE_BYTES} bytes` };
    }
    bytes = readFileSync(path);
  } catch {
    throw new AgentError("rules_missing", { subject: printable(path) });
  }
  const text = decode(bytes);
  if (text === undefined) return { ok: false, fault: "is not UTF-8; save it as UTF-8" };
  try {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { ok: true, data: JSON.parse(text), sha256 };
  } catch {
    return { ok: false, fault: jsonFault(text) };
  }
}
