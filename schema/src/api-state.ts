import * as v from "valibot";
import { Counters } from "./api-counters.ts";
import { BODY_ERRORS } from "./api-route.ts";
import type { Route } from "./api-route.ts";
import { Thresholds, Weights } from "./scoring.ts";
import { sha256, StoredSettings, ThresholdChanges, WeightChanges } from "./stored.ts";

/** Limits of canaries; both are the specification's (8). */
export const CANARY_LIMITS = { canaries: 200, labelChars: 128 } as const;

const seconds = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * What a canary may be called: 1 to 128 characters (code points), one of which at least is no white space and none of
 * which controls a terminal, turns the direction of a text, can't be seen, ends a line or is half of a pair.
 */
export const CanaryLabel = v.pipe(
  v.string(),
  v.regex(/^(?=.*\S)[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]{1,128}$/u),
  v.description(
    "1 to 128 characters, not white space alone, without control and format characters. White space around it is dropped. Shown to people.",
  ),
);

/** The label of a canary that is kept: those of earlier versions may be ones that none is given any more. */
const keptLabel = v.pipe(
  v.string(),
  v.regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]{1,128}$/u),
  v.description("1 to 128 characters without control characters. Shown to people."),
);

/** The body of `POST /api/dlp/canary`. */
export const CanaryRequest = v.strictObject({ label: CanaryLabel });

/** A planted token (specification 2.4). */
export const Canary = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/), v.description("Assigned by the agent.")),
  label: keptLabel,
  token: v.pipe(
    v.string(),
    v.regex(/^WEIR[A-Z2-7]{16}$/),
    v.description("The text to plant: a prefix and 80 random bits in base32."),
  ),
  created_at: v.pipe(seconds, v.description("Unix seconds.")),
  last_triggered: v.pipe(seconds, v.description("Unix seconds; 0 for never.")),
  trigger_count: v.pipe(seconds, v.description("Scans that met the token.")),
});

/** The answer of `GET /api/dlp/canary`, in the order in which they were created. */
export const CanaryList = v.strictObject({
  canaries: v.pipe(v.array(Canary), v.maxLength(CANARY_LIMITS.canaries)),
});

/** What decides whether a score blocks. */
export const DlpConfig = v.strictObject({ thresholds: Thresholds, weights: Weights });

/** The body of `PUT /api/dlp/config`: what it names is changed, the rest stays. */
export const DlpConfigPatch = v.strictObject({
  thresholds: v.optional(ThresholdChanges, {}),
  weights: v.optional(WeightChanges, {}),
});

/**
 * How the store stands: in order; its folder or disk takes no changes; the disk is full; a damaged file was set aside
 * and a new one begun; or it can't be used at all. Scans go on in every state.
 */
export const STORE_STATES = ["ok", "read_only", "full", "corrupt_set_aside", "failed"] as const;

/** The store's part of `GET /api/status`. */
export const StoreStatus = v.strictObject({
  state: v.picklist(STORE_STATES),
  fault: v.pipe(
    v.nullable(
      v.picklist(["busy", "io", "newer_version", "cannot_open", "restart_needed", "other"]),
    ),
    v.description(
      "Why it failed, or that the agent must be started again to keep changes; null in every other state.",
    ),
  ),
  set_aside: v.pipe(seconds, v.description("Damaged files set aside since the agent started.")),
});

/** The answer of `GET /api/settings/changes`. */
export const SettingsChanges = v.strictObject({
  ...StoredSettings.entries,
  overrides: v.pipe(
    v.array(
      v.strictObject({ domain: v.string(), list: v.picklist(["allow", "block", "neither"]) }),
    ),
    v.description(
      "Domains that stand on another of this machine's own lists than their files say, or on none, until the agent's restart.",
    ),
  ),
  config_sha256: v.pipe(
    v.nullable(sha256),
    v.description(
      "Of the path of the configuration in force, a zero byte and its text; null where there is no file. Another one than the file has by now: it was not taken up.",
    ),
  ),
});

