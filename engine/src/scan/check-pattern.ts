import type { Exclusion, Pattern } from "@weir/schema";
import { canMatchEmpty, literalPrefixes } from "../regex/ast-facts.ts";
import { parseRegex } from "../regex/parse.ts";
import { RegexSyntaxError } from "../regex/syntax-error.ts";
import { foldRegex, foldWord } from "./fold-rules.ts";

/** What is wrong with one field of a rule, and what would mend it. */
export interface RuleFault {
  readonly field: string;
  readonly problem: string;
}

function regexFaults(field: string, source: string): RuleFault[] {
  try {
    if (!canMatchEmpty(parseRegex(source))) return [];
    return [{ field, problem: "matches the empty text; make one part of it obligatory" }];
  } catch (error) {
    if (!(error instanceof RegexSyntaxError)) throw error;
    return [{ field, problem: `is not RE2: ${error.message}, at character ${error.offset + 1}` }];
  }
}

function prefixFaults({ prefix, regex }: Pattern): RuleFault[] {
  if (prefix === undefined) return [];
  if (prefix !== prefix.toLowerCase()) {
    return [
      { field: "prefix", problem: "must be lower case; it is compared without regard to case" },
    ];
  }
  const wanted = foldWord(prefix);
  const literals = literalPrefixes(parseRegex(foldRegex(regex)));
  const stray = literals?.find((literal) => !wanted.some((form) => literal.startsWith(form)));
  if (literals !== undefined && stray === undefined) return [];
  const reason =
    stray === undefined
      ? "the regex does not begin with a literal"
      : `the regex can begin with ${JSON.stringify(stray)}`;
  return [
    {
      field: "prefix",
      problem: `${reason}, so ${JSON.stringify(prefix)} does not begin every match; shorten or drop the prefix`,
    },
  ];
}

/** What is wrong with a pattern beyond its shape: its expression, and a prefix that would keep it from matching. */
export function checkPattern(pattern: Pattern): RuleFault[] {
  const faults = regexFaults("regex", pattern.regex);
  if (faults.length > 0) return faults;
  if (pattern.prefix !== undefined && pattern.anchor !== undefined) {
    faults.push({ field: "anchor", problem: "stands beside a prefix; give one of the two" });
  }
  if (pattern.require_hotword && pattern.hotwords.length === 0) {
    faults.push({
      field: "hotwords",
      problem: "must name a word, because require_hotword is true",
    });
  }
  return [...faults, ...prefixFaults(pattern)];
}

/** What is wrong with an exclusion beyond its shape; `names` are the patterns it may apply to. */
export function checkExclusion(exclusion: Exclusion, names: ReadonlySet<string>): RuleFault[] {
  const faults = exclusion.type === "regex" ? regexFaults("pattern", exclusion.pattern) : [];
  if (exclusion.applies_to !== "*" && !names.has(exclusion.applies_to)) {
    faults.push({ field: "applies_to", problem: "names no pattern; give a pattern's name or *" });
  }
  return faults;
}
