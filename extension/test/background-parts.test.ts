import { DEFAULT_MAX_SCAN_BYTES } from "@weir/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { badgeState } from "../src/background/badge.ts";
import { coverageOf, isGuarded } from "../src/background/coverage.ts";
import { NO_FACTS, settingsOf } from "../src/background/facts.ts";
import { NO_POLICY, policyOf } from "../src/background/managed-policy.ts";
import { pageScripts } from "../src/background/page-scripts.ts";
import { agentStatus, bundleSettings } from "../src/background/read-answers.ts";
import { packServedRules } from "../src/background/served-rules.ts";
import { unpackRules } from "../src/scanner/packed-rules.ts";
import { BASELINE_VERSION } from "../src/shared/build.ts";
import { hostWritten } from "../src/shared/host.ts";
import { DEFAULT_POLICY } from "../src/shared/default-policy.ts";

const HOUR = 3_600_000;

const BUNDLE = {
  rules_sha256: "ab".repeat(32),
  thresholds: DEFAULT_POLICY.thresholds,
  weights: DEFAULT_POLICY.weights,
  preset: "team",
  canary_prefix: "WEIR",
  max_scan_bytes: 1000,
  patterns: [
    { name: "Own", severity: "critical", regex: "own_[a-z]{8}", prefix: "own_", score_weight: 1 },
  ],
  exclusions: [{ applies_to: "*", type: "regex", pattern: "x{9}" }],
};

describe("a bundle's settings", () => {
  test("are read", () => {
    expect(bundleSettings(BUNDLE)).toEqual({
      rulesVersion: BUNDLE.rules_sha256,
      policy: DEFAULT_POLICY,
      preset: "team",
      maxScanBytes: 1000,
    });
  });

  test.each([
    ["no bundle", undefined],
    ["a list", []],
    ["no version", { ...BUNDLE, rules_sha256: "new" }],
    ["no preset", { ...BUNDLE, preset: "open" }],
    [
      "no threshold for one severity",
      { ...BUNDLE, thresholds: { critical: 1, high: 2, medium: 3 } },
    ],
    [
      "a threshold that lets everything through",
      { ...BUNDLE, thresholds: { ...BUNDLE.thresholds, low: 1e9 } },
    ],
    ["a threshold of 0", { ...BUNDLE, thresholds: { ...BUNDLE.thresholds, low: 0 } }],
    ["a weight that is none", { ...BUNDLE, weights: { ...BUNDLE.weights, entropy_boost: null } }],
    ["canaries of another shape", { ...BUNDLE, canary_prefix: "REIW" }],
    ["no canaries' prefix", { ...BUNDLE, canary_prefix: undefined }],
    ["no limit", { ...BUNDLE, max_scan_bytes: 0 }],
  ])("with %s are refused", (_name, data) => {
    expect(bundleSettings(data)).toBeUndefined();
  });

  test("whatever is sent, reading it does not throw", () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(bundleSettings(data)).toBeUndefined();
        expect(agentStatus(data)).toBeUndefined();
        expect(packServedRules(data)).toBeUndefined();
      }),
    );
  });
});

describe("served rules", () => {
  const with1 = (changes: object): unknown => ({
    ...BUNDLE,
    patterns: [{ ...BUNDLE.patterns[0], ...changes }],
  });

  test("are packed, defaults filled in", () => {
    expect(unpackRules(packServedRules(BUNDLE) ?? "")?.patterns.map(({ name }) => name)).toEqual([
      "Own",
    ]);
  });

  test.each([
    ["no patterns at all", { ...BUNDLE, patterns: [] }],
    ["patterns that are none", { ...BUNDLE, patterns: {} }],
    ["one entry that is none", { ...BUNDLE, patterns: [BUNDLE.patterns[0], null] }],
    ["an expression that is no RE2", with1({ regex: "own_(?=a)" })],
    ["an expression that matches nothing at all", with1({ regex: "(own_)*" })],
    ["a prefix that is not the expression's", with1({ prefix: "other_" })],
    ["a check that this engine does not know", with1({ validator: "of_a_later_agent" })],
    ["hotwords that are no words", with1({ hotwords: [1] })],
    ["a weight that is none", with1({ score_weight: "1" })],
    [
      "an exclusion of an unknown kind",
      { ...BUNDLE, exclusions: [{ applies_to: "*", type: "all" }] },
    ],
    [
      "an exclusion of an unknown pattern",
      { ...BUNDLE, exclusions: [{ applies_to: "X", type: "regex", pattern: "x" }] },
    ],
  ])("with %s are refused as a whole", (_name, bundle) => {
    expect(packServedRules(bundle)).toBeUndefined();
  });
});

describe("the agent's state", () => {
  const status = {
    preset: "personal",
    tamper_state: "normal",
    managed: false,
    profile_id: null,
    profile_version: null,
  };
  test.each([
    [{}, { preset: "personal", tamper: false, paused: false }],
    [{ tamper_state: "detected" }, { tamper: true }],
    [{ layers: { dns: { paused_seconds: 60 } } }, { paused: true }],
    [{ layers: { dns: { paused_seconds: 0 } } }, { paused: false }],
    [
      { preset: "managed", managed: true, profile_id: "fleet", profile_version: 3 },
      { preset: "managed", managed: { profileId: "fleet", profileVersion: 3 } },
    ],
  ])("%o", (changes, wanted) => {
    expect(agentStatus({ ...status, ...changes })).toMatchObject(wanted);
  });
});

