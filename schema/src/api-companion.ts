import * as v from "valibot";
import { BODY_ERRORS } from "./api-route.ts";
import type { Route } from "./api-route.ts";
import { FAIL_ACTIONS, FAILURES, PRESET_NAMES, PRESETS } from "./presets.ts";
import { Exclusion, Pattern } from "./rules.ts";
import { Thresholds, Weights } from "./scoring.ts";
import { COMPANION_BROWSERS, COMPANION_LIMITS, sha256 } from "./stored.ts";

/** How a code is given out: its characters, how long it counts, and how often it may be guessed at. */
export const PAIRING = { codeChars: 8, seconds: 300, tries: 5 } as const;

/** A code that pairs one companion: base32 without I, L, O and U, which are easily misread. */
export const PairingCode = v.strictObject({
  code: v.pipe(
    v.string(),
    v.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    v.description("To be typed into the companion; good for one pairing."),
  ),
  expires_in_seconds: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** The body of `POST /api/companion/pair`. */
export const PairRequest = v.strictObject({
  code: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(64),
    v.description("What the agent shows; in any case, with spaces and hyphens or without."),
  ),
});

/** What a companion sends from then on as `Authorization: Bearer`. */
export const CompanionToken = v.strictObject({
  token: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.description("32 random bytes.")),
});

/** The answer of `GET /api/companion`, in the order in which they were paired. */
export const CompanionList = v.strictObject({
  companions: v.pipe(
    v.array(
      v.strictObject({
        id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/), v.description("Of its origin's hash.")),
        browser: v.picklist(COMPANION_BROWSERS),
      }),
    ),
    v.maxLength(COMPANION_LIMITS.companions),
  ),
});

/** What a companion works by: the rules in force and everything that decides by them. */
export const RulesBundle = v.strictObject({
  version: v.pipe(v.string(), v.description("The version of the manifest; `none` without one.")),
  rules_sha256: v.pipe(
    sha256,
    v.description('SHA-256 of `{"patterns":[...],"exclusions":[...]}` as it stands here.'),
  ),
  thresholds: Thresholds,
  weights: Weights,
  inspected_hosts: v.pipe(
    v.array(v.string()),
    v.description("Domains whose traffic is inspected; each stands for all names under it."),
  ),
  preset: v.pipe(
    v.picklist(PRESET_NAMES),
    v.description("It tells what a person may do, and what happens where no verdict can be had."),
  ),
  fail_policy: v.pipe(
    v.strictObject(v.entriesFromList(FAILURES, v.picklist(FAIL_ACTIONS))),
    v.description("What the preset has a companion do where no verdict can be had."),
  ),
  companion_override: v.pipe(
    v.picklist(PRESET_NAMES.map((name) => PRESETS[name].companionOverride)),
    v.description("May a person let a blocked text through?"),
  ),
  max_scan_bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  canary_prefix: v.pipe(
    v.string(),
    v.description("What every canary begins with; only the agent knows the canaries themselves."),
  ),
  managed: v.boolean(),
  profile_id: v.nullable(v.string()),
  profile_version: v.nullable(v.number()),
  tamper_state: v.picklist(["normal", "detected"]),
  patterns: v.array(Pattern),
  exclusions: v.array(Exclusion),
});

/** The routes of the browser companion; a part of `ROUTES`. */
export const COMPANION_ROUTES = {
  rulesBundle: {
    method: "GET",
    path: "/api/rules/bundle",
    summary:
      "The rules in force and what decides by them, for a companion. A token is not needed; one that is sent must be right.",
    token: false,
    etag: true,
    answer: { status: 200, schema: RulesBundle },
    errors: ["unauthorized", "rules_changed"],
  },
  pairingStart: {
    method: "POST",
    path: "/api/companion/pairing",
    summary:
      "Make a code that pairs one companion, in the place of the last one. A locked profile does not forbid it: it widens nothing.",
    token: true,
    answer: { status: 200, schema: PairingCode },
    errors: ["unauthorized", "pairing_disabled"],
  },
  pair: {
    method: "POST",
    path: "/api/companion/pair",
    summary: "Trade a code for a token. Answered to the Origin of a browser's extension alone.",
    token: false,
    forExtensions: true,
    body: PairRequest,
    answer: { status: 200, schema: CompanionToken },
    errors: [
      ...BODY_ERRORS,
      "pairing_disabled",
      "pairing_code_wrong",
      "pairing_code_expired",
      "pairing_too_many_tries",
      "store_unavailable",
    ],
  },
  companionRenew: {
    method: "POST",
    path: "/api/companion/renew",
    summary:
      "A new token for a companion that is paired, since its browser forgets the last one when it ends. Answered to its Origin alone.",
    token: false,
    forExtensions: true,
    body: v.strictObject({}),
    answer: { status: 200, schema: CompanionToken },
    errors: BODY_ERRORS,
  },
  companionList: {
    method: "GET",
    path: "/api/companion",
    summary: "The companions that are paired.",
    token: true,
    answer: { status: 200, schema: CompanionList },
    errors: ["unauthorized"],
  },
  companionForget: {
    method: "DELETE",
    path: "/api/companion/{id}",
    summary: "Forget a companion; its tokens are worth nothing from then on.",
    token: true,
    answer: { status: 204, schema: v.pipe(v.null(), v.description("No body.")) },
    errors: ["unauthorized", "profile_locked", "companion_not_found", "store_unavailable"],
  },
} as const satisfies Readonly<Record<string, Route>>;

export type CompanionList = v.InferOutput<typeof CompanionList>;
export type CompanionToken = v.InferOutput<typeof CompanionToken>;
export type PairingCode = v.InferOutput<typeof PairingCode>;
export type RulesBundle = v.InferOutput<typeof RulesBundle>;
