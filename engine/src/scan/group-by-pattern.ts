import type { Finding } from "./finding.ts";
import type { Detector } from "./ruleset.ts";

/** Findings by their pattern, in the order of the rules: which pattern is met first depends on what was scanned before. */
export function groupByPattern(findings: readonly Finding[]): Finding[][] {
  const groups = new Map<Detector, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.pattern);
    if (group === undefined) groups.set(finding.pattern, [finding]);
    else group.push(finding);
  }
  return [...groups].toSorted(([a], [b]) => a.index - b.index).map(([, group]) => group);
}
