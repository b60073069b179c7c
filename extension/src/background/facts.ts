import { BASELINE_VERSION } from "../shared/build.ts";
import type { AgentState, Settings } from "../shared/settings.ts";
import { DEFAULT_MAX_SCAN_BYTES, DEFAULT_POLICY } from "../shared/default-policy.ts";
import { stricter } from "./managed-policy.ts";
import type { ManagedPolicy } from "./managed-policy.ts";
import type { AgentStatus, BundleSettings } from "./read-answers.ts";

/** All that the background knows: replaced as a whole, never edited. */
export interface Facts {
  readonly agent: AgentState;
  /** The agent's last answers; absent until there was one. */
  readonly status?: AgentStatus;
  readonly bundle?: BundleSettings;
  /** When the agent last said which rules are in force, in milliseconds since 1970; 0 for never since the browser started. */
  readonly confirmedAt: number;
}

/** What is known before the agent has answered for the first time. */
export const NO_FACTS: Facts = { agent: "down", confirmedAt: 0 };

/** For how long rules that the agent confirmed count as fresh, in milliseconds. */
const FRESH_MS = 24 * 60 * 60 * 1000;

/** What is in force until the agent has told of its own. */
const NO_BUNDLE: BundleSettings = {
  rulesVersion: BASELINE_VERSION,
  policy: DEFAULT_POLICY,
  preset: "personal",
  maxScanBytes: DEFAULT_MAX_SCAN_BYTES,
};

/** What frames are told. `now` is in milliseconds since 1970. */
export function settingsOf(facts: Facts, policy: ManagedPolicy, now: number): Settings {
  const { agent, status, bundle = NO_BUNDLE, confirmedAt } = facts;
  const { policy: scanPolicy, rulesVersion, maxScanBytes } = bundle;
  const age = now - confirmedAt;
  return {
    preset: stricter(status?.preset ?? bundle.preset, policy.preset),
    policy: scanPolicy,
    rulesVersion,
    rulesFresh: confirmedAt > 0 && age >= 0 && age < FRESH_MS,
    agent,
    tamper: status?.tamper ?? false,
    paused: status?.paused ?? false,
    ...(status?.managed === undefined ? {} : { managed: status.managed }),
    strict: policy.strict,
    maxScanBytes,
  };
}
