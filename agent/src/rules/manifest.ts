import { join } from "node:path";
import { Manifest, parse } from "@weir/schema";
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
}

/** Reads the manifest of a folder of rules. */
export function readManifest(folder: string): FolderManifest {
  try {
    const file = readJsonFile(join(folder, MANIFEST_FILE));
    const parsed = file.ok ? parse(Manifest, file.data) : undefined;
    if (file.ok && parsed?.ok === true) {
      const { manifest_version: version, files } = parsed.value;
      const sha256 = new Map(files.map(({ name, sha256: hash }) => [name, hash]));
      return { version, sha256, ownSha256: file.sha256 };
    }
  } catch {
    // A folder of an operator's own needs none.
  }
  return { version: undefined, sha256: new Map(), ownSha256: "" };
}
