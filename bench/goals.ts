// `npm run bench:goals`: the engine beside the goals that were set for it, met or not, in one run of a few minutes.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Pattern } from "@weir/schema";
import {
  assemblyMemory,
  CANARY_PREFIX,
  compileRuleset,
  indexRules,
  prepareRules,
  rulesetOf,
  scan,
  seededRandom,
  withCanaries,
  withPatterns,
} from "@weir/engine";
import type { Ruleset } from "@weir/engine";
import { noise } from "../corpus/noise.ts";
import {
  agentRuleset,
  defaultPolicy,
  shippedExclusions,
  shippedPatterns,
  shippedRuleset,
} from "../corpus/shipped-ruleset.ts";
import { hostileTexts } from "./hostile.ts";
import { besideConstant } from "./http-load.ts";
import { denseTexts, newTexts } from "./new-texts.ts";
import { sources } from "./package-texts.ts";
import { KIB, measure, ROUNDS, slicesOf } from "./interleaved.ts";
import type { Candidate } from "./interleaved.ts";
import { median } from "./server-process.ts";

const CONNECTIONS = 16;

const patterns = shippedPatterns();
const shipped = agentRuleset();
const prose = noise("prose", 1, 2 * KIB * KIB);
const code = sources();

/** So many letters drawn by chance. */
const lettersOf = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join("");

/** The shipped patterns and made-up ones beside them, each with a prefix of its own. */
function manyPatterns(count: number): Ruleset {
  const random = seededRandom("many patterns");
  const [first] = patterns;
  if (first === undefined) throw new Error("no patterns are shipped");
  const more = Array.from({ length: count - patterns.length }, (_, i): Pattern => {
    const prefix = `${lettersOf(random, 4)}_`;
    const regex = `${prefix}[A-Za-z0-9]{32}`;
    return { ...first, name: `Made Up ${i}`, prefix, regex, hotwords: [], require_hotword: false };
  });
  return compileRuleset([...patterns, ...more], shippedExclusions(), assemblyMemory());
}

const rows: string[] = [];
const row = (what: string, goal: string, measured: string): void =>
  void rows.push(`| ${what} | ${goal} | ${measured} |`);
const times = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)}x`;
const us = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} us`;

const of = (text: string, chars: number): Candidate => ({
  ruleset: shipped,
  slices: slicesOf(text, chars),
});

function smallAndLarge(): void {
  const [prompt = 0, source = 0] = measure([of(prose, KIB), of(code, KIB)]);
  row(
    "1 KiB prompt, string in to verdict, p50",
    "<= 1.5 us",
    `prose ${us(prompt)}, source ${us(source)}`,
  );
  const lines = code.split("\n").slice(0, 20_000);
  for (const line of lines) scan(shipped, defaultPolicy, line);
  const each = lines
    .map((line) => {
      const started = performance.now();
      scan(shipped, defaultPolicy, line);
      return (performance.now() - started) * 1000;
    })
    .toSorted((a, b) => a - b);
  const at = (share: number): string => us(each[Math.floor(each.length * share)] ?? 0);
  row("one source line", "p50 <= 0.3 us, p99 <= 2 us", `p50 ${at(0.5)}, p99 ${at(0.99)}`);
  const [small = 1, medium = 1, large = 0] = measure([
    of(prose, KIB),
    of(prose, 100 * KIB),
    of(prose, KIB * KIB),
  ]);
  row("100 KiB document", ">= 700 MB/s", `${((100 * KIB) / medium).toFixed(0)} MB/s`);
  row("1 MiB against 1 KiB", "<= 1100x", times(large / small));
}

/** So many patterns as the reference set has. */
const FEW = 165;

/** Draws of so many, of which the median counts: it matters which words they hang on. */
const DRAWS = 3;

/** So many of the shipped patterns, evenly drawn: the first ones are all of one category. */
const someOf = (count: number, draw: number): Pattern[] =>
  Array.from(
    { length: count },
    (_, i) => patterns[Math.floor(((i + draw / DRAWS) * patterns.length) / count)],
  ).filter((each) => each !== undefined);

