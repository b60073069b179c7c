import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Config,
  CONFIG_KEYS,
  CONFIG_SPELLINGS,
  configDefault,
  configKeyInfo,
  configKeyOf,
  configReference,
  configSchemas,
  configValueFaults,
  DEFAULT_THRESHOLDS,
  DEFAULT_WEIGHTS,
  isConfigKey,
  MAX_DURATION_MS,
  parse,
  parseDuration,
  parseListener,
  PRESET_NAMES,
  PRESETS,
  Profile,
} from "./index.ts";
import { isIpv6 } from "./ip-address.ts";

/** The keys of specification 2.6, and those that the contract names. */
const PROMISED =
  `upstream_dns dns_listen listen_dns listen_proxy api_listen listen_api rule_paths dlp_patterns
  dlp_exclusions rules_dir log_level update_url update_interval profile_path profile_url profile_update_interval
  heartbeat_url alert_webhook_url alert_threshold_blocks alert_interval data_dir max_scan_bytes scan_rate_limit
  dns_enabled proxy_enabled heartbeat_interval preset default_action profile_public_key profile_signatures_required
  allow_private_profile_url thresholds weights category_policies`.split(/\s+/);

test.each(PROMISED)("%s is a key", (spelling) => {
  expect(configKeyOf(spelling)).toBeDefined();
});

test("every listener has two spellings of one key", () => {
  for (const layer of ["api", "dns", "proxy"]) {
    expect(configKeyOf(`listen_${layer}`)).toBe(`${layer}_listen`);
    expect(configKeyOf(`${layer}_listen`)).toBe(`${layer}_listen`);
  }
  expect(configKeyOf("constructor")).toBeUndefined();
});

const DEFAULTS = CONFIG_KEYS.map((key) => [key, configDefault(key)] as const);

test.each(DEFAULTS.filter(([, value]) => value !== undefined))(
  "the default of %s passes its own check",
  (key, value) => {
    expect(configValueFaults(key, value)).toEqual([]);
  },
);

test("an empty configuration has the defaults of the contract, parsed", () => {
  const parsed = parse(Config, {});
  expect(parsed.ok && parsed.value).toMatchObject({
    preset: "personal",
    default_action: "allow_with_dlp",
    api_listen: { host: "127.0.0.1", port: 9191 },
    dns_listen: { host: "127.0.0.1", port: 15_353 },
    proxy_listen: { host: "127.0.0.1", port: 8443 },
    dns_enabled: true,
    proxy_enabled: false,
    max_scan_bytes: 4 * 1024 * 1024,
    scan_rate_limit: 0,
    update_interval: 24 * 3_600_000,
    profile_update_interval: 0,
    heartbeat_interval: 300_000,
    alert_threshold_blocks: 5,
    thresholds: DEFAULT_THRESHOLDS,
    weights: DEFAULT_WEIGHTS,
  });
});

test("thresholds left out keep their default", () => {
  const parsed = parse(Config, { thresholds: { high: 7 } });
  expect(parsed.ok && parsed.value.thresholds).toEqual({ ...DEFAULT_THRESHOLDS, high: 7 });
});

test.each([
  ["0", 0],
  ["15m", 900_000],
  ["24h", 86_400_000],
  ["90s", 90_000],
  ["1h30m", 5_400_000],
  ["500ms", 500],
  ["2m500ms", 120_500],
  ["1h2m3s4ms", 3_723_004],
  ["", undefined],
  ["15", undefined],
  ["-1m", undefined],
  ["1.5h", undefined],
  ["30m1h", undefined],
  ["1m1m", undefined],
  ["15 m", undefined],
  ["1d", undefined],
  ["0h0", undefined],
  ["m", undefined],
  ["1000000000h", undefined],
])("parseDuration(%j) is %j ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test("parseDuration() adds up hours, minutes, seconds and milliseconds", () => {
  const part = fc.nat({ max: 999 });
  fc.assert(
    fc.property(part, part, part, part, (h, m, s, ms) => {
      const sum = ((h * 60 + m) * 60 + s) * 1000 + ms;
      expect(parseDuration(`${h}h${m}m${s}s${ms}ms`)).toBe(sum);
    }),
  );
});

test.each([
  ["127.0.0.1:9191", { host: "127.0.0.1", port: 9191 }],
  ["127.1.2.3:1", { host: "127.1.2.3", port: 1 }],
  ["localhost:80", { host: "127.0.0.1", port: 80 }],
  ["[::1]:9191", { host: "::1", port: 9191 }],
  ["[0:0:0:0:0:0:0:1]:9191", { host: "0:0:0:0:0:0:0:1", port: 9191 }],
  ["0.0.0.0:9191", undefined],
  ["[::]:9191", undefined],
  ["::1:9191", undefined],
  ["[::ffff:127.0.0.1]:9191", undefined],
  ["192.168.1.1:9191", undefined],
  ["127.1:9191", undefined],
  ["9191", undefined],
  ["127.0.0.1", undefined],
  ["127.0.0.1:", undefined],
  ["127.0.0.1:65536", undefined],
  ["127.0.0.01:9191", undefined],
  ["127.0.0.256:1", undefined],
  ["127.evil.example:1", undefined],
  ["localhost.evil.example:1", undefined],
  [":9191", undefined],
  ["", undefined],
])("parseListener(%j) is %j", (text, endpoint) => {
  expect(parseListener(text)).toEqual(endpoint);
});

