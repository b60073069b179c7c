import { AgentError, errorClass, EXIT } from "./errors.ts";
import type { Terminal } from "./terminal.ts";

const detailLines = ({ details }: AgentError): string =>
  details.map((line) => `  ${line}\n`).join("");

/** Tells people of a failure that ended the command, and sets the exit code. */
export function tellFailure(terminal: Pick<Terminal, "err" | "raiseExit">, error: unknown): void {
  if (error instanceof AgentError) {
    terminal.err(`error: ${error.message}\n${detailLines(error)}hint: ${error.hint}\n`);
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
export function tellWarning(terminal: Terminal, error: AgentError): void {
  terminal.err(`warning: ${error.message}\n${detailLines(error)}hint: ${error.hint}\n`);
}
