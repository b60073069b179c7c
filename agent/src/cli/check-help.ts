import { printable } from "../printable.ts";

/** A command of the program, as far as it matters here. */
interface Command {
  readonly name: () => string;
  readonly commands: readonly Command[];
  readonly registeredArguments: readonly unknown[];
  /** Tells of wrong use and ends the command. */
  readonly error: (message: string) => never;
}

const findCommand = (command: Command, name: string): Command | undefined =>
  command.commands.find((child) => child.name() === name);

/** Does a word in the place of a command name none, where nothing but commands can stand? */
const isUnknown = ({ commands, registeredArguments }: Command, word: string): boolean =>
  commands.length > 0 && registeredArguments.length === 0 && !word.startsWith("-");

/**
 * Refuses `help` or `--help` of a command that there is not, as Commander refuses the command: by itself it would print the help of the one
 * above and say nothing of it.
 */
export function checkHelp(program: Command, args: readonly string[]): void {
  const isHelpAsked = args.includes("--help") || args.includes("-h");
  let command = program;
  for (const [at, word] of args.entries()) {
    // Where a command takes arguments, the word is one of them.
    const isHelp = word === "help" && command.commands.length > 0;
    if (isHelp && command.registeredArguments.length === 0) {
      const asked = args[at + 1] ?? "help";
      if (asked === "help" || asked.startsWith("-") || findCommand(command, asked)) return;
      command.error(`error: unknown command '${printable(asked)}'`);
    }
    const next = findCommand(command, word);
    if (next === undefined) {
      if (isHelpAsked && isUnknown(command, word))
        command.error(`error: unknown command '${printable(word)}'`);
      return;
    }
    command = next;
  }
}
