import type { Step } from "@weir/engine";
import type { ConfigKey, ErrorCode, StoreState } from "@weir/schema";
import type { Clock } from "./clock.ts";
import type { DnsEvent } from "./dns/service.ts";
import { AgentError } from "./errors.ts";
import type { StopReason } from "./signals.ts";

/** The levels, gravest first; each includes those before it. */
export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** One step of a scan, and how long it took. What it left over is not told: a number of findings is a verdict. */
export interface StepRecord {
  readonly step: Step;
  readonly ms: number;
}

/**
 * Everything that can be logged. The fields are numbers, flags and names from closed lists, so that no content, value,
 * host or address can get into a line.
 */
export type LogEvent =
  | { readonly event: "started"; readonly port: number; readonly patterns: number }
  | { readonly event: "stopping"; readonly reason: StopReason }
  | { readonly event: "stopped"; readonly ms: number }
  | { readonly event: "local_rules_ignored"; readonly faults: number }
  | { readonly event: "config_reloaded"; readonly patterns: number }
  | { readonly event: "config_refused"; readonly faults: number }
  | { readonly event: "restart_needed"; readonly keys: readonly ConfigKey[] }
  | { readonly event: "keys_without_effect"; readonly keys: readonly ConfigKey[] }
  | { readonly event: "policies_without_effect"; readonly policies: number }
  | { readonly event: "store_state"; readonly state: StoreState; readonly set_aside: number }
  | { readonly event: "pid_file_unwritable" }
  | { readonly event: "host_lists_faulty"; readonly faults: number; readonly differing: number }
  | { readonly event: "tamper_detected"; readonly files: number }
  | { readonly event: "tamper_cleared" }
  | { readonly event: "dns_paused"; readonly minutes: number }
  | { readonly event: "dns_resumed" }
  | DnsEvent
  | { readonly event: "token_unavailable" }
  | { readonly event: "companion_paired" }
  | { readonly event: "companion_forgotten" }
  | { readonly event: "request_refused"; readonly code: ErrorCode }
  | { readonly event: "internal_fault"; readonly error_class: string }
  | {
      readonly event: "scan";
      readonly kind: "scan" | "redact";
      readonly ms: number;
      readonly bytes: number;
      readonly steps: readonly StepRecord[];
    };

const LEVEL_OF: Readonly<Record<LogEvent["event"], LogLevel>> = {
  started: "info",
  stopping: "info",
  stopped: "info",
  local_rules_ignored: "warn",
  config_reloaded: "info",
  config_refused: "error",
  restart_needed: "warn",
  keys_without_effect: "warn",
  policies_without_effect: "warn",
  store_state: "warn",
  pid_file_unwritable: "warn",
  host_lists_faulty: "warn",
  tamper_detected: "error",
  tamper_cleared: "info",
  dns_paused: "warn",
  dns_resumed: "info",
  dns_started: "info",
  dns_fault: "warn",
  dns_recovered: "info",
  dns_restarted: "error",
  dns_failed: "error",
  dns_stopped: "info",
  token_unavailable: "warn",
  companion_paired: "info",
  companion_forgotten: "info",
  request_refused: "debug",
  internal_fault: "error",
  scan: "debug",
};

/** The agent's log. It takes events of the closed set and no text. */
export interface Log {
  /** Would an event of this level be written? */
  readonly isOn: (level: LogLevel) => boolean;
  readonly write: (event: LogEvent) => void;
}

/** Where a log goes. */
export interface LogTarget {
  /** Asked for each event, since a configuration that is taken up anew can change it. */
  readonly level: () => LogLevel;
  readonly clock: Clock;
  readonly writeLine: (line: string) => void;
  /** True writes lines for people instead of JSON. */
  readonly isForPeople: boolean;
}

/** Reads `LOG_LEVEL`; empty or missing means info. Throws an AgentError for a level that does not exist. */
export function parseLogLevel(text: string | undefined): LogLevel {
  const wanted = (text ?? "").trim().toLowerCase();
  if (wanted === "") return "info";
  const level = LOG_LEVELS.find((name) => name === wanted);
  if (level === undefined) throw new AgentError("bad_log_level");
  return level;
}

/** Milliseconds rounded to what is worth reading: three places. */
export function readableMs(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function forPeople(event: LogEvent): string {
  const words: string[] = [];
  for (const [key, value] of Object.entries(event)) {
    if (key !== "event" && key !== "steps") words.push(`${key}=${String(value)}`);
  }
  if (event.event !== "scan") return [event.event, ...words].join(" ");
  const steps = event.steps.map(
    ({ step, ms }) => `\n    ${step.padEnd(16)} ${ms.toFixed(3).padStart(9)} ms`,
  );
  return [event.event, ...words].join(" ") + steps.join("");
}

/** A log whose level can be changed while it is in use. */
export interface LevelledLog {
  readonly log: Log;
  readonly setLevel: (level: LogLevel) => void;
}

/** A log that begins at a level. */
export function createLevelledLog(first: LogLevel, target: Omit<LogTarget, "level">): LevelledLog {
  let level = first;
  return {
    log: createLog({ ...target, level: () => level }),
    setLevel: (next) => {
      level = next;
    },
  };
}

/** Writes events of a level and graver ones, one line each. */
export function createLog({ level, clock, writeLine, isForPeople }: LogTarget): Log {
  const isOn = (asked: LogLevel): boolean =>
    LOG_LEVELS.indexOf(asked) <= LOG_LEVELS.indexOf(level());
  return {
    isOn,
    write: (event) => {
      const own = LEVEL_OF[event.event];
      if (!isOn(own)) return;
      const time = new Date(clock.wallSec() * 1000).toISOString();
      const line = isForPeople
        ? `${time.slice(11, 19)} ${own.padEnd(5)} ${forPeople(event)}`
        : JSON.stringify({ time, level: own, ...event });
      writeLine(`${line}\n`);
    },
  };
}
