import { compileRuleset, fillTemplate, scan, seededRandom, TemplateError } from "@weir/engine";
import type { Ruleset, ScanPolicy } from "@weir/engine";
import type { Exclusion, Pattern } from "@weir/schema";
import { errorClass } from "../errors.ts";

/** How often each template is filled anew. */
const FILLS = 5;

interface Expectation {
  readonly list: "examples" | "counter_examples";
  readonly templates: readonly string[];
  readonly blocks: boolean;
}

/** What is wrong with one template; undefined where every fill does as it should. */
function templateFault(
  ruleset: Ruleset,
  policy: ScanPolicy,
  { template, seed, blocks }: { template: string; seed: string; blocks: boolean },
): string | undefined {
  for (let fill = 1; fill <= FILLS; fill++) {
    let text: string;
    try {
      text = fillTemplate(template, seededRandom(`${seed}:${fill}`));
    } catch (error) {
      if (error instanceof TemplateError || error instanceof RangeError) {
        return `can't be filled (${errorClass(error)}); check its generators' arguments`;
      }
      throw error;
    }
    if (scan(ruleset, policy, text).blocked !== blocks) {
      return blocks ? `does not block (fill ${fill})` : `blocks (fill ${fill})`;
    }
  }
  return undefined;
}

/**
 * Fills every example and counter-example several times and scans each with its pattern alone: examples must block,
 * counter-examples must not. Answers one line for each template that does otherwise, never what it was filled with.
 */
export function checkExamples(
  patterns: readonly Pattern[],
  exclusions: readonly Exclusion[],
  policy: ScanPolicy,
): string[] {
  const faults: string[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const { name } = pattern;
    const own = exclusions.filter(({ applies_to }) => applies_to === "*" || applies_to === name);
    const ruleset = compileRuleset([pattern], own);
    const expectations: readonly Expectation[] = [
      { list: "examples", templates: pattern.examples ?? [], blocks: true },
      { list: "counter_examples", templates: pattern.counter_examples ?? [], blocks: false },
    ];
    for (const { list, templates, blocks } of expectations) {
      for (const [at, template] of templates.entries()) {
        const seed = `${name}:${list}:${at}`;
        const fault = templateFault(ruleset, policy, { template, seed, blocks });
        if (fault !== undefined)
          faults.push(`patterns[${index}] "${name}" ${list}[${at}]: ${fault}`);
      }
    }
  }
  return faults;
}
