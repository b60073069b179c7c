import type { Finding } from "./finding.ts";
import type { NearWords } from "./hotwords.ts";
import type { CompiledExclusion } from "./ruleset.ts";

/** What the exclusions say of a finding: nothing, that it loses score, or that it is none. */
export type ExclusionResult = "none" | "hit" | "suppress-entirely";

function lookUp(exclusion: CompiledExclusion, finding: Finding, near: NearWords): ExclusionResult {
  const { text } = finding.value;
  switch (exclusion.kind) {
    case "exact":
      return exclusion.words.has(text.toLowerCase()) ? "suppress-entirely" : "none";
    case "proximity":
      return near.around(finding, exclusion.words, exclusion.windowBytes) ? "hit" : "none";
    case "value": {
      const match = exclusion.regex.search(text, 0, text.length, { chars: 0 });
      if (match === undefined) return "none";
      return exclusion.suppress ? "suppress-entirely" : "hit";
    }
  }
}

/** Step 10: the strongest word that the pattern's exclusions have on a finding. Canaries know no exclusion. */
export function checkExclusions(finding: Finding, near: NearWords): ExclusionResult {
  if (finding.pattern.category === "canary") return "none";
  let result: ExclusionResult = "none";
  for (const exclusion of finding.pattern.exclusions) {
    const found = lookUp(exclusion, finding, near);
    if (found === "suppress-entirely") return found;
    if (found === "hit") result = found;
  }
  return result;
}
