import { expect, test, vi } from "vitest";
import { systemClock } from "./clock.ts";
import { savingMemoryWhenIdle } from "./idle-memory.ts";

const SAVE = "--optimize-for-size";
const SPEED = "--no-optimize-for-size";

test("V8 saves memory once nothing was asked for, until something is", async () => {
  const told: string[] = [];
  const counted: string[] = [];
  const working = savingMemoryWhenIdle({
    ...systemClock,
    idleMs: 10,
    setFlags: (flags) => void told.push(flags),
  });
  const count = working((name: string, by: number) => void counted.push(`${name} ${by}`));
  const look = working((content: string) => content.length);
  await vi.waitFor(() => expect(told).toEqual([SAVE]));
  count("scans", 1);
  count("scans", 2);
  expect(look("four")).toBe(4);
  expect(told).toEqual([SAVE, SPEED]);
  expect(counted).toEqual(["scans 1", "scans 2"]);
  await vi.waitFor(() => expect(told).toEqual([SAVE, SPEED, SAVE]));
});

test("as long as there is work, V8 favours speed", () => {
  vi.useFakeTimers();
  const told: string[] = [];
  const working = savingMemoryWhenIdle({
    nowMs: () => Date.now(),
    idleMs: 10,
    setFlags: (flags) => void told.push(flags),
  });
  const count = working(() => undefined);
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(9);
    count();
  }
  expect(told).toEqual([]);
  vi.advanceTimersByTime(20);
  expect(told).toEqual([SAVE]);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
