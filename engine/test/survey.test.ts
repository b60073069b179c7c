import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { noise } from "../../corpus/noise.ts";
import { defaultPolicy, shippedPatterns, shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { compileRuleset, fillTemplate, scan, seededRandom } from "../src/index.ts";
import { rulesetOf } from "../src/scan/ruleset.ts";
import { signsIn } from "../src/scan/signs.ts";
import { plainMemory } from "../src/scan/survey.ts";
import type { ScanMemory, Survey } from "../src/scan/survey.ts";
import { assemblyMemory } from "../src/wasm/scan-memory.ts";
import { numRuns, text } from "./arbitraries.ts";

/** All that a survey tells, as plain values. */
function told({ signs, escapes, breaks, runs, found, supply }: Survey) {
  const lists = [found.tokens, found.cores].map(({ starts, ends, mixtures }) =>
    [starts, ends, mixtures].map((list) => Array.from(list)),
  );
  const kinds = Array.from({ length: 80 }, (_, at) => supply.within(at * 37, at * 37 + at * at));
  const places = [escapes, breaks].map((each) => Array.from(each));
  return { signs, places, runs, lists, all: supply.all, kinds };
}

/** What a memory tells of texts, one scan after the other. */
function surveyed(memory: ScanMemory, texts: readonly string[]) {
  const all = texts.map((each) => {
    const content = memory.bytesOf(each);
    return told(memory.survey(content));
  });
  memory.clear();
  return all;
}

/** What tokens, cores and digits are made of, and what ends them, in stretches of all lengths. */
const piece = fc.oneof(
  fc
    .tuple(fc.constantFrom(...Array.from("aZ0+/=~_-.% \\")), fc.nat(90))
    .map(([char, n]) => char.repeat(n)),
  fc.constantFrom("word", "Word", "aB3$kL9", "\n", "\t", '"', "'", "`", "\f", "\v", "\0", "\u007f"),
  fc.constantFrom("x7Kq2m", "ab12cd34ef56ab12cd34", "getElementById", "strngths", "é", "\ud83d"),
  fc.constantFrom(
    "a' + 'b",
    'x" "y',
    '1" 2',
    " `a",
    '="a',
    "\\u0041",
    "\\101",
    "&#65;",
    "%4",
    "\\\n",
  ),
  fc.constantFrom("?", "|", "@", "$", "[", "}", "(", ">", "#", "%41", "&amp;", "1234", "12a34"),
);
const pieces = fc.array(piece, { maxLength: 40 }).map((all) => all.join(""));

describe("the survey in WebAssembly", () => {
  const assembly = assemblyMemory();

  test("runs here", () => {
    expect(assembly).not.toBe(plainMemory);
  });

  test("tells what the one in TypeScript tells", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, text), { minLength: 1, maxLength: 6 }), (texts) => {
        expect(surveyed(assembly, texts)).toEqual(surveyed(plainMemory, texts));
      }),
      { numRuns },
    );
  });

  test.each([
    "prose",
    "minified",
    "package-lock",
    "log",
    "base64-image",
    "prose, Russian",
  ] as const)("tells the same of %s at all lengths", (kind) => {
    const all = noise(kind, 1, 64 * 1024);
    for (const length of [0, 1, 5, 6, 31, 32, 33, 63, 64, 65, 127, 128, 1000, 4096, 65_536]) {
      const slice = all.slice(length, 2 * length);
      expect(surveyed(assembly, [slice])).toEqual(surveyed(plainMemory, [slice]));
    }
  });

  test("tells the same of a text that its memory has no room for at first, and of one behind it", () => {
    const large = noise("log", 1, 1024 * 1024);
    const small = noise("prose", 1, 4096);
    for (const texts of [[large, small], [small, large], [small]])
      expect(surveyed(assembly, texts)).toEqual(surveyed(plainMemory, texts));
  });

  test.each(["", " \u00e9"])("leaves nothing of a text behind that ends with %j", (end) => {
    const secret = `${"a text that nobody may read twice ".repeat(20)}${end}`;
    // Written before it is known that it is not of ASCII.
    expect(assembly.isAscii(secret)).toBe(end === "");
    const content = assembly.bytesOf(end === "" ? secret : "another one");
    const { buffer } = content.bytes;
    assembly.survey(content);
    expect(Buffer.from(buffer).includes("nobody may read")).toBe(true);
    assembly.clear();
    expect(Buffer.from(buffer).includes("nobody may read")).toBe(false);
  });
});

test("a scan that is broken off leaves nothing of its text behind", () => {
  const memory = assemblyMemory();
  const ruleset = compileRuleset([], [], memory);
  const { buffer } = memory.bytesOf("another one").bytes;
  memory.clear();
  let wasThere = false;
  const breakOff = (): never => {
    wasThere = Buffer.from(buffer).includes("nobody may read");
    throw new Error("broken off");
  };
  expect(() =>
    scan(ruleset, defaultPolicy, "a text that nobody may read", { onStep: breakOff }),
  ).toThrow("broken off");
  expect(wasThere).toBe(true);
  expect(Buffer.from(buffer).includes("nobody may read")).toBe(false);
});

/** What stands for a policy that refuses modules. */
function refuse(): never {
  throw new Error("refused");
}

describe("where WebAssembly is missing or refused", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test.each([
    ["missing", undefined],
    ["refused", { Module: refuse }],
  ])("%s: TypeScript surveys", async (_, stub) => {
    vi.stubGlobal("WebAssembly", stub);
    vi.resetModules();
    const fresh = await import("../src/wasm/scan-memory.ts");
    const { plainMemory: plain } = await import("../src/scan/survey.ts");
    expect(fresh.assemblyMemory()).toBe(plain);
  });
});

test("scans find the same with both", () => {
  const plain = shippedRuleset();
  const assembly = rulesetOf(plain.prepared, assemblyMemory());
  const texts = shippedPatterns().flatMap(({ name, examples = [] }) =>
    examples.slice(0, 1).map((each) => fillTemplate(each, seededRandom(`${name}:survey`))),
  );
  for (let at = 0; at < texts.length; at += 12) {
    const content = texts.slice(at, at + 12).join("\n");
    const [left, right] = [plain, assembly].map((ruleset) =>
      scan(ruleset, defaultPolicy, content).findings.map(({ finding, score }) => [
        finding.pattern.name,
        finding.origin,
        score,
      ]),
    );
    expect(right).toEqual(left);
  }
});

test("each sign is told, and no other character", () => {
  const signs = Array.from({ length: 129 }, (_, byte) => signsIn(Uint8Array.of(byte)));
  const chars = signs.flatMap((sign, byte) => (sign === 0 ? [] : [byte]));
  const controls = [...Array.from({ length: 32 }, (_, byte) => byte), 127].filter(
    (byte) => byte < 9 || byte > 13,
  );
  const others = Array.from("\"'`\\%&=\n>+0", (char) => char.charCodeAt(0));
  expect(chars).toEqual([...controls, ...others].toSorted((a, b) => a - b));
});
