import process from "node:process";
import { systemCode } from "../errors.ts";
import type { Terminal } from "./terminal.ts";

/** The process's own terminal. When nobody reads standard output any more, the process ends without a word. */
export function processTerminal(): Terminal {
  const raise = (code: number): void => {
    process.exitCode = Math.max(Number(process.exitCode ?? 0), code);
  };
  const endUnread = (error: unknown): void => {
    if (systemCode(error) === "EPIPE") process.exit(process.exitCode);
  };
  process.stdout.on("error", (error) => {
    endUnread(error);
    throw error;
  });
  // Where nobody reads notes any more, they are lost; what goes on, such as a stop in good order, goes on.
  process.stderr.on("error", () => undefined);
  return {
    out: (text) => {
      process.stdout.write(text);
      // The event comes only when the loop is idle, which a long report would keep it from.
      endUnread(process.stdout.errored);
    },
    err: (text) => void process.stderr.write(text),
    // Read only when asked for: opening standard input would keep the agent waiting for its end.
    get input() {
      return process.stdin;
    },
    get inputIsTty() {
      return process.stdin.isTTY;
    },
    errIsTty: process.stderr.isTTY,
    raiseExit: raise,
  };
}
