import type { Canary, Counters, RuleVersion, StoredCompanion, StoredSettings } from "@weir/schema";
import { NO_SETTINGS } from "../no-settings.ts";
import { insertCanary, loadCanaries } from "./canaries.ts";
import { loadCompanions, saveCompanions } from "./companions.ts";
import { loadCounters, NO_COUNTS, saveCounters } from "./counter-store.ts";
import { loadRuleVersions, saveRuleVersion } from "./rule-versions.ts";
import { loadSettings, saveSettings } from "./settings.ts";
import type { Database } from "./sqlite.ts";

/** Everything that a store holds. It stands in memory, and the file is brought up to it. */
export interface StoreContent {
  readonly counters: Counters;
  readonly canaries: Canary[];
  settings: StoredSettings;
  ruleVersions: readonly RuleVersion[];
  companions: readonly StoredCompanion[];
}

/** What a new store holds. */
export function emptyContent(): StoreContent {
  return {
    counters: { ...NO_COUNTS },
    canaries: [],
    settings: NO_SETTINGS,
    ruleVersions: [],
    companions: [],
  };
}

/** Reads a store; undefined where any of it can't be what was written. Throws the driver's error. */
export function loadContent(db: Database): StoreContent | undefined {
  const counters = loadCounters(db);
  const canaries = loadCanaries(db);
  const settings = loadSettings(db);
  const ruleVersions = loadRuleVersions(db);
  const companions = loadCompanions(db);
  return counters && canaries && settings && ruleVersions && companions
    ? { counters, canaries, settings, ruleVersions, companions }
    : undefined;
}

/** Writes everything into a new store, in one transaction. Throws the driver's error. */
export function saveContent(db: Database, content: StoreContent): void {
  db.inTransaction(() => {
    saveCounters(db, content.counters);
    for (const canary of content.canaries) insertCanary(db, canary);
    saveSettings(db, content.settings);
    for (const version of content.ruleVersions) saveRuleVersion(db, version);
    saveCompanions(db, content.companions);
  });
}
