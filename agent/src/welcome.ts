import { randomBytes } from "node:crypto";
import { fillTemplate, seededRandom } from "@weir/engine";

/** What greets whoever starts the agent: the name of a pattern, and a text that it blocks. */
const SAMPLE = { pattern: "GitHub Personal Access Token", template: "ghp_{base62:36}" } as const;

/** A made-up text that blocks; undefined where the rules lack the pattern that it is made for. */
export function welcomeSample(patterns: readonly { readonly name: string }[]): string | undefined {
  return patterns.some(({ name }) => name === SAMPLE.pattern)
    ? fillTemplate(SAMPLE.template, seededRandom(randomBytes(16).toString("hex")))
    : undefined;
}

/** What a person who has just started the agent may want to know. */
export interface Welcome {
  readonly url: string;
  readonly patterns: number;
  /** A made-up text that blocks. */
  readonly sample?: string | undefined;
}

/** The lines that `weir run` begins with. */
export function welcomeText({ url, patterns, sample }: Welcome): string {
  const lines = [`weir listens on ${url} with ${patterns} patterns; Ctrl-C stops it`];
  if (sample !== undefined) {
    const body = `'${JSON.stringify({ content: sample })}'`;
    lines.push(
      "try a made-up secret:",
      `  curl -s ${url}/api/dlp/scan -H 'Content-Type: application/json' -d ${body}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
