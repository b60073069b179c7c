import type { Exclusion, Pattern } from "@weir/schema";
import { seededRandom } from "../sample/random.ts";
import { fillTemplate, TemplateError } from "../sample/template.ts";
import { compileRuleset } from "../scan/ruleset.ts";
import type { Ruleset } from "../scan/ruleset.ts";
import { scan } from "../scan/scan.ts";
import type { ScanPolicy } from "../scan/score.ts";
import type { LintFinding } from "./finding.ts";

/** How often each template is filled anew. */
const FILLS = 5;

type TemplateList = "examples" | "counter_examples";

/** The exclusions and the policy that patterns are tried with. */
export interface LintSetting {
  readonly exclusions: readonly Exclusion[];
  readonly policy: ScanPolicy;
}

/** A pattern compiled alone, with the exclusions that apply to it. */
export function compileAlone(pattern: Pattern, { exclusions }: LintSetting): Ruleset {
  const own = exclusions.filter(
    ({ applies_to }) => applies_to === "*" || applies_to === pattern.name,
  );
  return compileRuleset([pattern], own);
}

/** One filling of a template, the same each time; undefined where its generators refuse their arguments. */
export function fillOf(
  { name }: Pattern,
  list: TemplateList,
  at: number,
  template: string,
  fill = 1,
): string | undefined {
  try {
    return fillTemplate(template, seededRandom(`${name}:${list}:${at}:${fill}`));
  } catch (error) {
    if (error instanceof TemplateError || error instanceof RangeError) return undefined;
    throw error;
  }
}

const WRONG = {
  examples: ["example", "does not block"],
  counter_examples: ["counter_example", "blocks"],
} as const;

/** What is wrong with one template, scanned with its pattern alone; undefined where nothing is. */
function templateFault(
  pattern: Pattern,
  list: TemplateList,
  at: number,
  scanner: { readonly ruleset: Ruleset; readonly policy: ScanPolicy },
): Pick<LintFinding, "kind" | "problem"> | undefined {
  const template = pattern[list]?.[at] ?? "";
  for (let fill = 1; fill <= FILLS; fill++) {
    const text = fillOf(pattern, list, at, template, fill);
    if (text === undefined) {
      return { kind: "template", problem: "can't be filled; check its generators' arguments" };
    }
    if (scan(scanner.ruleset, scanner.policy, text).blocked === (list === "examples")) continue;
    const [kind, does] = WRONG[list];
    return { kind, problem: `${does} (fill ${fill})` };
  }
  return undefined;
}

/** What one pattern's templates do, scanned with the pattern alone. */
export function exampleFindings(
  pattern: Pattern,
  index: number,
  ruleset: Ruleset,
  policy: ScanPolicy,
): LintFinding[] {
  return (["examples", "counter_examples"] as const).flatMap((list) =>
    [...(pattern[list] ?? []).keys()].flatMap((at): LintFinding[] => {
      const fault = templateFault(pattern, list, at, { ruleset, policy });
      const place = { index, pattern: pattern.name, field: `${list}[${at}]` };
      return fault === undefined ? [] : [{ ...place, level: "fault", ...fault }];
    }),
  );
}

/**
 * Fills every example and counter-example several times and scans each with its pattern alone, by way of its own prefix,
 * anchor or hotwords: examples must block, counter-examples must not. Tells each template that does otherwise once.
 */
export function lintExamples(patterns: readonly Pattern[], setting: LintSetting): LintFinding[] {
  return patterns.flatMap((pattern, index) =>
    exampleFindings(pattern, index, compileAlone(pattern, setting), setting.policy),
  );
}
