import { expect, test } from "vitest";
import { sleeplessMs } from "./clock.ts";

/** Two clocks that a test moves. */
function clocks() {
  const at = { awake: 50, day: 1_000_000 };
  return {
    at,
    nowMs: sleeplessMs(
      () => at.awake,
      () => at.day,
    ),
  };
}

test("the time in which the machine slept has gone by", () => {
  const { at, nowMs } = clocks();
  at.awake += 100;
  at.day += 100;
  expect(nowMs()).toBe(150);
  at.day += 8 * 3_600_000;
  expect(nowMs()).toBe(150 + 8 * 3_600_000);
  at.awake += 10;
  at.day += 10;
  expect(nowMs()).toBe(160 + 8 * 3_600_000);
});

test("a time of day that is set back takes nothing back, and small differences add up to nothing", () => {
  const { at, nowMs } = clocks();
  at.day -= 3_600_000;
  at.awake += 5;
  expect(nowMs()).toBe(55);
  at.day += 60_000;
  expect(nowMs()).toBe(60_055);
  for (let i = 0; i < 1000; i++) {
    at.day += i % 2 === 0 ? 900 : -900;
    expect(nowMs()).toBe(60_055);
  }
});
