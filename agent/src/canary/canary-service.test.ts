import { compileRuleset, isCanaryToken, redact, scan } from "@weir/engine";
import type { Ruleset } from "@weir/engine";
import { Canary, CanaryList, DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse } from "@weir/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dataFolder } from "../../test/store-folder.ts";
import { canariesMet } from "../look.ts";
import { openStore } from "../store/store.ts";
import { base32, createCanaries } from "./canary-service.ts";

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

/** Canaries over a real store, and the ruleset that they put in force. */
function agentOf(folder: string, { isLocked = false, maxPages = 4096 } = {}) {
  const store = openStore(folder, { maxPages });
  const current = { ruleset: compileRuleset([], []) };
  const swaps: Ruleset[] = [];
  let nowSec = 1_700_000_000;
  const canaries = createCanaries({
    rows: store.canaries,
    replace: (change) => {
      current.ruleset = change(current.ruleset);
      swaps.push(current.ruleset);
    },
    isLocked: () => isLocked,
    nowSec: () => nowSec,
  });
  const scanAndNote = (content: string) => {
    nowSec++;
    const result = scan(current.ruleset, policy, content);
    canaries.noteMet(canariesMet(result.findings));
    return result.patternName;
  };
  const create = (label: string): Canary => {
    const outcome = canaries.create(label);
    if (!outcome.ok) throw new Error(outcome.problem);
    return outcome.value;
  };
  return { store, canaries, current, swaps, scanAndNote, create, nowSec: () => nowSec };
}

describe("a canary", () => {
  test("is in force when it is answered, and no more when it is deleted", () => {
    using folder = dataFolder();
    const { store, canaries, scanAndNote, create, swaps } = agentOf(folder.path);
    const canary = create("payroll");
    expect(parse(Canary, canary).ok).toBe(true);
    expect(canary).toMatchObject({ label: "payroll", last_triggered: 0, trigger_count: 0 });
    expect(canary.created_at).toBe(1_700_000_000);
    expect(scanAndNote(`x ${canary.token} y`)).toBe("Canary:payroll");
    expect(canaries.remove(canary.id)).toEqual({ ok: true, value: undefined });
    expect(scanAndNote(`x ${canary.token} y`)).toBe("");
    expect(canaries.remove(canary.id)).toEqual({ ok: false, problem: "canary_not_found" });
    // At the start, for the new one, for the deletion: one assignment each.
    expect(swaps.map((ruleset) => ruleset.canaries.size)).toEqual([0, 1, 0]);
    store.close();
  });

  test("is in force again after a restart, with all that it has met", () => {
    using folder = dataFolder();
    const first = agentOf(folder.path);
    const canary = first.create("payroll");
    first.scanAndNote(canary.token);
    const metAt = first.nowSec();
    first.store.close();
    const second = agentOf(folder.path);
    expect(second.canaries.list()).toEqual([
      { ...canary, trigger_count: 1, last_triggered: metAt },
    ]);
    expect(second.scanAndNote(canary.token)).toBe("Canary:payroll");
    expect(second.canaries.list()[0]?.trigger_count).toBe(2);
    second.store.close();
  });

  test("is in force in rules that are loaded later, through applyTo()", () => {
    using folder = dataFolder();
    const { store, canaries, create } = agentOf(folder.path);
    const { token } = create("payroll");
    const loaded = canaries.applyTo(compileRuleset([], []));
    expect(scan(loaded, policy, token).patternName).toBe("Canary:payroll");
    store.close();
  });

  test("counts a scan once, however often its token stands in it, and apart from one of the same label", () => {
    using folder = dataFolder();
    const { store, canaries, scanAndNote, create } = agentOf(folder.path);
    const [a, b] = [create("same"), create("same")];
    scanAndNote(
      `${a.token} ${a.token.toLowerCase()} ${Buffer.from(`key ${a.token}`).toString("base64")}`,
    );
    scanAndNote(`${a.token}${b.token}`);
    scanAndNote("nothing");
    expect(canaries.list().map(({ label, trigger_count }) => [label, trigger_count])).toEqual([
      ["same", 2],
      ["same", 1],
    ]);
    expect(canaries.list().map(({ last_triggered }) => last_triggered)).toEqual([
      1_700_000_002, 1_700_000_002,
    ]);
    store.close();
  });

  test("is counted when a redaction meets it", () => {
    using folder = dataFolder();
    const { store, canaries, current, create } = agentOf(folder.path);
    const { token } = create("payroll");
    canaries.noteMet(canariesMet(redact(current.ruleset, policy, `k=${token}`).scan.findings));
    expect(canaries.list()[0]?.trigger_count).toBe(1);
    store.close();
  });

  test("is one of 200 at most", () => {
    using folder = dataFolder();
    const { store, canaries, create, current } = agentOf(folder.path);
    const all = Array.from({ length: 200 }, (_, i) => create(`label ${i}`));
    expect(new Set(all.map(({ token }) => token)).size).toBe(200);
    expect(canaries.create("one more")).toEqual({ ok: false, problem: "canary_limit" });
    expect(current.ruleset.canaries.size).toBe(200);
    canaries.remove(all[100]?.id ?? "");
    expect(canaries.create("one more").ok).toBe(true);
    store.close();
  });

  test("is neither made nor deleted under a locked profile, and goes on being met", () => {
    using folder = dataFolder();
    const open = agentOf(folder.path);
    const { id, token } = open.create("payroll");
    open.store.close();
    const { store, canaries, scanAndNote } = agentOf(folder.path, { isLocked: true });
    expect(canaries.create("x")).toEqual({ ok: false, problem: "profile_locked" });
    expect(canaries.remove(id)).toEqual({ ok: false, problem: "profile_locked" });
    expect(scanAndNote(token)).toBe("Canary:payroll");
    expect(canaries.list()[0]?.trigger_count).toBe(1);
    store.close();
  });

  test("is not in force where it could not be kept", () => {
    using folder = dataFolder();
    const { store, canaries, current } = agentOf(folder.path, { maxPages: 2 });
    expect(canaries.create("x")).toEqual({ ok: false, problem: "store_unavailable" });
    expect([current.ruleset.canaries.size, canaries.list()]).toEqual([0, []]);
    store.close();
  });
});

