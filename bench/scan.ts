// `npm run bench`: how long a scan takes, beside the same rules in TypeScript alone, V8's own regular expressions and re2js over
// the same patterns, and beside the last run; about a minute. `-- --full` takes a quarter of an hour: more texts and sizes, first
// scans, hostile texts, and Hyperscan where it is installed (Debian: libhyperscan-dev, gcc).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { createContext, Script } from "node:vm";
import { assemblyMemory, compileRuleset, scan } from "@weir/engine";
import type { Pattern } from "@weir/schema";
import { loadCorpus } from "../corpus/load.ts";
import { noise } from "../corpus/noise.ts";
import {
  agentRuleset,
  defaultPolicy,
  shippedExclusions,
  shippedPatterns,
  shippedRuleset,
} from "../corpus/shipped-ruleset.ts";
import { hostileTexts } from "./hostile.ts";
import { readmes, sources } from "./package-texts.ts";
import { besideHyperscan, besideRe2 } from "./scan-peers.ts";
import { median } from "./server-process.ts";
import { elapsedMs, lastRatios, scanOf } from "./timing.ts";
import type { Candidate, Texts } from "./timing.ts";

const { full } = parseArgs({ options: { full: { type: "boolean", default: false } } }).values;

const KIB = 1024;
const TEXT_CHARS = 2 * KIB * KIB;
const ROUNDS = full ? 15 : 9;
/** Characters that each candidate reads in a round. */
const ROUND_CHARS = (full ? 64 : 32) * KIB;
const SIZES = [
  ["1 KiB", KIB],
  ["4 KiB", 4 * KIB],
  ...(full ? [["64 KiB", 64 * KIB] as const] : []),
] as const;
/** The texts that re2js reads, too. */
const RE2_KINDS: ReadonlySet<string> = new Set(["prose", "sources of packages", "base64-image"]);
const PAGE = join(import.meta.dirname, "../docs/reference/bench.md");

const ruleset = agentRuleset();
const plain = shippedRuleset();
const patterns = shippedPatterns();

/** The patterns as V8 understands them: RE2's leading `(?i)` is a flag there. What V8 refuses is left out and counted. */
function v8Patterns(): RegExp[] {
  return patterns.flatMap(({ regex }) => {
    const isFolded = regex.startsWith("(?i)");
    try {
      return [new RegExp(isFolded ? regex.slice(4) : regex, isFolded ? "gi" : "g")];
    } catch {
      return [];
    }
  });
}

/**
 * The median of interleaved rounds over changing slices of a text, in milliseconds a slice, for each candidate. No candidate meets
 * the slices of the one before it.
 */
function compare(text: string, chars: number, candidates: readonly Candidate[]): number[] {
  const slices = Math.max(1, Math.floor(text.length / chars));
  const repeats = Math.max(1, Math.min(slices, Math.ceil(ROUND_CHARS / chars)));
  const times = candidates.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, run] of candidates.entries()) {
      const ms = elapsedMs(() => {
        for (let n = 0; n < repeats; n++) {
          const start = (((round + i) * repeats + n) % slices) * chars;
          run(text.slice(start, start + chars));
        }
      });
      times[i]?.push(ms / repeats);
    }
  }
  return times.map(median);
}

const weir = scanOf(ruleset);
const inTypeScript = scanOf(plain);

/** Those with which V8 gets through a text within a second: it takes exponential time with some. */
function bearable(candidates: readonly RegExp[], text: string): RegExp[] {
  const attempt = new Script("text.match(regex)");
  return candidates.filter((regex) => {
    try {
      attempt.runInContext(createContext({ text, regex }), { timeout: 1000 });
      return true;
    } catch {
      return false;
    }
  });
}

/** The benign texts of one setting, repeated. */
const benign = (setting: string): string =>
  loadCorpus("must-not-trigger", "tune")
    .filter((each) => each.setting === setting)
    .map((each) => each.text(0))
    .join("\n\n")
    .repeat(KIB)
    .slice(0, TEXT_CHARS);

const prose = noise("prose", 1, TEXT_CHARS);

