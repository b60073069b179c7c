import { userVersion } from "./sqlite.ts";
import type { Database } from "./sqlite.ts";

const BASE32 = "[A-Z2-7]".repeat(16);
const HEX = (digits: number): string => "[0-9a-f]".repeat(digits);

/**
 * What brings a store from each version to the next; the first makes it. An entry that was released is never edited: a
 * change is a new entry at the end. The checks make sure that no host, address or content finds a place: the only free
 * text is a canary's label.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE counters (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    dns_queries_total INTEGER NOT NULL DEFAULT 0 CHECK (dns_queries_total >= 0),
    dns_blocks_total INTEGER NOT NULL DEFAULT 0 CHECK (dns_blocks_total >= 0),
    dlp_scans_total INTEGER NOT NULL DEFAULT 0 CHECK (dlp_scans_total >= 0),
    dlp_blocks_total INTEGER NOT NULL DEFAULT 0 CHECK (dlp_blocks_total >= 0),
    tamper_detections_total INTEGER NOT NULL DEFAULT 0 CHECK (tamper_detections_total >= 0)
  ) STRICT;
  INSERT INTO counters (id) VALUES (1);

  CREATE TABLE canaries (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE CHECK (id GLOB '${HEX(16)}'),
    label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 128),
    token TEXT NOT NULL CHECK (token GLOB 'WEIR${BASE32}'),
    created_at INTEGER NOT NULL CHECK (created_at >= 0),
    last_triggered INTEGER NOT NULL DEFAULT 0 CHECK (last_triggered >= 0),
    trigger_count INTEGER NOT NULL DEFAULT 0 CHECK (trigger_count >= 0)
  ) STRICT;

  CREATE TABLE thresholds (
    severity TEXT PRIMARY KEY CHECK (severity IN ('critical', 'high', 'medium', 'low')),
    value INTEGER NOT NULL CHECK (value BETWEEN 1 AND 100)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE weights (
    name TEXT PRIMARY KEY CHECK (name IN (
      'hotword_boost', 'entropy_boost', 'entropy_penalty', 'exclusion_penalty', 'multi_match_boost'
    )),
    value INTEGER NOT NULL CHECK (value BETWEEN -100 AND 100)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE category_policies (
    category TEXT PRIMARY KEY CHECK (
      length(category) BETWEEN 1 AND 64
      AND category GLOB '[a-z]*'
      AND category NOT GLOB '*[^a-z0-9_]*'
    ),
    policy TEXT NOT NULL CHECK (policy IN ('deny', 'allow_with_dlp', 'allow'))
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rule_versions (
    source TEXT PRIMARY KEY CHECK (source IN ('shipped', 'downloaded')),
    manifest_version TEXT NOT NULL CHECK (
      length(manifest_version) BETWEEN 1 AND 64
      AND manifest_version GLOB '[0-9]*'
      AND manifest_version NOT GLOB '*[^0-9A-Za-z.+-]*'
    ),
    manifest_sha256 TEXT NOT NULL CHECK (manifest_sha256 GLOB '${HEX(64)}')
  ) STRICT, WITHOUT ROWID;

  -- Is something deleted that may still stand in free pages or in the log?
  CREATE TABLE upkeep (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    scrub_pending INTEGER NOT NULL DEFAULT 0 CHECK (scrub_pending IN (0, 1))
  ) STRICT;
  INSERT INTO upkeep (id) VALUES (1);
  `,
  // The name of an operator's list is a category, and may hold a hyphen. Still no dot, and so no host.
  `
  CREATE TABLE category_policies_2 (
    category TEXT PRIMARY KEY CHECK (
      length(category) BETWEEN 1 AND 64
      AND category GLOB '[a-z]*'
      AND category NOT GLOB '*[^a-z0-9_-]*'
    ),
    policy TEXT NOT NULL CHECK (policy IN ('deny', 'allow_with_dlp', 'allow'))
  ) STRICT, WITHOUT ROWID;
  INSERT INTO category_policies_2 SELECT category, policy FROM category_policies;
  DROP TABLE category_policies;
  ALTER TABLE category_policies_2 RENAME TO category_policies;
  `,
  // Which extensions are paired, by hashes alone: of the origin, and of up to 8 tokens, one behind the other.
  `
  CREATE TABLE companions (
    place INTEGER PRIMARY KEY,
    origin_sha256 TEXT NOT NULL UNIQUE CHECK (origin_sha256 GLOB '${HEX(64)}'),
    browser TEXT NOT NULL CHECK (browser IN ('chromium', 'firefox')),
    token_sha256s TEXT NOT NULL CHECK (
      length(token_sha256s) BETWEEN 64 AND 512
      AND length(token_sha256s) % 64 = 0
      AND token_sha256s NOT GLOB '*[^0-9a-f]*'
    )
  ) STRICT;
  `,
  // Companions know the agent, and are known, by a key of each browser profile, up to 8 of them one behind the other. Those that were
  // paired before have none and are paired again.
  `
  DROP TABLE companions;
  CREATE TABLE companions (
    place INTEGER PRIMARY KEY,
    origin_sha256 TEXT NOT NULL UNIQUE CHECK (origin_sha256 GLOB '${HEX(64)}'),
    browser TEXT NOT NULL CHECK (browser IN ('chromium', 'firefox')),
    keys TEXT NOT NULL CHECK (
      length(keys) BETWEEN 64 AND 512
      AND length(keys) % 64 = 0
      AND keys NOT GLOB '*[^0-9a-f]*'
    )
  ) STRICT;
  `,
];

/**
 * Brings a store to the newest version, one version a transaction, so that a crash leaves one that a later start takes
 * on. A store of a newer version than is known is left as it is. Throws the driver's error.
 */
export function migrate(
  db: Database,
  migrations: readonly string[] = MIGRATIONS,
): "migrated" | "newer_version" {
  const from = userVersion(db);
  if (from > migrations.length) return "newer_version";
  for (const [index, sql] of migrations.entries()) {
    if (index < from) continue;
    db.inTransaction(() => {
      db.exec(sql);
      db.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
  return "migrated";
}
