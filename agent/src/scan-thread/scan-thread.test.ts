import { compileRuleset, fillTemplate, seededRandom, withCanaries } from "@weir/engine";
import type { Ruleset } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { acmeKey, FIXTURE_PATTERNS, weakNote } from "../../test/fixture-rules.ts";
import { systemClock } from "../clock.ts";
import { lookAt } from "../look.ts";
import type { Look } from "../look.ts";
import { createScanThread } from "./scan-thread.ts";
import type { ScanThread, ScanThreadOptions } from "./scan-thread.ts";

const parsed = parse(PatternFile, { patterns: FIXTURE_PATTERNS });
if (!parsed.ok) throw new Error("the fixture's patterns have faults");
const token = fillTemplate("WEIR{base32:16}", seededRandom("canary"));
const ruleset = withCanaries(compileRuleset(parsed.value.patterns, []), [
  { id: "c1", label: "planted", token },
]);
const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
const stays = new AbortController().signal;

const threads: ScanThread[] = [];
afterEach(() => {
  for (const thread of threads.splice(0)) thread[Symbol.dispose]();
});

function threadOf(options: Partial<ScanThreadOptions> = {}): ScanThread {
  const thread = createScanThread({ maxScanBytes: () => 4 * 1024 * 1024, ...options });
  threads.push(thread);
  return thread;
}

const lookFor = (content: string, more: Partial<Look> = {}): Look => ({
  kind: "scan",
  content,
  tail: "",
  policy,
  isTimed: false,
  ...more,
});

const blocked = { blocked: true, answer: { pattern_name: "Acme Key" } };

test("whatever a content is, the thread answers what is answered without it", async () => {
  const thread = threadOf();
  const key = acmeKey("property");
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      key,
      key.slice(0, 12),
      key.slice(12),
      weakNote("1"),
      token,
      "urgent ",
      "\ud800",
    ),
  );
  const content = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const look = fc.record({ content, tail: content, kind: fc.constantFrom("scan", "redact") });
  await fc.assert(
    fc.asyncProperty(look, async (given) => {
      const asked = lookFor(given.content, given);
      expect(await thread.look(ruleset, asked, stays)).toEqual(lookAt(ruleset, asked, systemClock));
    }),
  );
});

test("each content is looked at by the rules, the canaries and the policy that come with it", async () => {
  const thread = threadOf();
  const content = `${acmeKey("rules")} ${token}`;
  const strict = { ...policy, thresholds: { ...policy.thresholds, critical: 1000 } };
  const rulesets: readonly Ruleset[] = [
    ruleset,
    withCanaries(ruleset, []),
    withCanaries(compileRuleset([], []), []),
    ruleset,
  ];
  const asked = rulesets.map(async (each) => thread.look(each, lookFor(content), stays));
  const lenient = await thread.look(ruleset, lookFor(content, { policy: strict }), stays);
  const answers = (await Promise.all(asked)).map((looked) => [looked?.blocked, looked?.canaries]);
  expect(answers).toEqual([
    [true, ["c1"]],
    [true, []],
    [false, []],
    [true, ["c1"]],
  ]);
  expect(lenient).toMatchObject({ blocked: false, canaries: ["c1"] });
});

test("contents are looked at in the order in which they came; who has gone is passed over", async () => {
  const thread = threadOf();
  const answered: string[] = [];
  const [first, second] = [new AbortController(), new AbortController()];
  const ask = async (name: string, gone: AbortSignal) => {
    const looked = await thread.look(ruleset, lookFor(`${acmeKey(name)} `.repeat(1000)), gone);
    answered.push(looked === undefined ? `${name} left` : name);
  };
  const all = [ask("a", first.signal), ask("b", second.signal), ask("c", stays), ask("d", stays)];
  second.abort();
  // The thread has begun with it, and goes on to the next.
  await expect.poll(thread.isRunning).toBe(true);
  first.abort();
  await Promise.all(all);
  await ask("e", first.signal);
  expect(answered).toEqual(["b left", "a left", "c", "d", "e left"]);
});

test("the thread is started when there is something to do, and ends after a while without", async () => {
  const thread = threadOf({ idleMs: 20 });
  expect(thread.isRunning()).toBe(false);
  for (let round = 0; round < 3; round++) {
    const looked = thread.look(ruleset, lookFor(acmeKey("idle")), stays);
    await expect.poll(thread.isRunning).toBe(true);
    expect(await looked).toMatchObject(blocked);
    await expect.poll(thread.isRunning).toBe(false);
  }
});

test("where the thread fails, so does what it was at, without a word of it; what waited is done by another", async () => {
  const thread = threadOf({ heapMib: () => 32 });
  const notes = Array.from({ length: 250_000 }, (_, i) => `note-${100_000_000 + i}`).join(" ");
  const asked = [
    thread.look(ruleset, lookFor(acmeKey("before")), stays),
    thread.look(ruleset, lookFor(notes), stays),
    thread.look(ruleset, lookFor(acmeKey("after")), stays),
  ];
  const [before, failed, after] = await Promise.allSettled(asked);
  expect([before, after]).toMatchObject([{ value: blocked }, { value: blocked }]);
  expect(failed).toMatchObject({ status: "rejected", reason: { message: "" } });
});

test("what is under way when the thread is disposed of fails", async () => {
  const thread = threadOf();
  const asked = thread.look(ruleset, lookFor(acmeKey("end")), stays);
  await expect.poll(thread.isRunning).toBe(true);
  thread[Symbol.dispose]();
  expect(thread.isRunning()).toBe(false);
  await expect(asked).rejects.toThrow(Error);
});
