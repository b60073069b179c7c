import { expect, test } from "vitest";
import { createLog, LOG_LEVELS, parseLogLevel } from "./log.ts";
import type { LogEvent, LogLevel } from "./log.ts";

const EVENTS: readonly LogEvent[] = [
  { event: "internal_fault", error_class: "TypeError" },
  { event: "local_rules_ignored", faults: 2 },
  { event: "started", port: 9191, patterns: 4 },
  { event: "request_refused", code: "invalid_json" },
];

function logged(level: LogLevel, isForPeople: boolean): string[] {
  const lines: string[] = [];
  const clock = { nowMs: () => 0, wallSec: () => 1_700_000_000 };
  const log = createLog({
    level: () => level,
    clock,
    isForPeople,
    writeLine: (line) => lines.push(line),
  });
  for (const event of EVENTS) log.write(event);
  return lines;
}

test.each(LOG_LEVELS.map((level, index) => [level, index + 1] as const))(
  "level %s writes its own events and graver ones",
  (level, count) => {
    expect(logged(level, false)).toHaveLength(count);
  },
);

test("a line is JSON for programs, words for people", () => {
  expect(JSON.parse(logged("info", false)[2] ?? "")).toEqual({
    time: "2023-11-14T22:13:20.000Z",
    level: "info",
    event: "started",
    port: 9191,
    patterns: 4,
  });
  expect(logged("info", true)[2]).toBe("22:13:20 info  started port=9191 patterns=4\n");
});

test("parseLogLevel() knows four levels, in any case, and refuses others with a cure", () => {
  expect([undefined, "", "DEBUG", " warn "].map(parseLogLevel)).toEqual([
    "info",
    "info",
    "debug",
    "warn",
  ]);
  expect(() => parseLogLevel("verbose")).toThrow(
    expect.objectContaining({ code: "bad_log_level", exitCode: 2 }),
  );
});
