import { CATEGORIES } from "@weir/schema";
import type { Pattern } from "@weir/schema";

/** The reference page of the shipped patterns, in Markdown, by category. */
export function patternReference(patterns: readonly Pattern[]): string {
  const sections = CATEGORIES.flatMap((category) => {
    const rows = patterns
      .filter((pattern) => pattern.category === category)
      .toSorted((a, b) => a.name.localeCompare(b.name, "en"))
      .map(
        ({ name, severity, source = "" }) =>
          `| ${name} | ${severity} | ${source.replaceAll("|", "\\|")} |`,
      );
    if (rows.length === 0) return [];
    return [
      `\n## ${category} (${rows.length})\n\n| name | severity | documented in |\n|---|---|---|\n${rows.join("\n")}\n`,
    ];
  });
  return `<!-- Made by scripts/generate.ts from rules/source/*.json. -->

# Patterns

${patterns.length} patterns in ${sections.length} categories. \`weir rules show NAME\` prints one whole, \`weir rules sample NAME\` a made-up
value that it finds.
${sections.join("")}`;
}
