import * as v from "valibot";
import { DEFAULT_MAX_SCAN_BYTES } from "./api.ts";
import {
  categoryMap,
  duration,
  durationText,
  key,
  listener,
  path,
  paths,
  publicKeys,
  someThresholds,
  someWeights,
  upstreams,
  url,
  whole,
} from "./config-key.ts";
import { OUTBOUND_TARGETS } from "./outbound-targets.ts";
import { POLICIES, PRESET_NAMES } from "./presets.ts";

/** The levels of the log, gravest first; each includes those before it. */
export const CONFIG_LOG_LEVELS = ["error", "warn", "info", "debug"] as const;

/** Where the API listens unless told otherwise. */
export const DEFAULT_API_LISTEN = "127.0.0.1:9191";

/** The largest `max_scan_bytes`, which no request of the API reaches: its body is bounded by what may be in flight. */
const MAX_SCAN_BYTES_LIMIT = 64 * 1024 * 1024;

const LISTENER = "a loopback address and a port, such as 127.0.0.1:9191";
const DURATION_TEXT = durationText("1s", "90s, 15m, 24h or 1h30m");
const FILE_PATH = "the path of a file";
const SECRET_URL =
  "Its path can be a secret and is not shown. A name and password in it are refused.";

/** Names in a sentence: `a, b or c`. */
const choice = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;

/**
 * Every key of `config.yaml`, declared once: shape, limits, default and what there is to know of it. Loading, faults,
 * reference page and JSON Schema come from here. A value in a file is as written (`24h`); parsed, a duration is in
 * milliseconds, a listener an Endpoint, a list always a list.
 */
