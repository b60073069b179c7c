import { expect, test } from "vitest";
import { defaultPolicy, shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { fillTemplate, scan, seededRandom } from "../src/index.ts";

const ruleset = shippedRuleset();
const token = fillTemplate("ghp_{base62:36}", seededRandom("wrapped base64"));
const notes = "some notes about the server ".repeat(4);

/** A text with the token behind so many other characters, encoded in lines of `width` digits. */
function linesOf(offset: number, width: number): readonly string[] {
  const text = `${notes.slice(0, offset)} ${token} and more text behind it, so that there are lines`;
  return (
    Buffer.from(text)
      .toString("base64")
      .match(new RegExp(`.{1,${width}}`, "g")) ?? []
  );
}

test.each<[string, (lines: readonly string[]) => string]>([
  ["in lines", (lines) => lines.join("\n")],
  ["in lines that are set in", (lines) => lines.join("\r\n    ")],
  ["in a string of JSON", (lines) => JSON.stringify({ content: lines.join("\n") })],
  ["in a patch", (lines) => lines.map((line) => `+ ${line}`).join("\n")],
  ["in a quotation of a quotation", (lines) => lines.map((line) => `> > ${line}`).join("\n")],
  ["in a comment", (lines) => lines.map((line) => `# ${line}`).join("\n")],
  ["in literals side by side", (lines) => lines.map((line) => `"${line}"`).join("\n  ")],
  ["in literals put together", (lines) => lines.map((line) => `"${line}"`).join(" +\n    ")],
])("base64 %s is read over the ends of its lines", (_, write) => {
  const missed: string[] = [];
  for (const width of [60, 64, 76])
    for (let offset = 0; offset < width; offset++)
      if (!scan(ruleset, defaultPolicy, write(linesOf(offset, width))).blocked)
        missed.push(`${width}:${offset}`);
  expect(missed).toEqual([]);
});
