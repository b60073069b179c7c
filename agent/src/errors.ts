import type { ErrorText, ExitCode } from "./error-text.ts";
import { DNS_SETUP_ERRORS } from "./dns-setup-errors.ts";
import { EXIT } from "./error-text.ts";
import { HOST_ERRORS } from "./host-errors.ts";
import { copyRulesCommand } from "./rules/locate.ts";
import { STATE_ERRORS } from "./state-errors.ts";

export { EXIT } from "./error-text.ts";
export type { ExitCode } from "./error-text.ts";

/** Every failure that people are told of: what is wrong, and what mends it. */
const AGENT_ERRORS = {
  bad_usage: {
    exitCode: EXIT.badInput,
    message: "the command can't be carried out as it stands",
    hint: "weir --help shows every command with examples",
  },
  bad_log_level: {
    exitCode: EXIT.badInput,
    message: "LOG_LEVEL names no level",
    hint: "use one of error, warn, info, debug",
  },
  rules_missing: {
    exitCode: EXIT.badInput,
    message: "the file of rules can't be read",
    hint: `rules_dir and --rules name a folder that holds dlp_patterns.json and dlp_exclusions.json; to begin one: ${copyRulesCommand("DIR")}`,
  },
  rules_invalid: {
    exitCode: EXIT.badInput,
    message: "the rules have faults",
    hint: "mend the fields named above; weir rules check FILE tells when none is left",
  },
  rules_not_in_force: {
    exitCode: EXIT.badInput,
    message: "nothing was found, but not by all rules that were asked for: some are not in force",
    hint: "mend what the warnings name, then scan again",
  },
  rules_unwritable: {
    exitCode: EXIT.badInput,
    message: "the file of rules can't be written",
    hint: "do what stands above, then try again",
  },
  pattern_unknown: {
    exitCode: EXIT.badInput,
    message: "no pattern has this name",
    hint: "weir rules list prints every name",
  },
  pattern_refused: {
    exitCode: EXIT.badInput,
    message: "no pattern can be made of this; nothing was written",
    hint: "change what stands above on the command line; weir rules new --help has examples",
  },
  pattern_without_examples: {
    exitCode: EXIT.badInput,
    message: "the pattern has no examples",
    hint: "add a template to its examples, such as ghp_{base62:36}",
  },
  input_missing: {
    exitCode: EXIT.badInput,
    message: "no such file",
    hint: "to scan a text itself, pipe it in: printf '%s' \"$TEXT\" | weir scan -",
  },
  input_is_directory: {
    exitCode: EXIT.badInput,
    message: "is a directory",
    hint: "name files: find DIR -type f -exec weir scan {} +   (find ends with 1 where weir ends with 1 or 2)",
  },
  input_unreadable: {
    exitCode: EXIT.badInput,
    message: "can't be read",
    hint: "check that the file may be read and that its disk answers",
  },
  input_too_large: {
    exitCode: EXIT.badInput,
    message: "is larger than one redaction may be; nothing was printed",
    hint: "split it into parts of at most 4 MiB; a scan without --redact has no limit",
  },
  input_not_utf8: {
    exitCode: EXIT.badInput,
    message: "is no text in UTF-8, so its redaction would be damaged; nothing was printed",
    hint: "convert it, such as: iconv -f UTF-16 -t UTF-8 FILE | weir scan --redact -",
  },
  output_unwritable: {
    exitCode: EXIT.badInput,
    message: "the output can't be written; what is there of it is not whole",
    hint: "check that its disk has room",
  },
  redact_inputs: {
    exitCode: EXIT.badInput,
    message: "--redact takes one input; nothing was printed",
    hint: "run it once for each: weir scan --redact FILE",
  },
  stdin_is_terminal: {
    exitCode: EXIT.badInput,
    message: "there is nothing to scan",
    hint: "name a file, or pipe a text in: git diff | weir scan -",
  },
  stdin_is_nothing: {
    exitCode: EXIT.badInput,
    message: "standard input is closed or /dev/null: there is nothing to scan",
    hint: "name a file, or pipe a text in: git diff | weir scan -",
  },
  port_in_use: {
    exitCode: EXIT.badInput,
    message: "something else listens on the address of api_listen",
    hint: "is weir running already? weir status tells; else choose another port: weir run --listen 127.0.0.1:9192 (the browser companion finds no other than 9191)",
  },
  port_refused: {
    exitCode: EXIT.badInput,
    message: "the system does not let weir listen on the address of api_listen",
    hint: "choose a port above 1023: weir run --listen 127.0.0.1:9191",
  },
  url_not_loopback: {
    exitCode: EXIT.badInput,
    message: "the agent's address must be http and a loopback name",
    hint: "write it like --url http://127.0.0.1:9191",
  },
  agent_unreachable: {
    exitCode: EXIT.notRunning,
    message: "the agent does not answer",
    hint: "start it: weir run",
  },
  agent_busy: {
    exitCode: EXIT.notRunning,
    message: "the agent is there and does not answer in time",
    hint: "it may be reading its rules anew; try again in a moment",
  },
  agent_unnamed: {
    exitCode: EXIT.badInput,
    message: "an agent answers here, but the data folder names none that runs",
    hint: "ask as the user that it runs as, with its configuration; where that is you, see that the data folder can be written to, or name it: --url URL",
  },
  agent_untold: {
    exitCode: EXIT.badInput,
    message: "an agent answers here, but the data folder names none that runs",
    hint: "ask as the user that it runs as, with its configuration; where that is you, see that the data folder can be written to, then stop it and start it again",
  },
  agent_of_another: {
    exitCode: EXIT.notRunning,
    message: "no agent runs with this configuration; the one on its data folder has another",
    hint: "name the file that it was started with: weir reload --config FILE; or stop it, and start it with this one: weir run --config FILE",
  },
  dns_port_in_use: {
    exitCode: EXIT.badInput,
    message: "something else listens on the address of dns_listen; names are not answered",
    hint: "choose another port with dns_listen, or start without the layer: weir run --no-dns",
  },
  dns_port_refused: {
    exitCode: EXIT.badInput,
    message: "this user may not listen on the port of dns_listen; names are not answered",
    hint: "choose a port above 1023 with dns_listen, or run weir as a service that may",
  },
  export_refused: {
    exitCode: EXIT.badInput,
    message: "the policy can't be exported like this",
    hint: "weir export --help shows the formats and options",
  },
  export_unverified: {
    exitCode: EXIT.badInput,
    message: "nothing was verified: no answer told whether the resolver judges alike",
    hint: "ask more names, or tell by --elsewhere a resolver that knows the internet's names and does not work by the export",
  },
  export_names_invalid: {
    exitCode: EXIT.badInput,
    message: "is no number of names; nothing was asked",
    hint: "give a whole number from 1 up, such as --names 100; without it all are asked",
  },
  resolver_address_invalid: {
    exitCode: EXIT.badInput,
    message: "--resolver takes an address and, where it is not 53, a port",
    hint: "write it like 192.0.2.53 or 127.0.0.1:5353",
  },
  ...DNS_SETUP_ERRORS,
  ...HOST_ERRORS,
  ...STATE_ERRORS,
} as const satisfies Readonly<Record<string, ErrorText>>;

