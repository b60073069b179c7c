// What the commands about names and resolvers do: where cli/, hosts/, dns-setup/ and export/ meet. Only main.ts imports this.
import process from "node:process";
import { PRESETS } from "@weir/schema";
import type { DnsCommandDeps, DnsFlags, InstallFlags } from "./cli/dns.ts";
import type { ExportCommandDeps } from "./cli/export.ts";
import type { Terminal } from "./cli/terminal.ts";
import { platformDataDir } from "./config/locate.ts";
import { requireConfig } from "./config/require.ts";
import { systemSources } from "./config/sources.ts";
import { loadHostState } from "./dns-layer.ts";
import { describeInstall } from "./dns-setup/describe.ts";
import { installDns, resumeDns } from "./dns-setup/install.ts";
import { isSystemPrivileged } from "./dns-setup/privilege.ts";
import { systemProbe } from "./dns-setup/probe.ts";
import { restoreDns } from "./dns-setup/restore.ts";
import { systemRunner } from "./dns-setup/runner.ts";
import { dnsStatus, dnsStatusLines } from "./dns-setup/status.ts";
import type { DnsRequest, DnsSetupDeps } from "./dns-setup/types.ts";
import { AgentError } from "./errors.ts";
import { exportPolicy, parseExportFormat } from "./export/export.ts";
import { askResolver } from "./export/ask-resolver.ts";
import { exportedRules } from "./export/verdicts.ts";
import { namesToVerify, spreadSample, verifyExport } from "./export/verify.ts";
import { describeHost } from "./hosts/describe.ts";
import { scopedNames } from "./hosts/scoped-names.ts";
import { shippedRulesDir } from "./rules/locate.ts";

/** The configuration, and the hosts that it makes a decision about. Throws an AgentError with every fault. */
async function loadPolicy({ config: path }: DnsFlags) {
  const { config, dataDir } = requireConfig(systemSources(path));
  const hosts = await loadHostState(config, config.rules_dir ?? shippedRulesDir());
  return { config, dataDir, hosts };
}

/** What changes this very system; the state file lies in a data folder. */
function systemSetup(stateFolder: string): DnsSetupDeps {
  const { platform, env } = process;
  const run = systemRunner(platform, env);
  const uid = process.getuid?.();
  return {
    platform,
    root: "/",
    stateFolder,
    uid,
    run,
    isPrivileged: () => isSystemPrivileged(platform, uid, run),
    probe: systemProbe,
  };
}

/** The data folder; the system's usual one where the configuration has faults, since roll-back must not wait for it. */
function dataFolder(): string {
  const sources = systemSources();
  try {
    return requireConfig(sources).dataDir;
  } catch (error) {
    const usual = platformDataDir(sources);
    if (usual === undefined) throw error;
    return usual;
  }
}

async function requestOf(flags: InstallFlags): Promise<{ request: DnsRequest; dataDir: string }> {
  const { config, dataDir, hosts } = await loadPolicy(flags);
  const chosen = flags.full === true ? "full" : flags.scoped === true ? "scoped" : undefined;
  const mode = chosen ?? PRESETS[config.preset].dnsSetup;
  const names = mode === "full" ? [] : scopedNames(hosts.rules);
  return { request: { mode, listener: config.dns_listen, names }, dataDir };
}

/** The `weir dns` commands on this system. */
export function dnsCommandDeps(terminal: Terminal): DnsCommandDeps {
  return {
    terminal,
    describe: async (name, flags) => {
      const { config, hosts } = await loadPolicy(flags);
      const context = { ownLists: hosts.loaded.ownLists, categories: config.category_policies };
      return describeHost(hosts.rules, name, context);
    },
    install: async (flags) => {
      const { request, dataDir } = await requestOf(flags);
      const deps = systemSetup(dataDir);
      return flags.dryRun === true ? describeInstall(deps, request) : installDns(deps, request);
    },
    restore: (options) => restoreDns(systemSetup(dataFolder()), options),
    resume: async () => resumeDns(systemSetup(dataFolder())),
    status: async (flags) => {
      const { config, dataDir } = requireConfig(systemSources(flags.config));
      const document = await dnsStatus(systemSetup(dataDir), config.dns_listen);
      return { document, lines: dnsStatusLines(document), faults: document.faults };
    },
  };
}

/** The `weir export` commands. */
export function exportCommandDeps(terminal: Terminal): ExportCommandDeps {
  return {
    terminal,
    exportPolicy: async (text, flags) => {
      const parsed = parseExportFormat(text);
      if (!parsed.ok) return parsed;
      const { hosts } = await loadPolicy(flags);
      const serial = Number(flags.serial ?? 1);
      return exportPolicy(parsed.format, hosts.rules, { withDoh: flags.withDoh === true, serial });
    },
    verify: async (flags) => {
      const { hosts } = await loadPolicy(flags);
      const rules = exportedRules(hosts.rules, flags.withDoh === true);
      const all = namesToVerify(rules);
      const names = flags.names === undefined ? all : spreadSample(all, Number(flags.names));
      const ask = askResolver(flags.resolver);
      const elsewhere = askResolver(flags.elsewhere ?? flags.resolver);
      if (ask === undefined || elsewhere === undefined) {
        throw new AgentError("resolver_address_invalid");
      }
      return verifyExport(rules, names, ask, elsewhere);
    },
  };
}
