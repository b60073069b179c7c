import { BASELINE_VERSION } from "../src/shared/build.ts";
import { DEFAULT_POLICY } from "../src/shared/default-policy.ts";
import type { Settings } from "../src/shared/settings.ts";

/** What the background tells of an agent that is up, with the package's own rules in force. */
export const SETTINGS: Settings = {
  preset: "personal",
  policy: DEFAULT_POLICY,
  rulesVersion: BASELINE_VERSION,
  rulesFresh: true,
  agent: "up",
  tamper: false,
  paused: false,
  strict: false,
  maxScanBytes: 4 * 1024 * 1024,
};
