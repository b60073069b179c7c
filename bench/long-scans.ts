// `npm run bench:long-scans`: how long a small scan waits while long contents are scanned, beside the same in quiet.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { noise } from "../corpus/noise.ts";
import type { NoiseKind } from "../corpus/noise.ts";
import { ask, median, startServer } from "./server-process.ts";

const PORT = 19_393;
const MIB = 1024 * 1024;
const ROUNDS = 3;
const SMALL_SCANS = 400;
const KINDS: readonly NoiseKind[] = ["prose", "log", "minified", "references in code"];

const root = join(import.meta.dirname, "..");
const home = mkdtempSync(join(tmpdir(), "weir-bench-"));
const env = { HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, WEIR_DATA_DIR: "" };
const program = [process.execPath, join(root, "dist", "weir.cjs"), "run", "--no-dns"];
const server = await startServer([...program, "--listen", `127.0.0.1:${PORT}`], PORT, env);

const scan = async (content: string): Promise<number> => {
  const startedMs = performance.now();
  const { status } = await ask(PORT, "POST", "/api/dlp/scan", { body: { content } });
  if (status !== 200) throw new Error(`a scan answers ${status}`);
  return performance.now() - startedMs;
};

const small = noise("prose", 3, MIB);

/** Milliseconds of many small scans, one after the other. */
async function scanMany(): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < SMALL_SCANS; i++) {
    const start = (i % 200) * 1024;
    times.push(await scan(small.slice(start, start + 1024)));
  }
  return times;
}

/** Scans contents, each as soon as the one before is answered, until told to stop; answers how long each took. */
async function scanLong(content: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) times.push(await scan(content));
  return times;
}

interface Measured {
  readonly p50: number;
  readonly p99: number;
  readonly long: number;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;

/** Small scans beside so many clients that send long contents. */
async function measure(content: string, clients: number): Promise<Measured> {
  let isOver = false;
  const others = Array.from({ length: clients }, async () => scanLong(content, () => isOver));
  const times = await scanMany();
  isOver = true;
  const long = (await Promise.all(others)).flat();
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), long: median(long) };
}

const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
const rows: string[] = [];
await scanMany();
for (const kind of KINDS) {
  const content = noise(kind, 1, 4 * MIB);
  await scan(content);
  for (const clients of [1, 4]) {
    const quiet: Measured[] = [];
    const busy: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await measure(content, 0));
      busy.push(await measure(content, clients));
    }
    const of = (all: readonly Measured[], figure: keyof Measured): number =>
      median(all.map((each) => each[figure]));
    const [before, after] = [of(quiet, "p99"), of(busy, "p99")];
    rows.push(
      `| ${kind} | ${clients} | ${ms(of(quiet, "p50"))} / ${ms(before)} ms | ${ms(of(busy, "p50"))} / ${ms(after)} ms | ${(after / before).toFixed(1)}x | ${ms(of(busy, "long"))} ms |`,
    );
    process.stdout.write(`${rows.at(-1) ?? ""}\n`);
  }
}
await server.kill();
rmSync(home, { recursive: true, force: true });
writeFileSync(
  join(root, "docs", "reference", "bench-long-scans.md"),
  `<!-- Made by npm run bench:long-scans. Times are of one machine; the ratios are what to compare. -->

# Small scans beside long ones

One client scans 1 KiB of prose over HTTP, ${SMALL_SCANS} times in a row, in quiet and while others send contents of 4 MiB, each as soon as
the one before is answered. Medians of ${ROUNDS} interleaved rounds (Node ${process.versions.node}, ${process.platform}-${process.arch}).

| contents of 4 MiB | clients that send them | a small scan in quiet, p50 / p99 | meanwhile, p50 / p99 | p99, ratio | a scan of 4 MiB |
|---|---|---|---|---|---|
${rows.join("\n")}
`,
);
