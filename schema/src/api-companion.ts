import * as v from "valibot";
import { BODY_ERRORS } from "./api-route.ts";
import type { Route } from "./api-route.ts";
import { FAIL_ACTIONS, FAILURES, PRESET_NAMES, PRESETS } from "./presets.ts";
import { Exclusion, Pattern } from "./rules.ts";
import { Thresholds, Weights } from "./scoring.ts";
import { bytes32, COMPANION_BROWSERS, COMPANION_LIMITS, sha256 } from "./stored.ts";

/**
 * How a code is given out: its characters, how long it counts, and how often it may be guessed at; and the rounds by which it is
 * stretched, so that who listens in the agent's place can't find it by trying while a companion waits for an answer.
 */
export const PAIRING = { codeChars: 8, seconds: 300, tries: 5, stretchRounds: 20_000 } as const;

/** A code that pairs one companion: base32 without I, L, O and U, which are easily misread. */
export const PairingCode = v.strictObject({
  code: v.pipe(
    v.string(),
    v.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    v.description("To be typed into the companion; good for one pairing."),
  ),
  expires_in_seconds: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** What a companion sends of a secret that it shares with the agent: that it knows it. */
const shown = (secret: string) =>
  v.strictObject({
    nonce: v.pipe(bytes32, v.description("32 random bytes in hexadecimal, new for each request.")),
    proof: v.pipe(
      bytes32,
      v.description(
        `HMAC-SHA-256 of \`companion PLACE NONCE\` in hexadecimal, where PLACE is the address and port that is asked, such as 127.0.0.1:9191. Its key is ${secret}.`,
      ),
    ),
  });

/** What the agent answers with it, under the same secret. */
const answered = (given: "key" | "nonce") =>
  v.pipe(
    bytes32,
    v.description(
      `HMAC-SHA-256 of \`agent PLACE NONCE ${given.toUpperCase()}\`, with the nonce that was sent, under the same key.`,
    ),
  );

/** The body of `POST /api/companion/pair`. */
export const PairRequest = shown(
  `the code in capitals, stretched to 32 bytes by PBKDF2-HMAC-SHA-256 with \`nonce\` as salt and ${PAIRING.stretchRounds} rounds, in hexadecimal`,
);

/** The answer of `POST /api/companion/pair`. */
export const PairingKey = v.strictObject({
  key: v.pipe(bytes32, v.description("32 random bytes in hexadecimal, for this companion alone.")),
  proof: answered("key"),
});

/** The body of `POST /api/companion/proof`. */
export const ProofRequest = shown("what pairing answered, as it is written");

/**
 * The answer of `POST /api/companion/proof`. What a companion sends from then on as `Authorization: Bearer` it makes itself, and it is
 * good until the agent ends.
 */
export const AgentProof = v.strictObject({
  nonce: v.pipe(
    bytes32,
    v.description(
      "32 random bytes in hexadecimal, new with each start of the agent. HMAC-SHA-256 of `token NONCE` under the same key is the companion's token until then.",
    ),
  ),
  proof: answered("nonce"),
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
    summary:
      "Trade a code for a key: each side shows that it knows the code, and neither sends it. Answered to the Origin of a browser's extension alone.",
    token: false,
    forExtensions: true,
    body: PairRequest,
    answer: { status: 200, schema: PairingKey },
    errors: [
      ...BODY_ERRORS,
      "pairing_disabled",
      "pairing_code_wrong",
      "pairing_code_expired",
      "pairing_too_many_tries",
      "store_unavailable",
    ],
  },
  companionProof: {
    method: "POST",
    path: "/api/companion/proof",
    summary:
      "The agent proves to a companion that it is the one that it was paired with. Answered to the Origin of one that is paired and shows that it knows its key.",
    token: false,
    forExtensions: true,
    body: ProofRequest,
    answer: { status: 200, schema: AgentProof },
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
    summary: "Forget a companion; its keys are worth nothing from then on.",
    token: true,
    answer: { status: 204, schema: v.pipe(v.null(), v.description("No body.")) },
    errors: ["unauthorized", "profile_locked", "companion_not_found", "store_unavailable"],
  },
} as const satisfies Readonly<Record<string, Route>>;

export type AgentProof = v.InferOutput<typeof AgentProof>;
export type CompanionList = v.InferOutput<typeof CompanionList>;
export type PairingCode = v.InferOutput<typeof PairingCode>;
export type PairingKey = v.InferOutput<typeof PairingKey>;
export type ProofRequest = v.InferOutput<typeof ProofRequest>;
export type RulesBundle = v.InferOutput<typeof RulesBundle>;
