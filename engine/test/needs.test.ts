import type { Pattern, ValidatorName } from "@weir/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultPolicy, shippedPatterns, shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { fillTemplate, scan, seededRandom, validate } from "../src/index.ts";
import type { Ruleset } from "../src/index.ts";
import { compileRegex } from "../src/regex/compile-regex.ts";
import { parseRegex } from "../src/regex/parse.ts";
import { RegexSyntaxError } from "../src/regex/syntax-error.ts";
import type { Regex, Span } from "../src/regex/regex.ts";
import { pick } from "../src/sample/random.ts";
import { BEYOND_ASCII } from "../src/scan/counts.ts";
import { foldRegex } from "../src/scan/fold-rules.ts";
import { fold } from "../src/scan/fold.ts";
import { rulesetOf } from "../src/scan/ruleset.ts";
import { needsOf } from "../src/scan/needs.ts";
import type { Needs } from "../src/scan/needs.ts";
import { bytesOf } from "../src/scan/text-bytes.ts";
import { isPlain } from "../src/validators/plain-words.ts";
import { mayHoldStrict } from "../src/validators/strict-mixture.ts";
import { judgesMixture } from "../src/validators/validate.ts";
import { matchesIn, sampleOf } from "./random-matches.ts";
import { numRuns, sources } from "./random-regexes.ts";

/** An expression with what it is claimed to need. */
interface Claim {
  readonly regex: Regex;
  readonly needs: Needs;
  readonly validator: ValidatorName | undefined;
}

/** Repeats of repeats may come to more than is taken; a drawn expression that does is passed over. */
function isTaken(source: string): boolean {
  try {
    parseRegex(source);
    return true;
  } catch (error) {
    if (error instanceof RegexSyntaxError && error.message.startsWith("invalid repeat count"))
      return false;
    throw error;
  }
}

