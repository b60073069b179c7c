import type { Pattern } from "@weir/schema";
import type { Ast } from "../regex/ast.ts";
import { parseRegex } from "../regex/parse.ts";
import { findCandidates } from "../scan/candidates.ts";
import { checkPattern } from "../scan/check-pattern.ts";
import type { RuleFault } from "../scan/check-pattern.ts";
import { foldRegex, foldWord } from "../scan/fold-rules.ts";
import { revalidate } from "../scan/revalidate.ts";
import { compileRuleset } from "../scan/ruleset.ts";
import { contentSection } from "../scan/section.ts";
import { MAX_WORK, worstWork } from "./cost.ts";
import type { LintKind } from "./finding.ts";
import { literalUse } from "./literal-walk.ts";
import { leastWitness } from "./witness.ts";

/** A fault for which a pattern is refused when it is loaded. */
export interface PatternFault extends RuleFault {
  readonly kind: Extract<LintKind, "invalid" | "slow" | "unreachable">;
}

function slowFaults(ast: Ast): PatternFault[] {
  if (worstWork(ast) <= MAX_WORK) return [];
  const problem =
    "is slow: a content made for it keeps hundreds of matches open at every character; " +
    "write * or {n,} for a repeat of up to hundreds, or keep what repeats from taking the characters that begin a match";
  return [{ kind: "slow", field: "regex", problem }];
}

/** Words that nothing is left of once they are folded like the texts, so that they would stand everywhere. */
function wordFaults({ prefix, anchor, hotwords }: Pattern): PatternFault[] {
  const fields = { prefix: [prefix ?? "x"], anchor: [anchor ?? "x"], hotwords };
  return Object.entries(fields)
    .filter(([, words]) => words.flatMap(foldWord).includes(""))
    .map(([field]) => {
      const problem = "holds invisible characters alone, which no text keeps; leave it out";
      return { kind: "invalid", field, problem };
    });
}

function anchorFaults({ anchor }: Pattern, ast: Ast): PatternFault[] {
  if (anchor === undefined) return [];
  if (anchor !== anchor.toLowerCase()) {
    const problem = "must be lower case; it is compared without regard to case";
    return [{ kind: "invalid", field: "anchor", problem }];
  }
  const uses = foldWord(anchor).map((form) => literalUse(ast, form));
  const shown = JSON.stringify(anchor);
  if (uses.every(({ canHold }) => !canHold)) {
    const problem = `no match of the regex holds ${shown}, so that none is ever looked for; name what stands in it`;
    return [{ kind: "unreachable", field: "anchor", problem }];
  }
  return [];
}

/** Does the whole engine find the text's match where its expression alone does? */
function isReached(pattern: Pattern, text: string): boolean {
  const found = ({ prefix, anchor, ...rest }: Pattern, isRouted: boolean): boolean => {
    const route = isRouted ? { prefix, anchor } : { require_hotword: false };
    const one = { ...rest, ...route, validator: undefined, min_matches: 1 };
    const ruleset = compileRuleset([one], []);
    const candidates = findCandidates(ruleset, contentSection(text));
    const isFound = revalidate(ruleset, [candidates]).length > 0;
    ruleset.memory.clear();
    return isFound;
  };
  return found(pattern, true) || !found(pattern, false);
}

function reachFaults(pattern: Pattern, ast: Ast): PatternFault[] {
  const field =
    pattern.prefix === undefined
      ? pattern.anchor === undefined
        ? "hotwords"
        : "anchor"
      : "prefix";
  const witness = leastWitness(ast);
  if (witness === undefined) {
    const problem = "can match nothing at all; look for an empty class such as [^\\s\\S]";
    return [{ kind: "invalid", field: "regex", problem }];
  }
  // Short texts lie within every window.
  if (witness.length < 256) return [];
  const [hotword] = pattern.hotwords;
  const text = field === "hotwords" && hotword !== undefined ? `${hotword} ${witness}` : witness;
  if (isReached(pattern, text)) return [];
  const problem =
    "even the shortest match lies further from it than the engine looks; shorten the regex, or name a literal nearer to the match's beginning";
  return [{ kind: "unreachable", field, problem }];
}

/**
 * Everything for which a pattern of the right shape is refused: its expression, a prefix or an anchor that would keep it
 * from matching, and what it costs in the worst case. O(program * literal), and for expressions with long repeats a probe
 * of some milliseconds.
 */
export function patternFaults(pattern: Pattern): PatternFault[] {
  const invalid: PatternFault[] = checkPattern(pattern).map((fault) => {
    return { ...fault, kind: "invalid" };
  });
  if (pattern.category === "canary") {
    const problem = "canary is kept for planted tokens; choose the category of what leaks";
    invalid.push({ kind: "invalid", field: "category", problem });
  }
  invalid.push(...wordFaults(pattern));
  if (invalid.length > 0) return invalid;
  const ast = parseRegex(foldRegex(pattern.regex));
  const faults = [...anchorFaults(pattern, ast), ...slowFaults(ast)];
  return faults.length > 0 ? faults : reachFaults(pattern, ast);
}
