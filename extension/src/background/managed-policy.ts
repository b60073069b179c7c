import type { PresetName } from "@weir/schema";
import { api } from "../shared/browser.ts";

/** What an administrator has set for this browser (`storage.managed`; managed-schema.json). */
export interface ManagedPolicy {
  /** The companion is never less strict than this. */
  readonly preset: PresetName;
  /** Is everything held for the agent's verdict? */
  readonly strict: boolean;
  /** May the person neither add nor remove hosts? */
  readonly lockHosts: boolean;
}

/** What holds where no administrator has set anything. */
export const NO_POLICY: ManagedPolicy = { preset: "personal", strict: false, lockHosts: false };

const STRICTNESS: readonly PresetName[] = ["personal", "team", "managed"];

/** The stricter of two presets. */
export const stricter = (one: PresetName, other: PresetName): PresetName =>
  STRICTNESS.indexOf(one) >= STRICTNESS.indexOf(other) ? one : other;

/** The policy that these stored items say; what is not there, or is of another kind, is as if nobody had set it. */
export function policyOf(items: Readonly<Record<string, unknown>>): ManagedPolicy {
  const preset = STRICTNESS.find((name) => name === items["preset"]);
  return {
    preset: preset ?? NO_POLICY.preset,
    strict: items["strict"] === true,
    lockHosts: items["lock_hosts"] === true,
  };
}

/** The policy in force. Firefox rejects where there is none at all. */
export async function readPolicy(): Promise<ManagedPolicy> {
  try {
    return policyOf(await api.storage.managed.get());
  } catch {
    return NO_POLICY;
  }
}
