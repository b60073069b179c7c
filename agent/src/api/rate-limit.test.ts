import { expect, test } from "vitest";
import { createRateLimit } from "./rate-limit.ts";

function limitOf(perSecond: () => number) {
  const time = { ms: 5000 };
  const admits = createRateLimit({ nowMs: () => time.ms }, perSecond);
  const admitted = (calls: number): number =>
    Array.from({ length: calls }, admits).filter(Boolean).length;
  return { time, admitted };
}

test("a second admits as many as it may, and the next second as many again", () => {
  const { time, admitted } = limitOf(() => 10);
  expect(admitted(25)).toBe(10);
  time.ms += 100;
  expect(admitted(5)).toBe(1);
  time.ms += 60_000;
  expect(admitted(25)).toBe(10);
});

test("a limit of one a second admits one", () => {
  const { time, admitted } = limitOf(() => 1);
  expect(admitted(3)).toBe(1);
  time.ms += 999;
  expect(admitted(3)).toBe(0);
  time.ms += 1;
  expect(admitted(3)).toBe(1);
});

test("0 is no limit, and a limit that is lowered counts at once", () => {
  let rate = 0;
  const { time, admitted } = limitOf(() => rate);
  expect(admitted(10_000)).toBe(10_000);
  rate = 3;
  expect(admitted(10)).toBe(3);
  rate = 1;
  time.ms += 10_000;
  expect(admitted(10)).toBe(1);
});
