import type { PlacedFinding } from "./scan-input.ts";

/** `FILE:LINE:COLUMN: PATTERN (severity, score N)`; a finding that does not block says why. */
export function findingLine(file: string, { start, judged }: PlacedFinding): string {
  const { finding, severity, score, threshold, blocks } = judged;
  const reason = score >= threshold ? "no hotword near" : `below ${threshold}`;
  const state = blocks ? "" : `, does not block: ${reason}`;
  return `${file}:${start.line}:${start.column}: ${finding.pattern.name} (${severity}, score ${score}${state})`;
}

const row = (name: string, value: number, note: string): string =>
  `    ${name.padEnd(14)}${String(value).padStart(5)}${note === "" ? "" : `   ${note}`}\n`;

/** The terms of a finding's score, one to a line. */
export function explainTerms({ judged }: PlacedFinding): string {
  const { finding, terms, entropyBits, score, threshold, severity } = judged;
  const { entropyMin, requireHotword } = finding.pattern;
  const floor = entropyMin === 0 ? "no floor" : `floor ${entropyMin.toFixed(2)}`;
  const confirmed = finding.confirmed && entropyMin !== 0 ? ", confirmed by its check digits" : "";
  return [
    row("score_weight", terms.scoreWeight, ""),
    row("hotword", terms.hotword, requireHotword ? "must be near" : ""),
    row("entropy", terms.entropy, `${entropyBits.toFixed(2)} bits, ${floor}${confirmed}`),
    row("exclusion", terms.exclusion, ""),
    row("multi_match", terms.multiMatch, ""),
    row("= score", score, `threshold ${threshold} (${severity})`),
  ].join("");
}

/** A finding for programs: its place, its pattern and, where asked, how its score came about. Never the value. */
export function findingRecord(file: string, found: PlacedFinding, explains: boolean): object {
  const { start, end, judged } = found;
  const { terms } = judged;
  return {
    file,
    line: start.line,
    column: start.column,
    end_line: end.line,
    end_column: end.column,
    pattern_name: judged.finding.pattern.name,
    severity: judged.severity,
    score: judged.score,
    blocked: judged.blocks,
    ...(explains
      ? {
          threshold: judged.threshold,
          entropy_bits: judged.entropyBits,
          entropy_floor: judged.finding.pattern.entropyMin,
          terms: {
            score_weight: terms.scoreWeight,
            hotword: terms.hotword,
            entropy: terms.entropy,
            exclusion: terms.exclusion,
            multi_match: terms.multiMatch,
          },
        }
      : {}),
  };
}
