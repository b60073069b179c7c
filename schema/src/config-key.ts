import * as v from "valibot";
import { DURATION, MAX_DURATION_MS, parseDuration } from "./duration.ts";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, Thresholds, Weights } from "./scoring.ts";
import { parseHostAndPort, parseListener } from "./ip-address.ts";
import { parseUpstream } from "./upstream-address.ts";

/** The headings of the reference page, in its order. */
export const CONFIG_SECTIONS = [
  "Preset and policy",
  "Listeners and layers",
  "Rules",
  "Scan",
  "Rule updates",
  "Profile",
  "Heartbeat and alerts",
  "This machine",
] as const;

/** What is known of a key beyond the shape of its value. */
export interface ConfigKeyInfo {
  readonly section: (typeof CONFIG_SECTIONS)[number];
  /** What the key does, in sentences. */
  readonly description: string;
  /** What its value must be, put after "must be". */
  readonly expected: string;
  readonly unit?: string;
  /** What the key's absence means, where it has no default value. */
  readonly without?: string;
  readonly otherSpelling?: string;
  /** A variable that sets the key too; `beatsFile` tells which of the two wins. */
  readonly environment?: { readonly name: string; readonly beatsFile: boolean };
  /** The keys inside the value, where it is a map of fixed keys. */
  readonly fields?: readonly string[];
  /** Its text is a path: `~/` is the home folder, and a relative one starts at the file's own folder. */
  readonly isPath?: boolean;
  /** The value is, or can hold, a secret, and is not shown whole. */
  readonly isSecret?: boolean;
  /** A change takes effect when the agent starts anew, not when it reloads. */
  readonly needsRestart?: boolean;
  /** The part of Weir that it is for is not built: it is checked, and nothing reads it. */
  readonly isPlanned?: boolean;
}

/** Puts what is known of a key beside the schema of its value. */
export function key<T extends v.GenericSchema>(
  schema: T,
  info: ConfigKeyInfo,
): T & { readonly info: ConfigKeyInfo } {
  return { ...schema, info };
}

const MAX_PATH_CHARS = 4096;
const MAX_URL_CHARS = 2048;
/** Most entries of a list or a map in the configuration. */
const MAX_ENTRIES = 64;

/** `host:port` on the loopback; becomes an Endpoint. */
export const listener = v.pipe(
  v.string(),
  v.check(
    (text) => parseHostAndPort(text) !== undefined,
    "must be a host and a port, such as 127.0.0.1:9191",
  ),
  v.check(
    (text) => parseListener(text) !== undefined,
    "must be a loopback address (127.0.0.1, [::1]): the agent serves this machine alone",
  ),
  v.transform((text) => parseListener(text) ?? { host: "127.0.0.1", port: 0 }),
);

const upstream = v.pipe(
  v.string(),
  v.check(
    (text) => parseUpstream(text) !== undefined,
    "must be an address such as 9.9.9.9, [2620:fe::fe]:53, tls://9.9.9.9#dns.quad9.net or https://dns.quad9.net/dns-query#9.9.9.9, with [/corp.example/] before it for some domains alone; a name would need a resolver itself",
  ),
);

/** One resolver or a list of them; becomes a list. */
export const upstreams = v.pipe(
  v.union([upstream, v.pipe(v.array(upstream), v.maxLength(MAX_ENTRIES))]),
  v.transform((value) => (Array.isArray(value) ? value : [value])),
);

const LONGEST = `${MAX_DURATION_MS / 3_600_000}h`;

/** What the value of a key is that holds a duration of `least` and more, in words. */
export const durationText = (least: string, examples: string): string =>
  `a duration from ${least} to ${LONGEST}, such as ${examples}`;

/** A duration of `least` and more, or `0` where `canBeZero`; becomes milliseconds. */
export function duration(least: string, canBeZero = false) {
  const minMs = parseDuration(least) ?? 0;
  return v.pipe(
    v.union([v.pipe(v.string(), v.regex(DURATION)), v.literal(0)]),
    v.check(
      (value) => {
        const ms = parseDuration(String(value)) ?? -1;
        return (canBeZero && ms === 0) || (ms >= minMs && ms <= MAX_DURATION_MS);
      },
      `must be at least ${least} and at most ${LONGEST}${canBeZero ? ", or 0" : ""}`,
    ),
    v.transform((value) => parseDuration(String(value)) ?? 0),
  );
}

/** A whole number within bounds, both included. */
export function whole(min: number, max: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
}

/** The path of a file or folder. */
export const path = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(MAX_PATH_CHARS),
  v.regex(/^[^\0\r\n]*$/),
);

/** Paths of files. */
export const paths = v.pipe(v.array(path), v.maxLength(MAX_ENTRIES));

/** A URL without a name and password in it; which hosts it may name is checked when it is loaded. */
export function url(schemes: readonly string[]) {
  const shape = new RegExp(`^(?:${schemes.join("|")})://[^\\s/?#@\\\\]+(?:[/?#]\\S*)?$`, "i");
  return v.pipe(v.string(), v.maxLength(MAX_URL_CHARS), v.regex(shape));
}

/** 32 bytes of an Ed25519 public key (RFC 8032), in base64 (RFC 4648 §4). */
const publicKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/));

/** One public key or a list of them; becomes a list. */
export const publicKeys = v.pipe(
  v.union([publicKey, v.pipe(v.array(publicKey), v.minLength(1), v.maxLength(MAX_ENTRIES))]),
  v.transform((value) => (Array.isArray(value) ? value : [value])),
);

/** Thresholds of which each may be left out. */
export const someThresholds = v.strictObject({
  critical: v.optional(Thresholds.entries.critical, DEFAULT_THRESHOLDS.critical),
  high: v.optional(Thresholds.entries.high, DEFAULT_THRESHOLDS.high),
  medium: v.optional(Thresholds.entries.medium, DEFAULT_THRESHOLDS.medium),
  low: v.optional(Thresholds.entries.low, DEFAULT_THRESHOLDS.low),
});

const weights = Weights.entries;

/** Weights of which each may be left out. */
export const someWeights = v.strictObject({
  hotword_boost: v.optional(weights.hotword_boost, DEFAULT_WEIGHTS.hotword_boost),
  entropy_boost: v.optional(weights.entropy_boost, DEFAULT_WEIGHTS.entropy_boost),
  entropy_penalty: v.optional(weights.entropy_penalty, DEFAULT_WEIGHTS.entropy_penalty),
  exclusion_penalty: v.optional(weights.exclusion_penalty, DEFAULT_WEIGHTS.exclusion_penalty),
  multi_match_boost: v.optional(weights.multi_match_boost, DEFAULT_WEIGHTS.multi_match_boost),
});

/** A map from the name of a category of hosts, such as `ai_other`, to what happens to it. */
export function categoryMap<T extends v.GenericSchema<string, string>>(policy: T) {
  return v.pipe(
    v.record(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,63}$/)), policy),
    v.maxEntries(MAX_ENTRIES),
  );
}
