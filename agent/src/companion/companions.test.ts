import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { COMPANION_LIMITS, CompanionToken, parse } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { dataFolder, filesWith } from "../../test/store-folder.ts";
import { openStore, STORE_FILE } from "../store/store.ts";
import { createCompanions } from "./companions.ts";
import type { Extension } from "./companions.ts";
import { createPairing } from "./pairing.ts";

const chromium: Extension = {
  browser: "chromium",
  origin: `chrome-extension://${"abcdefghijklmnop".repeat(2)}`,
};
const firefox: Extension = {
  browser: "firefox",
  origin: "moz-extension://0b6a3a4e-8d0c-4f3e-9a51-1c2d3e4f5a6b",
};
const numbered = (number: number): Extension => ({
  browser: "firefox",
  origin: firefox.origin.slice(0, -4) + number.toString(16).padStart(4, "0"),
});

/** Companions over a real store. */
function agentOf(folder: string, options: { isLocked?: boolean; maxPages?: number } = {}) {
  const store = openStore(folder, { maxPages: options.maxPages });
  const events: string[] = [];
  const conditions = { isEnabled: true, isLocked: options.isLocked ?? false };
  const companions = createCompanions({
    rows: store.companions,
    pairing: createPairing({ nowMs: () => 0 }),
    isEnabled: () => conditions.isEnabled,
    isLocked: () => conditions.isLocked,
    log: { isOn: () => true, write: ({ event }) => void events.push(event) },
  });
  const code = (): string => {
    const started = companions.startPairing();
    if (!started.ok) throw new Error(started.problem);
    return started.value.code;
  };
  const pair = (extension: Extension): string => tokenOf(companions.pair(extension, code()));
  const renew = (extension: Extension): string => tokenOf(companions.renew(extension));
  return { store, companions, conditions, events, code, pair, renew };
}

function tokenOf(outcome: ReturnType<ReturnType<typeof createCompanions>["renew"]>): string {
  if (!outcome.ok) throw new Error(outcome.problem);
  expect(parse(CompanionToken, outcome.value).ok).toBe(true);
  return outcome.value.token;
}

describe("a token", () => {
  test("is of the extension that it was given to, and of no other", () => {
    using folder = dataFolder();
    const { store, companions, pair } = agentOf(folder.path);
    const [a, b] = [pair(chromium), pair(firefox)];
    expect(a).not.toBe(b);
    expect([companions.isToken(chromium, a), companions.isToken(firefox, b)]).toEqual([true, true]);
    for (const wrong of [b, "", a.slice(1), `${a}0`, a.toUpperCase(), "undefined"]) {
      expect(companions.isToken(chromium, wrong)).toBe(false);
    }
    expect(companions.isToken(numbered(1), a)).toBe(false);
    expect([a, b, "x"].map(companions.isAnyToken)).toEqual([true, true, false]);
    store.close();
  });

  test("outlives the process, and stands in no file but as its hash", () => {
    using folder = dataFolder();
    const first = agentOf(folder.path);
    const tokens = [first.pair(chromium), first.renew(chromium), first.pair(firefox)];
    expect(first.events).toEqual(["companion_paired", "companion_paired"]);
    first.store.close();
    const second = agentOf(folder.path);
    expect(second.companions.list()).toEqual(first.companions.list());
    expect(second.companions.list().map(({ browser }) => browser)).toEqual(["chromium", "firefox"]);
    expect(tokens.map(second.companions.isAnyToken)).toEqual([true, true, true]);
    for (const text of [...tokens, chromium.origin, firefox.origin, "-extension:"]) {
      expect(filesWith(folder.path, text)).toEqual([]);
    }
    second.store.close();
  });

  test("is renewed for who is paired; the newest eight of an origin count", () => {
    using folder = dataFolder();
    const { store, companions, pair, renew } = agentOf(folder.path);
    expect(companions.renew(chromium)).toEqual({ ok: false, problem: "forbidden_origin" });
    const other = pair(firefox);
    const tokens = [pair(chromium)];
    while (tokens.length < 10) tokens.push(renew(chromium));
    expect(companions.renew(numbered(1)).ok).toBe(false);
    const isValid = tokens.map((token) => companions.isToken(chromium, token));
    expect(isValid).toEqual([false, false, ...Array.from({ length: 8 }, () => true)]);
    expect(companions.isToken(firefox, other)).toBe(true);
    expect(companions.list()).toHaveLength(2);
    store.close();
  });

  test("is renewed though companions may not be paired any more", () => {
    using folder = dataFolder();
    const { store, companions, conditions, pair, renew } = agentOf(folder.path);
    pair(chromium);
    conditions.isEnabled = false;
    expect(companions.isToken(chromium, renew(chromium))).toBe(true);
    expect(companions.startPairing()).toEqual({ ok: false, problem: "pairing_disabled" });
    store.close();
  });
});