describe("a label", () => {
  test.each<readonly [string, string, boolean]>([
    ["nothing", "", false],
    ["one character", "x", true],
    ["a space", " ", false],
    ["white space alone", " \u00a0\u3000", false],
    ["a turned direction", "\u202epayroll", false],
    ["a mark of direction", "pay\u200froll", false],
    ["an isolate", "\u2066payroll\u2069", false],
    ["a space without width", "\u200bpayroll", false],
    ["128 characters", "x".repeat(128), true],
    ["129 characters", "x".repeat(129), false],
    ["128 characters outside of the first plane", "\u{1f511}".repeat(128), true],
    ["129 of them", "\u{1f511}".repeat(129), false],
    ["letters of all kinds", "Gehälter \u5bc6\u7801 \u0434\u043e\u043a <b>'\"", true],
    ["a line break", "a\nb", false],
    ["a line break at its end", "a\n", false],
    ["a carriage return", "a\rb", false],
    ["a tab", "a\tb", false],
    ["NUL", "a\0b", false],
    ["an escape", "a\u001b[31mb", false],
    ["DEL", "a\u007fb", false],
    ["a control of Latin-1", "a\u009bb", false],
    ["a line separator", "a\u2028b", false],
    ["half of a pair", "a\ud83db", false],
  ])("with %s: %j, accepted: %s", (_name, label, isAccepted) => {
    using folder = dataFolder();
    const { store, canaries } = agentOf(folder.path);
    const outcome = canaries.create(label);
    const expected = isAccepted
      ? { ok: true, value: { label } }
      : { ok: false, problem: "invalid_label" };
    expect(outcome).toMatchObject(expected);
    store.close();
    const again = agentOf(folder.path);
    expect(again.canaries.list().map((canary) => canary.label)).toEqual(isAccepted ? [label] : []);
    again.store.close();
  });

  test("has no white space around it", () => {
    using folder = dataFolder();
    const { store, canaries } = agentOf(folder.path);
    expect(canaries.create(" pay roll\u3000")).toMatchObject({ value: { label: "pay roll" } });
    expect(canaries.list()).toMatchObject([{ label: "pay roll" }]);
    store.close();
  });

  test("that an earlier version took is listed still", () => {
    using folder = dataFolder();
    const { store, canaries } = agentOf(folder.path);
    canaries.create("old");
    const [made] = canaries.list() as [Canary];
    const [id, token] = ["0123456789abcdef", `WEIR${"A".repeat(16)}`];
    store.canaries.insert({ ...made, id, token, label: "\u202e " });
    expect(parse(CanaryList, { canaries: canaries.list() })).toMatchObject({
      ok: true,
      value: { canaries: [{ label: "old" }, { label: "\u202e " }] },
    });
    store.close();
  });
});

describe("base32()", () => {
  // RFC 4648, section 10, without padding.
  test.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("of %j is %j", (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });

  test("of ten bytes makes a token, a different one for different bytes", () => {
    const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(isCanaryToken(`WEIR${base32(a)}`)).toBe(true);
        expect(base32(a) === base32(b)).toBe(Buffer.from(a).equals(Buffer.from(b)));
      }),
    );
  });
});
