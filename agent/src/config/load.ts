import { createHash } from "node:crypto";
import { lstatSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import {
  Config,
  CONFIG_KEYS,
  configKeyInfo,
  configKeyOf,
  configValueFaults,
  isConfigKey,
  parse,
  PRESET_NAMES,
  PRESETS,
} from "@weir/schema";
import type { ConfigKey, PresetName } from "@weir/schema";
import { closedFault } from "./closed.ts";
import { crossFaults } from "./cross-checks.ts";
import { systemCode } from "../errors.ts";
import { nearestName } from "../nearest.ts";
import type { ConfigFault, GivenValue, Origin } from "./faults.ts";
import type { PermissionFault } from "./guarded.ts";
import { locateConfig, platformDataDir } from "./locate.ts";
import { cureText, permissionFaults } from "./permissions.ts";
import { readConfigKeys, readConfigText } from "./read-file.ts";
import type { ConfigFile } from "./read-file.ts";
import type { ConfigSources } from "./sources.ts";

/** A configuration in force, and how it came about. */
export interface LoadedConfig {
  /** The file that was read; undefined where there was none. */
  readonly path: string | undefined;
  /** Of the path, a zero byte and the text of the file, in hexadecimal; undefined where there was none. */
  readonly sha256: string | undefined;
  readonly config: Config;
  /** The folder for the agent's own data, absolute. It need not be there yet. */
  readonly dataDir: string;
  /** The values that were given, defaults left out, and by whom. */
  readonly given: ReadonlyMap<ConfigKey, GivenValue>;
}

/** A configuration, or every fault that keeps it from being one. */
export type ConfigOutcome =
  | { readonly ok: true; readonly loaded: LoadedConfig }
  | {
      readonly ok: false;
      readonly code: ConfigProblem;
      readonly path: string | undefined;
      readonly faults: readonly ConfigFault[];
    };

/** What kind of faults a configuration has. */
export type ConfigProblem =
  | "config_missing"
  | "config_unreadable"
  | "config_unsafe"
  | "config_invalid";

/** What a file gives, and what tells it and its text from others; a relative path in it leads elsewhere from another place. */
type ReadFile = ConfigFile & Pick<LoadedConfig, "sha256">;

const NO_FILE: ReadFile = {
  given: [],
  originOf: () => ({ kind: "default" }),
  faults: [],
  sha256: undefined,
};

/** Blank values of keys without a default mean that the key is not set. */
function isUnset(key: ConfigKey, value: unknown): boolean {
  const { without } = configKeyInfo(key);
  return without !== undefined && (value === null || value === "");
}

/** A path as the system knows it: `~/` is the home folder, and a relative path starts at `base`. */
function resolvePath(text: string, base: string, { home, platform }: ConfigSources): string {
  const system = platform === "win32" ? win32 : posix;
  if (/^~[\\/]/.test(text) && home !== "") return system.join(home, text.slice(2));
  return system.resolve(base, text);
}

function resolvePaths(given: GivenValue, base: string, sources: ConfigSources): GivenValue {
  const { key, value } = given;
  if (configKeyInfo(key).isPath !== true) return given;
  const resolved = (item: unknown): unknown =>
    typeof item === "string" ? resolvePath(item, base, sources) : item;
  return { ...given, value: Array.isArray(value) ? value.map(resolved) : resolved(value) };
}

/** The values of the environment, those that win over the file apart from those that yield to it. */
function environmentValues({ env }: ConfigSources, beatsFile: boolean): GivenValue[] {
  return CONFIG_KEYS.flatMap((key) => {
    const { environment, isPath = false } = configKeyInfo(key);
    if (environment === undefined || environment.beatsFile !== beatsFile) return [];
    const text = env[environment.name] ?? "";
    const value = isPath ? text : text.trim().toLowerCase();
    return value === ""
      ? []
      : [{ key, value, origin: { kind: "environment", name: environment.name } as const }];
  });
}

function commandLineValues({ commandLine }: ConfigSources): GivenValue[] {
  return Object.entries(commandLine).flatMap(([key, value]) =>
    isConfigKey(key) && value !== undefined
      ? [{ key, value, origin: { kind: "command_line" } as const }]
      : [],
  );
}

function presetValues(values: ReadonlyMap<ConfigKey, GivenValue>): GivenValue[] {
  const name: PresetName =
    PRESET_NAMES.find((preset) => preset === values.get("preset")?.value) ?? "personal";
  return Object.entries(PRESETS[name].defaults).flatMap(([key, value]) =>
    isConfigKey(key) && !values.has(key)
      ? [{ key, value, origin: { kind: "preset", preset: name } as const }]
      : [],
  );
}

/** Merges by precedence: default, preset, file, environment, command line; the last one wins. */
function merge(
  file: ConfigFile,
  folder: string,
  sources: ConfigSources,
): Map<ConfigKey, GivenValue> {
  const here = (given: GivenValue): GivenValue => resolvePaths(given, sources.cwd, sources);
  const set = file.given.filter(({ key, value }) => !isUnset(key, value));
  const inOrder = [
    ...environmentValues(sources, false).map(here),
    ...set.map((given) => resolvePaths(given, folder, sources)),
    ...environmentValues(sources, true).map(here),
    ...commandLineValues(sources).map(here),
  ];
  const values = new Map(inOrder.map((given) => [given.key, given]));
  for (const given of presetValues(values)) values.set(given.key, given);
  return values;
}

/** What is wrong with one value, each fault at its own place in the file. */
function valueFaults({ key, value, origin }: GivenValue, file: ConfigFile): ConfigFault[] {
  if (value === null) {
    return [{ origin, key, problem: "has no value; remove the key to have its default" }];
  }
  return configValueFaults(key, value).map(({ path, problem }) => {
    const place = origin.kind === "file" ? file.originOf(path) : origin;
    const field = path.startsWith(`${key}.`) ? path.slice(key.length + 1) : "";
    const nearest = problem.includes("not a known")
      ? nearestName(field, configKeyInfo(key).fields ?? [])
      : undefined;
    const hint = nearest === undefined ? {} : { hint: `did you mean ${nearest}?` };
    return { origin: place, key: path, problem, ...hint };
  });
}

/** The key that a fault is about; undefined where that is none. */
const faultyKey = ({ key }: ConfigFault): ConfigKey | undefined =>
  configKeyOf(/^[^.[]*/.exec(key)?.[0] ?? "");

/** What is wrong with a configuration as a whole, as far as no key that makes it is wrong by itself. */
function wholeFaults(
  config: Config,
  values: ReadonlyMap<ConfigKey, GivenValue>,
  faulty: ReadonlySet<ConfigKey | undefined>,
): ConfigFault[] {
  return crossFaults(config)
    .filter((fault) => ![fault.key, ...fault.with].some((key) => faulty.has(key)))
    .map(({ key, problem }) => ({
      origin: values.get(key)?.origin ?? { kind: "default" },
      key,
      problem,
    }));
}

/** Checks what was merged. Values of the file that others win over are checked too: they would come back one day. */
function settle(path: string | undefined, file: ReadFile, sources: ConfigSources): ConfigOutcome {
  const system = sources.platform === "win32" ? win32 : posix;
  const folder = path === undefined ? sources.cwd : system.dirname(path);
  const values = merge(file, folder, sources);
  const inForce = [...values.values()];
  const hidden = file.given.filter(
    ({ key, value, origin }) => !isUnset(key, value) && values.get(key)?.origin !== origin,
  );
  const faults = [
    ...file.faults,
    ...[...inForce, ...hidden].flatMap((given) => valueFaults(given, file)),
  ];
  const invalid = (all: readonly ConfigFault[]): ConfigOutcome => ({
    ok: false,
    code: "config_invalid",
    path,
    faults: all.toSorted((a, b) => lineOf(a.origin) - lineOf(b.origin)),
  });
  const faulty = new Set(faults.map(faultyKey));
  const right = inForce.filter(({ key }) => !faulty.has(key));
  const parsed = parse(Config, Object.fromEntries(right.map(({ key, value }) => [key, value])));
  if (!parsed.ok) {
    const origin: Origin = path === undefined ? { kind: "default" } : wholeFile(path);
    const more = parsed.faults.map((fault) => ({
      origin,
      key: fault.path,
      problem: fault.problem,
    }));
    return invalid([...faults, ...more]);
  }
  const config = parsed.value;
  faults.push(...wholeFaults(config, values, faulty));
  const dataDir = config.data_dir ?? platformDataDir(sources);
  if (dataDir === undefined && !faulty.has("data_dir")) {
    const problem = "must be set, since this account has no home folder";
    faults.push({ origin: { kind: "default" }, key: "data_dir", problem });
  }
  if (faults.length > 0 || dataDir === undefined) return invalid(faults);
  return { ok: true, loaded: { path, sha256: file.sha256, config, dataDir, given: values } };
}

const lineOf = (origin: Origin): number => (origin.kind === "file" ? origin.line : 0);

const wholeFile = (path: string): Origin => ({ kind: "file", path, line: 0, column: 0 });

/** Is there something, or something that hides whether there is? What can't be reached must not be passed over. */
function mayExist(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return systemCode(error) !== "ENOENT" && systemCode(error) !== "ENOTDIR";
  }
}

/** A permission fault of the file as a fault of the configuration. */
function faultOf(fault: PermissionFault): ConfigFault {
  const { path, problem } = fault;
  const hint = cureText(fault);
  return { origin: wholeFile(path), key: "", problem, ...(hint === undefined ? {} : { hint }) };
}

/** Is it there, and no file? A device or folder of the system must not be told to be closed to others. */
function isOtherThanFile(path: string): boolean {
  try {
    return !(statSync(path, { throwIfNoEntry: false })?.isFile() ?? true);
  } catch {
    return false;
  }
}

/**
 * Finds, reads, merges and checks the configuration; without a file it is the personal preset. Every fault is told at
 * once. Expected failures are outcomes; it does not throw.
 */
export function loadConfig(sources: ConfigSources): ConfigOutcome {
  const { configPath } = sources;
  const path = configPath ?? locateConfig(sources, mayExist)?.path;
  if (path === undefined) return settle(undefined, NO_FILE, sources);
  const absolute = resolvePath(path, sources.cwd, sources);
  if (isOtherThanFile(absolute)) {
    const fault: ConfigFault = { origin: wholeFile(absolute), key: "", problem: "is not a file" };
    return { ok: false, code: "config_invalid", path: absolute, faults: [fault] };
  }
  const closed = closedFault(absolute, sources);
  if (closed !== undefined) {
    return { ok: false, code: "config_unreadable", path: absolute, faults: [faultOf(closed)] };
  }
  const unsafe = permissionFaults(absolute, "configuration", sources).map(faultOf);
  const file = readConfigText(absolute);
  if (!file.ok) {
    const code = file.isMissing ? "config_missing" : "config_invalid";
    const fault: ConfigFault = { origin: wholeFile(absolute), key: "", problem: file.problem };
    return {
      ok: false,
      code: unsafe.length > 0 ? "config_unsafe" : code,
      path: absolute,
      faults: [...unsafe, fault],
    };
  }
  const sha256 = createHash("sha256").update(`${absolute}\0${file.text}`).digest("hex");
  const settled = settle(absolute, { ...readConfigKeys(absolute, file.text), sha256 }, sources);
  if (unsafe.length === 0) return settled;
  const faults = settled.ok ? unsafe : [...unsafe, ...settled.faults];
  return { ok: false, code: "config_unsafe", path: absolute, faults };
}
