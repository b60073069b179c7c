/** The exit codes of the command: done or clean, something was found, wrong use or bad input, the agent is not running. */
export const EXIT = { clean: 0, found: 1, badInput: 2, notRunning: 3 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An entry of the table of failures: how the command ends, what is wrong, and what mends it. */
export interface ErrorText {
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly hint: string;
}
