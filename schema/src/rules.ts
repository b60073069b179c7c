import * as v from "valibot";
import { VALIDATORS } from "./validators.ts";

/** The severities, severest first; each has its own blocking threshold. */
export const SEVERITIES = ["critical", "high", "medium", "low"] as const;

/** The categories a pattern may belong to; `canary` is reserved for planted tokens. */
export const CATEGORIES = [
  "ai_ml",
  "auth",
  "ci_cd",
  "cloud",
  "code_secret",
  "database_registry",
  "iac",
  "infra_secret",
  "messaging",
  "mobile_desktop",
  "package_manager",
  "payments",
  "pii",
  "productivity",
  "canary",
] as const;

/** Limits of a rule file; each keeps one bad entry from costing more than its share. */
export const RULE_LIMITS = {
  nameChars: 80,
  regexChars: 4096,
  prefixChars: 64,
  words: 64,
  wordChars: 64,
  windowBytes: 4096,
  score: 100,
  patterns: 10_000,
  exclusions: 10_000,
  files: 64,
} as const;

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(RULE_LIMITS.wordChars));
const words = v.pipe(v.array(word), v.maxLength(RULE_LIMITS.words));
const windowBytes = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(RULE_LIMITS.windowBytes),
);
const regex = v.pipe(v.string(), v.minLength(1), v.maxLength(RULE_LIMITS.regexChars));
const scoreTerm = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(-RULE_LIMITS.score),
  v.maxValue(RULE_LIMITS.score),
);
const templates = v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.maxLength(32));

const describe = <T extends v.GenericSchema>(schema: T, text: string) =>
  v.pipe(schema, v.description(text));

/** What a pattern has where its entry doesn't say. */
const PATTERN_DEFAULTS = {
  hotwords: [],
  hotword_window: 200,
  require_hotword: false,
  entropy_min: 0,
  min_matches: 1,
};

/** One detector: an entry of `rules/dlp_patterns.json` or of a local pattern file. */
export const Pattern = v.strictObject({
  name: describe(
    v.pipe(
      v.string(),
      v.regex(/^[\p{L}\p{N}][\p{L}\p{N} ()+./&'-]*$/u),
      v.maxLength(RULE_LIMITS.nameChars),
    ),
    "Unique across the files. Shown to people; never a value.",
  ),
  category: v.optional(describe(v.picklist(CATEGORIES), "What the pattern protects.")),
  severity: describe(v.picklist(SEVERITIES), "Selects the blocking threshold."),
  regex: describe(
    regex,
    "RE2 syntax. The first capturing group, where there is one, is the value that is judged and redacted; otherwise the whole match is.",
  ),
  prefix: v.optional(
    describe(
      v.pipe(v.string(), v.minLength(1), v.maxLength(RULE_LIMITS.prefixChars)),
      "Lower-case literal that every match begins with, whatever its case in the text.",
    ),
  ),
  anchor: v.optional(
    describe(
      v.pipe(v.string(), v.minLength(1), v.maxLength(RULE_LIMITS.prefixChars)),
      "Lower-case literal that stands somewhere in every match; for patterns that have no prefix.",
    ),
  ),
  score_weight: describe(scoreTerm, "Base score: 1, or 2 for a structurally narrow match."),
  hotwords: v.optional(
    describe(words, "Whole words whose nearness raises the score."),
    PATTERN_DEFAULTS.hotwords,
  ),
  hotword_window: v.optional(
    describe(
      windowBytes,
      "Bytes of UTF-8 on either side of the match searched for hotwords, beside the heading of its column; 0 for that heading alone, which has to end with the hotword.",
    ),
    PATTERN_DEFAULTS.hotword_window,
  ),
  hotword_boost: v.optional(describe(scoreTerm, "Score added when a hotword is near.")),
  require_hotword: v.optional(
    describe(
      v.boolean(),
      "When true, a match blocks only where a hotword is near it or near another match of the pattern in the same content.",
    ),
    PATTERN_DEFAULTS.require_hotword,
  ),
  entropy_min: v.optional(
    describe(
      v.pipe(v.number(), v.minValue(0), v.maxValue(8)),
      "Shannon entropy floor of the value in bits per character; 0 switches the gate off.",
    ),
    PATTERN_DEFAULTS.entropy_min,
  ),
  min_matches: v.optional(
    describe(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
      "Distinct values that must be found in one content before any scores.",
    ),
    PATTERN_DEFAULTS.min_matches,
  ),
  validator: v.optional(
    describe(
      v.picklist(VALIDATORS),
      "A check of the value that needs no network, such as a check digit.",
    ),
  ),
  source: v.optional(
    describe(v.pipe(v.string(), v.maxLength(300)), "Where the format is documented."),
  ),
  examples: v.optional(
    describe(templates, "Templates of texts that block; filled and tested at build, never loaded."),
  ),
  counter_examples: v.optional(
    describe(templates, "Templates of near misses that do not block; tested like the examples."),
  ),
});

const dictionary = v.strictObject({
  applies_to: describe(
    v.pipe(v.string(), v.minLength(1)),
    "A pattern's name, or `*` for every pattern.",
  ),
  type: v.literal("dictionary"),
  words: v.pipe(words, v.minLength(1)),
  match_type: v.optional(v.picklist(["exact", "proximity"]), "proximity"),
  window: v.optional(windowBytes, 50),
});

const valueRegex = v.strictObject({
  applies_to: describe(
    v.pipe(v.string(), v.minLength(1)),
    "A pattern's name, or `*` for every pattern.",
  ),
  type: v.literal("regex"),
  pattern: describe(regex, "RE2 syntax, searched in the match's value."),
  suppress: v.optional(
    describe(v.boolean(), "True removes the match; false subtracts the exclusion penalty."),
    false,
  ),
});

/** One known cause of false alarms: an entry of `rules/dlp_exclusions.json`. */
export const Exclusion = v.variant("type", [dictionary, valueRegex]);

/** `rules/dlp_patterns.json`. */
export const PatternFile = v.strictObject({
  $schema: v.optional(v.string()),
  patterns: v.pipe(v.array(Pattern), v.maxLength(RULE_LIMITS.patterns)),
});

/** `rules/dlp_exclusions.json`. */
export const ExclusionFile = v.strictObject({
  $schema: v.optional(v.string()),
  exclusions: v.pipe(v.array(Exclusion), v.maxLength(RULE_LIMITS.exclusions)),
});

/** The plain name of a file beside the manifest: no path leads out of the folder, and nothing is hidden. */
const fileName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  v.maxLength(RULE_LIMITS.nameChars),
);
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** `rules/manifest.json`: the hex SHA-256 of every shipped rule file. */
export const Manifest = v.strictObject({
  manifest_version: v.pipe(v.string(), v.minLength(1)),
  files: v.pipe(
    v.array(v.strictObject({ name: fileName, sha256 })),
    v.maxLength(RULE_LIMITS.files),
  ),
});

export type Severity = (typeof SEVERITIES)[number];
export type Category = (typeof CATEGORIES)[number];
export type Pattern = v.InferOutput<typeof Pattern>;
export type Exclusion = v.InferOutput<typeof Exclusion>;

/** A pattern as its entry in a file has it: without the fields that have their default. */
export function patternEntry(pattern: Pattern): object {
  const defaults: Readonly<Record<string, unknown>> = PATTERN_DEFAULTS;
  return Object.fromEntries(
    Object.entries(pattern).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key]),
    ),
  );
}