function manyAndFew(): void {
  const slices = slicesOf(`${prose.slice(0, 512 * KIB)}${code.slice(0, 512 * KIB)}`, 4 * KIB);
  const few = Array.from({ length: DRAWS }, (_, draw) =>
    compileRuleset(someOf(FEW, draw), shippedExclusions(), assemblyMemory()),
  );
  const random = seededRandom("canaries");
  const planted = withCanaries(
    shipped,
    Array.from({ length: 200 }, (_, i) => ({
      id: `${i}`,
      label: `${i}`,
      token: CANARY_PREFIX + lettersOf(random, 16).toUpperCase(),
    })),
  );
  const [all = 0, many = 0, canaries = 0, ...drawn] = measure(
    [shipped, manyPatterns(5000), planted, ...few].map((ruleset) => ({ ruleset, slices })),
  );
  const base = median(drawn);
  const most = Math.max(...drawn);
  const least = Math.min(...drawn);
  const range = (time: number): string =>
    `${times(time / base)} (${times(time / most)} to ${times(time / least)}, by which are drawn)`;
  row(`all ${patterns.length} shipped patterns against ${FEW} of them`, "<= 1.6x", range(all));
  row(`5000 patterns against ${FEW}`, "<= 3x", range(many));
  row("with 200 canaries against without", "<= 1.03x", times(canaries / all));
}

/** So many patterns of one's own as a team has. */
const LOCAL = 20;

/** From local patterns that were checked to rules that scan with them, beside the shipped ones as the build prepared them. */
function localRules(): void {
  const [first] = patterns;
  if (first === undefined) throw new Error("no patterns are shipped");
  const exclusions = shippedExclusions();
  const prepared = prepareRules(patterns, exclusions);
  const local = Array.from({ length: LOCAL }, (_, i): Pattern => {
    const regex = `\\bacme_${i}_[A-Za-z0-9]{32}\\b`;
    return { ...first, name: `Acme ${i}`, prefix: `acme_${i}_`, regex, hotwords: [] };
  });
  const took = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    rulesetOf(indexRules(withPatterns(prepared, local, exclusions)), assemblyMemory());
    return performance.now() - started;
  });
  const [cold = 0] = took;
  row(
    `${LOCAL} local patterns compiled beside the shipped ones`,
    "<= 50 ms",
    `${median(took).toFixed(0)} ms, the first time ${cold.toFixed(0)} ms`,
  );
}

function hostile(): void {
  const texts = hostileTexts(shipped, 100 * KIB);
  const [base = 1, ...all] = measure([
    of(prose, 100 * KIB),
    ...texts.map(([, text]) => ({ ruleset: shipped, slices: [text] })),
  ]);
  const worst = Math.max(...all);
  const [name = ""] = texts[all.indexOf(worst)] ?? [];
  row(
    "hostile text of 100 KiB against prose",
    "<= 20x",
    `${times(worst / base)} at most (${name})`,
  );
}

function scripts(): void {
  const kinds = ["prose, Russian", "prose, Chinese", "prose, Japanese"] as const;
  // As many bytes of UTF-8, of which a letter takes two or three.
  const bytes = [2, 3, 3];
  const measured = measure([
    of(prose, 6 * KIB),
    ...kinds.map((kind, i) => of(noise(kind, 1, KIB * KIB), (6 * KIB) / (bytes[i] ?? 1))),
  ]);
  const [base = 1, ...others] = measured;
  const list = others.map((time, i) => `${(kinds[i] ?? "").slice(7)} ${times(time / base)}`);
  row("other scripts against ASCII of as many bytes", "<= 3x", list.join(", "));
}

