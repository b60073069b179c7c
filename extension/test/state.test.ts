import { CANARY_PREFIX } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from "@weir/schema";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { AgentClient } from "../src/background/agent-client.ts";

const BUNDLE = {
  rules_sha256: "ab".repeat(32),
  thresholds: DEFAULT_THRESHOLDS,
  weights: DEFAULT_WEIGHTS,
  preset: "team",
  canary_prefix: CANARY_PREFIX,
  max_scan_bytes: 1000,
  patterns: [{ name: "Own", severity: "critical", regex: "own_[a-z]{8}", score_weight: 1 }],
  exclusions: [],
};

const disk = {
  get: vi.fn<() => Promise<object>>(),
  set: vi.fn<() => Promise<void>>(),
};
const memory = { get: async () => ({}), set: async () => undefined };
const managed = { get: async () => ({}) };
const runtime = { getManifest: () => ({ version: "1.2.3" }) };
vi.stubGlobal("chrome", { storage: { local: disk, session: memory, managed }, runtime });
// Files share their modules: one that ran before may have left these with another browser, or with none.
vi.resetModules();
const { companionState } = await import("../src/background/state.ts");
const { BASELINE_VERSION } = await import("../src/shared/build.ts");
const { DEFAULT_POLICY } = await import("../src/shared/default-policy.ts");

/** An agent that serves this bundle. */
const client: AgentClient = {
  scan: async () => ({ undecided: "down" }),
  bundle: async () => ({ ok: true, data: BUNDLE, etag: '"1"' }),
  status: async () => ({ ok: false, why: "down" }),
  pair: async () => "refused",
};

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

beforeEach(() => {
  disk.get.mockReset().mockResolvedValue({});
  disk.set.mockReset().mockResolvedValue(undefined);
});

test("settings are read again where the browser's storage failed once", async () => {
  const state = companionState(client);
  disk.get.mockRejectedValueOnce(new Error("the disk is busy"));
  await expect(state.settings()).rejects.toThrow("busy");
  expect(await state.settings()).toMatchObject({ preset: "personal" });
});

test("a bundle that the browser has no room for leaves the agent up, and is not fetched at each question", async () => {
  const asked = vi.spyOn(client, "bundle");
  const state = companionState(client);
  disk.set.mockRejectedValue(new Error("QUOTA_BYTES quota exceeded"));
  expect(await state.refresh()).toMatchObject({ agent: "up", rulesFresh: false });
  await state.refresh();
  expect(asked).toHaveBeenCalledOnce();
});

test.each([
  ["1.2.3", '"1"'],
  ["1.2.2", ""],
  [undefined, ""],
])("rules that version %s packed are asked for by the tag %j", async (packedBy, tag) => {
  const asked = vi.spyOn(client, "bundle").mockClear();
  disk.get.mockResolvedValue({ key: "k", etag: '"1"', packedBy });
  await companionState(client).refresh();
  expect(asked).toHaveBeenCalledWith(tag);
  expect(disk.set).toHaveBeenCalledWith(expect.objectContaining({ packedBy: "1.2.3" }));
});

test("rules that were kept without a key count for nothing: nobody had to prove to be the agent", async () => {
  const asked = vi.spyOn(client, "bundle").mockClear();
  const thresholds = { critical: 100, high: 100, medium: 100, low: 100 };
  const bundle = { rulesVersion: "cd".repeat(32), policy: { thresholds }, preset: "managed" };
  disk.get.mockResolvedValue({ bundle, etag: '"1"', packedBy: "1.2.3", rules: "loose" });
  const state = companionState(client);
  expect(await state.settings()).toMatchObject({ policy: DEFAULT_POLICY, preset: "personal" });
  expect(await state.rules()).toEqual({ version: BASELINE_VERSION, text: "" });
  await state.refresh();
  expect(asked).toHaveBeenCalledWith("");
});
