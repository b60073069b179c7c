import type { Readable } from "node:stream";
import type { ExitCode } from "./errors.ts";

/** Where a command reads from and writes to; the process's own streams, or a test's. */
export interface Terminal {
  /** Data, for programs. */
  readonly out: (text: string) => void;
  /** Data that may be lost: what can't be written from then on ends nothing. */
  readonly outOrLose: (text: string) => void;
  /** Notes, for people. */
  readonly err: (text: string) => void;
  readonly input: Readable;
  readonly inputIsTty: boolean;
  /** Is there no input, because it is closed or the system's null device? */
  readonly inputIsNothing: boolean;
  readonly errIsTty: boolean;
  /** Raises the exit code; of several, the highest wins. */
  readonly raiseExit: (code: ExitCode) => void;
}

/** One JSON document. */
export function jsonDocument(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
