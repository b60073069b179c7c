import { AgentError, errorClass, EXIT } from "../errors.ts";
import type { Terminal } from "./terminal.ts";

/** Tells people of a failure that ended the command, and sets the exit code. */
export function tellFailure(terminal: Pick<Terminal, "err" | "raiseExit">, error: unknown): void {
  if (error instanceof AgentError) {
    const details = error.details.map((line) => `  ${line}\n`).join("");
    terminal.err(`error: ${error.message}\n${details}hint: ${error.hint}\n`);
    terminal.raiseExit(error.exitCode);
    return;
  }
  // An unforeseen error's message may quote content; where it happened does not.
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  terminal.err(`error: a fault of weir itself (${errorClass(error)}); nothing was cleared\n`);
  terminal.err(
    `${frames.slice(0, 5).join("\n")}\nhint: please report these lines; they hold no content\n`,
  );
  terminal.raiseExit(EXIT.badInput);
}

/** Tells people of something that ends nothing and that they can mend. */
export function tellWarning(terminal: Terminal, { message, hint }: AgentError): void {
  terminal.err(`warning: ${message}\nhint: ${hint}\n`);
}
