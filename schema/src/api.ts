import * as v from "valibot";
import { COMPANION_ROUTES } from "./api-companion.ts";
import { Counters } from "./api-counters.ts";
import { HOST_ROUTES, pausedSeconds } from "./api-hosts.ts";
import { BODY_ERRORS } from "./api-route.ts";
import type { Route } from "./api-route.ts";
import { STATE_ROUTES, StoreStatus } from "./api-state.ts";
import type { ErrorCode } from "./errors.ts";
import { PRESET_NAMES } from "./presets.ts";
import { SEVERITIES } from "./rules.ts";

/** Longest `session_id`, in characters (code points). */
export const SESSION_ID_CHARS = 128;

/** Largest content of a scan, in bytes of UTF-8, where the configuration sets no other. */
export const DEFAULT_MAX_SCAN_BYTES = 4 * 1024 * 1024;

const offset = v.pipe(v.number(), v.integer(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The body of `POST /api/dlp/scan` and of `POST /api/dlp/redact`. */
export const ScanRequest = v.strictObject({
  content: v.pipe(v.string(), v.description("Text to scan.")),
  session_id: v.optional(
    v.pipe(
      v.string(),
      // A length would count UTF-16 units, of which characters beyond U+FFFF have two.
      v.regex(new RegExp(`^[\\s\\S]{1,${SESSION_ID_CHARS}}$`, "u")),
      v.description(
        "1 to 128 characters. Joins scans, so that a secret cut in two by a paste is matched.",
      ),
    ),
  ),
});

/** The answer of `POST /api/dlp/scan`; it repeats nothing of the content. */
export const ScanAnswer = v.strictObject({
  blocked: v.pipe(v.boolean(), v.description("True when a match reached its threshold.")),
  pattern_name: v.pipe(v.string(), v.description("The pattern that blocked; empty when none did.")),
  score: v.pipe(
    v.number(),
    v.description("The highest score of any match; 0 when nothing matched."),
  ),
});

/** The answer of `POST /api/dlp/redact`. */
export const RedactAnswer = v.strictObject({
  redacted: v.pipe(v.boolean(), v.description("True when something was replaced.")),
  content: v.pipe(v.string(), v.description("The content with placeholders; it never blocks.")),
  findings: v.array(
    v.strictObject({
      pattern_name: v.string(),
      severity: v.picklist(SEVERITIES),
      start: v.pipe(offset, v.description("UTF-16 offset into the request's content.")),
      end: v.pipe(offset, v.description("UTF-16 offset, exclusive.")),
      placeholder: v.string(),
    }),
  ),
});

const layer = v.strictObject({
  state: v.picklist(["running", "off", "failed"]),
  last_error: v.nullable(v.string()),
});

const dnsLayer = v.strictObject({ ...layer.entries, paused_seconds: pausedSeconds });

/** The answer of `GET /api/status`. */
export const StatusAnswer = v.strictObject({
  status: v.pipe(
    v.picklist(["ok", "degraded"]),
    v.description(
      "Degraded where the store, a layer, a shipped file of rules or the file of own patterns is not in order, or no resolver answers; scans go on.",
    ),
  ),
  agent_version: v.string(),
  manifest_version: v.string(),
  profile_id: v.nullable(v.string()),
  profile_version: v.nullable(v.number()),
  managed: v.boolean(),
  preset: v.picklist(PRESET_NAMES),
  tamper_state: v.picklist(["normal", "detected"]),
  uptime_seconds: count,
  patterns: v.pipe(count, v.description("Patterns in force.")),
  layers: v.strictObject({ dns: dnsLayer, proxy: layer, api: layer }),
  store: StoreStatus,
});

/** RFC 9457. */
export const Problem = v.strictObject({
  type: v.string(),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  detail: v.string(),
  code: v.pipe(v.string(), v.description("Stable; meant for programs.")),
});

/** The answer of `GET /api/openapi.json`, which has a standard of its own (OpenAPI 3.1). */
export const OpenApiDocument = v.looseObject({ openapi: v.string() });

/** Every route of the API; routing, validation, OpenAPI and the reference page come from here. */
export const ROUTES = {
  scan: {
    method: "POST",
    path: "/api/dlp/scan",
    summary: "Scan a text.",
    token: false,
    body: ScanRequest,
    holdsContent: true,
    answer: { status: 200, schema: ScanAnswer },
    errors: [...BODY_ERRORS, "rate_limited"],
  },
  redact: {
    method: "POST",
    path: "/api/dlp/redact",
    summary: "Scan a text and replace what blocks by placeholders.",
    token: false,
    body: ScanRequest,
    holdsContent: true,
    answer: { status: 200, schema: RedactAnswer },
    errors: [...BODY_ERRORS, "rate_limited"],
  },
  status: {
    method: "GET",
    path: "/api/status",
    summary: "The agent's state.",
    token: false,
    answer: { status: 200, schema: StatusAnswer },
    errors: [],
  },
  stats: {
    method: "GET",
    path: "/api/stats",
    summary: "The five aggregate counters.",
    token: false,
    answer: { status: 200, schema: Counters },
    errors: [],
  },
  openapi: {
    method: "GET",
    path: "/api/openapi.json",
    summary: "This description.",
    token: false,
    answer: { status: 200, schema: OpenApiDocument },
    errors: [],
  },
  ...STATE_ROUTES,
  ...HOST_ROUTES,
  ...COMPANION_ROUTES,
} as const satisfies Readonly<Record<string, Route>>;

/** Errors that every route can answer, whatever it does. */
export const COMMON_ERRORS = [
  "bad_request",
  "forbidden_host",
  "forbidden_origin",
  "not_found",
  "method_not_allowed",
  "request_timeout",
  "headers_too_large",
  "internal_fault",
  "stopping",
] as const satisfies readonly ErrorCode[];

export type RouteName = keyof typeof ROUTES;
export type ScanRequest = v.InferOutput<typeof ScanRequest>;
export type ScanAnswer = v.InferOutput<typeof ScanAnswer>;
export type RedactAnswer = v.InferOutput<typeof RedactAnswer>;
export type StatusAnswer = v.InferOutput<typeof StatusAnswer>;
export type Problem = v.InferOutput<typeof Problem>;
