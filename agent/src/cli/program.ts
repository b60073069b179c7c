import { Argument, Command, CommanderError, Option } from "commander";
import { CATEGORIES, POLICIES, PRESET_NAMES, SEVERITIES } from "@weir/schema";
import type { HostPolicy } from "@weir/schema";
import { EXIT } from "../errors.ts";
import type { RunFlags } from "../run-flags.ts";
import type { Terminal } from "../terminal.ts";
import { checkHelp } from "./check-help.ts";
import type { CommandHelp } from "./command-help.ts";
import type { Commands } from "./commands.ts";
import { FIRST_EXAMPLES, HELP } from "./help.ts";
import type { AgentFlags } from "./running.ts";
import type { ScanFlags } from "./scan.ts";

/** What the help says of the rest of the program. */
export interface ProgramFacts {
  readonly version: string;
  readonly defaultListen: string;
}

const examples = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}\n`;

const rulesOption = (instead = "the configuration's"): Option =>
  new Option(
    "--rules <dir>",
    `folder of dlp_patterns.json and dlp_exclusions.json, instead of ${instead}`,
  );

const configOption = (): Option =>
  new Option("--config <file>", "configuration file, instead of the one that is looked for");

const urlOption = (): Option =>
  new Option("--url <url>", "address of the agent, instead of the configuration's api_listen");

/** A command below another, with its help. */
function add(parent: Command, name: string, help: CommandHelp): Command {
  const { summary, description = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.` } = help;
  const command = parent.command(name).summary(summary).description(description);
  return command.addHelpText("after", examples(help.examples));
}

function addScan(program: Command, { scan }: Commands): void {
  add(program, "scan", HELP.scan)
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
    .addOption(configOption())
    .action(async (files: string[], flags: ScanFlags) => scan(files, flags));
}

function addAgent(program: Command, commands: Commands, { defaultListen }: ProgramFacts): void {
  add(program, "run", HELP.run)
    .option(
      "--listen <address>",
      `loopback address and port of the API (api_listen; default ${defaultListen})`,
    )
    .option("--dns-listen <address>", "loopback address and port of DNS (dns_listen)")
    .option("--no-dns", "without the DNS layer (dns_enabled: false)")
    .addOption(configOption())
    .addOption(rulesOption())
    .action(async (flags: RunFlags) => commands.run(flags));
  add(program, "status", HELP.status)
    .option("--json", "the answer of GET /api/status")
    .addOption(urlOption())
    .addOption(configOption())
    .action(async (flags: AgentFlags & { json?: boolean }) => commands.status(flags));
  add(program, "reload", HELP.reload).addOption(configOption()).action(commands.reload);
  const token = add(program, "token", HELP.token);
  add(token, "rotate", HELP.tokenRotate).addOption(configOption()).action(commands.tokenRotate);
}

function addRules(program: Command, commands: Commands): void {
  const rules = add(program, "rules", HELP.rules);
  add(rules, "list", HELP.rulesList)
    .addOption(new Option("--category <name>", "only this category").choices(CATEGORIES))
    .option("--json", "a JSON list")
    .addOption(rulesOption())
    .addOption(configOption())
    .action(commands.rulesList);
  add(rules, "show", HELP.rulesShow)
    .argument("<name>", "the pattern's name, in any case")
    .option("--json", "a JSON object")
    .addOption(rulesOption())
    .addOption(configOption())
    .action(commands.rulesShow);
  add(rules, "sample", HELP.rulesSample)
    .argument("<name>", "the pattern's name, in any case")
    .option("--seed <text>", "the same seed gives the same value")
    .addOption(rulesOption())
    .addOption(configOption())
    .action(commands.rulesSample);
  add(rules, "check", HELP.rulesCheck)
    .argument("[file]", "a file of patterns")
    .option("--verbose", "remarks too: overlaps, loose shapes, hotwords that never help")
    .option("--json", "one JSON document with all of it")
    .addOption(rulesOption("the shipped one"))
    .action(commands.rulesCheck);
  const collect = (text: string, list: readonly string[] = []): string[] => [...list, text];
  add(rules, "new", HELP.rulesNew)
    .argument("<name>", "what the pattern is called")
    .addOption(
      new Option("--category <name>", "what it protects")
        .choices(CATEGORIES.filter((name) => name !== "canary"))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--severity <name>", "how bad a leak is").choices(SEVERITIES).default("high"),
    )
    .option("--example <template>", "a text that blocks; may be given again", collect)
    .option("--regex <expression>", "RE2 expression, where the examples do not tell it")
    .option("--file <file>", "local pattern file to add it to; made where there is none")
    .addOption(rulesOption("the shipped one"))
    .action(commands.rulesNew);
}