export type AgentErrorCode = keyof typeof AGENT_ERRORS;

/** What an AgentError can tell beyond its table entry. */
export interface ErrorPlace {
  /** What it is about: a file, a pattern's name, an address. Never content. */
  readonly subject?: string;
  /** One line for each single fault. */
  readonly details?: readonly string[];
}

/** A failure that is expected and that people can mend. */
export class AgentError extends Error {
  override readonly name = "AgentError";
  readonly code: AgentErrorCode;
  /** What it was made of, for whoever makes the same error elsewhere. */
  readonly place: ErrorPlace;
  readonly details: readonly string[];

  constructor(code: AgentErrorCode, place: ErrorPlace = {}) {
    const { subject, details = [] } = place;
    const { message } = AGENT_ERRORS[code];
    super(subject === undefined ? message : `${subject}: ${message}`);
    this.code = code;
    this.place = place;
    this.details = details;
  }

  /** What mends it. */
  get hint(): string {
    return AGENT_ERRORS[this.code].hint;
  }

  get exitCode(): ExitCode {
    return AGENT_ERRORS[this.code].exitCode;
  }
}

/** The name of an error's class, which is all that may be said of an error whose message can hold content. */
export function errorClass(error: unknown): string {
  const name = error instanceof Error ? error.constructor.name : "";
  return /^[A-Za-z]{1,40}$/.test(name) ? name : "Error";
}

/** The system's code of a failure, such as `ENOENT`; empty where there is none. */
export function systemCode(error: unknown): string {
  const code: unknown = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}
