// `npm run bench:extension`: what the companion costs a page in Chromium, by the browser's own trace, with it and without it.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { copyText, startHarness } from "../../extension/test/harness.ts";
import type { Harness } from "../../extension/test/harness.ts";
import { buildExtension } from "../../scripts/build-extension.ts";

type Page = Awaited<ReturnType<Harness["page"]>>;

const LOADS = 15;
const PASTES = 25;
/** Pages that each get one paste. */
const FIRST_PASTES = 10;
/** A page has done by then what it does while nothing happens, in milliseconds. */
const SETTLE_MS = 2500;
const KB = 1024;

/** An event of a trace; durations in microseconds. */
interface TraceEvent {
  readonly name: string;
  /** When it began, in microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** The process and the thread. */
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly data?: { readonly url?: string; readonly type?: string } };
}

/** What a paste is told by: no more, since tracing how V8 compiles makes that slower. */
const EVENTS = ["devtools.timeline"];
const SCRIPTS = [...EVENTS, "v8", "disabled-by-default-v8.compile"];

/** The browser's trace of what is done meanwhile. */
async function traced(
  page: Page,
  categories: string[],
  act: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  const path = join(tmpdir(), `weir-trace-${process.pid}.json`);
  await page.tracing.start({ path, categories });
  await act();
  await page.tracing.stop();
  const { traceEvents } = JSON.parse(readFileSync(path, "utf8")) as { traceEvents: TraceEvent[] };
  rmSync(path);
  return traceEvents;
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const passed = async (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const milliseconds = (events: readonly TraceEvent[]): number =>
  sum(events.map(({ dur = 0 }) => dur)) / 1000;

/** What the companion takes of a page that loads, in milliseconds. */
interface LoadCost {
  /** Evaluating its scripts. */
  readonly evaluated: number;
  /** Building the rules and rehearsing pastes while the page is idle, and the longest time of it in which nothing else is done. */
  readonly idle: number;
  readonly longest: number;
}

async function loadCost(harness: Harness): Promise<LoadCost> {
  const page = await harness.page("/");
  const events = await traced(page, SCRIPTS, async () => {
    await page.reload();
    await passed(SETTLE_MS);
  });
  await page.close();
  const own = events.filter(
    ({ name, args }) =>
      (name === "EvaluateScript" || name === "v8.compile") &&
      args?.data?.url?.startsWith("chrome-extension:") === true,
  );
  // Compiling is part of evaluating.
  const evaluated = own.filter(({ name }) => name === "EvaluateScript");
  const idle = events.filter(({ name }) => name === "FireIdleCallback");
  return {
    evaluated: milliseconds(evaluated),
    idle: milliseconds(idle),
    longest: Math.max(0, ...idle.map((event) => milliseconds([event]))),
  };
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

/** Between the key that a paste begins with and the next: a person who is quick, in milliseconds. */
const KEYS_MS = 50;

async function pressPaste(page: Page): Promise<void> {
  await page.bringToFront();
  await page.focus("#prompt");
  await page.keyboard.down("Control");
  await passed(KEYS_MS);
  await page.keyboard.press("v");
  await page.keyboard.up("Control");
}

/** What a paste of a text takes in a page, in milliseconds. */
interface PasteCost {
  /** The paste event. */
  readonly event: number;
  /** From its beginning until the browser puts the text in: it reads what nobody has read before. */
  readonly whole: number;
  /** What is done between the two keys, behind the event of the first one. */
  readonly between: number;
}

async function pasteCost(harness: Harness, page: Page, text: string): Promise<PasteCost> {
  await page.evaluate("document.querySelector('#prompt').value = ''");
  await copyText(harness, page, text);
  const events = await traced(page, EVENTS, async () => pressPaste(page));
  const last = (type: string): TraceEvent => {
    const isIt = ({ name, args }: TraceEvent) =>
      name === "EventDispatch" && args?.data?.type === type;
    const event = events.findLast(isIt);
    if (event === undefined) throw new Error(`no ${type} in the trace`);
    return event;
  };
  // What was rehearsed before is told as a paste as well.
  const paste = last("paste");
  const input = last("beforeinput");
  const timers = events.filter(
    ({ name, pid, tid, ts }) =>
      name === "TimerFire" && pid === paste.pid && tid === paste.tid && ts < paste.ts,
  );
  return {
    event: milliseconds([paste]),
    whole: (input.ts - paste.ts) / 1000 + milliseconds([input]),
    between: milliseconds(timers),
  };
}

/** The costs of many clean texts, one after the other; the first ones warm up. */
async function pasteCosts(
  harness: Harness,
  bytes: number,
  path = "/",
): Promise<readonly PasteCost[]> {
  const page = await harness.page(path);
  const costs: PasteCost[] = [];
  for (let i = 0; i < PASTES; i++) {
    const cost = await pasteCost(harness, page, textOf(bytes, i));
    if (i >= 5) costs.push(cost);
  }
  await page.close();
  return costs;
}

/** The times of the first and the second paste in a page that was loaded a moment ago. */
async function firstPasteTimes(
  harness: Harness,
  bytes: number,
): Promise<readonly (readonly [number, number])[]> {
  const times: (readonly [number, number])[] = [];
  for (let i = 0; i < FIRST_PASTES; i++) {
    const page = await harness.page("/");
    await passed(SETTLE_MS);
    const first = await pasteCost(harness, page, textOf(bytes, i * PASTES));
    const second = await pasteCost(harness, page, textOf(bytes, i * PASTES + 1));
    times.push([first.event, second.event]);
    await page.close();
  }
  return times;
}

/** Texts that a page sends one behind the other; the first half warms up. */
const SENDS = 400;

/**
 * What a page waits for a text that it sends, in milliseconds, where one comes right behind the other: the processor has the engine
 * at hand, which it has not when a person pastes.
 */
async function sendTimes(harness: Harness, bytes: number): Promise<readonly number[]> {
  const page = await harness.page("/");
  await passed(SETTLE_MS);
  const texts = Array.from({ length: SENDS }, (_, i) => textOf(bytes, i));
  const url = harness.server.url("/ws/bench").replace("https", "wss");
  const times = await page.evaluate(
    async (all, address) => {
      const socket = new WebSocket(address);
      await new Promise((resolve) => {
        socket.addEventListener("open", resolve, { once: true });
      });
      return all.map((text) => {
        const started = performance.now();
        socket.send(text);
        return performance.now() - started;
      });
    },
    texts,
    url,
  );
  await page.close();
  return times.slice(SENDS / 2);
}

/** A page that reads what is pasted, as editors do. */
const READING = `<!doctype html><meta charset="utf-8"><textarea id="prompt"></textarea><script>
document.addEventListener("paste", (event) => event.clipboardData.getData("text/plain"));
</script>`;

const withIt = await startHarness("chromium");
await withIt.pair();
const without = await startHarness("chromium", { extension: false });
without.server.page("/reading", READING);
const loads: LoadCost[] = [];
for (let i = 0; i < LOADS; i++) loads.push(await loadCost(withIt));
const rows = [
  ["content scripts evaluated, a page load", loads.map(({ evaluated }) => evaluated), "<= 15"],
  ["rules built and pastes rehearsed, while the page is idle", loads.map(({ idle }) => idle), ""],
  ["of it, the longest at a time", loads.map(({ longest }) => longest), ""],
] as const;
const pastes: (readonly [string, readonly number[], number, string])[] = [];
for (const [kb, goal] of [
  [1, "<= 0.1"],
  [16, "<= 1"],
] as const) {
  const base = await pasteCosts(without, kb * KB);
  const event = quantile(
    base.map((cost) => cost.event),
    0.5,
  );
  const whole = quantile(
    base.map((cost) => cost.whole),
    0.5,
  );
  const costs = await pasteCosts(withIt, kb * KB);
  const reading = await pasteCosts(without, kb * KB, "/reading");
  const first = await firstPasteTimes(withIt, kb * KB);
  const [sent, bare] = [await sendTimes(withIt, kb * KB), await sendTimes(without, kb * KB)];
  const eventsOf = (all: readonly PasteCost[]) => all.map((cost) => cost.event);
  pastes.push(
    [`a clean paste of ${kb} KB`, eventsOf(costs), event, goal],
    ["of it, the browser reads the clipboard", eventsOf(reading), event, ""],
    ["until its text goes in", costs.map((cost) => cost.whole), whole, ""],
    ["the same where the page reads it", reading.map((cost) => cost.whole), whole, ""],
    ["rehearsed behind the key before", costs.map((cost) => cost.between), 0, ""],
    [`the first one in a page, ${kb} KB`, first.map(([time]) => time), event, ""],
    ["the second one", first.map(([, time]) => time), event, ""],
    [`texts of ${kb} KB that a page sends, one behind the other`, sent, quantile(bare, 0.5), ""],
  );
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
companion less the median without it, ${KEYS_MS} ms after the key that goes down first. Whoever reads what is pasted waits for the
browser's own process to hand over the clipboard; what was read in the event, the browser does not read once more before the text
goes in. Milliseconds.

| | p50 | p95 | goal |
|---|---|---|---|
${rows.map(([name, values, goal]) => line(name, values, 0, goal)).join("\n")}
${pastes.map(([name, values, base, goal]) => line(name, values, base, goal)).join("\n")}

The package is ${Math.ceil((await archive()).length / KB)} KB, rules included (goal: at most 400).
`;
writeFileSync(join(root, "docs/reference/bench-extension.md"), page);
process.stdout.write(page);
