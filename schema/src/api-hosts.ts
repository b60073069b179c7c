import * as v from "valibot";
import { BODY_ERRORS } from "./api-route.ts";
import type { Route } from "./api-route.ts";
import { POLICIES } from "./presets.ts";

/** Longest pause of the DNS layer, in minutes: a day. */
export const MAX_PAUSE_MINUTES = 1440;

/** Longest domain that is read, in UTF-16 units: a name of 253 bytes (RFC 1035, 2.3.4) with room for other spellings. */
const MAX_DOMAIN_CHARS = 1024;

const domains = v.array(v.string());

/** This machine's own lists, sorted. */
export const Overrides = v.strictObject({
  allow: v.pipe(domains, v.description("Domains that pass, whatever the shipped lists say.")),
  block: v.pipe(domains, v.description("Domains that are blocked.")),
});

const domain = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(MAX_DOMAIN_CHARS),
  v.description("One host name; it stands for itself and for all names under it."),
);

/** The body of `POST /api/rules/overrides`. */
export const OverrideRequest = v.strictObject({
  domain,
  list: v.pipe(v.picklist(["allow", "block"]), v.description("It leaves the other list.")),
});

/** The body of `DELETE /api/rules/overrides`. */
export const OverrideRemoval = v.strictObject({ domain });

const untilRestart = v.pipe(
  v.boolean(),
  v.description(
    "Is the change in memory alone, as the team preset has it? Then files stay as they are, and what they say is in " +
      "force again after the agent's restart.",
  ),
);

/** The answer of `DELETE /api/rules/overrides`. */
export const OverrideRemoved = v.strictObject({
  ...Overrides.entries,
  until_restart: untilRestart,
});

/** The answer of `POST /api/rules/overrides`. */
export const OverrideAdded = v.strictObject({
  ...OverrideRemoved.entries,
  below: v.pipe(
    v.array(v.strictObject({ domain: v.string(), list: v.string() })),
    v.maxLength(20),
    v.description("Names under the domain that other lists name: they keep what those say."),
  ),
});

const policy = v.picklist(POLICIES);

/** A category of hosts, which is a list of them, and what happens to it. */
export const CategoryPolicy = v.strictObject({
  category: v.pipe(v.string(), v.description("The name of a list, such as `ai_other`.")),
  policy: v.pipe(v.nullable(policy), v.description("Null where the list is not in force.")),
});

/** The answer of `GET /api/policies`. */
export const Policies = v.strictObject({ policies: v.array(CategoryPolicy) });

/** The answer of `PUT` and `DELETE /api/policies/{category}`. */
export const PolicyUpdated = v.strictObject({
  ...CategoryPolicy.entries,
  until_restart: untilRestart,
});

/** The body of `PUT /api/policies/{category}`. */
export const PolicyRequest = v.strictObject({
  category: v.optional(
    v.pipe(v.string(), v.description("That of the path again, where it is given.")),
  ),
  policy,
});

/** The body of `POST /api/dns/pause`. */
export const PauseRequest = v.strictObject({
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAUSE_MINUTES)),
});

/** Seconds for which nothing is blocked any more; 0 where no pause is on. */
export const pausedSeconds = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.description("How much longer no name is blocked; 0 where no pause is on."),
);

/** How much longer the DNS layer blocks nothing. */
export const Pause = v.strictObject({ paused_seconds: pausedSeconds });

const CHANGE_ERRORS = ["unauthorized", "profile_locked"] as const;

const OVERRIDE_ERRORS = [
  ...CHANGE_ERRORS,
  ...BODY_ERRORS,
  "invalid_domain",
  "lists_faulty",
  "override_limit",
  "overrides_unwritable",
] as const;

/** The routes of hosts and their lists; a part of `ROUTES`. */
export const HOST_ROUTES = {
  overrides: {
    method: "GET",
    path: "/api/rules/overrides",
    summary: "The domains that this machine allows and blocks itself.",
    token: false,
    answer: { status: 200, schema: Overrides },
    errors: [],
  },
  overrideAdd: {
    method: "POST",
    path: "/api/rules/overrides",
    summary: "Allow or block a domain; in force at once.",
    token: true,
    body: OverrideRequest,
    answer: { status: 200, schema: OverrideAdded },
    errors: OVERRIDE_ERRORS,
  },
  overrideRemove: {
    method: "DELETE",
    path: "/api/rules/overrides",
    summary: "Take a domain off this machine's own lists.",
    token: true,
    body: OverrideRemoval,
    answer: { status: 200, schema: OverrideRemoved },
    errors: [...OVERRIDE_ERRORS, "override_not_found"],
  },
  policies: {
    method: "GET",
    path: "/api/policies",
    summary: "Every category of hosts and what happens to it.",
    token: false,
    answer: { status: 200, schema: Policies },
    errors: [],
  },
  policyUpdate: {
    method: "PUT",
    path: "/api/policies/{category}",
    summary: "Settle what happens to the hosts of a category; in force at once.",
    token: true,
    body: PolicyRequest,
    answer: { status: 200, schema: PolicyUpdated },
    errors: [...CHANGE_ERRORS, ...BODY_ERRORS, "category_not_found", "store_unavailable"],
  },
  policyUnset: {
    method: "DELETE",
    path: "/api/policies/{category}",
    summary: "Forget what was settled for a category; the configuration counts again, at once.",
    token: true,
    answer: { status: 200, schema: PolicyUpdated },
    errors: [...CHANGE_ERRORS, "category_not_found", "store_unavailable"],
  },
  dnsPause: {
    method: "POST",
    path: "/api/dns/pause",
    summary: "Block no name for some minutes; kept in memory alone.",
    token: true,
    body: PauseRequest,
    answer: { status: 200, schema: Pause },
    errors: [...CHANGE_ERRORS, ...BODY_ERRORS, "dns_not_running"],
  },
  dnsResume: {
    method: "POST",
    path: "/api/dns/resume",
    summary: "End a pause of the DNS layer, also where a managed profile locks the settings.",
    token: true,
    answer: { status: 200, schema: Pause },
    errors: ["unauthorized", "dns_not_running"],
  },
} as const satisfies Readonly<Record<string, Route>>;

export type Overrides = v.InferOutput<typeof Overrides>;
export type OverrideAdded = v.InferOutput<typeof OverrideAdded>;
export type OverrideRemoved = v.InferOutput<typeof OverrideRemoved>;
export type PolicyUpdated = v.InferOutput<typeof PolicyUpdated>;
export type CategoryPolicy = v.InferOutput<typeof CategoryPolicy>;
export type Pause = v.InferOutput<typeof Pause>;
