// `npm run bench`: how long a scan takes, beside V8's own regular expressions and re2js over the same patterns.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createContext, Script } from "node:vm";
import { RE2JS } from "re2js";
import { scan } from "@weir/engine";
import { loadCorpus } from "../corpus/load.ts";
import { noise } from "../corpus/noise.ts";
import { agentRuleset, defaultPolicy, shippedPatterns } from "../corpus/shipped-ruleset.ts";
import { hostileTexts } from "./hostile.ts";
import { readmes, sources } from "./package-texts.ts";

type Texts = readonly (readonly [name: string, text: string])[];

const KIB = 1024;
const ROUNDS = 15;
/** The texts that re2js reads, too. */
const RE2_KINDS: ReadonlySet<string> = new Set(["prose", "base64-image", "log", "code"]);

const ruleset = agentRuleset();
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

/** Milliseconds that `run` takes; the thread's processor time is counted in ticks too long for a single scan. */
function elapsedMs(run: () => void): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * The median of interleaved rounds over changing slices of a text, in milliseconds a slice, for each candidate. No candidate meets
 * the slices of the one before it.
 */
function compare(
  text: string,
  chars: number,
  candidates: readonly ((slice: string) => void)[],
): number[] {
  const slices = Math.max(1, Math.floor(text.length / chars));
  const repeats = Math.max(1, Math.min(slices, Math.ceil((64 * KIB) / chars)));
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

const weir = (slice: string): void => void scan(ruleset, defaultPolicy, slice);

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
    .slice(0, 2 * KIB * KIB);

const prose = noise("prose", 1, 2 * KIB * KIB);

/** What applications send: each message a string of JSON. */
const messages = Array.from({ length: KIB }, (_, i) =>
  JSON.stringify({ role: "user", content: prose.slice(i * KIB, (i + 1) * KIB) }),
).join("\n");

const texts: Texts = [
  ...(["prose", "minified", "package-lock", "log", "csv", "base64-image"] as const).map(
    (kind) => [kind, noise(kind, 1, 2 * KIB * KIB)] as const,
  ),
  ["code", noise("references in code", 1, 2 * KIB * KIB)],
  ["chat", benign("chat")],
  ["JSON with strings", messages],
  [".env without secrets", noise("placeholders in .env", 1, 2 * KIB * KIB)],
  ["documentation about keys", benign("docs")],
  ["READMEs of packages", readmes()],
  ["sources of packages", sources()],
];

const accepted = v8Patterns();
const sample = texts.map(([, text]) => text.slice(0, 16 * KIB)).join("\n");
const regexes = bearable(accepted, sample);
const v8 = (slice: string): void => {
  for (const regex of regexes) slice.match(regex);
};

const rows: string[] = [];
for (const [kind, text] of texts) {
  for (const [label, chars] of [
    ["1 KiB", KIB],
    ["4 KiB", 4 * KIB],
    ["64 KiB", 64 * KIB],
  ] as const) {
    // What first scans take has a table of its own.
    for (let at = 0; at + chars <= KIB * KIB; at += chars) weir(text.slice(at, at + chars));
    const [cold = 0, own = 0, peer = 0] = compare(text, chars, [weir, weir, v8]);
    rows.push(
      `| ${kind} | ${label} | ${own.toFixed(3)} ms | ${cold.toFixed(3)} ms | ${(peer / own).toFixed(0)}x |`,
    );
  }
  const [own = 0] = compare(text, KIB * KIB, [weir]);
  rows.push(`| ${kind} | 1 MiB | ${own.toFixed(1)} ms | not run | not run |`);
}

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

const single = texts.map(
  ([kind, text]) =>
    `| ${kind} | ${firstScanMs(text).toFixed(1)} ms | ${secondPasteMs(text).toFixed(2)} ms |`,
);

/** The milliseconds below which a share of the times is. */
const quantile = (rising: readonly number[], share: number): string =>
  (rising[Math.floor(rising.length * share)] ?? 0).toFixed(2);

/** How long pieces of 4 KiB of a text take, each once and then once more, and how many of them less than 1 ms. */
function budgetRows(kind: string, text: string): string[] {
  const pieces = Array.from({ length: Math.floor(text.length / (4 * KIB)) }, (_, i) =>
    text.slice(i * 4 * KIB, (i + 1) * 4 * KIB),
  );
  const own = agentRuleset();
  return ["never seen before", "once more"].map((round) => {
    const times = pieces
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

const hostile = hostileTexts(ruleset, KIB * KIB).map(([name, text]) => {
  const cold = elapsedMs(() => weir(text));
  const warm = elapsedMs(() => weir(text));
  return `| ${name} | ${cold.toFixed(0)} ms | ${warm.toFixed(0)} ms |`;
});
/**
 * How many times longer re2js takes for the same expressions, one after the other; a few slices, since it takes its time. Last:
 * its automata fill the memory that the scans above are measured in.
 */
const re2 = patterns.map(({ regex }) => RE2JS.compile(regex));
const re2Rows = texts
  .filter(([kind]) => RE2_KINDS.has(kind))
  .map(([kind, text]) => {
    const slices = Array.from({ length: 5 }, (_, i) => text.slice(i * KIB, (i + 1) * KIB));
    const time = (run: (slice: string) => void): number =>
      median(slices.map((slice) => elapsedMs(() => run(slice))));
    for (const slice of slices) weir(slice);
    const own = time(weir);
    const peer = time((slice) => {
      for (const each of re2) for (const found = each.matcher(slice); found.find(););
    });
    return `| ${kind} | ${own.toFixed(3)} ms | ${peer.toFixed(0)} ms | ${(peer / own).toFixed(0)}x |`;
  });

const page = `<!-- Made by npm run bench. Times are of one machine; the ratios are what to compare. -->

# How fast

${patterns.length} patterns, Node ${process.version}, medians of ${ROUNDS} interleaved rounds over changing slices.
The last column is how many times longer V8's \`RegExp\` takes, one after the other, for the ${regexes.length} patterns that it accepts,
without any other step of a scan; ${accepted.length - regexes.length} more are left out, with which it does not get through ${Math.ceil(sample.length / KIB)} KiB within a second.

The column before it is the same scan right behind those expressions, which leave nothing of Weir's in the processor's caches.

| text | size | a whole scan | behind other work | V8 per pattern |
|---|---|---|---|---|
${rows.join("\n")}

## Beside re2js, 1 KiB

The same expressions in re2js, a linear engine from npm that takes all of them, one after the other.

| text | a whole scan | re2js per pattern | times |
|---|---|---|---|
${re2Rows.join("\n")}

## Single scans of 4 KiB

The first scan with rules of which nothing was used before, when the program itself is warm: expressions are parsed and their
automata built as texts need them. And a paste behind another one in its session.

| text | the first scan | in a session |
|---|---|---|
${single.join("\n")}

## Pieces of 4 KiB of real text

With rules of which nothing was used before the first piece.

| text | pieces | half take less than | 99 % take less than | less than 1 ms |
|---|---|---|---|---|
${budget.join("\n")}

## Texts made to be slow, 1 MiB each

| text | first time | second time |
|---|---|---|
${hostile.join("\n")}
`;
writeFileSync(join(import.meta.dirname, "../docs/reference/bench.md"), page);
process.stdout.write(page);
