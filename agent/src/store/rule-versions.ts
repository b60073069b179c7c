import { parse, RuleVersion } from "@weir/schema";
import type { Database } from "./sqlite.ts";
import type { Write } from "./write.ts";

/** Which manifest was last put in force from each source. */
export interface RuleVersionTable {
  readonly read: () => readonly RuleVersion[];
  /** Replaces the version of its source; false where it can't be kept. */
  readonly set: (version: RuleVersion) => boolean;
}

const COLUMNS = "source, manifest_version, manifest_sha256";

/** The versions of a store, or undefined where what stands there can't be them. */
export function loadRuleVersions(db: Database): RuleVersion[] | undefined {
  const versions: RuleVersion[] = [];
  for (const row of db.rows(`SELECT ${COLUMNS} FROM rule_versions ORDER BY source`)) {
    const parsed = parse(RuleVersion, row);
    if (!parsed.ok) return undefined;
    versions.push(parsed.value);
  }
  return versions;
}

/** Writes a version in place of its source's last one. */
export function saveRuleVersion(db: Database, version: RuleVersion): void {
  const { source, manifest_version, manifest_sha256 } = version;
  const sql = `INSERT OR REPLACE INTO rule_versions (${COLUMNS}) VALUES (?, ?, ?)`;
  db.run(sql, source, manifest_version, manifest_sha256);
}

/** The table over the versions in memory. */
export function ruleVersionTable(
  memory: { ruleVersions: readonly RuleVersion[] },
  write: Write,
): RuleVersionTable {
  return {
    read: () => memory.ruleVersions,
    set: (version) => {
      if (write((db) => saveRuleVersion(db, version)) === undefined) return false;
      const others = memory.ruleVersions.filter(({ source }) => source !== version.source);
      memory.ruleVersions = [...others, version];
      return true;
    },
  };
}
