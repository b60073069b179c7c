import { createHash } from "node:crypto";
import process from "node:process";
import { promisify } from "node:util";
import type { RulesBundle } from "@weir/schema";

/** Loaded when a bundle is asked for: it takes a tenth of what the agent's start does beside its rules. */
const zlib = () => process.getBuiltinModule("node:zlib");

const pack = async (bytes: Buffer): Promise<Buffer> => promisify(zlib().gzip)(bytes);
const unpack = async (packed: Buffer): Promise<Buffer> => promisify(zlib().gunzip)(packed);

/** The rules as they are served. */
interface RuleTexts {
  readonly patterns: readonly RulesBundle["patterns"][number][];
  readonly exclusions: readonly RulesBundle["exclusions"][number][];
}

/** Reads the rules in force from their files; undefined where the files are other ones by now. */
export type ReadRules = () => RuleTexts | undefined;

/** All of a bundle but its rules. */
export type BundleSettings = Omit<RulesBundle, keyof RuleTexts | "rules_sha256">;

/** What a bundle is made of. */
export interface BundleDeps {
  /** Another function for each load of rules, the same one for the same rules. */
  readonly readRules: () => ReadRules;
  readonly settings: () => Promise<BundleSettings>;
}

/** A bundle, packed. */
export interface Bundle {
  /** Another one for another bundle. */
  readonly tag: string;
  /** The JSON of a `RulesBundle`, in gzip. */
  readonly packed: Buffer;
  readonly unpack: () => Promise<Buffer>;
}

/** A bundle as it is kept. Of its JSON, what is behind `rulesAt` bytes is the rules. */
interface Kept extends Bundle {
  readonly readRules: ReadRules;
  readonly rulesAt: number;
  readonly rulesSha256: string;
}

/** Characters of a tag: half of a SHA-256. */
const TAG_CHARS = 32;

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");

/** The JSON of the rules alone, from their files. */
function rulesJson(readRules: ReadRules): Buffer | undefined {
  const rules = readRules();
  if (rules === undefined) return undefined;
  const { patterns, exclusions } = rules;
  return Buffer.from(JSON.stringify({ patterns, exclusions }));
}

/** The JSON of the rules alone, from a bundle of them. */
async function keptRules({ unpack: unpacked, rulesAt }: Kept): Promise<Buffer> {
  return Buffer.concat([Buffer.from("{"), (await unpacked()).subarray(rulesAt)]);
}

/** The JSON of everything before the rules, with the comma behind it. */
const headText = (settings: BundleSettings, rulesSha256: string): string =>
  `${JSON.stringify({ ...settings, rules_sha256: rulesSha256 }).slice(0, -1)},`;

/**
 * Makes the bundle when it is first asked for and whenever its rules or settings are other ones; answers undefined where
 * the rules can't be read any more. What is kept is the packed bundle alone, a tenth of the rules' size.
 */
export function createBundle({
  readRules,
  settings,
}: BundleDeps): () => Promise<Bundle | undefined> {
  let kept: Kept | undefined;
  const make = async (): Promise<Bundle | undefined> => {
    const reader = readRules();
    const known = kept?.readRules === reader ? kept : undefined;
    const read = known === undefined ? rulesJson(reader) : undefined;
    const rulesSha256 = known?.rulesSha256 ?? (read && sha256(read));
    if (rulesSha256 === undefined) return undefined;
    const head = headText(await settings(), rulesSha256);
    const tag = sha256(head).slice(0, TAG_CHARS);
    if (known?.tag === tag) return known;
    const rules = read ?? (known && (await keptRules(known)));
    if (rules === undefined) return undefined;
    const packed = await pack(Buffer.concat([Buffer.from(head), rules.subarray(1)]));
    kept = {
      tag,
      packed,
      unpack: async () => unpack(packed),
      readRules: reader,
      rulesSha256,
      rulesAt: Buffer.byteLength(head),
    };
    return kept;
  };
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    // One after the other: of many that ask at once, the first makes it for all.
    const made = last.then(make);
    last = made.catch(() => undefined);
    return made;
  };
}
