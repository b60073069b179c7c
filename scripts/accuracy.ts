// `npm run accuracy`: how often the shipped rules are right, over the corpora of this repository and over generated noise.
// With `--release` the figures become those that later runs are compared with.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { readBaseline, writeBaseline } from "../corpus/baseline.ts";
import { EVASIONS, isCaught } from "../corpus/evasions.ts";
import { falseAlarms, noisePieces } from "../corpus/false-alarms.ts";
import { scanCorpus, shareOf, SPLITS } from "../corpus/measure.ts";
import type { Outcome } from "../corpus/measure.ts";
import { NOISE_THEMES } from "../corpus/noise.ts";
import type { NoiseKind } from "../corpus/noise.ts";
import { scanExamples } from "../corpus/own-examples.ts";
import { peerBlocks } from "../corpus/peer.ts";
import { defaultPolicy, shippedPatterns, shippedRuleset } from "../corpus/shipped-ruleset.ts";
import { figuresOf } from "./accuracy-figures.ts";
import type { Board, EvasionResult, NoiseResult } from "./accuracy-figures.ts";
import { accuracyPage } from "./accuracy-page.ts";

const FILLINGS = 5;
const NOISE_SEED = 7;
const NOISE_CHARS = 1_000_000;
const WELL_KEPT = 0.98;

const root = join(import.meta.dirname, "..");
const ruleset = shippedRuleset();
const patterns = shippedPatterns();

const countOf = async (texts: readonly string[]): Promise<number> => {
  let count = 0;
  for (const text of texts) count += Number(await peerBlocks(text));
  return count;
};

async function measureNoise(theme: string, kind: NoiseKind): Promise<NoiseResult> {
  const pieces = noisePieces(kind, NOISE_SEED, NOISE_CHARS);
  const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const alarms = falseAlarms(ruleset, defaultPolicy, pieces);
  return { theme, kind, bytes, alarms, peerAlarms: await countOf(pieces) };
}

async function peerOutcomes(outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const judged: Outcome[] = [];
  for (const outcome of outcomes) {
    const blocked = await peerBlocks(outcome.case.text(outcome.seed));
    judged.push({ ...outcome, blocked, patternName: "" });
  }
  return judged;
}

/** For each trick, what is still found of the cases that are found plain. */
function measureEvasions(outcomes: readonly Outcome[]): EvasionResult[] {
  const found = outcomes.filter(
    ({ kind, blocked, seed }) => kind === "must-trigger" && blocked && seed === 0,
  );
  const filled = found.map((outcome) => ({ outcome, filled: outcome.case.filled(0) }));
  return EVASIONS.map(({ name, hide }) => {
    const missed = filled
      .filter((each) => !isCaught(ruleset, defaultPolicy, hide(each.filled)))
      .map(({ outcome }) => outcome);
    return { name, kept: shareOf(found.length - missed.length, found.length), missed };
  });
}

async function measure(): Promise<Board> {
  const outcomes = SPLITS.flatMap((split) => scanCorpus(ruleset, defaultPolicy, split, FILLINGS));
  const noise: NoiseResult[] = [];
  for (const [theme, kinds] of NOISE_THEMES) {
    for (const kind of kinds) noise.push(await measureNoise(theme, kind));
  }
  return {
    patterns,
    fillings: FILLINGS,
    outcomes,
    peer: await peerOutcomes(outcomes),
    noise,
    examples: scanExamples(ruleset, defaultPolicy, patterns, FILLINGS),
    evasions: measureEvasions(outcomes),
  };
}

/** What whoever tunes the rules has to see and the page does without: the tuning half's cases, and noise. */
function* details({ evasions, noise }: Board): Generator<string> {
  for (const { name, kept, missed } of evasions) {
    if (kept.share >= WELL_KEPT) continue;
    const ids = missed.filter(({ split }) => split === "tune").map((outcome) => outcome.case.id);
    yield `missed when hidden, ${name}: ${ids.join(" ")}`;
  }
  for (const { kind, alarms } of noise) {
    for (const { patternName, excerpt } of alarms.slice(0, 3)) {
      yield `blocked in ${kind}, ${patternName}: ${excerpt}`;
    }
  }
}

const board = await measure();
if (process.argv.includes("--release")) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  writeBaseline({ version, figures: figuresOf(board) });
}
const page = accuracyPage(board, readBaseline());
writeFileSync(join(root, "docs/reference/accuracy.md"), page);
process.stdout.write(`${page}\n${[...details(board)].join("\n")}\n`);
