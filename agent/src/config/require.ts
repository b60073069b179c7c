import type { StoredSettings } from "@weir/schema";
import { AgentError } from "../errors.ts";
import { checkConfig, initConfig, showConfig } from "./commands.ts";
import type { ConfigRow } from "./commands.ts";
import { faultLine } from "./faults.ts";
import { loadConfig } from "./load.ts";
import type { ConfigOutcome, LoadedConfig } from "./load.ts";
import { systemSources } from "./sources.ts";
import type { ConfigSources } from "./sources.ts";

/** The failure that a configuration with faults means for a command, with a line for each fault. */
function configError({
  code,
  faults,
}: Pick<Extract<ConfigOutcome, { readonly ok: false }>, "code" | "faults">): AgentError {
  return new AgentError(code, { details: faults.map(faultLine) });
}

/** Loads the configuration for a command that needs it. Throws an AgentError with every fault where there is none. */
export function requireConfig(sources: ConfigSources): LoadedConfig {
  const outcome = loadConfig(sources);
  if (outcome.ok) return outcome.loaded;
  throw configError(outcome);
}

/** What the `weir config` commands do; each throws an AgentError with every fault of the configuration. */
export const configCommands = {
  check: (asked: string | undefined) => {
    const { path, code = "config_invalid", faults, warnings, loaded } = checkConfig(asked);
    if (loaded === undefined) throw configError({ code, faults });
    return { path, warnings: warnings.map(faultLine), loaded };
  },
  rows: (
    path: string | undefined,
    changes?: StoredSettings,
  ): { readonly path: string | undefined; readonly rows: readonly ConfigRow[] } => {
    const shown = showConfig(systemSources(path), changes);
    if (!shown.ok) throw configError(shown);
    return shown;
  },
  init: initConfig,
} as const;
