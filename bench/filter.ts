// `npm run bench:filter`: how fast the words of the rules are found, beside Hyperscan's literal mode and ripgrep where they are
// installed (Debian: libhyperscan-dev, gcc, ripgrep). Takes a few minutes and 120 MB of temporary space.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { prepareRules } from "@weir/engine";
import { noise } from "../corpus/noise.ts";
import type { NoiseKind } from "../corpus/noise.ts";
import { shippedExclusions, shippedPatterns } from "../corpus/shipped-ruleset.ts";
import { buildAutomaton } from "../engine/src/scan/aho-corasick.ts";
import { compileHyperscan, startHyperscan, without } from "./hyperscan.ts";
import type { Hyperscan } from "./hyperscan.ts";
import type { EndingWord, OnHit } from "../engine/src/scan/aho-corasick.ts";
import { assemblyMemory } from "../engine/src/wasm/scan-memory.ts";

const KIB = 1024;
const TEXT_CHARS = KIB * KIB;
const SIZES = [
  ["200 B", 200],
  ["1 KiB", KIB],
  ["4 KiB", 4 * KIB],
  ["64 KiB", 64 * KIB],
  ["1 MiB", TEXT_CHARS],
] as const;
const ROUNDS = 9;
/** A way's turn in a round; processor time is counted in ticks of some milliseconds. */
const TURN_MS = 25;
const FILE_MB = 120;
/** A long content is scanned in slices of so many characters. */
const SLICE_CHARS = 256 * KIB;
const RIPGREP = "rg";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "weir-filter-"));

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** A text that V8 keeps at a byte a character, if all are ASCII. */
const flat = (text: string): string =>
  isAscii(text) ? Buffer.from(text, "latin1").toString("latin1") : text;

/** Files of this project as a text of ASCII. */
const files = (pattern: string): string => {
  const all = globSync(pattern, { cwd: root, exclude: (name) => name === "node_modules" });
  const text = all.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
  const ascii = text.replaceAll(/[^\0-\x7f]/g, "?");
  return flat(ascii.repeat(Math.ceil(TEXT_CHARS / ascii.length)).slice(0, TEXT_CHARS));
};

const languages: readonly NoiseKind[] = [
  "prose, Russian",
  "prose, Chinese",
  "prose, Japanese",
  "prose, Hindi",
];
const texts = new Map([
  ["prose", files("{docs/adr,docs/guide}/*.md")],
  ["source", files("{agent,engine}/src/*/*.ts")],
  ["base64", flat(noise("base64-image", 1, TEXT_CHARS))],
  ["other scripts", languages.map((kind) => noise(kind, 1, TEXT_CHARS / 4)).join("")],
]);

const shipped = (() => {
  const { patterns } = prepareRules(shippedPatterns(), shippedExclusions());
  const words = patterns.flatMap(({ route, hotwords }) => [
    ...route.literals,
    ...(route.kind === "hotwords" ? hotwords : []),
  ]);
  return [...new Set(words)];
})();

/** So many words of the shipped ones, evenly drawn from those that are four characters or longer. */
const some = (count: number): string[] => {
  const long = shipped.filter((word) => word.length >= 4 && isAscii(word));
  return Array.from({ length: count }, (_, i) => long[Math.floor((i * long.length) / count)] ?? "");
};

type FindAll = (text: string, onHit: OnHit) => void;

interface Way {
  readonly name: string;
  readonly findAll: FindAll;
}

/** Finds words as scans do: a long text in slices, and where the module finds that words end, they are looked up. */
function moduleFor(words: readonly string[]): FindAll {
  const automaton = buildAutomaton(words);
  const memory = assemblyMemory();
  const known: (readonly EndingWord[])[] = [];
  const findIn = (text: string, from: number, onHit: OnHit): void => {
    memory.findEnds(automaton, memory.bytesOf(text), ({ ends, places, count }) => {
      for (let i = 0; i < count; i++) {
        const [end = 0, after = 0] = [ends[i], places[i]];
        for (const { word, length } of (known[end] ??= automaton.wordsAt(end)))
          onHit(word, from + after - length, from + after);
      }
    });
    memory.clear();
  };
  return (text, onHit) => {
    for (let at = 0; at < text.length; at += SLICE_CHARS)
      findIn(text.slice(at, at + SLICE_CHARS), at, onHit);
  };
}

const waysFor = (words: readonly string[]): Way[] => [
  { name: "TypeScript", findAll: buildAutomaton(words).findAll },
  { name: "WebAssembly", findAll: moduleFor(words) },
];

let hits = 0;
const countHit = (): void => void hits++;

const cpuMicros = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

const perSecond = (chars: number, nanos: number): number => chars / nanos;
const digits = (value: number): string => value.toFixed(2);

/** Gigabytes a second of processor time for each way over slices of a text, in turn; strings are what goes in. */
function measure(text: string, chars: number, ways: readonly Way[]): number[] {
  const slices = Math.max(1, Math.floor(text.length / chars));
  // The clock is looked at after some slices, since that takes as long as a short one.
  const batch = Math.ceil((16 * KIB) / chars);
  const searched = ways.map(() => 0);
  const micros = ways.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { findAll }] of ways.entries()) {
      const before = cpuMicros();
      const until = performance.now() + TURN_MS;
      for (let n = 0; performance.now() < until; n += batch) {
        for (let m = n; m < n + batch; m++) {
          const at = ((round * 7 + m) % slices) * chars;
          findAll(text.slice(at, at + chars), countHit);
          searched[i] = (searched[i] ?? 0) + chars;
        }
      }
      micros[i] = (micros[i] ?? 0) + cpuMicros() - before;
    }
  }
  const bytes = Buffer.byteLength(text) / text.length;
  return micros.map((each, i) => perSecond((searched[i] ?? 0) * bytes, each * 1000));
}

