import type { CommandHelp } from "./command-help.ts";
import { NAMES_HELP } from "./names-help.ts";

/** What `weir --help` shows. */
export const FIRST_EXAMPLES = [
  "weir run",
  "weir scan .env",
  "git diff | weir scan -",
  "weir status",
  "weir config init --preset personal",
  "weir canary create payroll --plant .env.backup",
  "weir rules list",
] as const;

const SCAN_DESCRIPTION =
  "Scans files, or standard input without any or for -. Needs no running agent; nothing leaves this machine. " +
  "Goes by the rules, thresholds and weights of the configuration, not by what was changed while an agent ran. " +
  "Prints FILE:LINE:COLUMN and the pattern for what would block, never the value.\n" +
  "Exit code: 0 clean, 1 found, 2 wrong use, unreadable input, or rules that are not in force. A program that runs weir may " +
  "end with another: find with 1 for both, xargs with 123.";

/** The help of every command, by its words. */
export const HELP = {
  run: {
    summary: "run the agent until Ctrl-C",
    description:
      "Runs the agent in the foreground: its API and, unless --no-dns is given, DNS, both on loopback addresses alone. " +
      "Reads the configuration that weir config show prints; SIGHUP or weir reload takes up a changed one.",
    examples: [
      "weir run",
      "weir run --listen 127.0.0.1:9192",
      "weir run --config team.yaml",
      "LOG_LEVEL=debug weir run",
    ],
  },
  status: {
    summary: "tell how the running agent is",
    description: "Asks the running agent how it is.\nExit code: 0 well, 1 not well, 3 not running.",
    examples: ["weir status", "weir status --json", "weir status --url http://127.0.0.1:9192"],
  },
  reload: {
    summary: "have the running agent take up its configuration and rules",
    description:
      "Checks the configuration as weir config check does, then has the running agent take it up and waits until that is done, a " +
      "minute at most. A faulty one changes nothing; of this machine's own patterns and lists, where they have faults, those read " +
      "before stay, and all else is taken up. Names the keys that wait for a restart. As every command that changes something, " +
      "it is for the user that the agent runs as.\n" +
      "Exit code: 0 taken up, 2 faults, 3 no agent runs with it, or it takes longer.",
    examples: ["weir reload", "weir config check && weir reload"],
  },
  scan: {
    summary: "find secrets and personal data in files or standard input",
    description: SCAN_DESCRIPTION,
    examples: [
      "weir scan .env config/*.yaml",
      "git diff --cached | weir scan -",
      "git log -p | weir scan - --json",
      "weir scan --explain notes.txt",
      "weir scan --redact prompt.txt > safe.txt",
      "find . -name .git -prune -o -type f -exec weir scan -q {} +",
    ],
  },
  rules: {
    summary: "look at the patterns, try them, check a file of them",
    examples: [
      "weir rules list --category cloud",
      'weir rules show "GitHub Personal Access Token"',
      "weir rules check",
    ],
  },
  rulesList: {
    summary: "names, severities and categories",
    examples: ["weir rules list", "weir rules list --category pii", "weir rules list --json"],
  },
  rulesShow: {
    summary: "every field of one pattern",
    examples: ['weir rules show "GitHub Personal Access Token"'],
  },
  rulesSample: {
    summary: "a made-up value that the pattern blocks",
    examples: ['weir rules sample "GitHub Personal Access Token" | weir scan -'],
  },
  rulesCheck: {
    summary: "check rules and their examples",
    description:
      "Checks a file of patterns, or all shipped rules: every fault at once, with its line, reason and cure. A file named " +
      "dlp_patterns_local.json is held against the shipped patterns.\nExit code: 0 no faults, 1 a pattern has faults, " +
      "2 the file can't be taken up.",
    examples: [
      "weir rules check",
      "weir rules check rules/local/dlp_patterns_local.json",
      "weir rules check --verbose dlp_patterns_local.json",
    ],
  },
  rulesNew: {
    summary: "make a pattern from examples, and say what is to be said of it",
    description:
      "Makes a pattern: from examples the expression, the prefix or the hotwords, the entropy floor, near misses. Give " +
      "templates such as acme_{base62:32}, or made-up values: a command line is kept in the shell's history. Prints the " +
      "entry, or adds it to a file.\nExit code: 0 done, 1 done and it has faults, 2 refused, and nothing was written.",
    examples: [
      'weir rules new "Acme API Key" --category cloud --example "acme_{base62:32}"',
      'weir rules new "Acme Token" --category auth --regex "\\bact_[0-9a-f]{40}\\b" --example "act_{hex:40}"',
      'weir rules new "Acme Secret" --category auth --example "ACME_SECRET={hex:32}" --file dlp_patterns_local.json',
    ],
  },
  config: {
    summary: "check, show or begin the configuration",
    examples: ["weir config init --preset personal", "weir config check", "weir config show"],
  },
  configCheck: {
    summary: "every fault of a configuration, with its line",
    description:
      "Checks a file, or the one that the agent would read; once its lines are right, also the lists and rules that it names and " +
      "this machine's own.\n" +
      "Exit code: 0 no faults, 2 faults.",
    examples: ["weir config check", "weir config check team.yaml"],
  },
  configShow: {
    summary: "every key in force and where its value comes from",
    description:
      "Reads the configuration, and asks the running agent what was changed of thresholds, weights and policies, which wins over " +
      "it. Says where no agent answers, and where one works by the file as it was before: weir reload has it take this one up.",
    examples: ["weir config show", "weir config show --json"],
  },
  configInit: {
    summary: "write the file of a preset, to be edited",
    examples: [
      "weir config init --preset personal",
      "weir config init --preset team --path team.yaml",
    ],
  },
  canary: {
    summary: "tripwires: made-up keys whose turning up in a scan tells that a file was read",
    description:
      "A canary is a made-up key for a file that no AI tool should read. A scan of the agent's that meets it blocks and " +
      "counts it; weir scan, which needs no agent, does not know canaries. It does not prevent the reading.\n" +
      "Exit code: 0 done, 2 refused, 3 the agent is not running.",
    examples: [
      "weir canary create payroll --plant .env.backup",
      "weir canary list",
      "weir canary rm 0123456789abcdef",
    ],
  },
  canaryCreate: {
    summary: "make a canary and print its token",
    examples: ["weir canary create payroll", "weir canary create payroll --plant ~/.env.backup"],
  },
  canaryList: {
    summary: "every canary and what it has met",
    examples: ["weir canary list", "weir canary list --json"],
  },
  canaryRemove: {
    summary: "delete canaries by their ids",
    examples: ["weir canary rm 0123456789abcdef"],
  },
  companion: {
    summary: "pair the browser companion with this agent",
    description:
      "A companion is an extension of a browser that asks this agent. Pairing works under a managed profile too: it widens " +
      "nothing.\nExit code: 0 done, 2 refused, 3 the agent is not running.",
    examples: [
      "weir companion pair",
      "weir companion list",
      "weir companion forget 0123456789abcdef",
    ],
  },
  companionPair: {
    summary: "print a code to type into the companion",
    description:
      "The code counts for five minutes, for one companion and for five tries. It takes the place of the last one.",
    examples: ["weir companion pair", "weir companion pair --json"],
  },
  companionList: {
    summary: "the companions that are paired",
    examples: ["weir companion list", "weir companion list --json"],
  },
  companionForget: {
    summary: "forget companions by their ids; they have to be paired again",
    examples: ["weir companion forget 0123456789abcdef"],
  },
  ...NAMES_HELP,
  token: {
    summary: "the API's token",
    examples: ["weir token rotate"],
  },
  tokenRotate: {
    summary: "replace the token; the old one is worth nothing from then on",
    examples: ["weir token rotate"],
  },
} as const satisfies Readonly<Record<string, CommandHelp>>;
