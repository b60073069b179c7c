import process from "node:process";
import { Config, CONFIG_KEYS, configDefault, configKeyInfo, parse } from "@weir/schema";
import type { ConfigKey, PresetName, StoredSettings } from "@weir/schema";
import { isFoundByCompanion, NOT_FOUND_BY_COMPANION } from "../companion-place.ts";
import { NO_SETTINGS } from "../no-settings.ts";
import { printable } from "../printable.ts";
import type { ConfigFault } from "./faults.ts";
import { originText } from "./faults.ts";
import { writePreset } from "./init.ts";
import type { InitOutcome } from "./init.ts";
import { loadConfig } from "./load.ts";
import type { ConfigOutcome, ConfigProblem, LoadedConfig } from "./load.ts";
import { configPlaces } from "./locate.ts";
import { permissionFaults, permissionLine } from "./permissions.ts";
import { systemSources } from "./sources.ts";
import type { ConfigSources } from "./sources.ts";

/** Every fault of a configuration; empty where nothing is wrong. */
export interface ConfigCheck {
  /** The file that was checked; undefined where there is none and the personal preset applies. */
  readonly path: string | undefined;
  readonly faults: readonly ConfigFault[];
  /** What is right and does nothing. */
  readonly warnings: readonly ConfigFault[];
  /** What kind of faults; only where there are any. */
  readonly code?: ConfigProblem;
  /** What was checked, where nothing is wrong. The files that it names are not read here. */
  readonly loaded?: LoadedConfig;
}

/** One key of the configuration in force. */
export interface ConfigRow {
  readonly key: ConfigKey;
  /** As it would stand in a file; empty where the key is not set. Secrets are not whole. */
  readonly value: string;
  /** `default`, `preset team`, `/etc/weir/config.yaml:3`, `LOG_LEVEL in the environment`, `command line`. */
  readonly origin: string;
}

/** The rows of the configuration in force, or why there are none. */
export type ConfigShown =
  | { readonly ok: true; readonly path: string | undefined; readonly rows: readonly ConfigRow[] }
  | Extract<ConfigOutcome, { readonly ok: false }>;

/** The keys that are set to something, and that nothing reads yet. */
export function plannedKeys({ config }: Pick<LoadedConfig, "config">): readonly ConfigKey[] {
  const defaults = parse(Config, {});
  return CONFIG_KEYS.filter(
    (key) =>
      configKeyInfo(key).isPlanned === true &&
      JSON.stringify(config[key]) !== JSON.stringify(defaults.ok ? defaults.value[key] : undefined),
  );
}

/** What is told of a configuration whose agent the companion does not find, though it may be paired. */
function farFromCompanion({ config, given }: LoadedConfig): readonly ConfigFault[] {
  const { host, port } = config.api_listen;
  if (!config.pairing_enabled || isFoundByCompanion(host, port)) return [];
  const origin = given.get("api_listen")?.origin ?? { kind: "default" };
  return [{ origin, key: "api_listen", problem: NOT_FOUND_BY_COMPANION }];
}

/** `weir config check [file]`: checks a file, or the one that the agent would read. */
export function checkConfig(
  path?: string,
  sources: ConfigSources = systemSources(path),
): ConfigCheck {
  const outcome = loadConfig(sources);
  if (!outcome.ok) {
    const { path: place, faults, code } = outcome;
    return { path: place, faults, warnings: [], code };
  }
  const { loaded } = outcome;
  const warnings = plannedKeys(loaded).map((key): ConfigFault => {
    const origin = loaded.given.get(key)?.origin ?? { kind: "default" };
    return { origin, key, problem: "has no effect yet: this part of Weir is not built" };
  });
  return {
    path: loaded.path,
    faults: [],
    warnings: [...warnings, ...farFromCompanion(loaded)],
    loaded,
  };
}

/** A URL up to its host: what stands behind it can be a secret. */
const withoutPath = (url: string): string =>
  url.replace(/^([a-z]+:\/\/[^/?#]+)[/?#].+$/i, "$1/...");

/** A value as it would stand in a file; a map is shown whole, with the fields that it leaves out. */
function shownValue(key: ConfigKey, { config, given, dataDir }: LoadedConfig): string {
  const value = given.get(key)?.value ?? configDefault(key);
  if (key === "data_dir") return dataDir;
  if (value === undefined) return "";
  if (typeof value === "string")
    return configKeyInfo(key).isSecret === true ? withoutPath(value) : value;
  if (typeof value === "object" && !Array.isArray(value)) return JSON.stringify(config[key]);
  return JSON.stringify(value);
}

/** Of one key, what was changed while the agent ran. */
const changesOf = (key: ConfigKey, changes: StoredSettings): Readonly<Record<string, unknown>> => {
  const all: Readonly<Partial<Record<ConfigKey, Readonly<Record<string, unknown>>>>> = changes;
  return all[key] ?? {};
};

/** A key of the configuration with what was changed while the agent ran laid over it. */
function rowOf(key: ConfigKey, loaded: LoadedConfig, changes: StoredSettings): ConfigRow {
  const origin = originText(loaded.given.get(key)?.origin ?? { kind: "default" });
  const changed = changesOf(key, changes);
  const names = Object.keys(changed);
  if (names.length === 0) return { key, value: printable(shownValue(key, loaded)), origin };
  const value = JSON.stringify({ ...Object(loaded.config[key]), ...changed });
  return {
    key,
    value: printable(value),
    origin: `changed while the agent ran: ${names.join(", ")}; else ${origin}`,
  };
}

/** The rows of a configuration in force, in the order of the reference page. */
export const configRows = (
  loaded: LoadedConfig,
  changes: StoredSettings = NO_SETTINGS,
): readonly ConfigRow[] => CONFIG_KEYS.map((key) => rowOf(key, loaded, changes));

/** `weir config show`: what is in force, and where each value comes from; `changes` were made while the agent ran. */
export function showConfig(
  sources: ConfigSources = systemSources(),
  changes?: StoredSettings,
): ConfigShown {
  const outcome = loadConfig(sources);
  if (!outcome.ok) return outcome;
  return { ok: true, path: outcome.loaded.path, rows: configRows(outcome.loaded, changes) };
}

/**
 * `weir config init`: writes a preset's file where the agent looks for it first, or at a path. Not where the agent would refuse
 * it for the way to it: that is also a home that sudo left, in which root's folders would keep its owner out.
 */
export function initConfig(
  order: {
    readonly preset: PresetName;
    readonly path?: string | undefined;
    readonly force?: boolean;
  },
  sources: ConfigSources = systemSources(),
): InitOutcome {
  const path = order.path ?? configPlaces(sources)[0]?.path ?? "config.yaml";
  // The file itself is replaced where it has faults and that is asked for.
  const faults = permissionFaults(`${path}.${process.pid}`, "configuration", sources);
  if (faults.length > 0)
    return { ok: false, code: "config_unsafe", path, details: faults.map(permissionLine) };
  return writePreset({ preset: order.preset, path, force: order.force ?? false });
}

/** The keys whose values differ between two configurations and take effect only when the agent starts anew. */
export function restartKeys(before: Config, after: Config): readonly ConfigKey[] {
  return CONFIG_KEYS.filter(
    (key) =>
      configKeyInfo(key).needsRestart === true &&
      JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
}