const TOKEN = /[^ \t\n\f\r"'`]+/g;
/** The two characters are letters of `(?i)` that folded text does not hold. */
const CORE = /[\w+=~\u017f\u212a-]+/g;

/** The first capturing group, where it is not empty, or else the match. */
function valueIn(regex: Regex, text: string, match: Span): Span {
  const [, , start = -1, end = -1] = regex.captures(text, match);
  return end > start ? { start, end } : match;
}

const holdsMark = (text: string, mark: string): boolean =>
  mark === BEYOND_ASCII ? /[^\0-\u007f]/.test(text) : text.includes(mark);

/** What a match shows to be wrong of what is claimed of all matches. */
function wrongOfMatch({ needs }: Claim, matched: string): string[] {
  const { reach, tokenChars, tokenWithin, coreChars, coreWithin, digits, marks } = needs;
  const hasLong = (kind: RegExp, chars: number, within: number): boolean =>
    chars === 0 ||
    Array.from(matched.matchAll(kind)).some(
      ({ index, 0: token }) => token.length >= chars && index < within,
    );
  const claims: readonly (readonly [string, boolean])[] = [
    [`reach ${reach}`, matched.length <= reach],
    [`tokenChars ${tokenChars} within ${tokenWithin}`, hasLong(TOKEN, tokenChars, tokenWithin)],
    [`coreChars ${coreChars} within ${coreWithin}`, hasLong(CORE, coreChars, coreWithin)],
    [`digits ${digits}`, matched.replaceAll(/[^0-9]/g, "").length >= digits],
    [`marks ${marks}`, Array.from(marks).every((mark) => holdsMark(matched, mark))],
  ];
  return claims.filter(([, isTrue]) => !isTrue).map(([claim]) => claim);
}

/** What a match shows to be wrong of what is claimed of values that count. */
function wrongOfValue({ needs }: Claim, text: string, match: Span, value: Span): string[] {
  const { mixedChars, isCore, isStrict, mixedWithin } = needs;
  if (mixedChars === 0) return [];
  const around = Array.from(text.matchAll(isCore ? CORE : TOKEN)).find(
    ({ index, 0: token }) => index <= value.start && value.end <= index + token.length,
  );
  const [token = ""] = around ?? [];
  const isMixed = isStrict ? mayHoldStrict(bytesOf(token).bytes, 0, token.length) : !isPlain(token);
  const isTrue = token.length >= mixedChars && isMixed && value.start - match.start < mixedWithin;
  return isTrue
    ? []
    : [`mixedChars ${mixedChars} within ${mixedWithin}, core: ${isCore}, strict: ${isStrict}`];
}

/** The claims of a pattern that a match proves wrong. */
function wrongClaims(claim: Claim, text: string, match: Span): string[] {
  const { regex, validator } = claim;
  const value = valueIn(regex, text, match);
  const counts =
    validator !== undefined && validate(validator, text.slice(value.start, value.end)) === "valid";
  return [
    ...wrongOfMatch(claim, text.slice(match.start, match.end)),
    ...(counts ? wrongOfValue(claim, text, match, value) : []),
  ];
}

const BESIDE = ["", "", " ", "\n", "=", '"', "Word-", "a", "\u00e9"];

/** Made-up matches of an expression, as short and as long as they come, each with something beside it. */
function samplesOf(source: string, seed: string): string[] {
  const random = seededRandom(seed);
  const ast = parseRegex(source);
  return [0, 1].map((share) =>
    [pick(random, BESIDE), sampleOf(ast, share, random), pick(random, BESIDE)].join(""),
  );
}

/** What is claimed of an expression that matches in the texts, and proved wrong by them; how many matches there were. */
function judge(claim: Claim, texts: readonly string[]): { matches: number; wrong: string[] } {
  let matches = 0;
  const wrong = new Set<string>();
  for (const text of texts) {
    for (const match of matchesIn(claim.regex, text)) {
      matches++;
      for (const each of wrongClaims(claim, text, match)) wrong.add(each);
    }
  }
  return { matches, wrong: [...wrong] };
}

const filled = ({ name, examples = [] }: Pattern): string[] =>
  examples.map((template, at) => fillTemplate(template, seededRandom(`${name}:needs:${at}`)));

describe("needsOf()", () => {
  const claimOf = (source: string, validator?: ValidatorName): Claim => ({
    regex: compileRegex(source),
    needs: needsOf(parseRegex(source), validator),
    validator,
  });

  test.each<[string, ValidatorName | undefined, Partial<Needs>]>([
    ["tok_[a-z]{20}", undefined, { reach: 32, tokenChars: 24, mixedChars: 0 }],
    ["key\\s?=\\s?(\\S{9,})", "mixed", { reach: 2 ** 30, tokenChars: 0, mixedChars: 0 }],
    ["key\\s?=\\s?([^\\s\"'`]{9,})", "mixed", { reach: 2 ** 30, tokenChars: 8, mixedChars: 8 }],
    ["key=([!#-&(-_a-~]{9,30})", "mixed", { reach: 64, tokenChars: 12, mixedChars: 8 }],
    ["key=([!#-&(-_a-~]{9,30})", "mixed_strict", { mixedChars: 8, isStrict: true }],
    ["key=([!#-&(-_a-~]{9,30})", "jwt", { reach: 64, tokenChars: 12, mixedChars: 0 }],
    ["key=(?:([a-z]{9,30})|1)", "mixed", { reach: 64, tokenChars: 0, mixedChars: 0 }],
    ["(?:([a-z]{9}) ){0,2}key", "mixed", { reach: 32, tokenChars: 0, mixedChars: 0 }],
    ["(?:x([a-z]{9}) ?){1,3}", "mixed", { mixedChars: 8, mixedWithin: 2 ** 30 }],
    ["(?:\\w{16} \\w{4}|\\w{12})", undefined, { reach: 32, tokenChars: 12, mixedChars: 0 }],
    ["https://x/\\w{20}", undefined, { tokenChars: 24, coreChars: 20, coreWithin: 16 }],
    ["key:([\\w-]{9,30})", "mixed_strict", { mixedChars: 8, isCore: true }],
    ["key:([\\w./]{9,30})", "mixed_strict", { mixedChars: 8, isCore: false }],
    ["key:(\\w{7,30})", "mixed", { mixedChars: 6, isCore: false }],
  ])("tells what matches of %s hold", (source, validator, needs) => {
    expect(needsOf(parseRegex(source), validator)).toMatchObject(needs);
  });

  test("claims of an expression what holds for all its matches", () => {
    const atoms = ["[a-z]{6}", "\\w{3,9}", "[!-~]{12}", "\\S{2,20}", "[^\\s\"'`]{8,}", ".", "\\s"];
    const source = sources([...atoms, "[=:]", "[\"']", "k", "A1", "\u00e9", "\\b"], ["", "(?i)"]);
    const repeat = fc.constantFrom("", "", "?", "{1,2}", "{2}", "{0,3}");
    const withValue = fc
      .tuple(source, repeat, source, repeat)
      .map(([before, times, value, each]) => `(?:${before}(${value})${times})${each}`);
    const expression = fc.oneof(source, withValue).filter(isTaken);
    const validators = fc.constantFrom<ValidatorName[]>("mixed_loose", "mixed", "mixed_strict");
    let matches = 0;
    fc.assert(
      fc.property(expression, validators, fc.string(), (regex, validator, seed) => {
        const judged = judge(claimOf(regex, validator), samplesOf(regex, seed));
        matches += judged.matches;
        expect(judged.wrong).toEqual([]);
      }),
      { numRuns },
    );
    expect(matches).toBeGreaterThan(numRuns);
  });

  test("claims of each shipped pattern what holds for its examples and for made-up matches", () => {
    const wrong: string[] = [];
    const unmatched: string[] = [];
    for (const pattern of shippedPatterns()) {
      const { name, validator } = pattern;
      const source = foldRegex(pattern.regex);
      const texts = [...filled(pattern), ...samplesOf(source, name)].map((text) => fold(text).text);
      const judged = judge(claimOf(source, validator), texts);
      wrong.push(...judged.wrong.map((claim) => `${name}: ${claim}`));
      if (judged.matches === 0) unmatched.push(name);
    }
    expect(wrong).toEqual([]);
    expect(unmatched).toEqual([]);
  });
});

test("a scan finds values of mixed characters as it does without asking what they need", () => {
  const ruleset = shippedRuleset();
  const unaided = rulesetOf({
    ...ruleset.prepared,
    patterns: ruleset.prepared.patterns.map((pattern) => ({
      ...pattern,
      needs: { ...pattern.needs, tokenChars: 0, coreChars: 0, mixedChars: 0, digits: 0, marks: "" },
    })),
  });
  const found = (rules: Ruleset, text: string): string[] =>
    scan(rules, defaultPolicy, text).findings.map(({ finding: { pattern, match, value } }) =>
      [pattern.name, match.start, match.end, value.start, value.end].join(),
    );
  const judged = shippedPatterns().filter(
    ({ validator }) => validator !== undefined && judgesMixture(validator),
  );
  for (const text of judged.flatMap((pattern) => filled(pattern).slice(0, 1)))
    expect(found(ruleset, text)).toEqual(found(unaided, text));
});
