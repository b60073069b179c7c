import { fileURLToPath } from "node:url";
import { indexRules, routeRules } from "@weir/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadRules } from "../../agent/src/rules/load.ts";
import { tellRepeats } from "../../scripts/tell-repeats.ts";
import { columnsOf, recordsOf } from "../src/scanner/columns.ts";
import { joinLists, splitList } from "../src/scanner/lists.ts";
import type { JoinedLists } from "../src/scanner/lists.ts";
import { literalAt, placeOf } from "../src/scanner/literal-places.ts";
import { packRules, packedRulesOf, rulesScript, unpackRules } from "../src/scanner/packed-rules.ts";
import { MARK, tellWhole } from "../src/scanner/repeats.ts";

const { patterns, exclusions } = loadRules(fileURLToPath(new URL("../../rules", import.meta.url)));
const routed = routeRules(patterns, exclusions);

test("rules whose repeats are told by their places are the same rules in a shorter text", () => {
  const whole = packRules(routed);
  const short = packRules(routed, tellRepeats);
  expect(unpackRules(short)?.prepared).toEqual(unpackRules(whole)?.prepared);
  expect(unpackRules(whole)?.prepared).toEqual(indexRules(routed));
  expect(short.length).toBeLessThan(0.9 * whole.length);
  expect(packRules(routed, tellRepeats)).toBe(short);
});

test("a text that is no packed rules is no ruleset", () => {
  const whole = packRules(routed);
  expect(unpackRules(whole.slice(1))).toBeUndefined();
  expect(unpackRules("{}")).toBeUndefined();
});

test("an expression with the mark of a repeat is kept as it is where nothing is shortened", () => {
  const [first] = patterns;
  if (first === undefined) throw new Error("no patterns");
  const regex = `${MARK}AABBCC`;
  const rules = packRules(routeRules([{ ...first, regex }], []));
  expect(unpackRules(rules)?.patterns.map((each) => each.regex.source)).toEqual([regex]);
});

test("repeats are told whatever stands in a text", () => {
  const piece = `(?:${'a\\\\b\\"[ß]'.repeat(12)})`;
  const texts = ["", piece, ...Array.from({ length: 30 }, (_, i) => `${i}${piece}${i}${piece}`)];
  const short = tellRepeats(texts);
  expect(tellWhole(short)).toEqual(texts);
  expect(short.join("").length).toBeLessThan(texts.join("").length / 10);
  expect(tellRepeats(["ab", "ab"])).toEqual(["ab", "ab"]);
  expect(() => tellRepeats([MARK])).toThrow(TypeError);
});

test("records in columns are the same records, whichever fields they have", () => {
  const records = [{ a: 1, b: { c: [2] } }, { a: 0 }, { a: 3, d: "" }];
  expect(recordsOf(columnsOf(records))).toEqual(records);
  const alike = [{ a: [1] }, { a: [1] }, { a: 2 }, { a: [1] }, {}, { a: [1] }, { a: [1] }];
  expect(recordsOf(columnsOf(alike))).toEqual(alike);
  expect(recordsOf(columnsOf(records, ["a", "d"]))).toEqual([{ b: { c: [2] } }, {}, {}]);
  expect(recordsOf(columnsOf([]))).toEqual([]);
  const cells = { plain: [1, 2], mostly: { most: 1, others: [1, 2] } };
  expect(recordsOf({ length: 2, cells })).toEqual([
    { plain: 1, mostly: 1 },
    { plain: 2, mostly: 2 },
  ]);
  expect(() => recordsOf({ length: 1, cells })).toThrow(TypeError);
  expect(() => recordsOf({ length: 3, cells })).toThrow(TypeError);
});

test("a script of packed rules holds them, whatever signs are in them", () => {
  const signs = fc.string({ unit: fc.constantFrom("\\", "`", '"', "/", "n") });
  fc.assert(
    fc.property(signs, (text) => {
      const packed = JSON.stringify([text, { [text]: text }]);
      expect(packedRulesOf(rulesScript(packed))).toBe(packed);
    }),
  );
  expect(packedRulesOf(rulesScript(packRules(routed)))).toBe(packRules(routed));
});

test.each([
  [["ai21"], "(?i)AI21[a-z]{4}", ["ai21"]],
  [["ai21"], "(?i)ai2[12]", undefined],
  [["a", "b"], "ab", undefined],
  [[], "ab", undefined],
  [[""], "ab", undefined],
  // A capital that has two characters in small letters moves what stands behind it.
  [["key"], "\u0130\u0130key", undefined],
])("literals %j of %s are told by their place where they can be", (literals, regex, told) => {
  expect(literalAt(placeOf(literals, regex), regex)).toEqual(told);
});

/** The lists that joined ones were. */
const splitAgain = ({ signs, lists }: JoinedLists): (readonly string[])[] =>
  lists.map((list) => splitList(list, signs));

test("joined lists are the same lists, whatever their texts hold", () => {
  const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
  for (const lists of [[], [[]], [[""]], [["a", ""], [], ["!#$", "é"]], [ascii, ["\u0081🙂"]]])
    expect(splitAgain(joinLists(lists))).toEqual(lists);
});

test("joined lists are the same lists, in whatever ways their words are written", () => {
  const word = fc
    .array(fc.constantFrom("api", "key", "v2", ""), { minLength: 1, maxLength: 3 })
    .chain((parts) => fc.constantFrom(" ", "_", "-", "").map((joint) => parts.join(joint)));
  const list = fc.array(word, { maxLength: 12 });
  const sorted = list.map((words) => [...new Set(words)].toSorted());
  fc.assert(
    fc.property(fc.array(fc.oneof(list, sorted), { maxLength: 4 }), (lists) => {
      expect(splitAgain(joinLists(lists))).toEqual(lists);
    }),
  );
});

test("a word that is written in several ways is told once", () => {
  const words = ["api key", "api-key", "api_key", "apikey", "apis", "auth key", "auth_key"];
  const { lists } = joinLists([words]);
  expect(lists[0]?.length).toBe("api?key?apis?auth?key?".length);
  expect(joinLists([words.toReversed()]).lists[0]?.length).toBeGreaterThan(words.join().length);
});
