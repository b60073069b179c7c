import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("./baseline.json", import.meta.url);

/** Shares and rates of one state of the rules, by what they measure. */
export type Figures = Readonly<Record<string, number>>;

/** The figures of the last release. */
export interface Baseline {
  readonly version: string;
  readonly figures: Figures;
}

export const readBaseline = (): Baseline => JSON.parse(readFileSync(file, "utf8")) as Baseline;

export function writeBaseline(baseline: Baseline): void {
  writeFileSync(file, `${JSON.stringify(baseline, undefined, 2)}\n`);
}

/** A figure that is not what it was; `undefined` where there was or is none. */
export interface Change {
  readonly figure: string;
  readonly before: number | undefined;
  readonly now: number | undefined;
}

/** The figures that differ by more than the last digit shown. */
export function changes(before: Figures, now: Figures): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .map((figure) => ({ figure, before: before[figure], now: now[figure] }))
    .filter((change) => Math.abs((change.before ?? -1) - (change.now ?? -1)) >= 0.0005);
}
