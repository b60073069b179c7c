import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { AgentProof, COMPANION_LIMITS, PairingKey, parse } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { agentsProof, secretOf, showCode, showKey, tokenOf } from "../../test/companion-side.ts";
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

const PLACE = "127.0.0.1:9191";
const NOT_KNOWN = { ok: false, problem: "forbidden_origin" };

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
  /** Pairs an extension; answers its key. */
  const pair = (extension: Extension): string => {
    const paired = companions.pair(extension, { ...showCode(code(), PLACE), place: PLACE });
    if (!paired.ok) throw new Error(paired.problem);
    expect(parse(PairingKey, paired.value).ok).toBe(true);
    return paired.value.key;
  };
  const prove = (extension: Extension, key: string, place = PLACE) =>
    companions.prove(extension, { ...showKey(key, PLACE), place });
  /** The token of an extension with this key. */
  const token = (extension: Extension, key: string): string => {
    const proven = prove(extension, key);
    if (!proven.ok) throw new Error(proven.problem);
    expect(parse(AgentProof, proven.value).ok).toBe(true);
    return tokenOf(key, proven.value.nonce);
  };
  return { store, companions, conditions, events, code, pair, prove, token };
}

describe("a token", () => {
  test("is of the extension that has the key, and of no other", () => {
    using folder = dataFolder();
    const { store, companions, pair, token } = agentOf(folder.path);
    const [a, b] = [token(chromium, pair(chromium)), token(firefox, pair(firefox))];
    expect(a).not.toBe(b);
    expect([companions.isToken(chromium, a), companions.isToken(firefox, b)]).toEqual([true, true]);
    for (const wrong of [b, "", a.slice(1), `${a}0`, a.toUpperCase(), "undefined"]) {
      expect(companions.isToken(chromium, wrong)).toBe(false);
    }
    expect(companions.isToken(numbered(1), a)).toBe(false);
    expect([a, b, "x"].map(companions.isAnyToken)).toEqual([true, true, false]);
    store.close();
  });

  test("ends with the process; the key outlives it, and nothing else of the extension is kept", () => {
    using folder = dataFolder();
    const first = agentOf(folder.path);
    const key = first.pair(chromium);
    first.pair(firefox);
    const before = first.token(chromium, key);
    expect(first.events).toEqual(["companion_paired", "companion_paired"]);
    first.store.close();
    const second = agentOf(folder.path);
    expect(second.companions.list()).toEqual(first.companions.list());
    expect(second.companions.list().map(({ browser }) => browser)).toEqual(["chromium", "firefox"]);
    expect(second.companions.isAnyToken(before)).toBe(false);
    expect(second.companions.isToken(chromium, second.token(chromium, key))).toBe(true);
    for (const text of [before, chromium.origin, firefox.origin, "-extension:"]) {
      expect(filesWith(folder.path, text)).toEqual([]);
    }
    second.store.close();
  });
});