/** The answer of `POST /api/reload`. */
export const Reloaded = v.strictObject({
  patterns: v.pipe(seconds, v.description("Patterns in force.")),
  own_faults: v.pipe(
    seconds,
    v.description(
      "Faults of the file of this machine's own patterns; those that were in force before stay.",
    ),
  ),
  restart_keys: v.pipe(
    v.array(v.string()),
    v.description("Keys of the configuration that wait for the agent's restart."),
  ),
});

const CHANGE_ERRORS = ["unauthorized", "profile_locked", "store_unavailable"] as const;

/** The routes of canaries, thresholds and counters; a part of `ROUTES`. */
export const STATE_ROUTES = {
  canaryList: {
    method: "GET",
    path: "/api/dlp/canary",
    summary: "Every canary with what it has met.",
    token: true,
    answer: { status: 200, schema: CanaryList },
    errors: ["unauthorized"],
  },
  canaryCreate: {
    method: "POST",
    path: "/api/dlp/canary",
    summary: "Create a canary; its token is in force at once.",
    token: true,
    body: CanaryRequest,
    answer: { status: 201, schema: Canary },
    errors: [...CHANGE_ERRORS, ...BODY_ERRORS, "invalid_label", "canary_disabled", "canary_limit"],
  },
  canaryDelete: {
    method: "DELETE",
    path: "/api/dlp/canary/{id}",
    summary: "Delete a canary; its token is free at once.",
    token: true,
    answer: { status: 204, schema: v.pipe(v.null(), v.description("No body.")) },
    errors: [...CHANGE_ERRORS, "canary_not_found"],
  },
  dlpConfig: {
    method: "GET",
    path: "/api/dlp/config",
    summary: "The thresholds and weights in force.",
    token: false,
    answer: { status: 200, schema: DlpConfig },
    errors: [],
  },
  dlpConfigUpdate: {
    method: "PUT",
    path: "/api/dlp/config",
    summary: "Change any of the thresholds and weights; answers all of them.",
    token: true,
    body: DlpConfigPatch,
    answer: { status: 200, schema: DlpConfig },
    errors: [...CHANGE_ERRORS, ...BODY_ERRORS],
  },
  dlpConfigReset: {
    method: "DELETE",
    path: "/api/dlp/config",
    summary: "Forget every change of thresholds and weights; answers those of the configuration.",
    token: true,
    answer: { status: 200, schema: DlpConfig },
    errors: CHANGE_ERRORS,
  },
  settingsChanges: {
    method: "GET",
    path: "/api/settings/changes",
    summary: "What was changed while the agent ran, and wins over the configuration.",
    token: false,
    answer: { status: 200, schema: SettingsChanges },
    errors: [],
  },
  reload: {
    method: "POST",
    path: "/api/reload",
    summary:
      "Take up the configuration and its rules; answers once they are in force, also where the settings are locked.",
    token: true,
    answer: { status: 200, schema: Reloaded },
    errors: ["unauthorized", "reload_refused"],
  },
  statsReset: {
    method: "POST",
    path: "/api/stats/reset",
    summary: "Set the five counters to 0.",
    token: true,
    answer: { status: 200, schema: Counters },
    errors: CHANGE_ERRORS,
  },
} as const satisfies Readonly<Record<string, Route>>;

export type Canary = v.InferOutput<typeof Canary>;
export type CanaryList = v.InferOutput<typeof CanaryList>;
export type CanaryRequest = v.InferOutput<typeof CanaryRequest>;
export type DlpConfig = v.InferOutput<typeof DlpConfig>;
export type DlpConfigPatch = v.InferOutput<typeof DlpConfigPatch>;
export type Reloaded = v.InferOutput<typeof Reloaded>;
export type SettingsChanges = v.InferOutput<typeof SettingsChanges>;
export type StoreState = (typeof STORE_STATES)[number];
export type StoreStatus = v.InferOutput<typeof StoreStatus>;
