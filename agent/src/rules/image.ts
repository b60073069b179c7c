import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { prepareRules, rulesetOf } from "@weir/engine";
import type { Ruleset } from "@weir/engine";
import { AGENT_VERSION } from "../version.ts";
import { loadRules } from "./load.ts";
import { hasLocalFile, NO_LOCAL_RULES } from "./local-rules.ts";
import type { LocalRules } from "./local-rules.ts";
import type { NamedRuleFiles } from "./load.ts";
import { RULE_FILES } from "./locate.ts";
import { readManifest } from "./manifest.ts";
import { packTables, unpackTables } from "./packed-tables.ts";
import type { Packed } from "./packed-tables.ts";

/** A ruleset for scans alone; its patterns as they stand in the files are not kept. */
export interface LoadedRuleset {
  readonly ruleset: Ruleset;
  readonly local: LocalRules;
  /** The version of the folder's manifest; undefined where it has none. */
  readonly manifestVersion: string | undefined;
}

/** The image that the build laid beside the program; there is none beside the sources. */
export const IMAGE_FILE = "rules.image";

const shippedImage = (): string => fileURLToPath(new URL(IMAGE_FILE, import.meta.url));

/** Bytes of a SHA-256. */
const KEY_BYTES = 32;

/** The key, the size of the tables, and room so that the tables begin at a multiple of eight. */
const FRAME_BYTES = 40;

/** Read in pieces: an idle agent would keep what it read for as long as nothing else needs the room. */
const PIECE_BYTES = 64 * 1024;

/** SHA-256 of a file. */
function hashFile(path: string): Buffer {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const file = openSync(path, "r");
  try {
    for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece))
      hash.update(piece.subarray(0, bytes));
  } finally {
    closeSync(file);
  }
  return hash.digest();
}

/** What an image is made of: a version of the program, and both files. */
function keyOf(version: string, folder: string, { patterns, exclusions }: NamedRuleFiles): Buffer {
  return createHash("sha256")
    .update(hashFile(patterns ?? join(folder, RULE_FILES.patterns)))
    .update(hashFile(exclusions ?? join(folder, RULE_FILES.exclusions)))
    .update(version)
    .digest();
}

/**
 * The image of a folder's rules for a version of the program, to be laid beside it: they are read, checked and prepared
 * when it is built, which takes longer than all else that it does at its start. Throws an AgentError where they have
 * faults.
 */
export function imageOf(folder: string, version: string): Uint8Array {
  const { patterns, exclusions } = loadRules(folder);
  const { tables, ...rest } = prepareRules(patterns, exclusions);
  const packed = packTables(tables);
  const head = serialize({ ...rest, tables: packed.layout });
  const sizes = Buffer.alloc(FRAME_BYTES - KEY_BYTES);
  sizes.writeUInt32LE(packed.bytes.length);
  return Buffer.concat([keyOf(version, folder, {}), sizes, packed.bytes, head]);
}

/** Told by its parts alone: the key says what made it. */
const isPrepared = (content: unknown): content is Packed =>
  typeof content === "object" && content !== null && "patterns" in content && "tables" in content;

/** The rules of an image, where it was made of the very files that are in force; undefined where not. */
function rulesOfImage(path: string, folder: string, named: NamedRuleFiles): Ruleset | undefined {
  try {
    const image = readFileSync(path);
    const key = keyOf(AGENT_VERSION, folder, named);
    if (!image.subarray(0, KEY_BYTES).equals(key)) return undefined;
    const end = FRAME_BYTES + image.readUInt32LE(KEY_BYTES);
    const content: unknown = deserialize(image.subarray(end));
    if (!isPrepared(content)) return undefined;
    const tables = unpackTables(content.tables, image.subarray(FRAME_BYTES, end));
    return rulesetOf({ ...content, tables });
  } catch {
    // Whatever is wrong with a file, reading the rules themselves tells of it, or does without the image.
    return undefined;
  }
}

/**
 * The ruleset of a folder, from the image where that was made of its files, and else as `loadRules` reads it, with `kept` in
 * place of a faulty local file. Throws an AgentError: `rules_missing` or `rules_invalid`.
 */
export function loadRuleset(
  folder: string,
  named: NamedRuleFiles = {},
  image: string = shippedImage(),
  kept?: readonly unknown[],
): LoadedRuleset {
  const ready =
    hasLocalFile(folder) || !existsSync(image) ? undefined : rulesOfImage(image, folder, named);
  const loaded =
    ready === undefined
      ? loadRules(folder, named, kept)
      : { ruleset: ready, local: NO_LOCAL_RULES };
  return { ...loaded, manifestVersion: readManifest(folder).version };
}