describe("what frames are told", () => {
  const now = 1_000 * HOUR;
  test("before the agent has ever answered", () => {
    expect(settingsOf(NO_FACTS, NO_POLICY, now)).toMatchObject({
      preset: "personal",
      agent: "down",
      rulesVersion: BASELINE_VERSION,
      rulesFresh: false,
      maxScanBytes: DEFAULT_MAX_SCAN_BYTES,
    });
  });

  test.each([
    [0, false],
    [now, true],
    [now - 23 * HOUR, true],
    [now - 25 * HOUR, false],
    [now + HOUR, false],
  ])("rules confirmed at %d are fresh: %s", (confirmedAt, rulesFresh) => {
    expect(settingsOf({ agent: "up", confirmedAt }, NO_POLICY, now)).toMatchObject({ rulesFresh });
  });

  test.each([
    ["personal", "managed", "managed"],
    ["managed", "personal", "managed"],
    ["team", "personal", "team"],
  ] as const)(
    "the agent's preset %s and the administrator's %s make %s",
    (preset, least, wanted) => {
      const facts = { ...NO_FACTS, status: { preset, tamper: false, paused: false } };
      expect(settingsOf(facts, { ...NO_POLICY, preset: least }, now).preset).toBe(wanted);
    },
  );

  test("a policy of another shape is none", () => {
    expect(policyOf({ preset: "open", strict: "yes", lock_hosts: 1 })).toEqual(NO_POLICY);
    expect(policyOf({ preset: "team", strict: true, lock_hosts: true })).toEqual({
      preset: "team",
      strict: true,
      lockHosts: true,
    });
  });
});

describe("the toolbar says the most pressing thing", () => {
  const settings = settingsOf({ agent: "up", confirmedAt: 1 }, NO_POLICY, 2);
  const all = { ...settings, agent: "down", tamper: true, paused: true } as const;
  test.each([
    ["held", all, true, true],
    ["tampered", all, true, false],
    ["down", { ...all, tamper: false }, true, false],
    ["unpaired", { ...settings, agent: "unpaired" }, true, false],
    ["paused", { ...settings, paused: true }, true, false],
    ["protected", settings, true, false],
    ["uncovered", settings, false, false],
  ] as const)("%s", (state, told, isCovered, isHeld) => {
    expect(badgeState(told, isCovered, isHeld)).toBe(state);
  });
});

describe("which pages are guarded", () => {
  const coverage = coverageOf([
    { matches: ["https://*.chat.example/*"], exclude_matches: ["https://*.login.chat.example/*"] },
  ]);
  test.each([
    ["https://chat.example/c/1?q=2", true],
    ["https://www.chat.example:8443/", true],
    ["https://login.chat.example/", false],
    ["https://chat.example.org/", false],
    ["https://notchat.example/", false],
    ["http://chat.example/", false],
    ["https://own.example/", true],
    ["about:blank", false],
    ["", false],
  ])("%s: %s", (url, wanted) => {
    expect(isGuarded(url, coverage, ["own.example"])).toBe(wanted);
  });

  test.each([
    ["chat.example", "chat.example"],
    [" https://Chat.Example/c/1 ", "chat.example"],
    ["chat.example.", "chat.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["com", undefined],
    ["*.example", undefined],
    ["10.0.0.1", undefined],
    ["[::1]", undefined],
    ["", undefined],
    ["chat_1.example", undefined],
  ])("a person writes %j: %s", (text, host) => {
    expect(hostWritten(text)).toBe(host);
  });
});

describe("which scripts are registered", () => {
  const coverage = { shipped: ["chat.example"], excluded: ["login.chat.example"] };
  const idsOf = (own: readonly string[], strict: boolean): readonly string[] =>
    pageScripts({ coverage, own, strict }).map(({ id }) => id);
  const guards = ["own.example guards", "own.example page"];

  test.each([
    [[], false, []],
    [["own.example"], false, guards],
    [[], true, ["shipped strict"]],
    [["own.example"], true, [...guards, "own.example strict", "shipped strict"]],
  ])("with %j of one's own, strict %s: %j", (own, strict, wanted) => {
    expect(idsOf(own, strict)).toEqual(wanted);
  });

  test("no page is named by two of them, and none is left out", () => {
    const own = ["a.own.example", "own.example", "example", "login.chat.example"];
    const pages = pageScripts({ coverage, own, strict: false });
    expect(pages.map(({ id, excludeMatches }) => [id, excludeMatches])).toEqual([
      ["example guards", ["https://*.chat.example/*"]],
      ["example page", ["https://*.chat.example/*"]],
      ["login.chat.example guards", undefined],
      ["login.chat.example page", undefined],
    ]);
  });

  test("the word that settings are strict goes to every frame where guards go", () => {
    expect(pageScripts({ coverage, own: [], strict: true })).toEqual([
      {
        id: "shipped strict",
        matches: ["https://*.chat.example/*"],
        excludeMatches: ["https://*.login.chat.example/*"],
        js: ["strict.js"],
        world: "ISOLATED",
        runAt: "document_start",
        allFrames: true,
        matchOriginAsFallback: true,
      },
    ]);
  });
});
