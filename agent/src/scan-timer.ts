import type { OnStep } from "@weir/engine";
import { utf8Bytes } from "@weir/engine";
import type { Clock } from "./clock.ts";
import { readableMs } from "./log.ts";
import type { Log, StepRecord } from "./log.ts";

/** How long a scan took, and each of its steps. */
export interface ScanTimes {
  readonly ms: number;
  readonly steps: readonly StepRecord[];
}

/** Times the steps of one scan, from now on. */
export function timeSteps({ nowMs }: Clock): {
  /** To be handed to the engine. */
  readonly onStep: OnStep;
  readonly times: () => ScanTimes;
} {
  const steps: StepRecord[] = [];
  const startMs = nowMs();
  let lastMs = startMs;
  return {
    onStep: (step) => {
      const stepMs = nowMs();
      steps.push({ step, ms: readableMs(stepMs - lastMs) });
      lastMs = stepMs;
    },
    times: () => ({ ms: readableMs(nowMs() - startMs), steps }),
  };
}

/** A scan that was timed; of its content the log gets the size alone, and nothing of what it found. */
export interface TimedScan {
  readonly kind: "scan" | "redact";
  readonly content: string;
  readonly times: ScanTimes;
}

/** Writes the one line of a scan. */
export function logScan(log: Log, { kind, content, times }: TimedScan): void {
  const { ms, steps } = times;
  log.write({ event: "scan", kind, ms, bytes: utf8Bytes(content), steps });
}

/** Times one scan for the log; where debug lines are off, it costs nothing and writes nothing. */
export interface ScanTimer {
  /** To be handed to the engine; absent where nobody listens. */
  readonly options: { readonly onStep?: OnStep };
  /** Writes the one line of this scan. */
  readonly finish: () => void;
}

/** Starts timing a scan of `content`. */
export function timeScan(
  { log, clock }: { readonly log: Log; readonly clock: Clock },
  kind: "scan" | "redact",
  content: string,
): ScanTimer {
  if (!log.isOn("debug")) return { options: {}, finish: () => undefined };
  const { onStep, times } = timeSteps(clock);
  return {
    options: { onStep },
    finish: () => logScan(log, { kind, content, times: times() }),
  };
}
