import type { Pattern } from "@weir/schema";
import type { Ruleset } from "../scan/ruleset.ts";
import { scan } from "../scan/scan.ts";
import type { JudgedFinding, ScanPolicy } from "../scan/score.ts";
import { definesTheThing, provesItself } from "../validators/validate.ts";
import { fillOf } from "./check-examples.ts";
import type { LintFinding } from "./finding.ts";
import { ordinaryWords } from "./ordinary-words.ts";

/** The examples that near misses are made of, and their fillings. */
const EXAMPLES = 2;
const FILLS = 2;
/** Values shorter than this are not cut. */
const LEAST_CHARS = 8;

/** A text with a value in it. */
interface Placed {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const valueOf = ({ text, start, end }: Placed): string => text.slice(start, end);
const put = ({ text, start, end }: Placed, value: string): string =>
  text.slice(0, start) + value + text.slice(end);

/** The near misses that are made of an example: what is done to its value, and what that gives. */
const MISSES = [
  {
    what: "its value cut in half",
    make: (value: string) => value.slice(0, Math.ceil(value.length / 2)),
  },
  {
    what: "one character of its value dropped",
    make: (value: string) =>
      value.slice(0, Math.floor(value.length / 2)) + value.slice(Math.floor(value.length / 2) + 1),
  },
  {
    what: "more of the same characters behind its value",
    make: (value: string) => value + value.slice(-6),
  },
] as const;

/** Characters of kinds that few values have; one that stands within a match shows that the match takes anything. */
const STRANGE = "\u4e2d";

/** Does anything block that reaches from the value's beginning on? A match elsewhere in the text is not of the value. */
const blocksAt = (
  findings: readonly JudgedFinding[],
  { start }: Placed,
): JudgedFinding | undefined =>
  findings.find(
    ({ blocks, finding: { origin } }) => blocks && origin.start <= start && origin.end > start,
  );

/** Each digit of a value changed, in turn. */
function digitChanges(value: string): string[] {
  return Array.from(value).flatMap((char, at) =>
    /[0-9]/.test(char)
      ? [value.slice(0, at) + String((Number(char) + 1) % 10) + value.slice(at + 1)]
      : [],
  );
}

/** Tries near misses of one pattern's examples. */
class Trial {
  readonly examples: readonly Placed[];
  private readonly scan: (text: string) => readonly JudgedFinding[];

  constructor(pattern: Pattern, ruleset: Ruleset, policy: ScanPolicy) {
    this.scan = (text) => scan(ruleset, policy, text).findings;
    const templates = (pattern.examples ?? []).slice(0, EXAMPLES);
    this.examples = templates.flatMap((template, at) =>
      Array.from({ length: FILLS }, (_, fill) =>
        fillOf(pattern, "examples", at, template, fill + 1),
      )
        .filter((text) => text !== undefined)
        .flatMap((text) => {
          const judged = this.scan(text).find(({ blocks }) => blocks);
          return judged === undefined ? [] : [{ text, ...judged.finding.origin }];
        })
        .filter(({ start, end }) => end - start >= LEAST_CHARS),
    );
  }

  /** Does every example still block with its value made into something else? */
  always(make: (value: string) => string): boolean {
    return (
      this.examples.length > 0 &&
      this.examples.every(
        (example) =>
          blocksAt(this.scan(put(example, make(valueOf(example)))), example) !== undefined,
      )
    );
  }

  /** Does every example still block with some ordinary word in the place of its value? */
  meetsWords(): boolean {
    return (
      this.examples.length > 0 &&
      this.examples.every((example) =>
        ordinaryWords(valueOf(example).length).some(
          (word) => blocksAt(this.scan(put(example, word)), example) !== undefined,
        ),
      )
    );
  }

  /** Does a match of every example reach across a strange character within its value? */
  takesAnything(): boolean {
    return (
      this.examples.length > 0 &&
      this.examples.every((example) => {
        const value = valueOf(example);
        const middle = Math.floor(value.length / 2);
        const text = put(example, value.slice(0, middle) + STRANGE + value.slice(middle));
        const judged = blocksAt(this.scan(text), example);
        return judged !== undefined && judged.finding.origin.end > example.start + middle + 1;
      })
    );
  }

  /** Does every value with a changed digit still block? */
  ignoresDigits(): boolean {
    const changed = this.examples.flatMap((example) =>
      digitChanges(valueOf(example)).map((value) => ({ example, text: put(example, value) })),
    );
    return (
      changed.length > 0 &&
      changed.every(({ example, text }) => blocksAt(this.scan(text), example) !== undefined)
    );
  }
}

/** What near misses of the examples show: remarks, for whether a shape can be narrower is for its author to judge. */
export function nearMissFindings(
  pattern: Pattern,
  index: number,
  ruleset: Ruleset,
  policy: ScanPolicy,
): LintFinding[] {
  const trial = new Trial(pattern, ruleset, policy);
  const place = { index, pattern: pattern.name, kind: "loose", level: "remark" } as const;
  const found: LintFinding[] = [];
  const missed: string[] = MISSES.filter(({ make }) => trial.always(make)).map(({ what }) => what);
  if (trial.takesAnything()) missed.push("a Chinese character within its value");
  const hasLiteral = pattern.prefix !== undefined || pattern.anchor !== undefined;
  if (!hasLiteral && trial.meetsWords()) missed.push("an ordinary word in the place of its value");
  if (missed.length > 0) {
    const problem = `blocks with ${missed.join(", with ")}; where the format has a length, an alphabet, a literal or an end, say so`;
    found.push({ ...place, field: "regex", problem });
  }
  const { validator } = pattern;
  const isChecked =
    validator !== undefined && definesTheThing(validator) && provesItself(validator);
  if (isChecked && trial.ignoresDigits()) {
    const problem = `${validator} refuses no value of which one digit was changed; is the first group what it checks?`;
    found.push({ ...place, field: "validator", problem });
  }
  return found;
}
