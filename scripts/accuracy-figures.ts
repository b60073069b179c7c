import type { Figures } from "../corpus/baseline.ts";
import { PIECE_CHARS } from "../corpus/false-alarms.ts";
import type { FalseAlarm } from "../corpus/false-alarms.ts";
import { accuracyOf, SPLITS } from "../corpus/measure.ts";
import type { Outcome, Share } from "../corpus/measure.ts";
import type { NoiseKind } from "../corpus/noise.ts";
import type { ExampleFigures } from "../corpus/own-examples.ts";
import type { shippedPatterns } from "../corpus/shipped-ruleset.ts";

/** What was blocked in the noise of one kind. */
export interface NoiseResult {
  readonly theme: string;
  readonly kind: NoiseKind;
  readonly bytes: number;
  readonly alarms: readonly FalseAlarm[];
  /** Pieces in which secretlint reports something. */
  readonly peerAlarms: number;
}

/** What of the cases that are found plain is still found when a trick hides it. */
export interface EvasionResult {
  readonly name: string;
  readonly kept: Share;
  readonly missed: readonly Outcome[];
}

/** Everything that is measured. */
export interface Board {
  readonly patterns: ReturnType<typeof shippedPatterns>;
  readonly fillings: number;
  readonly outcomes: readonly Outcome[];
  /** The same cases, as secretlint judges them. */
  readonly peer: readonly Outcome[];
  readonly noise: readonly NoiseResult[];
  readonly examples: readonly ExampleFigures[];
  readonly evasions: readonly EvasionResult[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
export const bytesOf = (noise: readonly NoiseResult[]): number =>
  sum(noise.map(({ bytes }) => bytes));
export const alarmsOf = (noise: readonly NoiseResult[]): number =>
  sum(noise.map(({ alarms }) => alarms.length));
export const peerAlarmsOf = (noise: readonly NoiseResult[]): number =>
  sum(noise.map(({ peerAlarms }) => peerAlarms));

/** What outcomes are counted together by. */
export type KeyOf = (outcome: Outcome) => string | undefined;

/** A case's category; what is wrongly blocked counts for the category of the pattern that blocked it. */
export const categoryOf = ({ patterns }: Board): KeyOf => {
  const categories = new Map<string, string | undefined>(
    patterns.map(({ name, category }) => [name, category]),
  );
  return ({ kind, case: each, patternName }) =>
    kind === "must-trigger" ? each.category : categories.get(patternName);
};

export const settingOf: KeyOf = (outcome) => outcome.case.setting;

/** Outcomes by key, those with the lowest recall first; keys of benign texts alone stand last. */
export function grouped(outcomes: readonly Outcome[], keyOf: KeyOf) {
  const keyed = Array.from(Map.groupBy(outcomes, keyOf), ([key, group]) => ({
    key: key ?? "",
    ...accuracyOf(group),
  }));
  return keyed
    .filter(({ key }) => key !== "")
    .toSorted(
      (a, b) =>
        Number(a.recall.total === 0) - Number(b.recall.total === 0) ||
        a.recall.share - b.recall.share ||
        a.key.localeCompare(b.key),
    );
}

/** The figures that are compared from release to release. */
export function figuresOf(board: Board): Figures {
  const { outcomes, noise, evasions } = board;
  const halves = SPLITS.flatMap((half): [string, number][] => {
    const accuracy = accuracyOf(outcomes.filter(({ split }) => split === half));
    return [
      [`precision, ${half} half`, accuracy.precision.share],
      [`recall, ${half} half`, accuracy.recall.share],
      [`F1, ${half} half`, accuracy.f1.share],
      [`benign texts blocked, ${half} half`, accuracy.falsePositives.share],
    ];
  });
  const positives = outcomes.filter(({ kind }) => kind === "must-trigger");
  const recall = (name: string, keyOf: KeyOf): [string, number][] =>
    grouped(positives, keyOf).map((group) => [`recall, ${name} ${group.key}`, group.recall.share]);
  const all: [string, number][] = [
    ...halves,
    ...recall("category", categoryOf(board)),
    ...recall("setting", settingOf),
    ["share of noise blocked", (alarmsOf(noise) * PIECE_CHARS) / bytesOf(noise)],
    ...evasions.map(({ name, kept }): [string, number] => [
      `kept when hidden, ${name}`,
      kept.share,
    ]),
  ];
  return Object.fromEntries(all.map(([figure, share]) => [figure, Number(share.toFixed(4))]));
}
