import { EXIT } from "./error-text.ts";
import type { ErrorText } from "./error-text.ts";
import { copyRulesCommand } from "./rules/locate.ts";

const OWN_RULES = "~/.config/weir/rules";

/** Why hosts and their policies were left as they are. */
export const HOST_ERRORS = {
  host_name_invalid: {
    exitCode: EXIT.badInput,
    message: "is no host name",
    hint: "write it like chatgpt.com, without https:// and without a path",
  },
  host_refused: {
    exitCode: EXIT.badInput,
    message: "this is not one host name that can be allowed or blocked",
    hint: "write it like chatgpt.com; a public suffix such as com or co.uk is none",
  },
  host_unlisted: {
    exitCode: EXIT.badInput,
    message: "the name is on neither of this machine's own lists",
    hint: "weir hosts list prints both; weir dns test NAME tells which list has a say",
  },
  host_limit: {
    exitCode: EXIT.badInput,
    message: "this machine's own lists can take no more names",
    hint: "put a longer list into a file of its own and name it in rule_paths",
  },
  host_lists_faulty: {
    exitCode: EXIT.badInput,
    message: "a list of hosts has faults, so the change is not in force",
    hint: "the agent's output names the file and the line; mend it and try again",
  },
  host_lists_unwritable: {
    exitCode: EXIT.badInput,
    message: "the files of this machine's own lists can't be changed",
    hint: `have the agent use a copy of the rules that it may change: ${copyRulesCommand(OWN_RULES)}; then set rules_dir: ${OWN_RULES} and weir reload. Where rules_dir is set already, check who may write to its folder local`,
  },
  category_unknown: {
    exitCode: EXIT.badInput,
    message: "no list of hosts has this name",
    hint: "weir policy list prints every category",
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
