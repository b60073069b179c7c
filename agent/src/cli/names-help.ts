import type { CommandHelp } from "./command-help.ts";

/** The help of the commands about names: DNS, hosts, policies and exports. */
export const NAMES_HELP = {
  dns: {
    summary: "names: what the lists say of one, and who the system asks",
    examples: ["weir dns test chatgpt.com", "weir dns install --scoped --dry-run"],
  },
  dnsTest: {
    summary: "tell what becomes of a name, and why",
    description:
      "Tells which list decides about a name and what the answer would be. Needs no running agent; asks nobody.\n" +
      "Exit code: 0 it resolves, 1 it is blocked, 2 it is no host name.",
    examples: ["weir dns test chatgpt.com", "weir dns test api.openai.com --json"],
  },
  dnsInstall: {
    summary: "have the system ask Weir for names",
    description:
      "Keeps what is there, then has the system ask Weir: for the names of the lists (--scoped), or for every name (--full). " +
      "Without either, as the preset has it. weir dns uninstall brings back what was there, byte for byte.",
    examples: [
      "weir dns install --scoped --dry-run",
      "sudo weir dns install --scoped",
      "sudo weir dns install --full",
    ],
  },
  dnsUninstall: {
    summary: "bring back the resolvers that the system asked before",
    description:
      "What was there is kept in the data folder: name the same configuration file as at the install, if one was named.\n" +
      "Exit code: 0 done, 1 what somebody else has changed since was left as it is, 2 refused.",
    examples: ["sudo weir dns uninstall", "sudo weir dns uninstall --config team.yaml"],
  },
  dnsRestore: {
    summary: "bring them back without an agent and without a configuration",
    description:
      "Brings back the resolvers that the system asked before Weir, which needs nothing but what the install has kept. They stay " +
      "until weir dns install, also when the agent starts again; with --after-crash, until weir dns resume.\n" +
      "Exit code: 0 done, 1 what somebody else has changed since was left as it is, 2 refused.",
    examples: ["sudo weir dns restore", "weir dns restore --after-crash"],
  },
  dnsPause: {
    summary: "block no name for some minutes",
    description:
      "Names are answered by the network's own resolvers meanwhile. The pause is kept in memory alone and ends by itself.",
    examples: ["weir dns pause 5"],
  },
  dnsResume: {
    summary: "end a pause; put in force again what was taken back after a crash",
    examples: ["weir dns resume", "sudo weir dns resume"],
  },
  dnsStatus: {
    summary: "tell who the system asks for names, and who else has a say",
    examples: ["weir dns status", "weir dns status --json"],
  },
  hosts: {
    summary: "this machine's own lists of hosts: what it allows and what it blocks",
    description:
      "Changes this machine's own lists through the running agent, in force once the command is done. They win over the shipped lists. The team " +
      "preset keeps changes until the agent's restart.\nExit code: 0 done, 2 refused, 3 the agent is not running.",
    examples: [
      "weir hosts allow chat.example",
      "weir hosts block chat.example",
      "weir hosts rm chat.example",
      "weir hosts list",
    ],
  },
  hostsAllow: {
    summary: "let a host through, whatever the shipped lists say",
    examples: ["weir hosts allow chat.example"],
  },
  hostsBlock: {
    summary: "block a host; names under it that other lists name stay as they are",
    examples: ["weir hosts block chat.example"],
  },
  hostsRemove: {
    summary: "take a host off both lists",
    examples: ["weir hosts rm chat.example"],
  },
  hostsList: {
    summary: "every host on the two lists",
    examples: ["weir hosts list", "weir hosts list --json"],
  },
  policy: {
    summary: "what happens to the hosts of a category, which is a list of them",
    description:
      "Reads and sets the policy of a category through the running agent, in force once the command is done. The team preset " +
      "keeps it until the agent's restart.\nExit code: 0 done, 2 refused, 3 the agent is not running.",
    examples: ["weir policy list", "weir policy set ai_other deny"],
  },
  policyList: {
    summary: "every category and its policy",
    examples: ["weir policy list", "weir policy list --json"],
  },
  policySet: {
    summary: "block the hosts of a category, inspect what is sent to them, or let them through",
    examples: ["weir policy set ai_other deny", "weir policy set ai_chat_blocked allow_with_dlp"],
  },
  policyUnset: {
    summary: "forget what was set, so that the configuration counts again",
    examples: ["weir policy unset ai_other"],
  },
  export: {
    summary: "print the blocked names as a file for a central resolver",
    description:
      "Prints what the configuration blocks, and what weir hosts and weir policy have changed while the agent runs.",
    examples: ["weir export rpz --serial 1 > weir.rpz", "weir export unbound --with-doh"],
  },
  exportVerify: {
    summary: "ask a resolver for the names of the lists and compare",
    description:
      "Asks for every name in force, one below it, one beside it and the one above; with the shipped lists that takes minutes, and " +
      "--names takes a part. A name that exists nowhere, as --elsewhere tells, is undecided.\n" +
      "Exit code: 0 judged alike, 1 otherwise or unanswered, 2 nothing was verified.",
    examples: ["weir export verify --resolver 127.0.0.1:5353 --elsewhere 9.9.9.9"],
  },
} as const satisfies Readonly<Record<string, CommandHelp>>;
