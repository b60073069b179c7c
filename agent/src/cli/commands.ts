import type { RunFlags } from "../run-flags.ts";
import type { InitFlags } from "./config.ts";
import type { DnsFlags, InstallFlags } from "./dns.ts";
import type { ExportFlags, VerifyFlags } from "./export.ts";
import type { HostCommands } from "./hosts.ts";
import type { CheckFlags, NewRuleFlags } from "./rules-author.ts";
import type { PatternFlags } from "./rules.ts";
import type { AgentFlags } from "./running.ts";
import type { ScanFlags } from "./scan.ts";

/** The option that names a configuration file. */
export interface ConfigFlags {
  readonly config?: string;
}

/** What each command does. */
export interface Commands extends HostCommands {
  readonly run: (flags: RunFlags) => Promise<void>;
  readonly scan: (files: readonly string[], flags: ScanFlags) => Promise<void>;
  readonly status: (flags: AgentFlags & { readonly json?: boolean }) => Promise<void>;
  readonly reload: (flags: ConfigFlags) => void;
  readonly rulesList: (flags: PatternFlags & { category?: string; json?: boolean }) => void;
  readonly rulesShow: (name: string, flags: PatternFlags & { json?: boolean }) => void;
  readonly rulesSample: (name: string, flags: PatternFlags & { seed?: string }) => void;
  readonly rulesCheck: (file: string | undefined, flags: CheckFlags) => void;
  readonly rulesNew: (name: string, flags: NewRuleFlags) => void;
  readonly configCheck: (file: string | undefined) => void;
  readonly configShow: (flags: ConfigFlags & { json?: boolean }) => Promise<void>;
  readonly configInit: (flags: InitFlags) => void;
  readonly canaryCreate: (
    label: string,
    flags: AgentFlags & { plant?: string; json?: boolean },
  ) => Promise<void>;
  readonly canaryList: (flags: AgentFlags & { json?: boolean }) => Promise<void>;
  readonly canaryRemove: (ids: readonly string[], flags: AgentFlags) => Promise<void>;
  readonly companionPair: (flags: AgentFlags & { json?: boolean }) => Promise<void>;
  readonly companionList: (flags: AgentFlags & { json?: boolean }) => Promise<void>;
  readonly companionForget: (ids: readonly string[], flags: AgentFlags) => Promise<void>;
  readonly tokenRotate: (flags: ConfigFlags) => void;
  readonly dnsTest: (name: string, flags: DnsFlags & { json?: boolean }) => Promise<void>;
  readonly dnsInstall: (flags: InstallFlags) => Promise<void>;
  readonly dnsUninstall: (flags: DnsFlags) => void;
  readonly dnsRestore: (flags: DnsFlags & { afterCrash?: boolean }) => void;
  readonly dnsResume: (flags: DnsFlags) => Promise<void>;
  readonly dnsPause: (minutes: string, flags: DnsFlags) => Promise<void>;
  readonly dnsStatus: (flags: DnsFlags & { json?: boolean }) => Promise<void>;
  readonly exportPolicy: (format: string, flags: ExportFlags) => Promise<void>;
  readonly exportVerify: (flags: VerifyFlags) => Promise<void>;
}
