import { afterEach, expect, test, vi } from "vitest";
import { warmUp } from "../src/content/warm-up.ts";

/** Calls back as a browser does that is idle for so many milliseconds at a time; answers with how often it was asked. */
function idleFor(ms: number): () => number {
  const asked: IdleRequestCallback[] = [];
  let times = 0;
  vi.stubGlobal("requestIdleCallback", (callback: IdleRequestCallback) => asked.push(callback));
  return () => {
    for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
      times += 1;
      next({ didTimeout: false, timeRemaining: () => ms });
    }
    return times;
  };
}

const nothingToPrepare = (): boolean => false;

afterEach(() => vi.unstubAllGlobals());

test("the rehearsals of a page end, and none is of the text just before", () => {
  const run = idleFor(50);
  const texts: string[] = [];
  warmUp(nothingToPrepare, (text) => texts.push(text));
  expect(run()).toBe(1);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.length).toBeLessThan(400);
  expect(texts.filter((text, i) => text === texts[i - 1])).toEqual([]);
});

test("no rehearsal begins once the time is up", () => {
  const run = idleFor(1);
  let texts = 0;
  warmUp(nothingToPrepare, () => {
    texts += 1;
  });
  const times = run();
  expect(times).toBe(texts + 1);
});

test("rules are prepared before anything is rehearsed, step by step", () => {
  const run = idleFor(1);
  const done: string[] = [];
  let left = 3;
  const prepare = (): boolean => {
    if (left === 0) return false;
    left -= 1;
    done.push("step");
    return true;
  };
  warmUp(prepare, (text) => done.push(text));
  expect(run()).toBe(done.length + 1);
  expect(done.lastIndexOf("step")).toBe(2);
});