function addConfig(program: Command, commands: Commands): void {
  const config = add(program, "config", HELP.config);
  add(config, "check", HELP.configCheck)
    .argument("[file]", "a configuration file")
    .action((file: string | undefined) => commands.configCheck(file));
  add(config, "show", HELP.configShow)
    .option("--json", "a JSON object")
    .addOption(configOption())
    .action(commands.configShow);
  add(config, "init", HELP.configInit)
    .addOption(
      new Option("--preset <name>", "which preset").choices(PRESET_NAMES).makeOptionMandatory(),
    )
    .option("--path <file>", "where to, instead of where the agent looks first")
    .option("--force", "replace a file that is there")
    .action(commands.configInit);
}

function addCanary(program: Command, commands: Commands): void {
  const canary = add(program, "canary", HELP.canary);
  const addAsking = (name: string, help: CommandHelp): Command =>
    add(canary, name, help).addOption(urlOption()).addOption(configOption());
  addAsking("create", HELP.canaryCreate)
    .argument("<label>", "what the canary is called; shown when it is met")
    .option("--plant <file>", "write the token into a .env, JSON, YAML or INI file")
    .option("--json", "the answer of POST /api/dlp/canary")
    .action(async (label: string, flags: AgentFlags) => commands.canaryCreate(label, flags));
  addAsking("list", HELP.canaryList)
    .option("--json", "the answer of GET /api/dlp/canary")
    .action(async (flags: AgentFlags) => commands.canaryList(flags));
  addAsking("rm", HELP.canaryRemove)
    .argument("<ids...>", "ids, as weir canary list prints them")
    .action(async (ids: string[], flags: AgentFlags) => commands.canaryRemove(ids, flags));
}

function addCompanion(program: Command, commands: Commands): void {
  const companion = add(program, "companion", HELP.companion);
  const addAsking = (name: string, help: CommandHelp): Command =>
    add(companion, name, help).addOption(urlOption()).addOption(configOption());
  addAsking("pair", HELP.companionPair)
    .option("--json", "the answer of POST /api/companion/pairing")
    .action(async (flags: AgentFlags) => commands.companionPair(flags));
  addAsking("list", HELP.companionList)
    .option("--json", "the answer of GET /api/companion")
    .action(async (flags: AgentFlags) => commands.companionList(flags));
  addAsking("forget", HELP.companionForget)
    .argument("<ids...>", "ids, as weir companion list prints them")
    .action(async (ids: string[], flags: AgentFlags) => commands.companionForget(ids, flags));
}

function addDns(program: Command, commands: Commands): void {
  const dns = add(program, "dns", HELP.dns);
  add(dns, "test", HELP.dnsTest)
    .argument("<name>", "a host name")
    .option("--json", "a JSON object")
    .addOption(configOption())
    .action(commands.dnsTest);
  add(dns, "install", HELP.dnsInstall)
    .option("--scoped", "only the names of the lists come to Weir")
    .addOption(new Option("--full", "every name comes to Weir").conflicts("scoped"))
    .option("--dry-run", "print what would change, and change nothing")
    .addOption(configOption())
    .action(commands.dnsInstall);
  add(dns, "uninstall", HELP.dnsUninstall).addOption(configOption()).action(commands.dnsUninstall);
  add(dns, "restore", HELP.dnsRestore)
    .option("--after-crash", "leave scoped mode, and remember full mode for weir dns resume")
    .addOption(configOption())
    .action(commands.dnsRestore);
  const addAsking = (name: string, help: CommandHelp): Command =>
    add(dns, name, help).addOption(urlOption()).addOption(configOption());
  addAsking("pause", HELP.dnsPause)
    .argument("<minutes>", "from 1 to 1440")
    .action(commands.dnsPause);
  addAsking("resume", HELP.dnsResume).action(commands.dnsResume);
  add(dns, "status", HELP.dnsStatus)
    .option("--json", "a JSON object")
    .addOption(configOption())
    .action(commands.dnsStatus);
}