export const Config = v.strictObject({
  preset: key(v.optional(v.picklist(PRESET_NAMES), "personal"), {
    section: "Preset and policy",
    description:
      "Which row of the presets applies: it sets the default of every key that the file leaves out.",
    expected: choice(PRESET_NAMES),
  }),
  default_action: key(v.optional(v.picklist(POLICIES), "allow_with_dlp"), {
    section: "Preset and policy",
    description: "What happens to an AI host that no tier names.",
    expected: choice(POLICIES),
  }),
  category_policies: key(v.optional(categoryMap(v.picklist(POLICIES)), {}), {
    section: "Preset and policy",
    description: "What happens to the hosts of a category, by its name, such as `ai_other`.",
    expected: `a map from names of categories to ${choice(POLICIES)}`,
  }),
  thresholds: key(v.optional(someThresholds, {}), {
    section: "Preset and policy",
    description:
      "The score from which a finding blocks, by severity. Severities left out keep their default.",
    expected: "a map from severities to whole numbers from 1 to 100",
    fields: Object.keys(someThresholds.entries),
  }),
  weights: key(v.optional(someWeights, {}), {
    section: "Preset and policy",
    description:
      "The terms of the score; penalties are negative. Terms left out keep their default.",
    expected: "a map from terms to whole numbers from -100 to 100",
    fields: Object.keys(someWeights.entries),
  }),
  api_listen: key(v.optional(listener, DEFAULT_API_LISTEN), {
    section: "Listeners and layers",
    description:
      "Where the HTTP API is served. The browser companion asks 127.0.0.1:9191 alone, and finds no agent elsewhere.",
    expected: LISTENER,
    otherSpelling: "listen_api",
    needsRestart: true,
  }),
  dns_listen: key(v.optional(listener, "127.0.0.1:15353"), {
    section: "Listeners and layers",
    description: "Where DNS is served, over UDP and TCP. Port 53 needs the service's rights.",
    expected: "a loopback address and a port, such as 127.0.0.1:15353",
    otherSpelling: "listen_dns",
    needsRestart: true,
  }),
  dns_enabled: key(v.optional(v.boolean(), true), {
    section: "Listeners and layers",
    description: "Starts the DNS layer with the agent.",
    expected: "true or false",
    needsRestart: true,
  }),
  proxy_listen: key(v.optional(listener, "127.0.0.1:8443"), {
    section: "Listeners and layers",
    description: "Where the intercepting proxy is served, once it is enabled.",
    expected: "a loopback address and a port, such as 127.0.0.1:8443",
    otherSpelling: "listen_proxy",
    needsRestart: true,
    isPlanned: true,
  }),
  proxy_enabled: key(v.optional(v.boolean(), false), {
    section: "Listeners and layers",
    description: "Starts the intercepting proxy with the agent.",
    expected: "true or false",
    isPlanned: true,
  }),
  upstream_dns: key(v.optional(upstreams, []), {
    section: "Listeners and layers",
    description:
      "The resolvers that queries are forwarded to, in order of preference; `[/corp.example/]` before one has it asked for these domains alone. Those of the network are asked beside them for names of one label and of the local network, for all in a pause, and, unless the preset is managed, behind a captive portal.",
    expected:
      "an address such as 9.9.9.9, tls://9.9.9.9#dns.quad9.net or https://dns.quad9.net/dns-query#9.9.9.9, or a list of them",
    without: "the system's own resolvers",
  }),
  pairing_enabled: key(v.optional(v.boolean(), true), {
    section: "Listeners and layers",
    description: "Lets browser companions be paired with the agent.",
    expected: "true or false",
  }),
  rules_dir: key(v.optional(path), {
    section: "Rules",
    description: "The folder of the rule files, with `local/` for this machine's own.",
    expected: "the path of a folder",
    without: "the rules that ship with Weir",
    isPath: true,
  }),
  rule_paths: key(v.optional(paths), {
    section: "Rules",
    description:
      "Further lists of hosts, whose names are blocked (Tier 4). A file that is named like a shipped list takes that list's place; the other shipped lists stay in force.",
    expected: "a list of file paths",
    without: "the lists of `rules_dir` alone",
    isPath: true,
  }),
  dlp_patterns: key(v.optional(path), {
    section: "Rules",
    description: "The file of patterns.",
    expected: FILE_PATH,
    without: "`dlp_patterns.json` of `rules_dir`",
    isPath: true,
  }),
  dlp_exclusions: key(v.optional(path), {
    section: "Rules",
    description: "The file of exclusions.",
    expected: FILE_PATH,
    without: "`dlp_exclusions.json` of `rules_dir`",
    isPath: true,
  }),
  max_scan_bytes: key(v.optional(whole(1024, MAX_SCAN_BYTES_LIMIT), DEFAULT_MAX_SCAN_BYTES), {
    section: "Scan",
    description:
      "The largest content of one scan. More is answered with 413 and never scanned in part; it can be sent in parts, with one `session_id`. The body of its request is bounded to 32 MiB beside it.",
    expected: `a whole number from 1024 to ${MAX_SCAN_BYTES_LIMIT}`,
    unit: "bytes of UTF-8",
  }),
  scan_rate_limit: key(v.optional(whole(0, 1_000_000), 0), {
    section: "Scan",
    description:
      "Scans a second beyond which the API answers 429. 0 is no limit, and best: a limit is a way to be let through.",
    expected: "a whole number from 0 to 1000000",
    unit: "scans per second",
  }),
  canary_enabled: key(v.optional(v.boolean(), true), {
    section: "Scan",
    description: "Watches for planted canary tokens in scanned content.",
    expected: "true or false",
  }),
  update_url: key(v.optional(url(OUTBOUND_TARGETS.update_url.schemes)), {
    section: "Rule updates",
    description: "Where the manifest of newer rules is. The files stand beside it.",
    expected: "an http or https URL without a name and password in it",
    without: "no updates",
    isPlanned: true,
  }),
  update_interval: key(v.optional(duration("1s"), "24h"), {
    section: "Rule updates",
    description: "How often newer rules are asked for, where `update_url` is set.",
    expected: DURATION_TEXT,
    unit: "duration",
    isPlanned: true,
  }),
  profile_path: key(v.optional(path), {
    section: "Profile",
    description:
      "A profile on this machine; its signature stands beside it, with `.sig` after its name.",
    expected: FILE_PATH,
    without: "no profile",
    isPath: true,
    isPlanned: true,
  }),
  profile_url: key(v.optional(url(OUTBOUND_TARGETS.profile_url.schemes)), {
    section: "Profile",
    description:
      "A profile elsewhere; its signature is fetched from the same URL with `.sig` after it.",
    expected: "an https URL without a name and password in it",
    without: "no profile",
    isPlanned: true,
  }),
  profile_update_interval: key(v.optional(duration("1s", true), 0), {
    section: "Profile",
    description: "How often `profile_url` is asked again. 0 asks once, at the start.",
    expected: `${durationText("1s", "15m")}, or 0`,
    unit: "duration",
    isPlanned: true,
  }),
  profile_public_key: key(v.optional(publicKeys), {
    section: "Profile",
    description:
      "The key or keys that sign profiles. Where one is set, an unsigned or wrongly signed profile is refused.",
    expected: "an Ed25519 public key in base64 (44 characters), or a list of them",
    without: "signatures are not asked for",
    isPlanned: true,
  }),
  profile_signatures_required: key(v.optional(whole(1, 64), 1), {
    section: "Profile",
    description: "How many of the keys must have signed a profile.",
    expected: "a whole number from 1 to 64, at most the number of keys",
    unit: "signatures",
    isPlanned: true,
  }),
  allow_private_profile_url: key(v.optional(v.boolean(), false), {
    section: "Profile",
    description:
      "Lets `profile_url` name a private address, for a company network. Loopback and the rest stay refused.",
    expected: "true or false",
    isPlanned: true,
  }),
  heartbeat_url: key(v.optional(url(OUTBOUND_TARGETS.heartbeat_url.schemes)), {
    section: "Heartbeat and alerts",
    description: `Where the five counters are sent. ${SECRET_URL}`,
    expected: "an http or https URL without a name and password in it",
    without: "no heartbeat",
    isSecret: true,
    isPlanned: true,
  }),
  heartbeat_interval: key(v.optional(duration("1s"), "5m"), {
    section: "Heartbeat and alerts",
    description: "How often the heartbeat is sent, where `heartbeat_url` is set.",
    expected: DURATION_TEXT,
    unit: "duration",
    isPlanned: true,
  }),
  alert_webhook_url: key(v.optional(url(OUTBOUND_TARGETS.alert_webhook_url.schemes)), {
    section: "Heartbeat and alerts",
    description: `Where an alert is sent when blocks pile up. ${SECRET_URL}`,
    expected: "an https URL without a name and password in it",
    without: "no alerts",
    isSecret: true,
    isPlanned: true,
  }),
  alert_threshold_blocks: key(v.optional(whole(5, 1_000_000), 5), {
    section: "Heartbeat and alerts",
    description: "New blocks that make one alert.",
    expected: "a whole number from 5 to 1000000",
    unit: "blocks",
    isPlanned: true,
  }),
  alert_interval: key(v.optional(duration("1s"), "5m"), {
    section: "Heartbeat and alerts",
    description: "How often the blocks are counted for alerts.",
    expected: DURATION_TEXT,
    unit: "duration",
    isPlanned: true,
  }),
  data_dir: key(v.optional(path), {
    section: "This machine",
    description: "The agent's own folder (mode 0700): counters, canaries, API token, keys.",
    expected: "the path of a folder",
    without: "the platform's folder for the state of programs",
    environment: { name: "WEIR_DATA_DIR", beatsFile: false },
    isPath: true,
    needsRestart: true,
  }),
  log_level: key(v.optional(v.picklist(CONFIG_LOG_LEVELS), "info"), {
    section: "This machine",
    description:
      "What is logged. `debug` adds the time of each step of a scan, never content or a verdict.",
    expected: choice(CONFIG_LOG_LEVELS),
    environment: { name: "LOG_LEVEL", beatsFile: true },
  }),
  stats_flush_interval: key(v.optional(duration("10ms"), "250ms"), {
    section: "This machine",
    description:
      "How often the counters are written to the disk; a crash loses at most that much of them.",
    expected: durationText("10ms", "250ms or 1s"),
    unit: "duration",
  }),
});

/** The configuration in force, parsed. */
export type Config = v.InferOutput<typeof Config>;

/** The name of a key, in its first spelling. */
export type ConfigKey = keyof typeof Config.entries;