/** What a scan takes where TypeScript surveys the text, as in the companion, against WebAssembly. */
function surveys(): void {
  const plain = shippedRuleset();
  const measured = [prose, code].map((text) => {
    const slices = slicesOf(text, 4 * KIB);
    const [own = 1, other = 0] = measure([
      { ruleset: shipped, slices },
      { ruleset: plain, slices },
    ]);
    return times(other / own);
  });
  row(
    "4 KiB, survey and words in TypeScript against WebAssembly",
    "",
    `prose ${measured[0] ?? ""}, source ${measured[1] ?? ""}`,
  );
  const [line = 0] = measure([{ ruleset: plain, slices: slicesOf(prose, KIB) }]);
  row("1 KiB of prose, TypeScript alone", "<= 5 us", us(line));
}

/** What no scan can be faster than: the passes that are made over all of a text, whatever it holds. */
function passes(): void {
  const { memory, automaton } = shipped;
  const slices = slicesOf(prose, KIB);
  let words = 0;
  const look = (slice: string, isSearched: boolean): void => {
    const content = memory.bytesOf(slice);
    memory.survey(content);
    if (isSearched) memory.findEnds(automaton, content, ({ count }) => void (words += count));
    memory.clear();
  };
  const timeOf = (isSearched: boolean): number => {
    const started = performance.now();
    for (const slice of slices) look(slice, isSearched);
    return ((performance.now() - started) * 1000) / slices.length;
  };
  const rounds = Array.from({ length: ROUNDS }, () => [timeOf(false), timeOf(true)] as const);
  const surveyed = median(rounds.map(([time]) => time));
  const searched = median(rounds.map(([, time]) => time));
  const found = words / (ROUNDS * slices.length);
  row(
    "of 1 KiB of prose, the passes over all of it",
    "",
    `${us(surveyed)} until it is surveyed, ${us(searched)} until its words are found (${found.toFixed(0)} of them)`,
  );
}

/** The agent beside a server that answers a constant. */
async function overHttp(): Promise<void> {
  const { own, other } = await besideConstant(prose.slice(0, KIB), CONNECTIONS);
  row(
    `HTTP scans of 1 KiB, ${CONNECTIONS} connections, against a server that answers a constant`,
    ">= 0.9x",
    `${times(own / other)} (${own.toFixed(0)} a second)`,
  );
}

/** What it takes to get the text out of a request's bytes, of which a reader of its own could spare no more than all. */
function requests(): void {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const bodies = slicesOf(prose, KIB).map((content) => Buffer.from(JSON.stringify({ content })));
  const rounds = Array.from({ length: 2 * ROUNDS }, () => {
    const started = performance.now();
    for (const body of bodies) JSON.parse(decoder.decode(body));
    return ((performance.now() - started) * 1000) / bodies.length;
  });
  row("JSON of a request with 1 KiB, bytes in to text out", "", us(median(rounds)));
}

/** By itself, and first: what other rows have scanned would be known. */
function unknown(): void {
  const { scans, p50, p90, underOne } = newTexts(shipped);
  const share = `${(underOne * 100).toFixed(0)} % of ${scans} under 1 ms`;
  const measured = `p50 ${p50.toFixed(2)} ms, p90 ${p90.toFixed(2)} ms, ${share}`;
  row("4 KiB of files that nobody has met, behind others", "< 1 ms", measured);
  const dense = (["must-trigger", "must-not-trigger"] as const).map((kind) =>
    denseTexts(shipped, kind).toFixed(1),
  );
  row("4 KiB that are nothing but secrets, or near misses", "", `${dense.join(" ms, ")} ms`);
}

unknown();
smallAndLarge();
manyAndFew();
localRules();
hostile();
scripts();
surveys();
passes();
requests();
await overHttp();

const page = `<!-- Made by npm run bench:goals. Times are of one machine; the ratios are what to compare. -->

# The engine beside its goals

The goals are what throw-away code reached with 167 patterns that each begin with a literal of their own. Weir has ${patterns.length}, of
which many are told by the words and the syntax around a value, and reads a text in several forms. Node ${process.version}, medians of ${ROUNDS}
interleaved rounds; prose and sources of packages.

| figure | goal | measured |
|---|---|---|
${rows.join("\n")}
`;
writeFileSync(join(import.meta.dirname, "../docs/reference/bench-goals.md"), page);
process.stdout.write(page);
