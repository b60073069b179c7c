import { checkExclusion, checkPattern, routeRules, validate } from "@weir/engine";
import type { Exclusion, Pattern } from "@weir/schema";
import { packRules } from "../scanner/packed-rules.ts";
import { fieldsOf } from "../shared/messages.ts";

/** Most patterns, and most exclusions, that are taken; the limit of rule files. */
const MAX_RULES = 10_000;
const MAX_REGEX_CHARS = 4096;

/** What a pattern has where the bundle leaves it out; the defaults of rule files. */
const PATTERN_DEFAULTS = {
  hotwords: [],
  hotword_window: 200,
  require_hotword: false,
  entropy_min: 0,
  min_matches: 1,
};

const SEVERITIES: ReadonlySet<unknown> = new Set(["critical", "high", "medium", "low"]);

const isWords = (value: unknown): boolean =>
  Array.isArray(value) && value.every((word) => typeof word === "string" && word !== "");

const isText = (value: unknown): boolean =>
  typeof value === "string" && value !== "" && value.length <= MAX_REGEX_CHARS;

const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value);

const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);

function isPattern(data: object): data is Pattern {
  const fields = fieldsOf(data) ?? {};
  const numbers = ["score_weight", "hotword_window", "entropy_min", "min_matches"];
  return (
    isText(fields["name"]) &&
    SEVERITIES.has(fields["severity"]) &&
    isText(fields["regex"]) &&
    ["prefix", "anchor", "validator", "category"].every((name) => isTextOrAbsent(fields[name])) &&
    numbers.every((name) => isNumber(fields[name])) &&
    (fields["hotword_boost"] === undefined || isNumber(fields["hotword_boost"])) &&
    isWords(fields["hotwords"]) &&
    typeof fields["require_hotword"] === "boolean"
  );
}

function isExclusion(data: object): data is Exclusion {
  const { type, applies_to, words, match_type, window, pattern, suppress } = fieldsOf(data) ?? {};
  if (!isText(applies_to)) return false;
  if (type === "regex") return isText(pattern) && typeof suppress === "boolean";
  if (type !== "dictionary" || !isWords(words) || !isNumber(window)) return false;
  return match_type === "exact" || match_type === "proximity";
}

/** The entries of a list with their defaults; undefined where the list has another entry or too many. */
function entriesOf<T extends object>(
  list: unknown,
  defaults: object,
  isEntry: (data: object) => data is T,
): readonly T[] | undefined {
  if (!Array.isArray(list) || list.length > MAX_RULES) return undefined;
  const entries = list
    .map((entry: unknown): object => ({ ...defaults, ...fieldsOf(entry) }))
    .filter(isEntry);
  return entries.length === list.length ? entries : undefined;
}

/** A later agent may know checks that this engine does not. */
function hasKnownCheck({ validator }: Pattern): boolean {
  try {
    return validator === undefined || validate(validator, "") !== undefined;
  } catch {
    return false;
  }
}

const EXCLUSION_DEFAULTS = { match_type: "proximity", window: 50, suppress: false };

/**
 * The rules of a bundle, packed for frames; undefined where they have a fault, so that the rules before them stay. Takes
 * about a second for the shipped rules.
 */
export function packServedRules(bundle: unknown): string | undefined {
  const fields = fieldsOf(bundle);
  const patterns = entriesOf(fields?.["patterns"], PATTERN_DEFAULTS, isPattern);
  const exclusions = entriesOf(fields?.["exclusions"], EXCLUSION_DEFAULTS, isExclusion);
  if (patterns === undefined || patterns.length === 0 || exclusions === undefined) return undefined;
  const names = new Set(patterns.map(({ name }) => name));
  const isSound =
    patterns.every((pattern) => checkPattern(pattern).length === 0 && hasKnownCheck(pattern)) &&
    exclusions.every((exclusion) => checkExclusion(exclusion, names).length === 0);
  return isSound ? packRules(routeRules(patterns, exclusions)) : undefined;
}
