import type { Category, Pattern, Severity } from "@weir/schema";
import type { Ast } from "../regex/ast.ts";
import { parseRegex } from "../regex/parse.ts";
import { RegexSyntaxError } from "../regex/syntax-error.ts";
import { seededRandom } from "../sample/random.ts";
import { fillTemplate } from "../sample/template.ts";
import { entropyBits } from "../scan/entropy.ts";
import { foldRegex } from "../scan/fold-rules.ts";
import { compileAlone, exampleFindings } from "./check-examples.ts";
import type { LintSetting } from "./check-examples.ts";
import { isLittleWord } from "./little-words.ts";
import { asTemplates } from "./plain-values.ts";
import { sharedPrefix } from "./shared-prefix.ts";
import { mergeParts, partsRegex, partsTemplate, valueParts } from "./value-shape.ts";
import type { ValuePart } from "./value-shape.ts";

/** What an author knows of a pattern that is to be made. */
export interface PatternIdea {
  readonly name: string;
  readonly category: Category;
  readonly severity: Severity;
  /** Templates, or made-up values, which are turned into templates. */
  readonly examples: readonly string[];
  readonly regex?: string | undefined;
}

/** A pattern made of an idea, or why none could be. */
export type InferredPattern =
  | { readonly ok: true; readonly pattern: Pattern; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** Words of names that tell no service from another. */
const COMMON =
  /^(?:api|key|token|secret|access|auth|password|credential|credentials|id|live|test|private|public|personal|client|service|number)$/;

const ENTROPY_VALUES = 2000;

/** The entropy that all but one in a thousand values reach, rounded down to a tenth of a bit. */
function entropyFloor(template: string): number {
  const random = seededRandom(template);
  const bits = Array.from({ length: ENTROPY_VALUES }, () =>
    entropyBits(fillTemplate(template, random)),
  ).toSorted((a, b) => a - b);
  return Math.floor((bits[Math.floor(ENTROPY_VALUES / 1000)] ?? 0) * 10) / 10;
}

/** The tree of an expression; undefined for a faulty one, which is told by those who check the pattern. */
function treeOf(regex: string): Ast | undefined {
  try {
    return parseRegex(foldRegex(regex));
  } catch (error) {
    if (error instanceof RegexSyntaxError) return undefined;
    throw error;
  }
}

/** The words of a name that tell its service, in small letters. */
function serviceWords(name: string): string[] {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const tells = (word: string): boolean =>
    word.length > 1 && !COMMON.test(word) && !isLittleWord(word);
  return words.filter(tells).slice(0, 2);
}

/** Settings that keys are pasted in. */
const settings = (word: string, value: string): string[] => [
  `${word.toUpperCase()}_KEY=${value}`,
  `{"${word}_key": "${value}"}`,
  `export ${word.toUpperCase()}_TOKEN='${value}'`,
  `my ${word} key is ${value}`,
];

function nearMisses(value: readonly ValuePart[], word: string, isNarrow: boolean): string[] {
  const blank = value
    .map((part) => (part.kind === "literal" ? part.text : "x".repeat(part.min)))
    .join("");
  const whole = partsTemplate(value);
  return [
    ...settings(
      word,
      partsTemplate(value, (chars) => Math.floor(chars / 2)),
    ).slice(0, 1),
    `${word} x${whole}`,
    ...settings(word, blank).slice(0, 1),
    ...(isNarrow ? [] : [whole, `checksum ${whole}`]),
  ];
}

/** The templates of one list that do as they should. */
function working(
  pattern: Pattern,
  list: "examples" | "counter_examples",
  templates: readonly string[],
  setting: LintSetting,
): string[] {
  const ruleset = compileAlone(pattern, setting);
  return templates.filter((template) => {
    const tried = { ...pattern, examples: [], counter_examples: [], [list]: [template] };
    return exampleFindings(tried, 0, ruleset, setting).length === 0;
  });
}

/** The pattern without its templates. */
function bareOf(
  { name, category, severity }: PatternIdea,
  regex: string,
  tree: Ast | undefined,
  value: readonly ValuePart[] | undefined,
): Pattern {
  const prefix = tree === undefined ? undefined : sharedPrefix(tree);
  const bare = { name, category, severity, regex, hotword_window: 200, min_matches: 1 };
  if (prefix !== undefined) {
    const rest = { prefix, score_weight: 2, hotwords: [], require_hotword: false, entropy_min: 0 };
    return { ...bare, ...rest };
  }
  const hotwords = serviceWords(name);
  const entropy_min = value === undefined ? 0 : entropyFloor(partsTemplate(value));
  const require_hotword = hotwords.length > 0;
  return { ...bare, score_weight: 1, hotwords, require_hotword, entropy_min };
}

/** The pattern with the given examples, and with further ones and near misses that do as they should. */
function withTemplates(
  bare: Pattern,
  given: readonly string[],
  value: readonly ValuePart[],
  setting: LintSetting,
): Pattern {
  const [word = "service"] = serviceWords(bare.name);
  const whole = partsTemplate(value);
  const isNarrow = bare.prefix !== undefined;
  // A value alone is no example of a pattern that asks for a word beside it.
  const own = given.flatMap((template) => {
    const isAlone = bare.require_hotword && template === partsTemplate(valueParts(template) ?? []);
    return isAlone ? settings(word, template).slice(0, 1) : [template];
  });
  const more = working(bare, "examples", settings(word, whole), setting);
  const misses = nearMisses(value, word, isNarrow);
  return {
    ...bare,
    examples: [...new Set([...own, ...more])],
    counter_examples: working(bare, "counter_examples", misses, setting),
  };
}

/**
 * Makes a pattern of what its author knows: of examples, the expression (the literal before the value, its alphabet and
 * its length); of the expression, the prefix; where there is none, the hotwords that it needs; the entropy floor by
 * simulation; further examples and near misses, of which those are kept that do as they should.
 */
export function inferPattern(idea: PatternIdea, setting: LintSetting): InferredPattern {
  const templates = asTemplates(idea.examples);
  const given = templates.filter((template) => template !== undefined);
  if (given.length < templates.length) {
    const problem =
      "an example has no random part of at least 8 characters; write it as a template, such as acme_{base62:32}";
    return { ok: false, problem };
  }
  const value = mergeParts(given.map(valueParts).filter((parts) => parts !== undefined));
  const regex = idea.regex ?? (value === undefined ? undefined : partsRegex(value));
  if (regex === undefined) {
    const problem =
      "needs a regex, or an example with a value such as acme_{base62:32} to make one of";
    return { ok: false, problem };
  }
  const tree = treeOf(regex);
  const bare = bareOf(idea, regex, tree, value);
  const notes = given.every((template, i) => template === idea.examples[i])
    ? []
    : ["a plain value was made into a template; the value itself is kept nowhere"];
  const pattern =
    value === undefined || tree === undefined
      ? { ...bare, examples: given, counter_examples: [] }
      : withTemplates(bare, given, value, setting);
  return { ok: true, pattern, notes };
}
