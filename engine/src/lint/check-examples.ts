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

/** Do the fillings of a template hold something that the pattern finds, whether it blocks or not? */
const isFound = (pattern: Pattern, at: number, setting: LintSetting): boolean => {
  // How many there must be is for an override to say.
  const ruleset = compileAlone({ ...pattern, min_matches: 1 }, setting);
  const text = fillOf(pattern, "examples", at, pattern.examples?.[at] ?? "") ?? "";
  return scan(ruleset, setting.policy, text).findings.length > 0;
};

/**
 * A fault of a template that an override has from the shipped pattern. What blocks is the override's to change, so that this is
 * a remark; what is to be found is not.
 */
function inheritedFault(
  pattern: Pattern,
  at: number,
  fault: Pick<LintFinding, "kind" | "problem">,
  setting: LintSetting,
): Pick<LintFinding, "kind" | "level" | "problem"> {
  if (fault.kind === "example" && !isFound(pattern, at, setting))
    return {
      kind: "example",
      level: "fault",
      problem: "of the shipped pattern is no longer found",
    };
  const problem = `of the shipped pattern ${fault.problem}, as this entry has it`;
  return { kind: fault.kind, level: "remark", problem };
}

/** What one pattern's templates do, scanned with the pattern alone; `shipped` is the one that it overrides. */
export function exampleFindings(
  pattern: Pattern,
  index: number,
  ruleset: Ruleset,
  setting: LintSetting,
  shipped?: Pattern,
): LintFinding[] {
  const { policy } = setting;
  return (["examples", "counter_examples"] as const).flatMap((list) =>
    [...(pattern[list] ?? []).entries()].flatMap(([at, template]): LintFinding[] => {
      const fault = templateFault(pattern, list, at, { ruleset, policy });
      if (fault === undefined) return [];
      const place = { index, pattern: pattern.name, field: `${list}[${at}]` };
      const isInherited = shipped?.[list]?.includes(template) === true;
      const told = isInherited ? inheritedFault(pattern, at, fault, setting) : fault;
      return [{ ...place, level: "fault", ...told }];
    }),
  );
}

/**
 * Fills every example and counter-example several times and scans each with its pattern alone, by way of its own prefix,
 * anchor or hotwords: examples must block, counter-examples must not. Tells each template that does otherwise once.
 */
export function lintExamples(patterns: readonly Pattern[], setting: LintSetting): LintFinding[] {
  return patterns.flatMap((pattern, index) =>
    exampleFindings(pattern, index, compileAlone(pattern, setting), setting),
  );
}