test("isIpv6() takes every address that fast-check makes, and none with a group too many", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(isIpv6(address)).toBe(true);
      expect(isIpv6(`${address}:1:1:1:1:1:1:1:1`)).toBe(false);
    }),
  );
});

describe("configValueFaults()", () => {
  test.each([
    ["api_listen", "0.0.0.0:9191", "api_listen", "loopback"],
    ["dns_listen", "x", "dns_listen", "a host and a port"],
    ["proxy_listen", 8443, "proxy_listen", "a loopback address and a port"],
    ["preset", "tema", "preset", "personal, team or managed"],
    ["alert_threshold_blocks", 4, "alert_threshold_blocks", "from 5"],
    ["alert_threshold_blocks", "5", "alert_threshold_blocks", "whole number"],
    ["update_interval", "15", "update_interval", "a duration from 1s to 576h, such as"],
    ["update_interval", "0h", "update_interval", "at least 1s"],
    ["update_interval", "577h", "update_interval", "at most 576h"],
    ["alert_webhook_url", "http://example.com/", "alert_webhook_url", "https"],
    ["profile_url", "https://user:pass@example.com/", "profile_url", "without a name and password"],
    ["profile_url", "https:\\\\example.com", "profile_url", "https"],
    ["update_url", "ftp://example.com/", "update_url", "http or https"],
    ["profile_public_key", "short", "profile_public_key", "base64"],
    ["profile_public_key", [], "profile_public_key", "base64"],
    ["proxy_enabled", "yes", "proxy_enabled", "true or false"],
    ["thresholds", { critcal: 1 }, "thresholds.critcal", "not a known"],
    ["thresholds", { low: 0 }, "thresholds.low", "at least 1"],
    ["thresholds", 3, "thresholds", "a map"],
    ["category_policies", { ai_other: "block" }, "category_policies.ai_other", "deny"],
    ["rule_paths", [1], "rule_paths[0]", "list of file paths"],
    ["rule_paths", "a", "rule_paths", "list of file paths"],
    ["upstream_dns", "dns.example:53", "upstream_dns", "address"],
    ["max_scan_bytes", 0, "max_scan_bytes", "1024"],
  ])("%s: %j is one fault at %s that speaks of %j", (key, value, path, words) => {
    const faults = isConfigKey(key) ? configValueFaults(key, value) : [];
    expect(faults).toHaveLength(1);
    expect(faults[0]?.path).toBe(path);
    expect(faults[0]?.problem).toContain(words);
  });

  test.each([
    ["profile_update_interval", 0],
    ["profile_update_interval", "15m"],
    ["upstream_dns", ["9.9.9.9", "[2620:fe::fe]:53"]],
    ["profile_public_key", "A".repeat(43) + "="],
    ["api_listen", "[::1]:0"],
  ])("%s: %j is right", (key, value) => {
    expect(isConfigKey(key) && configValueFaults(key, value)).toEqual([]);
  });

  test("no fault repeats a value, whatever it is", () => {
    const marker = "zqmarker";
    const values = [marker, [marker], { low: marker }, `https://${marker}@x`, `${marker}:1`];
    for (const key of CONFIG_KEYS) {
      for (const value of values) {
        expect(JSON.stringify(configValueFaults(key, value))).not.toContain(marker);
      }
    }
  });
});

test("the presets have the defaults of the contract's table", () => {
  const rows = PRESET_NAMES.map((name) => [
    PRESETS[name].defaults.default_action,
    PRESETS[name].overrides,
  ]);
  expect(rows).toEqual([
    ["allow_with_dlp", "kept"],
    ["deny", "until_restart"],
    ["deny", "locked_by_profile"],
  ]);
});

test("a profile is a configuration with a name, a version and overrides", () => {
  const profile = { profile_id: "acme", profile_version: 3, log_level: "debug" };
  expect(parse(Profile, { ...profile, overrides: { managed: true } })).toMatchObject({
    ok: true,
    value: { ...profile, overrides: { managed: true, thresholds: {}, category_policies: {} } },
  });
  expect(parse(Profile, { ...profile, overrides: { mangaed: true } }).ok).toBe(false);
  expect(parse(Profile, { log_level: "debug" }).ok).toBe(false);
});

test("the reference page has a row for every key and every spelling", () => {
  const page = configReference();
  for (const spelling of CONFIG_SPELLINGS) expect(page).toContain(`\`${spelling}\``);
  for (const key of CONFIG_KEYS) expect(page).toContain(configKeyInfo(key).description);
  expect(page.split("\n").filter((line) => line.startsWith("| `"))).toHaveLength(
    CONFIG_KEYS.length,
  );
});

test("the JSON Schema knows every spelling and nothing else", () => {
  const schema = configSchemas()["config.schema.json"];
  expect(Object.keys(Object(schema?.["properties"])).toSorted()).toEqual(
    [...CONFIG_SPELLINGS].toSorted(),
  );
  expect(schema?.["additionalProperties"]).toBe(false);
  expect(schema?.["allOf"]).toContainEqual({ not: { required: ["api_listen", "listen_api"] } });
});

test("the longest duration is one that a timer can wait", () => {
  expect(MAX_DURATION_MS).toBeLessThan(2 ** 31);
});