/** What applications send: each message a string of JSON. */
const messages = (): string =>
  Array.from({ length: KIB }, (_, i) =>
    JSON.stringify({ role: "user", content: prose.slice(i * KIB, (i + 1) * KIB) }),
  ).join("\n");

const otherScripts = (): string =>
  (["prose, Russian", "prose, Chinese", "prose, Japanese", "prose, Hindi"] as const)
    .map((kind) => noise(kind, 1, TEXT_CHARS / 4))
    .join("");

const usual: Texts = [
  ["prose", prose],
  ["sources of packages", sources()],
  ["base64-image", noise("base64-image", 1, TEXT_CHARS)],
  ["other scripts", otherScripts()],
];

const further = (): Texts => [
  ...(["minified", "package-lock", "log", "csv"] as const).map(
    (kind) => [kind, noise(kind, 1, TEXT_CHARS)] as const,
  ),
  ["code", noise("references in code", 1, TEXT_CHARS)],
  ["chat", benign("chat")],
  ["JSON with strings", messages()],
  [".env without secrets", noise("placeholders in .env", 1, TEXT_CHARS)],
  ["documentation about keys", benign("docs")],
  ["READMEs of packages", readmes()],
];

const texts: Texts = [...usual, ...(full ? further() : [])];

const last = lastRatios(existsSync(PAGE) ? readFileSync(PAGE, "utf8") : "");

const accepted = v8Patterns();
const sample = texts.map(([, text]) => text.slice(0, 16 * KIB)).join("\n");
const regexes = bearable(accepted, sample);
const v8: Candidate = (slice) => {
  for (const regex of regexes) slice.match(regex);
};

function scanRow(kind: string, text: string, label: string, chars: number): string {
  // What first scans take has a table of its own.
  for (let at = 0; at + chars <= TEXT_CHARS / 2; at += chars) {
    weir(text.slice(at, at + chars));
    inTypeScript(text.slice(at, at + chars));
  }
  const [cold = 0, own = 0, typeScript = 0, peer = 0] = compare(text, chars, [
    weir,
    weir,
    inTypeScript,
    v8,
  ]);
  const before = last.get(`${kind} ${label}`);
  const change = before === undefined ? "" : ` ${(peer / own / before).toFixed(2)}x`;
  const times = [own, cold, typeScript].map((ms) => `${ms.toFixed(3)} ms`).join(" | ");
  return `| ${kind} | ${label} | ${times} | ${(peer / own).toFixed(0)}x |${change} |`;
}

const rows = texts.flatMap(([kind, text]) => [
  ...SIZES.map(([label, chars]) => scanRow(kind, text, label, chars)),
  ...(full
    ? [
        `| ${kind} | 1 MiB | ${(compare(text, KIB * KIB, [weir])[0] ?? 0).toFixed(1)} ms | | | not run | |`,
      ]
    : []),
]);

/** The milliseconds below which a share of the times is. */
const quantile = (rising: readonly number[], share: number): string =>
  (rising[Math.floor(rising.length * share)] ?? 0).toFixed(2);

/**
 * How long pieces of 4 KiB of a text take, and how many of them less than 1 ms: each once, the first half of them with rules of
 * which nothing was used before, and all of them once more.
 */
function budgetRows(kind: string, text: string): string[] {
  const pieces = Array.from({ length: Math.floor(text.length / (4 * KIB)) }, (_, i) =>
    text.slice(i * 4 * KIB, (i + 1) * 4 * KIB),
  );
  const own = agentRuleset();
  const half = Math.floor(pieces.length / 2);
  const rounds = [
    ["new, with rules just loaded", pieces.slice(0, half)],
    ["new, behind these", pieces.slice(half)],
    ["once more", pieces],
  ] as const;
  return rounds.map(([round, some]) => {
    const times = some
      .map((piece) => elapsedMs(() => void scan(own, defaultPolicy, piece)))
      .toSorted((a, b) => a - b);
    const within = times.filter((ms) => ms < 1).length / times.length;
    return `| ${kind}, ${round} | ${times.length} | ${quantile(times, 0.5)} ms | ${quantile(times, 0.99)} ms | ${(100 * within).toFixed(1)} % |`;
  });
}

