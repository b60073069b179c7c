import { describe, expect, test } from "vitest";
import { defaultPolicy, shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { fillTemplate, scan, seededRandom } from "../src/index.ts";
import { dumpedSections } from "../src/scan/hex-dump.ts";
import { breaksOf, bytesOf } from "../src/scan/text-bytes.ts";
import { contentSection } from "../src/scan/section.ts";

const ruleset = shippedRuleset();
const token = fillTemplate("ghp_{base62:36}", seededRandom("hex dump"));
const file = `# größe\nmachine = build\ntoken = ${token}\n`;

const rowsOf = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / 16) }, (_, i) =>
    bytes.subarray(16 * i, 16 * i + 16),
  );
const shown = (row: Buffer): string => row.toString("latin1").replaceAll(/[^ -~]/g, ".");
const offset = (i: number): string => (16 * i).toString(16).padStart(8, "0");
const inGroups = (row: Buffer, chars: number): string =>
  (row.toString("hex").match(new RegExp(`.{1,${chars}}`, "g")) ?? []).join(" ");

const xxd = (text: string): string =>
  rowsOf(Buffer.from(text))
    .map((row, i) => `${offset(i)}: ${inGroups(row, 4).padEnd(39)}  ${shown(row)}\n`)
    .join("");
const hexdump = (text: string): string =>
  rowsOf(Buffer.from(text))
    .map((row, i) => {
      const halves = [row.subarray(0, 8), row.subarray(8)].map((half) => inGroups(half, 2));
      return `${offset(i)}  ${halves.join("  ").padEnd(48)}  |${shown(row)}|\n`;
    })
    .join("");

const read = (text: string): readonly string[] =>
  dumpedSections(contentSection(text), bytesOf(text), breaksOf(text), (each) => each).map(
    (section) => section.text,
  );

describe.each([
  ["xxd", xxd],
  ["hexdump -C", hexdump],
])("a dump of %s", (_, dump) => {
  test("reads as the file", () => {
    expect(read(`$ dump file\n${dump(file)}\n`)[0]?.startsWith(file)).toBe(true);
  });

  test("is found with what it holds, where it stands", () => {
    const text = `why does it fail?\n${dump(file)}thanks\n`;
    const { blocked, findings } = scan(ruleset, defaultPolicy, text);
    expect(blocked).toBe(true);
    const found = findings.find(({ finding }) => finding.value.text === token);
    const { start = 0, end = 0 } = found?.finding.origin ?? {};
    expect(text.slice(start, end)).toBe(dump(file).trimEnd());
  });

  test("is no dump where its rows do not go on", () => {
    const rows = dump(file).split("\n");
    expect(read(rows.filter((__, i) => i % 2 === 0).join("\n"))).toEqual([]);
  });
});

test("a table of numbers is no dump", () => {
  expect(read("000001 12 34 56\n000002 78 90 12\n")).toEqual([]);
  expect(read("20261123 1200 ab\n20261124 1300 cd\n")).toEqual([]);
  expect(read("")).toEqual([]);
});

test("characters beside a row that look like digits are none of its bytes", () => {
  const digits = "dead beef cafe 1".repeat(4);
  expect(read(xxd(digits))).toEqual([digits]);
});

test("of a file that is no text throughout, its texts are read", () => {
  expect(read(xxd(`first of all\u0001\u0002\u0001second of all`))).toEqual([
    "first of all\nsecond of all",
  ]);
  expect(read(xxd("\u0001".repeat(64)))).toEqual([]);
});

test("no more is read than the limit of one scan", () => {
  const chars = read(xxd("word ".repeat(20_000))).reduce((sum, { length }) => sum + length, 0);
  expect(chars).toBe(65_536);
});