/** Hyperscan with the words of ASCII, the shortest of which it may not take. */
async function startWords(
  binary: string | undefined,
  words: readonly string[],
): Promise<Hyperscan> {
  let hyperscan = without("not measured");
  for (const shortest of [1, 3, 4]) {
    const list = words.filter(
      (word) => isAscii(word) && word.length >= shortest && !/[\r\n]/.test(word),
    );
    hyperscan = await startHyperscan(binary, "literals", list);
    const note = `${list.length} words, those of ASCII with ${shortest} characters or more`;
    if (hyperscan.ask !== undefined) return { ...hyperscan, note };
  }
  return hyperscan;
}

/** The median of some runs, in gigabytes a second. */
async function measureHyperscan(
  { ask }: Hyperscan,
  path: string,
  chars: number,
): Promise<number | undefined> {
  if (ask === undefined) return undefined;
  const runs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push((await ask(path, chars)).nanos);
  const median = runs.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  return perSecond(TEXT_CHARS - (TEXT_CHARS % chars), median);
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
let page = "";
const print = (text: string): void => {
  page += text;
  process.stdout.write(text);
};

async function compareInMemory(binary: string | undefined, words: readonly string[]) {
  const ways = waysFor(words);
  const hyperscan = await startWords(binary, words);
  print(`\n## ${words.length} words\n\nHyperscan: ${hyperscan.note}. Gigabytes a second.\n\n`);
  const names = ways.map(({ name }) => name);
  print(row(["text", "size", "hits per 1000", ...names, "Hyperscan", "WebAssembly to it"]));
  print(row(Array.from({ length: names.length + 5 }, () => "---")));
  for (const [kind, text] of texts) {
    const path = join(folder, "text");
    if (isAscii(text)) writeFileSync(path, text);
    hits = 0;
    ways[0]?.findAll(text, countHit);
    const density = digits((1000 * hits) / text.length);
    for (const [label, chars] of SIZES) {
      const own = measure(text, chars, ways);
      const peer = isAscii(text) ? await measureHyperscan(hyperscan, path, chars) : undefined;
      const ratio = peer === undefined ? "" : `${digits((own.at(-1) ?? 0) / peer)}x`;
      const figures = [...own.map(digits), peer === undefined ? "" : digits(peer), ratio];
      print(row([kind, label, density, ...figures]));
    }
  }
  hyperscan.stop();
}

const secondsOf = (run: () => void): number => {
  const started = performance.now();
  run();
  return (performance.now() - started) / 1000;
};

/** Whole runs of ripgrep over a large file, beside as much text searched here; time on the clock, the better of two. */
function compareWithRipgrep(words: readonly string[]): void {
  const lines = words.filter((word) => isAscii(word) && !/[\r\n]/.test(word));
  const list = join(folder, "words");
  writeFileSync(list, `${lines.join("\n")}\n`);
  const findAll = moduleFor(lines);
  for (const [kind, text] of texts) {
    if (!isAscii(text)) continue;
    const path = join(folder, "large");
    writeFileSync(path, "");
    for (let n = 0; n < FILE_MB; n++) appendFileSync(path, text);
    const seconds = { rg: Infinity, own: Infinity };
    for (let round = 0; round < 2; round++) {
      const rg = secondsOf(() => spawnSync(RIPGREP, ["-i", "-c", "-F", "-f", list, path]));
      const own = secondsOf(() => {
        for (let n = 0; n < FILE_MB; n++) findAll(text, countHit);
      });
      seconds.rg = Math.min(seconds.rg, rg);
      seconds.own = Math.min(seconds.own, own);
    }
    const speed = (each: number): string => digits((FILE_MB * TEXT_CHARS) / each / 1e9);
    const times = `${digits(seconds.rg / seconds.own)}x`;
    print(row([kind, `${lines.length}`, speed(seconds.rg), speed(seconds.own), times]));
  }
}

const sets = [shipped, some(1000), some(165)];
try {
  const binary = compileHyperscan(folder);
  print(
    `<!-- Made by npm run bench:filter. Times are of one machine; the ratios are what to compare. -->\n\n# How fast words are found\n\nNode ${process.version}, ${ROUNDS} rounds in turn, processor time of the thread.\n`,
  );
  for (const words of sets) await compareInMemory(binary, words);
  print(`\n## ${FILE_MB} MB, beside rg -i -c -F -f\n\n`);
  if (spawnSync(RIPGREP, ["--version"]).status === 0) {
    print(
      "ripgrep stops at a line's first word and counts lines; here every word is reported.\n\n",
    );
    print(row(["text", "words", "ripgrep GB/s", "WebAssembly GB/s", "times"]));
    print(row(["---", "---", "---", "---", "---"]));
    for (const words of sets) compareWithRipgrep(words);
  } else {
    print("Not measured: ripgrep is not installed.\n");
  }
  writeFileSync(join(root, "docs/reference/bench-filter.md"), page);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
