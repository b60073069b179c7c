import { fstatSync, statSync } from "node:fs";
import { devNull } from "node:os";
import process from "node:process";
import { AgentError, EXIT, systemCode } from "../errors.ts";
import { tellFailure } from "../failures.ts";
import type { Terminal } from "../terminal.ts";

const STDIN_FD = 0;

/** Node opens the null device where standard input is closed, so that both look the same. On Windows neither can be told. */
function isInputNothing(): boolean {
  if (process.platform === "win32") return false;
  try {
    const { rdev } = fstatSync(STDIN_FD);
    const nothing = statSync(devNull, { throwIfNoEntry: false });
    return nothing?.isCharacterDevice() === true && nothing.rdev === rdev;
  } catch {
    return true;
  }
}

/**
 * The process's own terminal. When nobody reads standard output any more, the process ends without a word; where it can't be
 * written, as on a full disk, with an error: what is cut off must not look whole. An agent, whose greeting alone stands there, goes on.
 */
export function processTerminal(): Terminal {
  const raise = (code: number): void => {
    process.exitCode = Math.max(Number(process.exitCode ?? 0), code);
  };
  const err = (text: string): void => void process.stderr.write(text);
  let mayLose = false;
  const endUnread = (error: unknown): void => {
    if (error === null || mayLose) return;
    if (systemCode(error) === "EPIPE") process.exit(process.exitCode);
    tellFailure({ err, raiseExit: raise }, new AgentError("output_unwritable"));
    process.exit(EXIT.badInput);
  };
  process.stdout.on("error", endUnread);
  // Where nobody reads notes any more, they are lost; what goes on, such as a stop in good order, goes on.
  process.stderr.on("error", () => undefined);
  return {
    out: (text) => {
      process.stdout.write(text);
      // The event comes only when the loop is idle, which a long report would keep it from.
      endUnread(process.stdout.errored);
    },
    outOrLose: (text) => {
      mayLose = true;
      process.stdout.write(text);
    },
    err,
    // Read only when asked for: opening standard input would keep the agent waiting for its end.
    get input() {
      return process.stdin;
    },
    get inputIsTty() {
      return process.stdin.isTTY;
    },
    get inputIsNothing() {
      return isInputNothing();
    },
    errIsTty: process.stderr.isTTY,
    raiseExit: raise,
  };
}
