import { Command, CommanderError, Option } from "commander";
import { CATEGORIES } from "@weir/schema";
import { EXIT } from "../errors.ts";
import type { RulesFlags } from "./rules.ts";
import type { ScanFlags } from "./scan.ts";
import type { StatusFlags } from "./status.ts";
import type { Terminal } from "./terminal.ts";

/** What each command does. */
export interface Commands {
  readonly run: (flags: RulesFlags & { readonly listen: string }) => Promise<void>;
  readonly scan: (files: readonly string[], flags: ScanFlags) => Promise<void>;
  readonly status: (flags: StatusFlags) => Promise<void>;
  readonly rulesList: (flags: RulesFlags & { category?: string; json?: boolean }) => void;
  readonly rulesShow: (name: string, flags: RulesFlags & { json?: boolean }) => void;
  readonly rulesSample: (name: string, flags: RulesFlags & { seed?: string }) => void;
  readonly rulesCheck: (file: string | undefined, flags: RulesFlags) => void;
}

/** What the help says of the rest of the program. */
export interface ProgramFacts {
  readonly version: string;
  readonly defaultListen: string;
}

const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}\n`;

const rulesOption = (): Option =>
  new Option(
    "--rules <dir>",
    "folder of dlp_patterns.json and dlp_exclusions.json, instead of the shipped one",
  );

function addScan(program: Command, { scan }: Commands): void {
  program
    .command("scan")
    .summary("find secrets and personal data in files or standard input")
    .description(
      "Scans files, or standard input without any or for -. Needs no running agent; nothing leaves this machine.\n" +
        "Prints FILE:LINE:COLUMN and the pattern for what would block, never the value.\n" +
        "Exit code: 0 clean, 1 found, 2 wrong use or unreadable input.",
    )
    .argument("[files...]", "files to scan; - for standard input")
    .option("--json", "one JSON document; end_line and end_column are exclusive")
    .option("--explain", "also what does not block, and the terms of every score")
    .addOption(
      new Option(
        "--redact",
        "print the content with placeholders; findings go to standard error",
      ).conflicts("json"),
    )
    .option("-q, --quiet", "no summary")
    .addOption(rulesOption())
    .addHelpText(
      "after",
      examples(
        "weir scan .env config/*.yaml",
        "git diff --cached | weir scan -",
        "git log -p | weir scan - --json",
        "weir scan --explain notes.txt",
        "weir scan --redact prompt.txt > safe.txt",
        "find . -type f -print0 | xargs -0 weir scan -q",
      ),
    )
    .action(async (files: string[], flags: ScanFlags) => scan(files, flags));
}

function addAgent(
  program: Command,
  { run, status }: Commands,
  { defaultListen }: ProgramFacts,
): void {
  program
    .command("run")
    .summary("run the agent until Ctrl-C")
    .description(
      "Runs the agent in the foreground: its API on a loopback address, and nothing else.",
    )
    .option(
      "--listen <address>",
      "loopback address and port of the API (api_listen)",
      defaultListen,
    )
    .addOption(rulesOption())
    .addHelpText(
      "after",
      examples("weir run", "weir run --listen 127.0.0.1:9192", "LOG_LEVEL=debug weir run"),
    )
    .action(async (flags: RulesFlags & { listen: string }) => run(flags));
  program
    .command("status")
    .summary("tell how the running agent is")
    .description("Asks the running agent how it is. Exit code: 0 well, 1 not well, 3 not running.")
    .option("--json", "the answer of GET /api/status")
    .option("--url <url>", "address of the agent", `http://${defaultListen}`)
    .addHelpText(
      "after",
      examples("weir status", "weir status --json", "weir status --url http://127.0.0.1:9192"),
    )
    .action(async (flags: StatusFlags) => status(flags));
}

function addRules(program: Command, commands: Commands): void {
  const rules = program
    .command("rules")
    .summary("look at the patterns, try them, check a file of them")
    .addHelpText(
      "after",
      examples(
        "weir rules list --category cloud",
        'weir rules show "GitHub Personal Access Token"',
        "weir rules check",
      ),
    );
  rules
    .command("list")
    .summary("names, severities and categories")
    .addOption(new Option("--category <name>", "only this category").choices(CATEGORIES))
    .option("--json", "a JSON list")
    .addOption(rulesOption())
    .addHelpText(
      "after",
      examples("weir rules list", "weir rules list --category pii", "weir rules list --json"),
    )
    .action(commands.rulesList);
  rules
    .command("show")
    .summary("every field of one pattern")
    .argument("<name>", "the pattern's name, in any case")
    .option("--json", "a JSON object")
    .addOption(rulesOption())
    .addHelpText("after", examples('weir rules show "GitHub Personal Access Token"'))
    .action(commands.rulesShow);
  rules
    .command("sample")
    .summary("a made-up value that the pattern blocks")
    .argument("<name>", "the pattern's name, in any case")
    .option("--seed <text>", "the same seed gives the same value")
    .addOption(rulesOption())
    .addHelpText(
      "after",
      examples('weir rules sample "GitHub Personal Access Token" | weir scan -'),
    )
    .action(commands.rulesSample);
  rules
    .command("check")
    .summary("check rules and their examples")
    .description(
      "Checks a file of patterns, or all shipped rules: every fault at once, then whether the examples block and the\n" +
        "counter-examples do not. Exit code: 0 no faults, 1 an example fails, 2 the file has faults.",
    )
    .argument("[file]", "a file of patterns")
    .addOption(rulesOption())
    .addHelpText(
      "after",
      examples("weir rules check", "weir rules check rules/local/dlp_patterns_local.json"),
    )
    .action(commands.rulesCheck);
}

function createProgram(commands: Commands, facts: ProgramFacts): Command {
  const program = new Command("weir")
    .description("Keeps secrets and personal data out of AI tools, on this machine alone.")
    .version(facts.version, "--version", "print the version")
    .helpCommand(false)
    .addHelpText(
      "after",
      examples(
        "weir run",
        "weir scan .env",
        "git diff | weir scan -",
        "weir status",
        "weir rules list",
      ) +
        "\nweir COMMAND --help shows more. Exit codes: 0 clean or done, 1 found, 2 wrong use or bad input,\n" +
        "3 the agent is not running.\n",
    );
  addAgent(program, commands, facts);
  addScan(program, commands);
  addRules(program, commands);
  return program;
}

/** Every command takes its output and its way of ending from the program. */
function settle(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError("hint: the same command with --help shows how it is used");
  for (const child of command.commands) settle(child, terminal);
}

/** Reads the command line (without program and script) and runs the command that it names. */
export async function runProgram(
  args: readonly string[],
  commands: Commands,
  facts: ProgramFacts,
  terminal: Terminal,
): Promise<void> {
  const program = createProgram(commands, facts);
  settle(program, terminal);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) terminal.raiseExit(EXIT.badInput);
  }
}
