import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { compileRuleset, scan } from "../src/index.ts";
import { tablesOf } from "../src/scan/headings.ts";

// A table's heading stands far from most of its cells, and counts as if it stood beside each of them.

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

function rulesetOf(window: number) {
  const parsed = parse(PatternFile, {
    patterns: [
      {
        name: "Badge",
        severity: "high",
        score_weight: 1,
        regex: "\\b(\\d{7})\\b",
        hotwords: ["badge"],
        hotword_window: window,
        require_hotword: true,
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return compileRuleset(parsed.value.patterns, []);
}

const near = rulesetOf(20);
const headed = rulesetOf(0);
const found = (content: string, ruleset = near): readonly string[] =>
  scan(ruleset, policy, content)
    .findings.filter(({ blocks }) => blocks)
    .map(({ finding }) => finding.value.text);

const HEADS = ["id", "full name", "created on", "badge", "remark", "street", "city"];
const ROW = [
  "4711",
  "Anna Berg",
  "2026-01-02 10:20",
  "7654321",
  "none at all",
  "Long Road 1",
  "Rome",
];
const wide = (cells: readonly string[]): string => cells.map((cell) => cell.padEnd(24)).join("");
const tags = (cells: readonly string[], tag: string): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;

const TABLES: readonly (readonly [string, string])[] = [
  ["CSV", `${HEADS.join(",")}\n${ROW.join(",")}\n`],
  [
    "quoted CSV",
    `${HEADS.map((cell) => `"${cell}"`).join(",")}\n"x, y",${ROW.slice(1).join(",")}\n`,
  ],
  ["semicolons", `${HEADS.join(";")}\r\n${ROW.join(";")}\r\n`],
  ["tabs", `Here it is:\n${HEADS.join("\t")}\n${ROW.join("\t")}`],
  ["Markdown", `| ${HEADS.join(" | ")} |\n|${"---|".repeat(7)}\n| ${ROW.join(" | ")} |`],
  ["a wiki", `||${HEADS.join("||")}||\n|${ROW.join("|")}|`],
  ["a database's shell", `${HEADS.join(" | ")}\n${"---+".repeat(6)}---\n${ROW.join(" | ")}`],
  ["drawn lines", `${wide(HEADS)}\n${"─".repeat(20)}\n${wide(ROW)}`],
  ["spaces", `${wide(HEADS)}\n${wide(ROW)}`],
  ["HTML", `<table>\n${tags(HEADS, "th")}\n${tags(ROW, "td")}\n</table>`],
  ["SQL", `INSERT INTO staff (${HEADS.join(", ")}) VALUES ('${ROW.join("', '")}');`],
];

describe.each(TABLES)("%s", (_, table) => {
  test("finds a cell by the heading of its column", () => {
    expect(found(table)).toEqual(["7654321"]);
    expect(found(table, headed)).toEqual(["7654321"]);
  });

  test("finds nothing in another column", () => {
    const other = table.replace("4711", "7654321").replace(/7654321(?!.*7654321)/s, "none");
    expect(found(other.replaceAll("x, y", "7654321"))).toEqual([]);
  });

  test("finds the cell of a row far below", () => {
    const rows = table.split("\n");
    const at = rows.findIndex((line) => line.includes("7654321"));
    const empty = (rows[at] ?? "").replace("7654321", "x".padEnd(7));
    if (table.startsWith("INSERT")) return;
    rows.splice(at, 0, ...Array.from({ length: 5 }, () => empty));
    expect(found(rows.join("\n"))).toEqual(["7654321"]);
  });
});

test("a window of 0 leaves the end of the heading alone", () => {
  expect(found("id,user badge\n1,7654321\n", headed)).toEqual(["7654321"]);
  expect(found("id,badge policy\n1,7654321\n", headed)).toEqual([]);
  expect(found("badge: 7654321", headed)).toEqual([]);
  expect(found("badge: 7654321")).toEqual(["7654321"]);
  expect(found("id,badge,note\n1,7654321,1234567\n", headed)).toEqual(["7654321"]);
});

test("a line of code heads nothing", () => {
  expect(found("\t\t// the badge\n\t\tif 7654321\n", headed)).toEqual([]);
  expect(found('"a badge",\n"7654321",\n', headed)).toEqual([]);
  expect(found("call(first, second, badge)\ncall(first, secondly, 7654321)\n", headed)).toEqual([]);
});

test("long tables, long lines and hostile markup take time that grows with the text", () => {
  const table = `id,name,badge\n${"1,x,none\n".repeat(50_000)}`;
  const tables = tablesOf(table);
  const last = table.lastIndexOf("none");
  expect(tables.headingOf(last)).toEqual({ start: 8, end: 13 });
  expect(tablesOf(`${"a,".repeat(100_000)}\n7654321,b`).headingOf(200_002)).toBeUndefined();
  const rows = "<tr><td>".repeat(50_000);
  expect(tablesOf(rows).headingOf(rows.length - 1)).toBeUndefined();
  const open = "(a,".repeat(50_000);
  expect(tablesOf(open).headingOf(open.length - 1)).toBeUndefined();
});
