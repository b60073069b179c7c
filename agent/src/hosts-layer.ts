// What is decided about hosts while the agent runs: what people change of them, the DNS layer, and the watch of the files
// that both come from. Only run-agent.ts imports it.
import type { Config } from "@weir/schema";
import { NO_DNS, openDnsLayer, withoutDns } from "./dns-layer.ts";
import type { DnsInputs, DnsLayer, DnsLayerDeps } from "./dns-layer.ts";
import { AgentError } from "./errors.ts";
import { tellWarning } from "./failures.ts";
import { createHostSettings } from "./host-settings.ts";
import { dropUnfinished } from "./hosts/local-domains.ts";
import type { HostSettings, HostSettingsDeps } from "./host-settings.ts";
import { watchRules } from "./rule-watch.ts";
import type { Terminal } from "./terminal.ts";

/** What the layer needs of the rest. */
export interface HostsLayerDeps extends Pick<
  HostSettingsDeps,
  "config" | "folder" | "policies" | "isLocked"
> {
  readonly terminal: Terminal;
}

/** The hosts of a running agent. */
export interface HostsLayer {
  readonly settings: HostSettings;
  /** The DNS layer; one that does nothing before it is open. */
  readonly dns: () => DnsLayer;
  /** Starts the DNS layer where the configuration has one, and watches the files of rules. */
  readonly open: (deps: DnsLayerDeps) => Promise<void>;
  /** Reads and checks the files of the configuration in force. */
  readonly takeUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the DNS layer where the configuration has one, and tells a person what keeps it from serving. */
async function startDnsLayer(
  terminal: Terminal,
  inputs: DnsInputs,
  deps: DnsLayerDeps,
): Promise<DnsLayer> {
  if (!inputs.config.dns_enabled) {
    const layer = withoutDns(deps);
    await layer.takeUp(inputs);
    return layer;
  }
  const layer = await openDnsLayer(inputs, deps);
  const { last_error } = layer.status();
  if (last_error === "port_in_use") tellWarning(terminal, new AgentError("dns_port_in_use"));
  if (last_error === "port_refused") tellWarning(terminal, new AgentError("dns_port_refused"));
  return layer;
}

const watchedOf = ({ config, folder }: { config: Config; folder: string }) => ({
  folder,
  paths: config.rule_paths ?? [],
});

/** What is changed of hosts, and the DNS layer that it changes once that is open. */
export function createHostsLayer({ terminal, ...conditions }: HostsLayerDeps): HostsLayer {
  let dns = NO_DNS;
  let opening = Promise.resolve(dns);
  const settings = createHostSettings({ ...conditions, layer: () => dns });
  // A change that comes while the DNS layer starts is taken up once it has.
  const readAgain = async (): Promise<void> => (await opening).takeUp(settings.inputs());
  const watch = watchRules(
    () => watchedOf(settings.inputs()),
    () => void readAgain(),
  );
  return {
    settings,
    dns: () => dns,
    open: async (deps) => {
      dropUnfinished(conditions.folder());
      // Before the first reading: what changes behind it must be heard.
      watch.renew();
      opening = startDnsLayer(terminal, settings.inputs(), deps);
      dns = await opening;
    },
    takeUp: async () => {
      watch.renew();
      await settings.takeUp();
      await readAgain();
    },
    stop: async () => {
      watch[Symbol.dispose]();
      await dns.stop();
    },
  };
}
