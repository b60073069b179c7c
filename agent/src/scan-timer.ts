import type { OnStep, ScanResult } from "@weir/engine";
import { utf8Bytes } from "@weir/engine";
import type { Clock } from "./clock.ts";
import { readableMs } from "./log.ts";
import type { Log, StepRecord } from "./log.ts";

/** Times one scan for the log; where debug lines are off, it costs nothing and writes nothing. */
export interface ScanTimer {
  /** To be handed to the engine; absent where nobody listens. */
  readonly options: { readonly onStep?: OnStep };
  /** Writes the one line of this scan. */
  readonly finish: (result: ScanResult) => void;
}

/** Starts timing a scan of `content`, of which the log gets the size alone. */
export function timeScan(
  { log, clock }: { readonly log: Log; readonly clock: Clock },
  kind: "scan" | "redact",
  content: string,
): ScanTimer {
  if (!log.isOn("debug")) return { options: {}, finish: () => undefined };
  const steps: StepRecord[] = [];
  const startMs = clock.nowMs();
  let lastMs = startMs;
  return {
    options: {
      onStep: (step, count) => {
        const nowMs = clock.nowMs();
        steps.push({ step, ms: readableMs(nowMs - lastMs), count });
        lastMs = nowMs;
      },
    },
    finish: ({ blocked, findings }) => {
      const ms = readableMs(clock.nowMs() - startMs);
      const bytes = utf8Bytes(content);
      log.write({ event: "scan", kind, ms, bytes, blocked, findings: findings.length, steps });
    },
  };
}
