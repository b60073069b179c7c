import { parseEnv } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse as parseYaml, stringify as stringifyYaml } from "yaml";
import { plantToken } from "./plant.ts";

const TOKEN = "WEIRABCDEFGH234567MN";

/** What is planted is one entry more; nothing else is read otherwise than before. */
function expectOneMore(before: Record<string, unknown>, after: Record<string, unknown>): void {
  const added = Object.keys(after).filter((key) => !(key in before));
  expect(added).toHaveLength(1);
  expect(after).toEqual({ ...before, [added[0] ?? ""]: TOKEN });
}

const name = fc
  .stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/)
  .filter((key) => key !== "__proto__");
const leaf = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant("a\nb\n"),
  fc.constant("x\n\n\n"),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(name, tie("tree"), { maxKeys: 3 }),
  ),
}));
const document = fc.dictionary(name, tree, { maxKeys: 5, noNullPrototype: true });

describe("whatever a file holds, planting adds one entry or refuses:", () => {
  test("JSON, as it is usually written", () => {
    fc.assert(
      fc.property(document, fc.constantFrom<string | number>("", 1, 2, 4, "\t"), (data, indent) => {
        const outcome = plantToken("a.json", JSON.stringify(data, null, indent), TOKEN);
        expect(outcome.ok).toBe(true);
        if (!outcome.ok) return;
        expectOneMore(data, JSON.parse(outcome.text) as Record<string, unknown>);
      }),
      { numRuns: 300 },
    );
  });

  test("YAML, as a library writes it, with and without its last line break", () => {
    let plantedCount = 0;
    fc.assert(
      fc.property(document, fc.boolean(), fc.constantFrom(20, 80), (data, isCut, lineWidth) => {
        const written = Object.keys(data).length === 0 ? "" : stringifyYaml(data, { lineWidth });
        const text = isCut ? written.replace(/\n$/, "") : written;
        const outcome = plantToken("a.yml", text, TOKEN);
        if (!outcome.ok) return;
        plantedCount++;
        const before = (parseYaml(text) ?? {}) as Record<string, unknown>;
        expectOneMore(before, parseYaml(outcome.text) as Record<string, unknown>);
      }),
      { numRuns: 500 },
    );
    expect(plantedCount).toBeGreaterThan(100);
  });

  test("variables, as Node reads them", () => {
    const value = fc.oneof(
      fc.stringMatching(/^[a-z0-9/:.]{0,12}$/),
      fc.stringMatching(/^[a-z #=\n]{0,12}$/).map((text) => `"${text}"`),
      fc.stringMatching(/^[a-z #=\n"]{0,12}$/).map((text) => `'${text}'`),
      fc.stringMatching(/^[a-z"'\\]{0,6}$/),
    );
    const line = fc.oneof(
      fc.tuple(name, value).map(([key, text]) => `${key}=${text}`),
      fc.constantFrom("", "# comment", "  # it's one"),
    );
    let plantedCount = 0;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.boolean(), (lines, isCut) => {
        const text = lines.join("\n") + (isCut ? "" : "\n");
        const outcome = plantToken(".env", text, TOKEN);
        if (!outcome.ok) return;
        plantedCount++;
        expectOneMore({ ...parseEnv(text) }, { ...parseEnv(outcome.text) });
      }),
      { numRuns: 1000 },
    );
    expect(plantedCount).toBeGreaterThan(300);
  });

  test("any text at all: nothing but one stretch is added, and it stands on lines of its own", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "a: 1",
        "A=1",
        "[a]",
        "x = y",
        "{",
        "}",
        '"a": 1',
        ",",
        "\n",
        "\r\n",
        "\r",
        "  ",
        "\t",
        "#",
        "'",
        '"',
        "|",
        "\uFEFF",
        "\0",
        "---",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, fc.constantFrom(".env", "a.json", "a.yml", "a.ini"), (before, fileName) => {
        const outcome = plantToken(fileName, before, TOKEN);
        if (!outcome.ok || before.trim() === "") return;
        const after = outcome.text;
        let head = 0;
        while (head < before.length && before.charAt(head) === after.charAt(head)) head++;
        const tail = before.length - head;
        expect(after.endsWith(before.slice(head))).toBe(true);
        const added = after.slice(head, after.length - tail);
        expect(added.split(TOKEN)).toHaveLength(2);
        expect(added).not.toContain("canary");
      }),
      { numRuns: 2000 },
    );
  });
});
