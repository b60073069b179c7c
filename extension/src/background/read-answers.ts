import { CANARY_PREFIX } from "@weir/engine";
import type { ScanPolicy } from "@weir/engine";
import type { PresetName } from "@weir/schema";
import { fieldsOf } from "../shared/messages.ts";

/** What a bundle says beside the rules: small, and kept for the next start of the background. */
export interface BundleSettings {
  /** SHA-256 of the rules, which tells them from those of the package. */
  readonly rulesVersion: string;
  readonly policy: ScanPolicy;
  readonly preset: PresetName;
  /** Largest content that is scanned, in bytes of UTF-8. */
  readonly maxScanBytes: number;
}

/** What `GET /api/status` says that the toolbar shows. */
export interface AgentStatus {
  readonly preset: PresetName;
  readonly tamper: boolean;
  readonly paused: boolean;
  readonly managed?: { readonly profileId: string; readonly profileVersion: number };
}

const SHA256 = /^[0-9a-f]{64}$/;
/** Bounds of thresholds and weights; those of the schema. */
const MAX_TERM = 100;
/** The largest content that a companion hands on, whatever the agent would take, in bytes. */
const MAX_SCAN_BYTES = 64 * 1024 * 1024;
const MAX_ID_CHARS = 200;
const PRESETS: readonly PresetName[] = ["personal", "team", "managed"];

const presetOf = (value: unknown): PresetName | undefined => PRESETS.find((name) => name === value);

const isInteger = (value: unknown, least: number, most: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

const isThreshold = (value: unknown): value is number => isInteger(value, 1, MAX_TERM);
const isWeight = (value: unknown): value is number => isInteger(value, -MAX_TERM, MAX_TERM);

function thresholdsOf(data: unknown): ScanPolicy["thresholds"] | undefined {
  const { critical, high, medium, low } = fieldsOf(data) ?? {};
  return isThreshold(critical) && isThreshold(high) && isThreshold(medium) && isThreshold(low)
    ? { critical, high, medium, low }
    : undefined;
}

function weightsOf(data: unknown): ScanPolicy["weights"] | undefined {
  const { hotword_boost, entropy_boost, entropy_penalty, exclusion_penalty, multi_match_boost } =
    fieldsOf(data) ?? {};
  if (!isWeight(hotword_boost) || !isWeight(multi_match_boost)) return undefined;
  return isWeight(entropy_boost) && isWeight(entropy_penalty) && isWeight(exclusion_penalty)
    ? { hotword_boost, entropy_boost, entropy_penalty, exclusion_penalty, multi_match_boost }
    : undefined;
}

/** The settings of a bundle; undefined where it is none. */
export function bundleSettings(data: unknown): BundleSettings | undefined {
  const fields = fieldsOf(data);
  const thresholds = thresholdsOf(fields?.["thresholds"]);
  const weights = weightsOf(fields?.["weights"]);
  const preset = presetOf(fields?.["preset"]);
  if (thresholds === undefined || weights === undefined || preset === undefined) return undefined;
  const {
    rules_sha256: rulesVersion,
    canary_prefix: canaryPrefix,
    max_scan_bytes: maxScanBytes,
  } = fields ?? {};
  if (typeof rulesVersion !== "string" || !SHA256.test(rulesVersion)) return undefined;
  // Canaries of another shape would not be told from other text.
  if (canaryPrefix !== CANARY_PREFIX) return undefined;
  if (!isInteger(maxScanBytes, 1, MAX_SCAN_BYTES)) return undefined;
  return { rulesVersion, policy: { thresholds, weights }, preset, maxScanBytes };
}

/** Is the DNS layer paused, as the agent tells it? */
function isPaused(data: unknown): boolean {
  const seconds = fieldsOf(fieldsOf(fieldsOf(data)?.["layers"])?.["dns"])?.["paused_seconds"];
  return typeof seconds === "number" && seconds > 0;
}

/** The agent's state; undefined where the answer is none. */
export function agentStatus(data: unknown): AgentStatus | undefined {
  const fields = fieldsOf(data);
  const preset = presetOf(fields?.["preset"]);
  const { tamper_state: tamper, managed, profile_id: id, profile_version: version } = fields ?? {};
  if (preset === undefined || (tamper !== "normal" && tamper !== "detected")) return undefined;
  const status = { preset, tamper: tamper === "detected", paused: isPaused(data) };
  if (managed !== true || typeof id !== "string" || id.length > MAX_ID_CHARS) return status;
  if (typeof version !== "number") return status;
  return { ...status, managed: { profileId: id, profileVersion: version } };
}