describe("a key", () => {
  test("is another one for each pairing; the newest eight of an origin count", () => {
    using folder = dataFolder();
    const { store, companions, pair, prove, token } = agentOf(folder.path);
    const other = pair(firefox);
    const keys = Array.from({ length: 10 }, () => pair(chromium));
    expect(new Set(keys).size).toBe(10);
    expect(keys.map((key) => prove(chromium, key).ok)).toEqual([
      false,
      false,
      ...Array.from({ length: 8 }, () => true),
    ]);
    expect(companions.isToken(firefox, token(firefox, other))).toBe(true);
    expect(companions.list()).toHaveLength(2);
    store.close();
  });

  test("is what the agent proves itself by, to who shows it and nobody else", () => {
    using folder = dataFolder();
    const { store, companions, pair, prove } = agentOf(folder.path);
    expect(prove(chromium, "0".repeat(64))).toEqual(NOT_KNOWN);
    const key = pair(chromium);
    const asked = showKey(key, PLACE);
    const proven = companions.prove(chromium, { ...asked, place: PLACE });
    const { nonce, proof } = proven.ok ? proven.value : { nonce: "", proof: "" };
    expect(proof).toBe(agentsProof(key, PLACE, asked.nonce, nonce));
    // Without the key, by its own words, for another question, from another extension, by way of another port.
    expect(prove(chromium, "0".repeat(64))).toEqual(NOT_KNOWN);
    expect(companions.prove(chromium, { ...asked, proof, place: PLACE })).toEqual(NOT_KNOWN);
    expect(companions.prove(chromium, { ...asked, nonce, place: PLACE })).toEqual(NOT_KNOWN);
    expect(prove(firefox, key)).toEqual(NOT_KNOWN);
    expect(prove(chromium, key, "127.0.0.1:9292")).toEqual(NOT_KNOWN);
    store.close();
  });

  test("is good though companions may not be paired any more", () => {
    using folder = dataFolder();
    const { store, companions, conditions, pair, token } = agentOf(folder.path);
    const key = pair(chromium);
    conditions.isEnabled = false;
    expect(companions.isToken(chromium, token(chromium, key))).toBe(true);
    expect(companions.startPairing()).toEqual({ ok: false, problem: "pairing_disabled" });
    store.close();
  });

  test("is given by the agent that showed the code: its proof needs it", () => {
    using folder = dataFolder();
    const { store, companions, code } = agentOf(folder.path);
    const shownCode = code();
    const asked = showCode(shownCode, PLACE);
    const paired = companions.pair(chromium, { ...asked, place: PLACE });
    const { key, proof } = paired.ok ? paired.value : { key: "", proof: "" };
    const secret = secretOf(shownCode, asked.nonce);
    expect(proof).toBe(agentsProof(secret, PLACE, asked.nonce, key));
    store.close();
  });
});

test("a code that was made before pairing was turned off is worth nothing", () => {
  using folder = dataFolder();
  const { store, companions, conditions, code } = agentOf(folder.path);
  const before = code();
  conditions.isEnabled = false;
  expect(companions.pair(chromium, { ...showCode(before, PLACE), place: PLACE })).toEqual({
    ok: false,
    problem: "pairing_disabled",
  });
  expect(companions.list()).toEqual([]);
  store.close();
});

test("of more companions than there can be, the first paired makes room", () => {
  using folder = dataFolder();
  const { store, companions, pair, token } = agentOf(folder.path);
  const tokens = Array.from({ length: COMPANION_LIMITS.companions + 1 }, (_, i) =>
    token(numbered(i), pair(numbered(i))),
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
  test("ends every key and token of one companion, for good", () => {
    using folder = dataFolder();
    const { store, companions, events, pair, prove, token } = agentOf(folder.path);
    const key = pair(chromium);
    const ended = token(chromium, key);
    const other = token(firefox, pair(firefox));
    const id = companions.list()[0]?.id ?? "";
    expect(companions.forget(id)).toEqual({ ok: true, value: undefined });
    expect(companions.forget(id)).toEqual({ ok: false, problem: "companion_not_found" });
    expect(companions.forget("")).toEqual({ ok: false, problem: "companion_not_found" });
    expect(companions.isAnyToken(ended)).toBe(false);
    expect(prove(chromium, key)).toEqual(NOT_KNOWN);
    expect(companions.isToken(firefox, other)).toBe(true);
    expect(events).toEqual(["companion_paired", "companion_paired", "companion_forgotten"]);
    store.close();
    expect(filesWith(folder.path, key)).toEqual([]);
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
  const { store, companions, pair, token, code } = agentOf(folder.path);
  const key = pair(chromium);
  const id = companions.list()[0]?.id ?? "";
  store.close();
  // Closed, it takes no changes any more.
  expect(companions.pair(firefox, { ...showCode(code(), PLACE), place: PLACE })).toEqual({
    ok: false,
    problem: "store_unavailable",
  });
  expect(companions.forget(id)).toEqual({ ok: false, problem: "store_unavailable" });
  expect(companions.list()).toHaveLength(1);
  expect(companions.isToken(chromium, token(chromium, key))).toBe(true);
});

test.each([
  ["a key that is none", "UPDATE companions SET keys = 'x'"],
  ["an unknown browser", "UPDATE companions SET browser = 'x'"],
  ["half a key", "UPDATE companions SET keys = substr(keys, 1, 70)"],
])("a store with %s is set aside", (_name, sql) => {
  using folder = dataFolder();
  const first = agentOf(folder.path);
  first.pair(chromium);
  first.pair(chromium);
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