test("a code that was made before pairing was turned off is worth nothing", () => {
  using folder = dataFolder();
  const { store, companions, conditions, code } = agentOf(folder.path);
  const before = code();
  conditions.isEnabled = false;
  expect(companions.pair(chromium, before)).toEqual({ ok: false, problem: "pairing_disabled" });
  expect(companions.list()).toEqual([]);
  store.close();
});

test("of more companions than there can be, the first paired makes room", () => {
  using folder = dataFolder();
  const { store, companions, pair } = agentOf(folder.path);
  const tokens = Array.from({ length: COMPANION_LIMITS.companions + 1 }, (_, i) =>
    pair(numbered(i)),
  );
  expect(companions.list()).toHaveLength(COMPANION_LIMITS.companions);
  expect(companions.isAnyToken(tokens[0] ?? "")).toBe(false);
  expect(tokens.slice(1).every(companions.isAnyToken)).toBe(true);
  store.close();
  const again = agentOf(folder.path);
  expect(again.companions.list()).toEqual(companions.list());
  again.store.close();
});

describe("forgetting", () => {
  test("ends every token of one companion, for good", () => {
    using folder = dataFolder();
    const { store, companions, events, pair, renew } = agentOf(folder.path);
    const tokens = [pair(chromium), renew(chromium)];
    const other = pair(firefox);
    const id = companions.list()[0]?.id ?? "";
    expect(companions.forget(id)).toEqual({ ok: true, value: undefined });
    expect(companions.forget(id)).toEqual({ ok: false, problem: "companion_not_found" });
    expect(companions.forget("")).toEqual({ ok: false, problem: "companion_not_found" });
    expect(tokens.some(companions.isAnyToken)).toBe(false);
    expect(companions.renew(chromium).ok).toBe(false);
    expect(companions.isToken(firefox, other)).toBe(true);
    expect(events).toEqual(["companion_paired", "companion_paired", "companion_forgotten"]);
    store.close();
    const again = agentOf(folder.path);
    expect(again.companions.list()).toHaveLength(1);
    again.store.close();
  });

  test("is locked by a managed profile, and pairing is not", () => {
    using folder = dataFolder();
    const { store, companions, pair } = agentOf(folder.path, { isLocked: true });
    pair(chromium);
    const id = companions.list()[0]?.id ?? "";
    expect(companions.forget(id)).toEqual({ ok: false, problem: "profile_locked" });
    expect(companions.list()).toHaveLength(1);
    store.close();
  });
});

test("where nothing can be kept, nobody is paired or forgotten, and who is paired goes on", () => {
  using folder = dataFolder();
  const { store, companions, pair, code } = agentOf(folder.path);
  pair(chromium);
  const id = companions.list()[0]?.id ?? "";
  store.close();
  // Closed, it takes no changes any more.
  expect(companions.pair(firefox, code())).toEqual({ ok: false, problem: "store_unavailable" });
  expect(companions.forget(id)).toEqual({ ok: false, problem: "store_unavailable" });
  expect(companions.list()).toHaveLength(1);
  const renewed = companions.renew(chromium);
  expect(renewed.ok && companions.isToken(chromium, renewed.value.token)).toBe(true);
});

test.each([
  ["a hash that is none", "UPDATE companions SET token_sha256s = 'x'"],
  ["an unknown browser", "UPDATE companions SET browser = 'x'"],
  ["half a hash", "UPDATE companions SET token_sha256s = substr(token_sha256s, 1, 70)"],
])("a store with %s is set aside", (_name, sql) => {
  using folder = dataFolder();
  const first = agentOf(folder.path);
  first.pair(chromium);
  first.renew(chromium);
  first.store.close();
  const path = join(folder.path, STORE_FILE);
  {
    using db = new DatabaseSync(path);
    db.exec(`PRAGMA ignore_check_constraints = ON; ${sql}`);
  }
  const second = agentOf(folder.path);
  expect(second.store.status().state).toBe("corrupt_set_aside");
  expect(second.companions.list()).toEqual([]);
  second.store.close();
});
