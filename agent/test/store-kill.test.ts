import { spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { openStore } from "../src/store/store.ts";
import { canaryOf, dataFolder, filesOf, filesWith } from "./store-folder.ts";

/** Kills in one run of the tests; `KILL_RUNS=500` for a long one. */
const KILL_RUNS = Number(process.env["KILL_RUNS"] ?? 24);

/** Canaries of different workers do not meet. */
const CANARIES_PER_RUN = 100_000;

interface Told {
  readonly verb: string;
  readonly number: number;
}

/** Starts a worker, kills it once it has told `count` things and a moment has gone by, and answers all that it told. */
async function workUntilKilled(folder: string, first: number, count: number): Promise<Told[]> {
  const worker = join(import.meta.dirname, "store-worker.ts");
  const child = spawn(process.execPath, [worker, folder, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  let isDoomed = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (isDoomed || output.split("\n").length <= count) return;
    isDoomed = true;
    setTimeout(() => child.kill("SIGKILL"), Math.random() * 3);
  });
  const signal = await new Promise((resolve) => child.on("close", (_code, by) => resolve(by)));
  expect(signal).toBe("SIGKILL");
  return output
    .split("\n")
    .slice(0, -1)
    .map((line) => ({ verb: line.slice(0, 1), number: Number(line.slice(2)) }));
}

const numbersOf = (told: readonly Told[], verb: string): number[] =>
  told.filter((thing) => thing.verb === verb).map(({ number }) => number);

/** Which canaries must be there, given those before the run, what was told, and how the last thing begun ended. */
function survivors(
  before: ReadonlySet<number>,
  told: readonly Told[],
  isThere: (number: number) => boolean,
): Set<number> {
  const added = numbersOf(told, "+");
  const deleted = numbersOf(told, "-");
  const expected = new Set([...before, ...added]);
  for (const number of deleted) expected.delete(number);
  const begun = numbersOf(told, "p").at(-1);
  if (begun !== undefined && !added.includes(begun) && isThere(begun)) expected.add(begun);
  const doomed = numbersOf(told, "d").at(-1);
  if (doomed !== undefined && !isThere(doomed)) expected.delete(doomed);
  return expected;
}

/** What a store has between two runs: its canaries, the threshold for low, and the scans counted. */
interface Kept {
  readonly canaries: ReadonlySet<number>;
  readonly low: number;
  readonly scans: number;
}

/** Holds a store that was killed against what its worker told. Answers what it has. */
function checkStore(folder: string, before: Kept, told: readonly Told[]): Kept {
  const store = openStore(folder);
  expect(store.status()).toEqual({ state: "ok", fault: null, set_aside: 0 });

  const ids = new Set(store.canaries.list().map(({ id }) => id));
  const canaries = survivors(before.canaries, told, (number) => ids.has(canaryOf(number).id));
  expect(ids).toEqual(new Set([...canaries].map((number) => canaryOf(number).id)));
  for (const number of numbersOf(told, "-")) {
    expect(filesWith(folder, canaryOf(number).token)).toEqual([]);
  }

  const scans = store.counters.read().dlp_scans_total;
  expect(scans).toBeGreaterThanOrEqual(Math.max(before.scans, ...numbersOf(told, "f")));
  // A flush writes a figure as it stood between two rounds of seven, the last of which may not have been told.
  expect(scans % 7).toBe(0);
  expect(scans).toBeLessThanOrEqual(Math.max(before.scans, ...numbersOf(told, "c")) + 7);

  const kept = numbersOf(told, "s").at(-1) ?? before.low;
  const now = store.settings.read().thresholds.low ?? 0;
  expect([kept, numbersOf(told, "t").at(-1)]).toContain(now);

  // Room for the next run's canaries.
  for (const number of [...canaries].slice(0, Math.max(0, canaries.size - 60))) {
    expect(store.canaries.remove(canaryOf(number).id)).toBe("done");
    canaries.delete(number);
  }
  store.close();
  expect(filesOf(folder)).toEqual(["weir.db"]);
  return { canaries, low: now, scans };
}

test(
  `a store that is killed at any instant, ${KILL_RUNS} times, loses no canary, and no count that was flushed`,
  async () => {
    using folder = dataFolder();
    let state: Kept = { canaries: new Set(), low: 0, scans: 0 };
    for (let run = 0; run < KILL_RUNS; run++) {
      const count = 1 + Math.floor(Math.random() * 400);
      const told = await workUntilKilled(folder.path, run * CANARIES_PER_RUN, count);
      state = checkStore(folder.path, state, told);
    }
    expect(state.canaries.size).toBeGreaterThan(0);
  },
  60_000 + KILL_RUNS * 5000,
);
