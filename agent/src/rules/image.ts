import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { assemblyMemory, prepareRules, rulesetOf } from "@weir/engine";
import type { PreparedRules, Ruleset } from "@weir/engine";
import { AGENT_VERSION } from "../version.ts";
import { withEqualPartsOnce } from "./equal-parts.ts";
import { checkFolder, hashFile, isForEarlier, pathIn } from "./integrity.ts";
import type { CheckedFolder, DifferingFile, FolderInForce } from "./integrity.ts";
import { loadShippedRules, prepareRuleFiles, readRuleTexts } from "./load.ts";
import { hasLocalFile, NO_LOCAL_RULES } from "./local-rules.ts";
import type { LocalRules } from "./local-rules.ts";
import type { NamedRuleFiles, RuleTexts } from "./load.ts";
import { RULE_FILES } from "./locate.ts";
import { packTables, unpackTables } from "./packed-tables.ts";
import type { Packed } from "./packed-tables.ts";

/** How the files of a folder are that rules are loaded from. */
interface FolderFacts {
  readonly folder: string;
  /** The shipped files that are not the manifest's and were refused. */
  readonly differing: readonly DifferingFile[];
  /** What stands in for those that differ, by name, as far as there is something. */
  readonly standIns: CheckedFolder["standIns"];
  /** The manifest that the folder was held against. */
  readonly manifest: CheckedFolder["manifest"];
}

/** A ruleset for scans alone; its patterns as they stand in the files are not kept. */
export interface LoadedRuleset extends FolderFacts {
  readonly ruleset: Ruleset;
  readonly local: LocalRules;
  /** Reads the rules once more, as they stand in their files; undefined where the files are other ones by now. */
  readonly readTexts: () => RuleTexts | undefined;
}

type RuleFilePaths = readonly [patterns: string, exclusions: string];

/** What is read of rules in force when others take their place. */
export interface RulesBefore extends FolderInForce {
  readonly local: Pick<LocalRules, "entries">;
}

/** Which rules are to be read; plain data. */
export interface RulesOrder {
  readonly folder: string;
  readonly named: NamedRuleFiles;
  readonly image: string;
  readonly before: RulesBefore | undefined;
}

/** Rules that were read, checked and prepared: plain data, of which `rulesetOfRead` makes a ruleset in a moment. */
export interface ReadRuleset {
  readonly facts: FolderFacts;
  /** Undefined where what was in force before is better. */
  readonly fresh:
    | {
        readonly prepared: PreparedRules;
        readonly local: LocalRules;
        readonly files: RuleFilePaths;
        /** What both files held, as `keyOf` has it. */
        readonly key: Uint8Array;
      }
    | undefined;
}

/** The image that the build laid beside the program; there is none beside the sources. */
export const IMAGE_FILE = "rules.image";

/** The path of the image beside the program, whether or not there is one. */
export const shippedImage = (): string => fileURLToPath(new URL(IMAGE_FILE, import.meta.url));

/** Bytes of a SHA-256. */
const KEY_BYTES = 32;

/** The key, and the size of the tables. */
const FRAME_BYTES = 36;

/** What an image is made of: a version of the program, and both files, by path. */
function keyOf(
  version: string,
  files: RuleFilePaths,
  known: ReadonlyMap<string, string> = new Map(),
): Buffer {
  const key = createHash("sha256");
  for (const path of files) key.update(known.get(path) ?? hashFile(path), "hex");
  return key.update(version).digest();
}

/** The paths of both files: those that are named, and else those of the folder as it was checked. */
const filesOf = (
  checked: CheckedFolder,
  { patterns, exclusions }: NamedRuleFiles,
): RuleFilePaths => [
  patterns ?? pathIn(checked, RULE_FILES.patterns),
  exclusions ?? pathIn(checked, RULE_FILES.exclusions),
];

/**
 * The image of a folder's rules, without local ones, for a version of the program, to be laid beside it: they are read, checked and prepared
 * when it is built, which takes longer than all else that it does at its start. Throws an AgentError where they have
 * faults.
 */
export function imageOf(folder: string, version: string): Uint8Array {
  const { patterns, exclusions } = loadShippedRules(folder);
  const { tables, ...rest } = withEqualPartsOnce(prepareRules(patterns, exclusions));
  const packed = packTables(tables);
  const head = serialize({ ...rest, tables: packed.layout });
  const sizes = Buffer.alloc(FRAME_BYTES - KEY_BYTES);
  sizes.writeUInt32LE(packed.bytes.length);
  const files = [join(folder, RULE_FILES.patterns), join(folder, RULE_FILES.exclusions)] as const;
  return Buffer.concat([keyOf(version, files), sizes, packed.bytes, head]);
}

