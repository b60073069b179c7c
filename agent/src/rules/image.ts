import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { prepareRules, rulesetOf } from "@weir/engine";
import type { PreparedRules, Ruleset } from "@weir/engine";
import { AGENT_VERSION } from "../version.ts";
import { loadRules } from "./load.ts";
import { hasLocalFile, NO_LOCAL_RULES } from "./local-rules.ts";
import type { LocalRules } from "./local-rules.ts";
import type { NamedRuleFiles } from "./load.ts";
import { RULE_FILES } from "./locate.ts";

/** A ruleset for scans alone; its patterns as they stand in the files are not kept. */
export interface LoadedRuleset {
  readonly ruleset: Ruleset;
  readonly local: LocalRules;
}

/** The image that the build laid beside the program; there is none beside the sources. */
export const IMAGE_FILE = "rules.image";

const shippedImage = (): string => fileURLToPath(new URL(IMAGE_FILE, import.meta.url));

/** Bytes of a SHA-256. */
const KEY_BYTES = 32;

interface RuleBytes {
  readonly patterns: Uint8Array;
  readonly exclusions: Uint8Array;
}

/** What an image is made of: a version of the program, and the bytes of both files. */
function keyOf(version: string, { patterns, exclusions }: RuleBytes): Buffer {
  const hash = createHash("sha256").update(version);
  for (const bytes of [patterns, exclusions]) hash.update(`\0${bytes.length}\0`).update(bytes);
  return hash.digest();
}

const readRuleBytes = (folder: string, { patterns, exclusions }: NamedRuleFiles): RuleBytes => ({
  patterns: readFileSync(patterns ?? join(folder, RULE_FILES.patterns)),
  exclusions: readFileSync(exclusions ?? join(folder, RULE_FILES.exclusions)),
});

/**
 * The image of a folder's rules for a version of the program, to be laid beside it: they are read, checked and prepared
 * when it is built, which takes longer than all else that it does at its start. Throws an AgentError where they have
 * faults.
 */
export function imageOf(folder: string, version: string): Uint8Array {
  const { patterns, exclusions } = loadRules(folder);
  const key = keyOf(version, readRuleBytes(folder, {}));
  return Buffer.concat([key, serialize(prepareRules(patterns, exclusions))]);
}

/** Told by its parts alone: the key says what made it. */
const isPrepared = (content: unknown): content is PreparedRules =>
  typeof content === "object" && content !== null && "patterns" in content && "tables" in content;

/** The rules of an image, where it was made of the very files that are in force; undefined where not. */
function rulesOfImage(path: string, folder: string, named: NamedRuleFiles): Ruleset | undefined {
  try {
    const image = readFileSync(path);
    const key = keyOf(AGENT_VERSION, readRuleBytes(folder, named));
    if (!image.subarray(0, KEY_BYTES).equals(key)) return undefined;
    const content: unknown = deserialize(image.subarray(KEY_BYTES));
    return isPrepared(content) ? rulesetOf(content) : undefined;
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
  return ready === undefined
    ? loadRules(folder, named, kept)
    : { ruleset: ready, local: NO_LOCAL_RULES };
}
