import { parse, StoredSettings } from "@weir/schema";
import type { DlpConfigPatch, HostPolicy } from "@weir/schema";
import { NO_SETTINGS } from "../no-settings.ts";
import type { Database } from "./sqlite.ts";
import type { Write } from "./write.ts";

/** What was changed while the agent ran. Every change outlives the process once it has returned; false where it can't be kept. */
export interface SettingsTable {
  readonly read: () => StoredSettings;
  /** Changes the thresholds and weights that are named. */
  readonly changeScoring: (patch: DlpConfigPatch) => boolean;
  readonly setCategoryPolicy: (category: string, policy: HostPolicy) => boolean;
  /** Forgets the changes of thresholds and weights, so that the configuration alone counts. */
  readonly forgetScoring: () => boolean;
  readonly forgetCategoryPolicy: (category: string) => boolean;
}

const without = (
  policies: StoredSettings["category_policies"],
  category: string,
): StoredSettings["category_policies"] =>
  Object.fromEntries(Object.entries(policies).filter(([name]) => name !== category));

/** Settings with the changes of thresholds and weights forgotten. */
export const scoringForgotten = ({ category_policies }: StoredSettings): StoredSettings => ({
  ...NO_SETTINGS,
  category_policies,
});

/** Settings with the policy of a category forgotten. */
export const policyForgotten = (settings: StoredSettings, category: string): StoredSettings => ({
  ...settings,
  category_policies: without(settings.category_policies, category),
});

const entriesOf = (db: Database, sql: string): Record<string, unknown> =>
  Object.fromEntries(db.rows(sql).map(({ name, value }) => [String(name), value]));

/** The settings of a store, or undefined where what stands there can't be them. */
export function loadSettings(db: Database): StoredSettings | undefined {
  const parsed = parse(StoredSettings, {
    thresholds: entriesOf(db, "SELECT severity AS name, value FROM thresholds"),
    weights: entriesOf(db, "SELECT name, value FROM weights"),
    category_policies: entriesOf(
      db,
      "SELECT category AS name, policy AS value FROM category_policies",
    ),
  });
  return parsed.ok ? parsed.value : undefined;
}

/** Writes what is named; what is not named stays. */
export function saveSettings(db: Database, settings: Partial<StoredSettings>): void {
  const { thresholds = {}, weights = {}, category_policies: policies = {} } = settings;
  for (const [severity, value] of Object.entries(thresholds)) {
    db.run("INSERT OR REPLACE INTO thresholds (severity, value) VALUES (?, ?)", severity, value);
  }
  for (const [name, value] of Object.entries(weights)) {
    db.run("INSERT OR REPLACE INTO weights (name, value) VALUES (?, ?)", name, value);
  }
  for (const [category, policy] of Object.entries(policies)) {
    const sql = "INSERT OR REPLACE INTO category_policies (category, policy) VALUES (?, ?)";
    db.run(sql, category, policy);
  }
}

/** The table over the settings in memory. */
export function settingsTable(memory: { settings: StoredSettings }, write: Write): SettingsTable {
  const change = (work: (db: Database) => void, settings: StoredSettings): boolean => {
    if (write(work) === undefined) return false;
    memory.settings = settings;
    return true;
  };
  return {
    read: () => memory.settings,
    changeScoring: ({ thresholds, weights }) => {
      const { settings: now } = memory;
      return change((db) => saveSettings(db, { thresholds, weights }), {
        ...now,
        thresholds: { ...now.thresholds, ...thresholds },
        weights: { ...now.weights, ...weights },
      });
    },
    setCategoryPolicy: (category, policy) => {
      const { settings: now } = memory;
      return change((db) => saveSettings(db, { category_policies: { [category]: policy } }), {
        ...now,
        category_policies: { ...now.category_policies, [category]: policy },
      });
    },
    forgetScoring: () =>
      change((db) => {
        for (const table of ["thresholds", "weights"]) db.run(`DELETE FROM ${table}`);
      }, scoringForgotten(memory.settings)),
    forgetCategoryPolicy: (category) =>
      change(
        (db) => db.run("DELETE FROM category_policies WHERE category = ?", category),
        policyForgotten(memory.settings, category),
      ),
  };
}
