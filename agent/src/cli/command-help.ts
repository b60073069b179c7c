/** What the help says of a command. */
export interface CommandHelp {
  readonly summary: string;
  readonly description?: string;
  readonly examples: readonly string[];
}