const budget = [
  ...budgetRows("READMEs of packages", readmes()),
  ...budgetRows("sources of packages", sources()),
];

/** Milliseconds of the first scan with a ruleset of which nothing was used before, the least of some. */
function firstScanMs(text: string): number {
  const times = Array.from({ length: 5 }, (_, i) => {
    const fresh = agentRuleset();
    const slice = text.slice(i * 4 * KIB, (i + 1) * 4 * KIB);
    return elapsedMs(() => void scan(fresh, defaultPolicy, slice));
  });
  return Math.min(...times);
}

/** Milliseconds of a paste of 4 KiB that follows another one in its session. */
function secondPasteMs(text: string): number {
  const { tail } = scan(ruleset, defaultPolicy, text.slice(0, 4 * KIB));
  const times = Array.from({ length: ROUNDS }, (_, i) => {
    const slice = text.slice((i + 1) * 4 * KIB, (i + 2) * 4 * KIB);
    return elapsedMs(() => void scan(ruleset, defaultPolicy, slice, { tail }));
  });
  return median(times);
}

function singleScans(): string {
  const single = texts.map(
    ([kind, text]) =>
      `| ${kind} | ${firstScanMs(text).toFixed(1)} ms | ${secondPasteMs(text).toFixed(2)} ms |`,
  );
  return `
## Single scans of 4 KiB

The first scan with rules of which nothing was used before, when the program itself is warm: expressions are parsed and their
automata built as texts need them. And a paste behind another one in its session.

| text | the first scan | in a session |
|---|---|---|
${single.join("\n")}
`;
}

function hostileScans(): string {
  const hostile = hostileTexts(ruleset, KIB * KIB).map(([name, text]) => {
    const cold = elapsedMs(() => weir(text));
    const warm = elapsedMs(() => weir(text));
    return `| ${name} | ${cold.toFixed(0)} ms | ${warm.toFixed(0)} ms |`;
  });
  return `
## Texts made to be slow, 1 MiB each

| text | first time | second time |
|---|---|---|
${hostile.join("\n")}
`;
}

const re2Texts = texts.filter(([kind]) => RE2_KINDS.has(kind));
const asciiTexts = usual.filter(([kind]) => kind !== "other scripts");
const few = (some: readonly Pattern[]): Candidate =>
  scanOf(compileRuleset(some, shippedExclusions(), assemblyMemory()));

const parts = [
  ...(full
    ? [singleScans(), hostileScans(), await besideHyperscan(patterns, few, asciiTexts, ROUNDS)]
    : []),
  // Last: its automata fill the memory that the scans above are measured in.
  besideRe2(patterns, weir, re2Texts, full ? 5 : 3),
];

const page = `<!-- Made by npm run bench${full ? " -- --full" : ""}. Times are of one machine; the ratios are what to compare. -->

# How fast

${patterns.length} patterns, Node ${process.version}, medians of ${ROUNDS} interleaved rounds over changing slices.
"Behind other work" is a scan right behind those expressions of V8, which leave nothing of Weir's in the processor's caches. "V8" is how
many times longer V8's \`RegExp\` takes, one after the other, for the ${regexes.length} patterns that it accepts, without any other step of a
scan; ${accepted.length - regexes.length} more are left out, with which it does not get through ${Math.ceil(sample.length / KIB)} KiB within a second. The last column is that ratio against the one of
the run before: above 1, Weir has become faster.

| text | size | a whole scan | behind other work | TypeScript alone | V8 | since |
|---|---|---|---|---|---|---|
${rows.join("\n")}

## Pieces of 4 KiB of real text

Each in turn, once; automata are built as texts need them.

| text | pieces | half take less than | 99 % take less than | less than 1 ms |
|---|---|---|---|---|
${budget.join("\n")}
${parts.join("")}`;
writeFileSync(PAGE, page);
process.stdout.write(page);
