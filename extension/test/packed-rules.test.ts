import { fileURLToPath } from "node:url";
import { indexRules, routeRules } from "@weir/engine";
import { expect, test } from "vitest";
import { loadRules } from "../../agent/src/rules/load.ts";
import { shareParts } from "../../scripts/shared-parts.ts";
import { columnsOf, recordsOf } from "../src/scanner/columns.ts";
import { packRules, unpackRules } from "../src/scanner/packed-rules.ts";

const { patterns, exclusions } = loadRules(fileURLToPath(new URL("../../rules", import.meta.url)));
const routed = routeRules(patterns, exclusions);

test("rules whose common parts have names are the same rules in a shorter text", () => {
  const whole = packRules(routed);
  const short = packRules(routed, shareParts);
  expect(unpackRules(short)?.prepared).toEqual(unpackRules(whole)?.prepared);
  expect(unpackRules(whole)?.prepared).toEqual(indexRules(routed));
  expect(short.length).toBeLessThan(0.9 * whole.length);
  expect(packRules(routed, shareParts)).toBe(short);
});

test("a text without its line of parts is no ruleset", () => {
  const whole = packRules(routed);
  expect(unpackRules(whole.slice(whole.indexOf("\n") + 1))).toBeUndefined();
  expect(unpackRules(`{}\n${whole.slice(whole.indexOf("\n") + 1)}`)).toBeUndefined();
});

test("parts are shared whatever stands in a text", () => {
  const piece = `(?:${'a\\\\b\\"[c]'.repeat(12)})`;
  const text = JSON.stringify(Array.from({ length: 30 }, (_, i) => `${piece}${i}${piece}${piece}`));
  const { parts, text: short } = shareParts(text);
  expect(parts.length).toBeGreaterThan(0);
  expect(short.length).toBeLessThan(text.length / 4);
  const { parts: none, text: same } = shareParts('{"a":"b"}');
  expect([none, same]).toEqual([[], '{"a":"b"}']);
});

test("records in columns are the same records, whichever fields they have", () => {
  const records = [{ a: 1, b: { c: [2] } }, { a: 0 }, { a: 3, d: "" }];
  expect(recordsOf(columnsOf(records))).toEqual(records);
  expect(recordsOf(columnsOf(records, ["a", "d"]))).toEqual([{ b: { c: [2] } }, {}, {}]);
  expect(recordsOf(columnsOf([]))).toEqual([]);
  expect(() => recordsOf({ a: [1, 2], b: [1] })).toThrow(TypeError);
  expect(() => recordsOf({ a: 1 })).toThrow(TypeError);
});