function addHosts(program: Command, commands: Commands): void {
  type Flags = AgentFlags & { json?: boolean };
  const addAsking = (parent: Command, name: string, help: CommandHelp, json: string): Command =>
    add(parent, name, help).option("--json", json).addOption(urlOption()).addOption(configOption());
  const hosts = add(program, "hosts", HELP.hosts);
  const changed = "the answer of /api/rules/overrides";
  const adding = { allow: HELP.hostsAllow, block: HELP.hostsBlock };
  for (const list of ["allow", "block"] as const) {
    addAsking(hosts, list, adding[list], changed)
      .argument("<name>", "a host name; it stands for all names under it too")
      .action(async (name: string, flags: Flags) => commands.hostsAdd(list, name, flags));
  }
  addAsking(hosts, "rm", HELP.hostsRemove, changed)
    .argument("<name>", "a host name, as weir hosts list prints it")
    .action(async (name: string, flags: Flags) => commands.hostsRemove(name, flags));
  addAsking(hosts, "list", HELP.hostsList, changed).action(commands.hostsList);
  const policy = add(program, "policy", HELP.policy);
  addAsking(policy, "list", HELP.policyList, "the answer of GET /api/policies").action(
    commands.policyList,
  );
  addAsking(policy, "unset", HELP.policyUnset, "the answer of DELETE /api/policies/{category}")
    .argument("<category>", "the name of a list, as weir policy list prints it")
    .action(commands.policyUnset);
  addAsking(policy, "set", HELP.policySet, "the answer of PUT /api/policies/{category}")
    .argument("<category>", "the name of a list, as weir policy list prints it")
    .addArgument(new Argument("<policy>", "what happens to its hosts").choices(POLICIES))
    .action(async (category: string, to: HostPolicy, flags: Flags) =>
      commands.policySet(category, to, flags),
    );
}

function addExport(program: Command, commands: Commands): void {
  const doh = (): Option => new Option("--with-doh", "public resolvers over HTTPS too");
  const exporting = add(program, "export", HELP.export)
    .argument("<format>", "rpz, unbound, dnsmasq, adguard, pihole, dnsdist or knot")
    .addOption(doh())
    .option("--serial <number>", "version of the file, to be raised with each (default 1)")
    .addOption(configOption())
    .action(commands.exportPolicy);
  add(exporting, "verify", HELP.exportVerify)
    .requiredOption("--resolver <address>", "the resolver that works by the export")
    .option("--elsewhere <address>", "a resolver without it, to tell names that exist nowhere")
    .option("--names <number>", "ask so many names, spread over the lists")
    .addOption(doh())
    .addOption(configOption())
    .action(commands.exportVerify);
}

function createProgram(commands: Commands, facts: ProgramFacts): Command {
  const program = new Command("weir")
    .description("Keeps secrets and personal data out of AI tools, on this machine alone.")
    .version(facts.version, "--version", "print the version")
    .helpCommand("help [command]", "the same as the command with --help")
    .addHelpText(
      "after",
      examples(FIRST_EXAMPLES) +
        "\nweir COMMAND --help shows more. Exit codes: 0 clean or done, 1 found, 2 wrong use or bad input,\n" +
        "3 the agent is not running.\n",
    );
  addAgent(program, commands, facts);
  addScan(program, commands);
  addConfig(program, commands);
  addCanary(program, commands);
  addCompanion(program, commands);
  addRules(program, commands);
  addDns(program, commands);
  addHosts(program, commands);
  addExport(program, commands);
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
    checkHelp(program, args);
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) terminal.raiseExit(EXIT.badInput);
  }
}
