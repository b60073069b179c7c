import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { createSessions, SESSION_LIMITS, sweptSessions } from "./sessions.ts";

function sessionsAt(limits: typeof SESSION_LIMITS = SESSION_LIMITS) {
  const time = { ms: 0 };
  const clock = { nowMs: () => time.ms, wallSec: () => 0 };
  return { time, sessions: createSessions(clock, limits) };
}

test("tailOf() answers the last tail of its own session", () => {
  const { sessions } = sessionsAt();
  sessions.keep("a", "one");
  sessions.keep("a", "two \ud800");
  sessions.keep("b", "three");
  expect(["a", "b", "c"].map(sessions.tailOf)).toEqual(["two \ud800", "three", ""]);
});

test("a tail is forgotten ten minutes after its last scan, asked for or not", () => {
  const { sessions, time } = sessionsAt();
  sessions.keep("a", "one");
  time.ms = 5 * 60_000;
  sessions.keep("b", "two");
  time.ms = 10 * 60_000 - 1;
  expect(sessions.tailOf("a")).toBe("one");
  time.ms = 10 * 60_000;
  expect(sessions.tailOf("a")).toBe("");
  time.ms = 15 * 60_000;
  expect(sessions.count()).toBe(1);
  sessions.dropExpired();
  expect(sessions.count()).toBe(0);
});

test("swept sessions forget by themselves, and no timer runs once there are none", () => {
  vi.useFakeTimers();
  try {
    const sessions = sweptSessions({ nowMs: () => performance.now(), wallSec: () => 0 });
    expect(vi.getTimerCount()).toBe(0);
    sessions.keep("a", "one");
    sessions.keep("b", "two");
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(9 * 60_000);
    expect(sessions.count()).toBe(2);
    vi.advanceTimersByTime(2 * 60_000);
    expect([sessions.count(), vi.getTimerCount()]).toEqual([0, 0]);
  } finally {
    vi.useRealTimers();
  }
});

test("of more than 4096 sessions the least recently used is dropped", () => {
  const { sessions } = sessionsAt();
  for (let i = 0; i < 4096; i++) sessions.keep(`s${i}`, "tail");
  sessions.keep("s0", "used again");
  sessions.keep("new", "tail");
  expect(sessions.count()).toBe(4096);
  expect(["s0", "s1", "new"].map(sessions.tailOf)).toEqual(["used again", "", "tail"]);
});

test("a tail does not keep the content that it was cut from in memory", () => {
  const { sessions } = sessionsAt();
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 100; i++) {
    // Parsed, the text lies in the heap as one piece, like the content of a request.
    const content = String(JSON.parse(`"${"x".repeat(1024 * 1024)}"`));
    sessions.keep(`s${i}`, content.slice(-512));
  }
  collect();
  // 100 MiB would stay if the tails were slices.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * 1024 * 1024);
});
