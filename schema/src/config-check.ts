import * as v from "valibot";
import { Config } from "./config.ts";
import type { ConfigKey } from "./config.ts";
import type { ConfigKeyInfo } from "./config-key.ts";
import { parse } from "./parse.ts";
import type { SchemaFault } from "./parse.ts";

/** Is it a key in its first spelling? */
export function isConfigKey(name: string): name is ConfigKey {
  return Object.hasOwn(Config.entries, name);
}

/** Every key in its first spelling, in the order of the declaration. */
export const CONFIG_KEYS: readonly ConfigKey[] = Object.keys(Config.entries).filter(isConfigKey);

/** What is known of a key. */
export function configKeyInfo(name: ConfigKey): ConfigKeyInfo {
  return Config.entries[name].info;
}

/** The default of a key as it would stand in a file; undefined where there is none. */
export function configDefault(name: ConfigKey): unknown {
  return Config.entries[name].default;
}

/** The key that is meant by either of its spellings; undefined for an unknown one. */
export function configKeyOf(spelling: string): ConfigKey | undefined {
  if (isConfigKey(spelling)) return spelling;
  return CONFIG_KEYS.find((name) => configKeyInfo(name).otherSpelling === spelling);
}

/** Every spelling of every key. */
export const CONFIG_SPELLINGS: readonly string[] = CONFIG_KEYS.flatMap((name) => {
  const { otherSpelling } = configKeyInfo(name);
  return otherSpelling === undefined ? [name] : [name, otherSpelling];
});

const isMap = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What is wrong with the value of a key as it stands in a file; empty where nothing is. One fault for each place,
 * whose path begins with the key. No fault repeats the value.
 */
export function configValueFaults(name: ConfigKey, value: unknown): readonly SchemaFault[] {
  const schema = Config.entries[name];
  const { expected, fields } = schema.info;
  if (isMap(value) && (fields !== undefined || name === "category_policies")) {
    const result = parse<v.GenericSchema>(schema, value);
    if (result.ok) return [];
    return result.faults.map(({ path, problem }) => ({
      path: path === "" ? name : `${name}.${path}`,
      problem,
    }));
  }
  const result = v.safeParse<v.GenericSchema>(schema, value);
  const faults = new Map<string, string>();
  for (const issue of result.issues ?? []) {
    let path: string = name;
    for (const { key } of issue.path ?? []) path += `[${String(key)}]`;
    const problem =
      issue.type === "check"
        ? issue.message
        : `${path === name ? "must be" : "must belong to"} ${expected}`;
    if (!faults.has(path)) faults.set(path, problem);
  }
  return [...faults].map(([path, problem]) => ({ path, problem }));
}
