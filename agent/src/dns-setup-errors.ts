import { EXIT } from "./error-text.ts";
import type { ErrorText } from "./error-text.ts";

/** Why the resolvers were left as they are, or could not be brought back wholly; and why a pause was refused. */
export const DNS_SETUP_ERRORS = {
  pause_invalid: {
    exitCode: EXIT.badInput,
    message: "a pause takes whole minutes from 1 to 1440; nothing was changed",
    hint: "write it like: weir dns pause 5",
  },
  dns_layer_off: {
    exitCode: EXIT.badInput,
    message: "the agent's DNS layer does not run",
    hint: "weir status tells why; dns_enabled: true starts it with the agent",
  },
  dns_not_privileged: {
    exitCode: EXIT.badInput,
    message: "only an administrator may change the system's resolvers; nothing was changed",
    hint: "run the command above",
  },
  dns_platform_unknown: {
    exitCode: EXIT.badInput,
    message: "weir does not know how this system chooses its resolvers; nothing was changed",
    hint: "enter weir's address as the resolver by hand; docs/guide/dns.md tells how",
  },
  dns_needs_port_53: {
    exitCode: EXIT.badInput,
    message: "this system can only ask a resolver on port 53; nothing was changed",
    hint: "set dns_listen: 127.0.0.1:53, start weir as a service that may bind it, then try again",
  },
  dns_scoped_impossible: {
    exitCode: EXIT.badInput,
    message: "this system can't send single names to weir as it is set up; nothing was changed",
    hint: "do what the lines above say, or choose the full mode: weir dns install --full",
  },
  dns_plugin_off: {
    exitCode: EXIT.badInput,
    message:
      "NetworkManager rules the resolvers and its dnsmasq plug-in is off; nothing was changed",
    hint: "turn the plug-in on as the lines above say, or run systemd-resolved, then try again",
  },
  dns_manager_unfit: {
    exitCode: EXIT.badInput,
    message:
      "what manages the resolvers is set up in a way that weir can't work with; nothing was changed",
    hint: "do what the lines above say, then try again",
  },
  dns_names_invalid: {
    exitCode: EXIT.badInput,
    message: "the lists hold names that can't be given to the system; nothing was changed",
    hint: "mend the names above; a name looks like chatgpt.com",
  },
  dns_agent_silent: {
    exitCode: EXIT.badInput,
    message:
      "weir does not answer DNS where it should; nothing was changed, or no name would resolve",
    hint: "start it with weir run, and see with weir status whether its dns layer is on",
  },
  dns_file_refused: {
    exitCode: EXIT.badInput,
    message: "the system lets nobody write to a file that must change; all is as it was",
    hint: "the line above names it; a flag set by chattr +i goes with sudo chattr -i FILE",
  },
  dns_command_failed: {
    exitCode: EXIT.badInput,
    message: "a command of the system failed; all is as it was",
    hint: "run the command above by hand to see why, then try again",
  },
  dns_rollback_incomplete: {
    exitCode: EXIT.badInput,
    message: "the former resolvers are not wholly back",
    hint: "mend what the lines above say, then run weir dns restore again; what was before is still kept",
  },
  dns_state_elsewhere: {
    exitCode: EXIT.badInput,
    message:
      "the system asks weir, and what it asked before is not kept in this data folder; nothing was changed",
    hint: "say it as weir dns install was said: with the same --config FILE, as the same user (sudo); docs/guide/dns.md tells how to get back by hand",
  },
  dns_state_unreadable: {
    exitCode: EXIT.badInput,
    message: "the file that keeps the former resolvers can't be used; nothing was changed",
    hint: "docs/guide/dns.md tells how to get back by hand; then delete the file",
  },
  dns_state_unwritable: {
    exitCode: EXIT.badInput,
    message: "the former resolvers can't be kept, so they were not changed",
    hint: "check that the data folder may be written to and that its disk has room",
  },
} as const satisfies Readonly<Record<string, ErrorText>>;

export type DnsSetupErrorCode = keyof typeof DNS_SETUP_ERRORS;