/** Told by its parts alone: the key says what made it. */
const isPrepared = (content: unknown): content is Packed =>
  typeof content === "object" && content !== null && "patterns" in content && "tables" in content;

/** The parts of an image, where it has this key; undefined where not. Of what is read, the tables alone are kept. */
function readImage(path: string, key: Buffer): { head: Buffer; tables: Buffer } | undefined {
  const file = openSync(path, "r");
  try {
    const read = (bytes: number): Buffer => {
      const part = Buffer.allocUnsafeSlow(bytes);
      if (readSync(file, part) !== bytes) throw new RangeError("too short");
      return part;
    };
    const frame = read(FRAME_BYTES);
    if (!frame.subarray(0, KEY_BYTES).equals(key)) return undefined;
    const tables = read(frame.readUInt32LE(KEY_BYTES));
    const head = read(fstatSync(file).size - FRAME_BYTES - tables.length);
    return { head, tables };
  } finally {
    closeSync(file);
  }
}

/** The rules of an image, where it has this key; undefined where not, and where there is none. */
function rulesOfImage(path: string, key: Buffer): PreparedRules | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const image = readImage(path, key);
    const content: unknown = image && deserialize(image.head);
    if (image === undefined || !isPrepared(content)) return undefined;
    return { ...content, tables: unpackTables(content.tables, image.tables) };
  } catch {
    // Whatever is wrong with a file, reading the rules themselves tells of it, or does without the image.
    return undefined;
  }
}

/** The files of the folder that count, since no other was named in their place. */
const countingFiles = ({ patterns, exclusions }: NamedRuleFiles): readonly string[] => [
  ...(patterns === undefined ? [RULE_FILES.patterns] : []),
  ...(exclusions === undefined ? [RULE_FILES.exclusions] : []),
];

/** Are rules those that were asked for: without a fault in the local ones, and each file as its manifest has it, or a copy of that? */
export const areAllInForce = (
  { local, ...facts }: Pick<LoadedRuleset, "local" | "differing" | "standIns">,
  named: NamedRuleFiles,
): boolean => local.faults.length === 0 && !isForEarlier(facts, countingFiles(named));

/**
 * Reads, checks and prepares the rules of a folder: the shipped ones from the image where that was made of its files, and else
 * as `prepareRuleFiles` reads them. A shipped file that is not the manifest's is refused: its copy is taken, or what was in
 * force `before` stays. Of a faulty local file, the local patterns of `before` stay. Throws an AgentError: `rules_missing` or
 * `rules_invalid`.
 */
export function readRuleset({ folder, named, image, before }: RulesOrder): ReadRuleset {
  const checked = checkFolder(folder, before);
  const { manifest, differing, standIns } = checked;
  const facts = { folder, manifest, differing, standIns };
  const isEarlier = before?.folder === folder && isForEarlier(checked, countingFiles(named));
  if (isEarlier) return { facts, fresh: undefined };
  const files = filesOf(checked, named);
  const key = keyOf(AGENT_VERSION, files, checked.hashes);
  const shipped = rulesOfImage(image, key);
  const [patterns, exclusions] = files;
  const areExclusionsOfOthers = named.patterns !== undefined && named.exclusions === undefined;
  const read = { patterns, exclusions, areExclusionsOfOthers };
  const { prepared, local } =
    shipped === undefined || hasLocalFile(folder)
      ? prepareRuleFiles(folder, read, before?.local.entries, shipped)
      : { prepared: shipped, local: NO_LOCAL_RULES };
  return { facts, fresh: { prepared, local, files, key } };
}

/** The ruleset of rules that were read; `before` is what was in force when they were. */
export function rulesetOfRead(
  { facts, fresh }: ReadRuleset,
  before?: LoadedRuleset,
): LoadedRuleset {
  if (fresh === undefined) {
    if (before === undefined) throw new Error("nothing was in force before");
    return { ...before, ...facts };
  }
  const { prepared, local, files, key } = fresh;
  const isInForce = (sha256: ReadonlyMap<string, string>): boolean =>
    keyOf(AGENT_VERSION, files, sha256).equals(key);
  return {
    ...facts,
    ruleset: rulesetOf(prepared, assemblyMemory()),
    local,
    readTexts: () => readRuleTexts(files, local.patterns, isInForce),
  };
}

/** The ruleset of a folder, as `readRuleset` reads it. */
export const loadRuleset = (
  folder: string,
  named: NamedRuleFiles = {},
  image: string = shippedImage(),
): LoadedRuleset => rulesetOfRead(readRuleset({ folder, named, image, before: undefined }));
