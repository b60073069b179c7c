import { AgentError, errorClass, EXIT } from "./errors.ts";
import type { Terminal } from "./terminal.ts";

const detailLines = ({ details }: AgentError): string =>
  details.map((line) => `  ${line}\n`).join("");

/** Lines that tell where an unforeseen error happened, so many at most. */
const MAX_FRAMES = 5;

/** Where an error happened. Its message may quote content, in lines that look like these: what stands behind it alone is told. */
function framesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const { message, stack = "" } = error;
  const at = stack.indexOf(message);
  // A message that was changed since leaves the one before in the stack.
  if (at === -1) return [];
  const lines = stack.slice(at + message.length).split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).slice(0, MAX_FRAMES);
}

/** Tells people of a failure that ended the command, and sets the exit code. */
export function tellFailure(terminal: Pick<Terminal, "err" | "raiseExit">, error: unknown): void {
  if (error instanceof AgentError) {
    terminal.err(`error: ${error.message}\n${detailLines(error)}hint: ${error.hint}\n`);
    terminal.raiseExit(error.exitCode);
    return;
  }
  terminal.err(`error: a fault of weir itself (${errorClass(error)}); nothing was cleared\n`);
  terminal.err(
    `${framesOf(error).join("\n")}\nhint: please report these lines; they hold no content\n`,
  );
  terminal.raiseExit(EXIT.badInput);
}

/** Tells people of something that ends nothing and that they can mend. */
export function tellWarning(terminal: Terminal, error: AgentError): void {
  terminal.err(`warning: ${error.message}\n${detailLines(error)}hint: ${error.hint}\n`);
}
