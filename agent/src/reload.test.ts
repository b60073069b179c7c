import { expect, test } from "vitest";
import { AgentError } from "./errors.ts";
import type { LogEvent } from "./log.ts";
import { createReloads } from "./reload.ts";

function reloadsWithLog() {
  const told: (LogEvent | string)[] = [];
  const log = { isOn: () => true, write: (event: LogEvent) => void told.push(event) };
  const reloads = createReloads({ log, tell: ({ code }) => void told.push(code) });
  return { reloads, told };
}

/** Something to be loaded that is there once `finish` is called. */
function slowly() {
  const waiting: ((value: string) => void)[] = [];
  return {
    load: async (): Promise<string> => new Promise((resolve) => waiting.push(resolve)),
    begun: () => waiting.length,
    finish: (value: string) => waiting.at(-1)?.(value),
  };
}

test("reloads come one after the other, and one that waits stands for all that ask for it", async () => {
  const { reloads } = reloadsWithLog();
  const [slow, other] = [slowly(), slowly()];
  const applied: string[] = [];
  const first = reloads.of(slow.load, (value) => void applied.push(value));
  const second = reloads.of(other.load, (value) => void applied.push(value));
  const begun = () => [slow.begun(), other.begun()];
  void first();
  await expect.poll(begun).toEqual([1, 0]);
  const rest = [second(), first(), second(), first()];
  expect(begun()).toEqual([1, 0]);
  slow.finish("a");
  await expect.poll(begun).toEqual([1, 1]);
  other.finish("b");
  await expect.poll(begun).toEqual([2, 1]);
  slow.finish("c");
  await Promise.all(rest);
  expect([applied, begun()]).toEqual([
    ["a", "b", "c"],
    [2, 1],
  ]);
});

test("whoever asks is told how it ended, once what was loaded is in force", async () => {
  const { reloads } = reloadsWithLog();
  const slow = slowly();
  let finish = (): void => undefined;
  const hosts = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const ends: string[] = [];
  const reload = reloads.of(slow.load, async () => hosts);
  const asked = reload().then((end) => ends.push(end));
  await expect.poll(slow.begun).toBe(1);
  slow.finish("a");
  // What is not in force yet keeps the next one from nothing.
  const refusing = reloads.of(
    async () => Promise.reject(new AgentError("rules_invalid")),
    () => undefined,
  );
  ends.push(await refusing());
  const late = reloads.of(
    async () => Promise.resolve(),
    async () => Promise.reject(new TypeError("x")),
  );
  ends.push(await late());
  expect(ends).toEqual(["refused", "failed"]);
  finish();
  await asked;
  const stopped = reload();
  await expect.poll(slow.begun).toBe(2);
  reloads[Symbol.dispose]();
  ends.push(await stopped, await refusing());
  expect(ends).toEqual(["refused", "failed", "taken_up", "stopped", "stopped"]);
});

test("what fails is told, changes nothing, and keeps nothing from coming after it", async () => {
  const { reloads, told } = reloadsWithLog();
  const applied: string[] = [];
  const failing = (error: Error) => {
    const load = async (): Promise<never> => {
      throw error;
    };
    return reloads.of(load, () => void applied.push("never"));
  };
  await failing(new AgentError("rules_invalid", { details: ["a", "b"] }))();
  await failing(new TypeError("x"))();
  const faulty = reloads.of(
    async () => Promise.resolve(),
    () => {
      throw new RangeError("y");
    },
  );
  await faulty();
  await reloads.of(
    async () => Promise.resolve("good"),
    (value) => void applied.push(value),
  )();
  expect(applied).toEqual(["good"]);
  expect(told).toEqual([
    "rules_invalid",
    { event: "config_refused", faults: 2 },
    { event: "internal_fault", error_class: "TypeError" },
    { event: "internal_fault", error_class: "RangeError" },
  ]);
});

test("once they are over, nothing is loaded, taken up or told", async () => {
  const { reloads, told } = reloadsWithLog();
  const slow = slowly();
  const applied: string[] = [];
  const reload = reloads.of(slow.load, (value) => void applied.push(value));
  const all = [reload()];
  await expect.poll(slow.begun).toBe(1);
  all.push(reload());
  reloads[Symbol.dispose]();
  slow.finish("late");
  await Promise.all([...all, reload()]);
  expect([applied, told, slow.begun()]).toEqual([[], [], 1]);
});
