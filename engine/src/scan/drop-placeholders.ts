import { judgesMixture } from "../validators/validate.ts";
import { benignSigns } from "./benign-signs.ts";
import type { BenignSigns } from "./benign-signs.ts";
import { indexContributors } from "./contributors.ts";
import type { Finding } from "./finding.ts";
import { memoise } from "./memoise.ts";

/** Is the value of a pattern that names what it finds benign by its shape: an example's credentials, an address, a paper's number? */
function isOrdinary({ pattern }: Finding, signs: BenignSigns): boolean {
  const { category, validator } = pattern;
  if ((category === "pii" || category === "payments") && signs.isExplained()) return true;
  if (signs.isStock()) return true;
  // Addresses that matter by themselves have patterns of their own.
  const isNamed = validator !== undefined && judgesMixture(validator);
  return isNamed && signs.isNameOrAddress();
}

/** Is the value benign by what stands before it or by how it is encrypted? Shapes that say what they are know no such excuse. */
function isHarmless(finding: Finding, signs: BenignSigns): boolean {
  const { pattern, confirmed } = finding;
  if (pattern.category === "pii" && (signs.isCounted() || signs.isInRow())) return true;
  // English words are a phrase by their checksum alone, and the patterns that ask for it have judged them.
  if (pattern.validator === undefined && signs.isEnglish()) return true;
  if (signs.isShown()) return true;
  if (pattern.scoreWeight >= 2 || confirmed) return false;
  return isOrdinary(finding, signs) || signs.isPublic();
}

/**
 * Step 7: drops findings whose value is a placeholder's shape, except where a checksum confirmed the value, and those
 * whose value is public by its name or encrypted. A canary is neither.
 */
export function dropPlaceholders(findings: readonly Finding[]): Finding[] {
  const contributorsOf = memoise(indexContributors);
  const signsOf = benignSigns();
  return findings.filter((finding) => {
    const { value, pattern, confirmed, section } = finding;
    if (pattern.category === "canary") return true;
    const signs = signsOf(finding);
    const isNarrow = pattern.scoreWeight >= 2;
    if (!confirmed && (isNarrow ? signs.isNarrowPlaceholder() : signs.isPlaceholder()))
      return false;
    if (pattern.validator === "email") return !contributorsOf(section.text)(value.start);
    return !isHarmless(finding, signs);
  });
}
