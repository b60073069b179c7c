import { randomBytes } from "node:crypto";
import type { Pattern } from "@weir/schema";
import { sampleOf } from "./rules.ts";

/** The pattern whose example greets whoever starts the agent. */
const SAMPLE_PATTERN = "GitHub Personal Access Token";

/** A made-up text that blocks; undefined where the pattern that offers it is not there. */
export function welcomeSample(patterns: readonly Pattern[]): string | undefined {
  const pattern = patterns.find(
    ({ name, examples }) => name === SAMPLE_PATTERN && examples?.length,
  );
  return pattern === undefined ? undefined : sampleOf(pattern, randomBytes(16).toString("hex"));
}

/** What a person who has just started the agent may want to know. */
export interface Welcome {
  readonly url: string;
  readonly patterns: number;
  /** A made-up text that blocks. */
  readonly sample?: string | undefined;
}

/** A word for a POSIX shell (POSIX.1-2024, 2.2.2). */
const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The lines that `weir run` begins with. */
export function welcomeText({ url, patterns, sample }: Welcome): string {
  const lines = [`weir listens on ${url} with ${patterns} patterns; Ctrl-C stops it`];
  if (sample !== undefined) {
    const body = shellWord(JSON.stringify({ content: sample }));
    lines.push(
      "try a made-up secret:",
      `  curl -s ${url}/api/dlp/scan -H 'Content-Type: application/json' -d ${body}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
