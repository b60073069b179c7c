import { lstatSync } from "node:fs";
import { join } from "node:path";
import { Manifest, parse } from "@weir/schema";
import { systemCode } from "../errors.ts";
import { readJsonFile } from "./read-file.ts";

/** Name of the manifest in a folder of rules. */
export const MANIFEST_FILE = "manifest.json";

/** What the manifest of a folder says of its rule files. */
export interface FolderManifest {
  /** Undefined where there is no good manifest. */
  readonly version: string | undefined;
  /** The hex SHA-256 of each file, by name. */
  readonly sha256: ReadonlyMap<string, string>;
  /** The hex SHA-256 of the manifest itself; empty where there is no good one. */
  readonly ownSha256: string;
  /** Is something there that is no good manifest? The rules can't be held against it then. */
  readonly isBroken: boolean;
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return !["ENOENT", "ENOTDIR"].includes(systemCode(error));
  }
}

/** Reads the manifest of a folder of rules. */
export function readManifest(folder: string): FolderManifest {
  const path = join(folder, MANIFEST_FILE);
  try {
    const file = readJsonFile(path);
    const parsed = file.ok ? parse(Manifest, file.data) : undefined;
    if (file.ok && parsed?.ok === true) {
      const { manifest_version: version, files } = parsed.value;
      const sha256 = new Map(files.map(({ name, sha256: hash }) => [name, hash]));
      return { version, sha256, ownSha256: file.sha256, isBroken: false };
    }
  } catch {
    // A folder of an operator's own needs none.
  }
  return { version: undefined, sha256: new Map(), ownSha256: "", isBroken: isThere(path) };
}
