import { join } from "node:path";
import { parse } from "@weir/schema";
import { Manifest } from "@weir/schema";
import { readJsonFile } from "./read-file.ts";

/** Name of the manifest in a folder of rules. */
export const MANIFEST_FILE = "manifest.json";

/** What the manifest of a folder says of its rule files: name -> hex SHA-256; nothing where there is no good manifest. */
export function readManifest(folder: string): ReadonlyMap<string, string> {
  try {
    const file = readJsonFile(join(folder, MANIFEST_FILE));
    const parsed = file.ok ? parse(Manifest, file.data) : undefined;
    return new Map(
      parsed?.ok === true ? parsed.value.files.map(({ name, sha256 }) => [name, sha256]) : [],
    );
  } catch {
    return new Map();
  }
}
