import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scan } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from "@weir/schema";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acmeKey, temporaryFolder, writeRules } from "../../test/fixture-rules.ts";
import { matching } from "../../test/matchers.ts";
import { writeShipment } from "../../test/operator-rules.ts";
import { loadRuleset } from "./image.ts";
import type { LoadedRuleset } from "./image.ts";
import { loadElsewhere } from "./load-elsewhere.ts";

const stays = new AbortController().signal;
const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
const own = { name: "Own", severity: "critical", regex: "own-[0-9]{6}", score_weight: 2 };

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** All that can be compared of rules that were loaded. */
const dataOf = ({ ruleset, readTexts, ...rest }: LoadedRuleset) => ({
  ...rest,
  prepared: ruleset.prepared,
  texts: readTexts(),
});

test("rules that another thread has read are those that this one reads", async () => {
  const rules = writeShipment(folder.path);
  const before = loadRuleset(rules);
  writeRules(rules, { local: { patterns: [own] } });
  const read = await loadElsewhere(rules, {}, before, stays);
  expect(dataOf(read)).toEqual(dataOf(loadRuleset(rules)));
  const found = scan(read.ruleset, policy, `${acmeKey("elsewhere")} own-274913`).findings;
  expect(found.map(({ finding }) => finding.pattern.name)).toEqual(["Acme Key", "Own"]);
  writeFileSync(join(rules, "dlp_patterns.json"), "{}");
  expect(read.readTexts()).toBeUndefined();
});

test("of a faulty local file, what was in force before stays", async () => {
  const rules = writeRules(folder.path, { local: { patterns: [own] } });
  const before = loadRuleset(rules);
  writeRules(rules, { local: { patterns: [{ ...own, regex: "(" }] } });
  const { ruleset, local } = await loadElsewhere(rules, {}, before, stays);
  expect(local).toMatchObject({ patterns: [{ regex: own.regex }], entries: [own] });
  expect(local.faults).toHaveLength(1);
  expect(ruleset.patterns.map(({ name }) => name)).toEqual(
    before.ruleset.patterns.map(({ name }) => name),
  );
});

test("of a shipped file that is another, the ruleset before stays", async () => {
  const rules = writeShipment(folder.path);
  const before = loadRuleset(rules);
  writeFileSync(join(rules, "dlp_patterns.json"), '{"patterns": []}');
  const read = await loadElsewhere(rules, {}, before, stays);
  expect(read.ruleset).toBe(before.ruleset);
  expect(read.differing.map(({ name }) => name)).toEqual(["dlp_patterns.json"]);
});

test("faults are the error that they are in this thread", async () => {
  const rules = writeRules(folder.path);
  const before = loadRuleset(rules);
  for (const make of [
    () => writeRules(rules, { patterns: [own, { ...own, regex: "(" }] }),
    () => rmSync(join(rules, "dlp_exclusions.json")),
  ]) {
    make();
    const error = await loadElsewhere(rules, {}, before, stays).catch((caught: unknown) => caught);
    let here: unknown;
    try {
      loadRuleset(rules);
    } catch (caught) {
      here = caught;
    }
    expect(error).toEqual(here);
    expect(error).toMatchObject({ name: "AgentError", code: matching(/^rules_/) });
  }
});

test("who has gone waits for nothing", async () => {
  const rules = writeRules(folder.path);
  const before = loadRuleset(rules);
  const leaves = new AbortController();
  const loading = loadElsewhere(rules, {}, before, leaves.signal);
  leaves.abort();
  await expect(loading).rejects.toThrow(Error);
  await expect(loadElsewhere(rules, {}, before, leaves.signal)).rejects.toThrow(Error);
});
