import type { Pattern } from "@weir/schema";
import type { Ast } from "../regex/ast.ts";
import { parseRegex } from "../regex/parse.ts";
import { foldRegex, foldWord } from "../scan/fold-rules.ts";
import { routingOf } from "../scan/routing.ts";
import type { ScanPolicy } from "../scan/score.ts";
import { utf8Bytes } from "../scan/utf8.ts";
import type { LintFinding } from "./finding.ts";
import { literalUse } from "./literal-walk.ts";
import { sharedPrefix } from "./shared-prefix.ts";

type Remark = Pick<LintFinding, "field" | "kind" | "problem"> & Partial<Pick<LintFinding, "level">>;

/** Templates that a pattern wants of each list. */
const WANTED_TEMPLATES = 3;

/** The value's part of an expression: its first group, or all of it. */
function groupOf(ast: Ast): Ast | undefined {
  switch (ast.kind) {
    case "empty":
    case "assert":
    case "chars":
      return undefined;
    case "group":
      return ast.item;
    case "repeat":
      return groupOf(ast.item);
    case "concat":
    case "alternate":
      return ast.items.map(groupOf).find((found) => found !== undefined);
  }
}

/** Does the word stand in every match, outside the value? */
function isAlwaysBeside(ast: Ast, word: string): boolean {
  const value = groupOf(ast);
  if (value === undefined || literalUse(ast, word).canLack) return false;
  return literalUse(value, word).canLack;
}

/** The least and the greatest score of a single value, without exclusions and hotwords. */
function plainScore(pattern: Pattern, { weights }: ScanPolicy): { least: number; most: number } {
  const { score_weight, entropy_min } = pattern;
  if (entropy_min === 0) return { least: score_weight, most: score_weight };
  const terms = [weights.entropy_penalty, weights.entropy_boost].map((term) => term + score_weight);
  return { least: Math.min(...terms), most: Math.max(...terms) };
}

function hotwordRemarks(pattern: Pattern, ast: Ast, policy: ScanPolicy): Remark[] {
  const { hotwords, hotword_window, require_hotword, severity } = pattern;
  if (hotwords.length === 0) return [];
  const remark = (problem: string): Remark => ({ field: "hotwords", kind: "hotwords", problem });
  const isHeadedOnly = hotword_window === 0;
  const far = hotwords.filter((word) => !isHeadedOnly && utf8Bytes(word) > hotword_window);
  if (far.length > 0) {
    const words = far.map((word) => JSON.stringify(word)).join(", ");
    return [remark(`${words} is longer than hotword_window and never counts; widen the window`)];
  }
  // Where the hotwords are what the pattern is looked for by, they have done their work already.
  const isRoute = require_hotword && pattern.prefix === undefined && pattern.anchor === undefined;
  if (isRoute) return [];
  const boost = pattern.hotword_boost ?? policy.weights.hotword_boost;
  if (boost === 0 && !require_hotword) {
    return [remark("hotword_boost is 0, so they change nothing; drop them, or the boost")];
  }
  const remarks: Remark[] = [];
  const always = hotwords.filter((word) =>
    foldWord(word).some((form) => form !== "" && isAlwaysBeside(ast, form)),
  );
  if (always.length > 0) {
    const words = always.map((word) => JSON.stringify(word)).join(", ");
    remarks.push(remark(`${words} stands in every match, so it says nothing; drop it`));
  }
  const threshold = policy.thresholds[severity];
  if (!require_hotword && plainScore(pattern, policy).least >= threshold) {
    const problem = `every match reaches the threshold of ${severity} (${threshold}) without them; they only raise its score above that`;
    remarks.push(remark(problem));
  }
  return remarks;
}

function routeRemarks(pattern: Pattern, ast: Ast): Remark[] {
  const { prefix, anchor, hotwords, require_hotword } = pattern;
  if (anchor !== undefined && foldWord(anchor).every((form) => literalUse(ast, form).canLack)) {
    const problem = `the regex can match without ${JSON.stringify(anchor)}, and such a match is never looked for; name what every match holds`;
    return [{ field: "anchor", kind: "missed", level: "fault", problem }];
  }
  if (prefix !== undefined || anchor !== undefined) return [];
  const own = sharedPrefix(ast);
  if (own !== undefined) {
    const problem = `every match begins with ${JSON.stringify(own)}; give it as prefix, which is the fastest way to a match`;
    return [{ field: "prefix", kind: "full_search", problem }];
  }
  const needsHotword = require_hotword && hotwords.length > 0;
  if (needsHotword && routingOf(pattern, ast).sites.kind !== "anywhere") return [];
  const problem = needsHotword
    ? "no word and no long stretch stands in every match, so that all text near a hotword is read; give each alternative a word of its own"
    : "has no prefix, no anchor and no hotword that it requires, so that every text is searched whole; name a literal";
  return [{ field: "regex", kind: "full_search", problem }];
}

function scoreRemarks(pattern: Pattern, policy: ScanPolicy): Remark[] {
  const { hotwords, severity, hotword_boost, min_matches } = pattern;
  if (min_matches > 1) return [];
  const { weights, thresholds } = policy;
  const boost = hotwords.length === 0 ? 0 : (hotword_boost ?? weights.hotword_boost);
  const most = plainScore(pattern, policy).most + Math.max(0, boost);
  if (most >= thresholds[severity]) return [];
  const problem = `its score is at most ${most} for one value, below the threshold of ${severity}, ${thresholds[severity]}; raise score_weight or severity`;
  return [{ field: "score_weight", kind: "never_blocks", problem }];
}

function templateRemarks({ examples = [], counter_examples = [] }: Pattern): Remark[] {
  return Object.entries({ examples, counter_examples })
    .filter(([, templates]) => templates.length < WANTED_TEMPLATES)
    .map(([field, { length }]) => {
      const problem = `${length} of the ${WANTED_TEMPLATES} that show what it is for; add some in other settings`;
      return { field, kind: "unexemplified", problem };
    });
}

/** What can be said of a pattern's fields without a text: hotwords that never help, literals that are missing, scores. */
export function lintFields(patterns: readonly Pattern[], policy: ScanPolicy): LintFinding[] {
  return patterns.flatMap((pattern, index) => {
    const ast = parseRegex(foldRegex(pattern.regex));
    const remarks = [
      ...routeRemarks(pattern, ast),
      ...hotwordRemarks(pattern, ast, policy),
      ...scoreRemarks(pattern, policy),
      ...templateRemarks(pattern),
    ];
    return remarks.map((remark) => {
      return { index, pattern: pattern.name, level: "remark" as const, ...remark };
    });
  });
}
