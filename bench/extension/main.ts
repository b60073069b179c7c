// `npm run bench:extension`: what the companion costs a page in Chromium, by the browser's own trace, with it and without it.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { copyText, pasteInto, startHarness } from "../../extension/test/harness.ts";
import type { Harness } from "../../extension/test/harness.ts";
import { buildExtension } from "../../scripts/build-extension.ts";

type Page = Awaited<ReturnType<Harness["page"]>>;

const LOADS = 15;
const PASTES = 25;
const KB = 1024;

/** An event of a trace; durations in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly dur?: number;
  readonly args?: { readonly data?: { readonly url?: string; readonly type?: string } };
}

const CATEGORIES = ["devtools.timeline", "v8", "disabled-by-default-v8.compile"];

/** The browser's trace of what is done meanwhile. */
async function traced(page: Page, act: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const path = join(tmpdir(), `weir-trace-${process.pid}.json`);
  await page.tracing.start({ path, categories: CATEGORIES });
  await act();
  await page.tracing.stop();
  const { traceEvents } = JSON.parse(readFileSync(path, "utf8")) as { traceEvents: TraceEvent[] };
  rmSync(path);
  return traceEvents;
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const milliseconds = (events: readonly TraceEvent[]): number =>
  sum(events.map(({ dur = 0 }) => dur)) / 1000;

/** What evaluating the companion's scripts takes in a page that loads, and what building the rules takes when it is idle. */
async function loadCosts(harness: Harness): Promise<readonly [number, number]> {
  const page = await harness.page("/");
  const events = await traced(page, async () => {
    await page.reload();
    await new Promise((resolve) => {
      setTimeout(resolve, 400);
    });
  });
  await page.close();
  const own = events.filter(
    ({ name, args }) =>
      (name === "EvaluateScript" || name === "v8.compile") &&
      args?.data?.url?.startsWith("chrome-extension:") === true,
  );
  // Compiling is part of evaluating.
  const evaluated = own.filter(({ name }) => name === "EvaluateScript");
  return [
    milliseconds(evaluated),
    milliseconds(events.filter(({ name }) => name === "FireIdleCallback")),
  ];
}

const root = join(import.meta.dirname, "../..");
/** Texts as people paste them: prose and code. */
const PROSE = ["README.md", "CONTRIBUTING.md", "docs/guide/dns.md", "agent/src/run-agent.ts"]
  .map((name) => readFileSync(join(root, name), "utf8"))
  .join("\n");

/** A stretch of them, another one for each number. */
function textOf(bytes: number, number: number): string {
  const from = (number * 677) % PROSE.length;
  return (PROSE + PROSE).slice(from, from + bytes);
}

/** How long the paste event of each of many clean texts takes, in milliseconds; the first ones warm up. */
async function pasteTimes(harness: Harness, bytes: number): Promise<readonly number[]> {
  const page = await harness.page("/");
  const times: number[] = [];
  for (let i = 0; i < PASTES; i++) {
    await page.evaluate("document.querySelector('#prompt').value = ''");
    await copyText(harness, page, textOf(bytes, i));
    const events = await traced(page, async () => pasteInto(page, "#prompt"));
    const own = events.filter(
      ({ name, args }) => name === "EventDispatch" && args?.data?.type === "paste",
    );
    if (i >= 5) times.push(milliseconds(own));
  }
  await page.close();
  return times;
}

const withIt = await startHarness("chromium");
await withIt.pair();
const without = await startHarness("chromium", { extension: false });
const loads: (readonly [number, number])[] = [];
for (let i = 0; i < LOADS; i++) loads.push(await loadCosts(withIt));
const rows = [
  ["content scripts evaluated, a page load", loads.map(([evaluated]) => evaluated), "<= 15"],
  ["rules built, while the page is idle", loads.map(([, idle]) => idle), ""],
] as const;
const pastes: (readonly [string, readonly number[], number, string])[] = [];
for (const [kb, goal] of [
  [1, "<= 0.1"],
  [16, "<= 1"],
] as const) {
  const base = quantile(await pasteTimes(without, kb * KB), 0.5);
  pastes.push([`a clean paste of ${kb} KB`, await pasteTimes(withIt, kb * KB), base, goal]);
}
await withIt.close();
await without.close();
const folder = join(tmpdir(), `weir-bench-${process.pid}`);
const { archive } = await buildExtension({ target: "chromium", test: false, folder });
rmSync(folder, { recursive: true });

const ms = (value: number): string => value.toFixed(2);
const line = (name: string, values: readonly number[], base: number, goal: string): string =>
  `| ${name} | ${ms(quantile(values, 0.5) - base)} | ${ms(quantile(values, 0.95) - base)} | ${goal} |`;
const page = `# What the companion costs

By \`npm run bench:extension\`: Chromium, headless, by the browser's own trace. Pastes are the time of the paste event with the
companion less the median without it. Milliseconds.

| | p50 | p95 | goal |
|---|---|---|---|
${rows.map(([name, values, goal]) => line(name, values, 0, goal)).join("\n")}
${pastes.map(([name, values, base, goal]) => line(name, values, base, goal)).join("\n")}

The package is ${Math.ceil(archive().length / KB)} KB, rules included (goal: at most 400).
`;
writeFileSync(join(root, "docs/reference/bench-extension.md"), page);
process.stdout.write(page);
