import type { ScanPolicy } from "@weir/engine";
import type { DlpConfig, DlpConfigPatch, StoredSettings } from "@weir/schema";
import { refused } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";

/** A place where changes are kept; answers false where they can't be. */
export interface KeptChanges {
  readonly read: () => Pick<StoredSettings, "thresholds" | "weights">;
  readonly changeScoring: (patch: DlpConfigPatch) => boolean;
  readonly forgetScoring: () => boolean;
}

/** What changing the thresholds and weights needs. */
export interface ScoringDeps {
  /** Thresholds and weights of the configuration and the profile. */
  readonly base: ScanPolicy;
  /** Where changes are kept: the store, or, as the team preset has it, memory alone. */
  readonly settings: KeptChanges;
  /** Does a managed profile lock every setting? Then kept changes do not count either. */
  readonly isLocked: () => boolean;
  /** Puts a policy in force by one assignment. */
  readonly replace: (policy: ScanPolicy) => void;
}

/** The thresholds and weights in force, and the way to change them. */
export interface Scoring {
  readonly read: () => DlpConfig;
  /** Changes what the patch names, at once and for good, or nothing at all. */
  readonly change: (patch: DlpConfigPatch) => ScoringOutcome;
  /** Forgets every change, at once and for good, or nothing at all. */
  readonly forget: () => ScoringOutcome;
}

/** What became of a change. */
type ScoringOutcome = Outcome<DlpConfig, "profile_locked" | "store_unavailable">;

/** Changes laid over a policy; what they do not name stays. */
export function mergeScoring(
  base: ScanPolicy,
  changes: Pick<StoredSettings, "thresholds" | "weights">,
): ScanPolicy {
  return {
    thresholds: { ...base.thresholds, ...changes.thresholds },
    weights: { ...base.weights, ...changes.weights },
  };
}

/** Puts the kept changes in force and answers what changes them further. */
export function createScoring({ base, settings, isLocked, replace }: ScoringDeps): Scoring {
  let policy = isLocked() ? base : mergeScoring(base, settings.read());
  replace(policy);
  const put = (next: () => ScanPolicy, isKept: () => boolean): ScoringOutcome => {
    if (isLocked()) return refused("profile_locked");
    if (!isKept()) return refused("store_unavailable");
    policy = next();
    replace(policy);
    return { ok: true, value: policy };
  };
  return {
    read: () => policy,
    change: (patch) =>
      put(
        () => mergeScoring(policy, patch),
        () => settings.changeScoring(patch),
      ),
    forget: () => put(() => base, settings.forgetScoring),
  };
}
