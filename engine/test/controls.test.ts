import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from "@weir/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { fillTemplate, redact, scan, seededRandom } from "../src/index.ts";
import { fold } from "../src/scan/fold.ts";

// Characters and sequences that nobody sees, within a token and beside it.

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
const ruleset = shippedRuleset();
const fill = (template: string): string => fillTemplate(template, seededRandom("controls"));
const KEY = fill("AKIA{base32:16}");
const TOKEN = fill("ghp_{base62:36}");

const redacted = (content: string): string => redact(ruleset, policy, content).content;
const isBlocked = (content: string): boolean => scan(ruleset, policy, content).blocked;

const CONTROLS = Array.from({ length: 0xa0 }, (_, unit) => unit)
  .filter((unit) => (unit < 0x20 || unit >= 0x7f) && !(unit >= 9 && unit <= 13))
  .map((unit) => String.fromCharCode(unit));
const RED = "\x1b[31m";
const HALVES = ["\ud800", "\udbff", "\udc00", "\udfff"];

const SEQUENCES = [
  "\x1b[m",
  "\x1b[K",
  "\x1b[0m\x1b[K",
  "\x1b[01;31m\x1b[K",
  "\x1b[38;2;255;100;0m",
  "\x1b[4:3m",
  "\x1b[?25l",
  "\x1b[0 q",
  "\x1b(B\x1b[m",
];

const inMidst = (between: string, token = KEY): string =>
  `key: ${token.slice(0, 11)}${between}${token.slice(11)} and so on`;

test.each([...CONTROLS, ...HALVES].map((char) => [char]))("%j hides no token", (char) => {
  expect(redacted(inMidst(char))).toBe("key: [AWS_ACCESS_KEY_1] and so on");
  expect(redacted(inMidst(char.repeat(3), TOKEN))).toMatch(/^key: \[\w+_1\] and so on$/);
  expect(isBlocked(Array.from(KEY).join(char))).toBe(true);
  expect(redacted(`app${char}${KEY}${char}app`)).toBe(`app${char}[AWS_ACCESS_KEY_1]${char}app`);
});

test.each(SEQUENCES.map((sequence) => [sequence]))("%j hides no token", (sequence) => {
  expect(redacted(inMidst(sequence))).toBe("key: [AWS_ACCESS_KEY_1] and so on");
  expect(redacted(`key: ${sequence}${KEY}${sequence} and`)).toMatch(/^key: .*_1\].* and$/s);
  expect(isBlocked(`key: ${sequence}${KEY}${sequence} and`)).toBe(true);
});

test("a sequence that moves is no part of what stands beside it, and stays where the token may begin with it", () => {
  expect(isBlocked(`name\x1b[20G${KEY}\x1b[1Ename`)).toBe(true);
  expect(isBlocked(`name \x1b[${KEY}`)).toBe(true);
});

describe("where a token stands encoded as well", () => {
  test.each([
    ["in base64", inMidst("\x07", Buffer.from(`the key is ${KEY}`).toString("base64"))],
    ["escaped, as in JSON", JSON.stringify({ log: inMidst("\x1b[31m") })],
    ["escaped, as in a URL", encodeURIComponent(inMidst("\x1b[K"))],
    ["in UTF-16 that was read as UTF-8", Array.from(inMidst("")).join("\0")],
    ["over the ends of literals", `key = "${KEY.slice(0, 9)}\x07" + "${KEY.slice(9)}"`],
  ])("%s", (_, content) => expect(isBlocked(content)).toBe(true));
});

test("a token with control characters that is cut by pastes is found", () => {
  const { tail } = scan(ruleset, policy, `key: ${KEY.slice(0, 6)}\0${KEY.slice(6, 10)}`);
  expect(scan(ruleset, policy, KEY.slice(10), { tail }).blocked).toBe(true);
});

test("variables of a process, which NUL separates, make no alarm for what is none", () => {
  const variables = [
    "SHELL=/bin/bash",
    "API_KEY=",
    "PATH=/usr/local/bin:/usr/bin",
    "TOKEN=",
    "HOME=/root",
  ];
  const { findings } = scan(ruleset, policy, variables.join("\0"));
  expect(findings.filter(({ blocks }) => blocks)).toEqual([]);
});

test("no mixture of control characters, halves of pairs and sequences hides a token or is folded twice", () => {
  const unseen = fc
    .array(
      fc.constantFrom(
        ...CONTROLS.filter((char) => char !== "\x1b"),
        // With one of the others behind it, a half is a character.
        "\ud800",
        RED,
        "\u200b",
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(unseen, unseen, fc.nat(KEY.length), (beside, within, at) => {
      const content = ` ${beside}${KEY.slice(0, at)}${within}${KEY.slice(at)}${beside} `;
      const { findings, blocked } = scan(ruleset, policy, content);
      expect(blocked).toBe(true);
      const origins = findings.map(({ finding: { origin } }) =>
        content.slice(origin.start, origin.end),
      );
      expect(
        origins.some((origin) => origin.replaceAll(RED, "").replaceAll(/[^A-Z0-9]/g, "") === KEY),
      ).toBe(true);
      const once = fold(content).text;
      expect(fold(once).text).toBe(once);
    }),
    { numRuns: 300 },
  );
});

test("U+0085 ends a line", () => {
  const body = fill("{base64:1200}");
  const key = [
    "-----BEGIN PRIVATE KEY-----",
    ...(body.match(/.{1,64}/g) ?? []),
    "-----END PRIVATE KEY-----",
  ];
  expect(isBlocked(key.join("\u0085"))).toBe(true);
});
