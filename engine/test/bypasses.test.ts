import {
  DEFAULT_THRESHOLDS,
  DEFAULT_WEIGHTS,
  ExclusionFile,
  parse,
  PatternFile,
} from "@weir/schema";
import { describe, expect, test } from "vitest";
import { shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import {
  checkPattern,
  compileRuleset,
  fillTemplate,
  redact,
  scan,
  seededRandom,
} from "../src/index.ts";
import { compileRegex } from "../src/regex/compile-regex.ts";

// Ways around the detection of other tools, each of which must not work here.

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

function valueOf<T>(parsed: { ok: true; value: T } | { ok: false; faults: readonly unknown[] }): T {
  if (parsed.ok) return parsed.value;
  throw new Error(JSON.stringify(parsed.faults));
}

const { patterns } = valueOf(
  parse(PatternFile, {
    patterns: [
      {
        name: "Cloud Key Id",
        severity: "critical",
        score_weight: 2,
        regex: "\\bAKIA[A-Z2-7]{16}\\b",
        prefix: "akia",
        hotwords: ["aws"],
      },
      {
        name: "Database URL",
        severity: "critical",
        score_weight: 1,
        regex: "postgres://[^\\s:@/]{1,64}:([^\\s@/]{6,64})@\\S{1,256}",
        prefix: "postgres://",
      },
      {
        name: "Weak Sign",
        severity: "medium",
        score_weight: 1,
        regex: "\\bacct_[0-9]{10}\\b",
        prefix: "acct_",
        hotwords: ["account"],
      },
      {
        name: "Assigned Secret",
        severity: "high",
        score_weight: 1,
        regex: "(?i)secret\\s{0,9}[:=]\\s{0,9}([^\\s]{12,64})",
        prefix: "secret",
        entropy_min: 3,
      },
    ],
  }),
);
const { exclusions } = valueOf(
  parse(ExclusionFile, {
    exclusions: [
      {
        type: "dictionary",
        applies_to: "*",
        window: 80,
        words: ["test", "admin", "root", "demo", "lorem", "todo"],
      },
    ],
  }),
);
const ruleset = compileRuleset(patterns, exclusions);
const fill = (template: string): string => fillTemplate(template, seededRandom("bypass"));
const nameOf = (content: string, tail = ""): string =>
  scan(ruleset, policy, content, { tail }).patternName;

const KEY = fill("AKIA{base32:16}");

describe("D1: common words nearby do not lower the score of what is certain", () => {
  test.each([
    "test",
    "admin",
    "root",
    "demo",
    "lorem",
    "todo",
    "latest contest",
    "admin test root demo",
  ])("%s", (words) => {
    expect(nameOf(`${words} ${KEY} ${words}`)).toBe("Cloud Key Id");
  });

  test("and a word inside another word is no word", () => {
    const content = fill("latest contest, administrators rooted: secret = {base62:32}");
    expect(nameOf(content)).toBe("Assigned Secret");
  });
});

describe("D2: a marker in the value or behind it does not hide a secret", () => {
  test.each(["?x=your-key-here", "?redacted", "/placeholder", "#fixme"])("%s", (marker) => {
    expect(nameOf(fill(`postgres://app:{base62:16}@db.internal/x${marker}`))).toBe("Database URL");
  });

  test.each(["-here", "your-", "-redacted", "_placeholder", "<x>", "{{x}}", "xxxxxxxx"])(
    "%s",
    (marker) => {
      expect(nameOf(fill(`secret = aB3{base62:20}${marker}`))).toBe("Assigned Secret");
      expect(nameOf(fill(`secret = ${marker}aB3{base62:20}`))).toBe("Assigned Secret");
    },
  );
});

describe("D3: size switches nothing off", () => {
  test.each([10, 60, 300, 3000])("a medium pattern in the midst of %i KiB", (kibibytes) => {
    const half = "words and words and more words\n".repeat((kibibytes * 512) / 31);
    const content = `${half}account ${fill("acct_{digits:10}")}\n${half}`;
    expect(nameOf(content)).toBe("Weak Sign");
  });

  test("base64 longer than 4096 characters is decoded", () => {
    const encoded = Buffer.from(`${"readable text ".repeat(1500)} aws ${KEY} end`).toString(
      "base64",
    );
    expect(nameOf(encoded)).toBe("Cloud Key Id");
  });
});

describe("D4: letters whose lower case is longer", () => {
  test.each(["\u0130", "\u023a", "\u1e9e", "\ufb01"])("%s", (letter) => {
    const content = `${letter.repeat(1200)} ${KEY} ${letter.repeat(1200)}`;
    const { findings, blocked } = scan(ruleset, policy, content);
    expect(blocked).toBe(true);
    const { start, end } = findings[0]?.finding.origin ?? { start: 0, end: 0 };
    expect(content.slice(start, end)).toBe(KEY);
  });
});

describe("D5: no content makes an expression read it more than a fixed number of times", () => {
  const gaps = compileRegex("eyJ[\\w-]{10,500}\\.eyJ[\\w-]{10,500}\\.[\\w-]{10,500}");
  test.each(["eyJ-", "secret ", "eyJ.eyJ-", "a"])("%s repeated", (piece) => {
    const text = piece.repeat(50_000);
    const meter = { chars: 0 };
    for (let at = 0; at < text.length;) {
      const match = gaps.searchEarliest(text, at, text.length, meter);
      if (match === undefined) break;
      at = match.end;
    }
    expect(meter.chars).toBeLessThanOrEqual(2 * text.length + 64);
    expect(nameOf(`${text} ${KEY}`)).toBe("Cloud Key Id");
  });
});

describe("D7: encodings", () => {
  const forms: readonly (readonly [string, string])[] = [
    ["standard base64", Buffer.from(`the key is ${KEY}`).toString("base64")],
    ["URL-safe base64 without padding", Buffer.from(`the key?? is ${KEY}`).toString("base64url")],
    ["base64 twice", Buffer.from(Buffer.from(KEY).toString("base64")).toString("base64")],
    ["base64 of UTF-16", Buffer.from(`key ${KEY}`, "utf16le").toString("base64")],
    ["base64 glued to a path", `/a/b/${Buffer.from(`key=${KEY}`).toString("base64")}`],
    ["hexadecimal", Buffer.from(`the key is ${KEY}`).toString("hex")],
    [
      "escapes in braces",
      KEY.replaceAll(/./g, (char) => `\\u{${char.charCodeAt(0).toString(16)}}`),
    ],
    [
      "octal escapes",
      KEY.replaceAll(/./g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`),
    ],
    ["zero-width characters", KEY.split("").join("\u200b")],
    ["tag characters", KEY.split("").join("\u{e0041}")],
    ["combining marks", KEY.split("").join("\u0336")],
    [
      "full width",
      KEY.replaceAll(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
    ],
    [
      "mathematical letters",
      KEY.replaceAll(/[A-Z]/g, (char) => String.fromCodePoint(0x1d400 + char.charCodeAt(0) - 65)),
    ],
    ["Cyrillic", KEY.replaceAll("A", "\u0410").replaceAll("K", "\u041a").replaceAll("I", "\u0406")],
    ["Greek", KEY.replaceAll("A", "\u0391").replaceAll("K", "\u039a").replaceAll("I", "\u0399")],
  ];
  test.each(forms)("%s", (_, content) => {
    expect(nameOf(content)).toBe("Cloud Key Id");
    expect(nameOf(`before ${content} after`)).toBe("Cloud Key Id");
    const redacted = redact(ruleset, policy, `before ${content} after`);
    expect(redacted.content).toMatch(/^before .*\[CLOUD_KEY_ID_1\].* after$/);
  });
});

describe("D8: a token cut by pastes", () => {
  test.each([[[4]], [[10]], [[4, 9]], [[1, 2, 3, 12, 19]]])("at %j", (cuts) => {
    let tail = "";
    const names: string[] = [];
    for (const [i, cut] of [0, ...cuts].entries()) {
      const result = scan(ruleset, policy, KEY.slice(cut, cuts[i]), { tail });
      names.push(result.patternName);
      ({ tail } = result);
    }
    expect(names.at(-1)).toBe("Cloud Key Id");
  });

  test.each(["\n", " ", "\r\n", " \n\n"])("with %j behind each paste", (space) => {
    let tail = "";
    const names = [KEY.slice(0, 7), KEY.slice(7, 13), KEY.slice(13)].map((piece) => {
      const result = scan(ruleset, policy, piece + space, { tail });
      ({ tail } = result);
      return result.patternName;
    });
    expect(names.at(-1)).toBe("Cloud Key Id");
  });

  test("and a clean paste after a blocked one is clean", () => {
    const first = scan(ruleset, policy, `my key is ${KEY}`);
    expect(first.blocked).toBe(true);
    expect(scan(ruleset, policy, "what can I do?", { tail: first.tail }).blocked).toBe(false);
    expect(scan(ruleset, policy, "\nwhat can I do?", { tail: first.tail }).blocked).toBe(false);
  });

  test("and redaction in a session does not stumble over the tail", () => {
    const { tail } = scan(ruleset, policy, `my key is ${KEY}`);
    const redacted = redact(ruleset, policy, `again ${KEY}`, { tail });
    expect(redacted.content).toBe("again [CLOUD_KEY_ID_1]");
  });
});

describe("D9: a token in pieces", () => {
  test.each([
    '" + "',
    "' . '",
    '" & "',
    "' || '",
    '" .. "',
    '" <> "',
    '" "',
    '" +\n    "',
    '""',
    "\\\n",
    "\n",
    "\r\n    ",
    "\n> ",
    "=\n",
  ])("%j", (between) => {
    const broken = KEY.slice(0, 11) + between + KEY.slice(11);
    const content = `key = "${broken}" and so on`;
    expect(nameOf(content)).toBe("Cloud Key Id");
    expect(redact(ruleset, policy, content).content).toBe('key = "[CLOUD_KEY_ID_1]" and so on');
  });

  test("as a list that is joined", () => {
    const content = `key = ["${KEY.slice(0, 9)}", "${KEY.slice(9)}"].join("")`;
    expect(nameOf(content)).toBe("Cloud Key Id");
  });

  test("but not two that stand in two cells", () => {
    expect(nameOf(`"${KEY.slice(0, 9)}"\t"${KEY.slice(9)}"`)).toBe("");
    expect(nameOf(`["${KEY.slice(0, 9)}", "${KEY.slice(9)}"]`)).toBe("");
  });
});

test.each([
  ["a prefix that no match begins with", { prefix: "ghp_", regex: "gho_[a-z]{4}" }],
  ["a prefix that only some matches begin with", { prefix: "ghp_", regex: "(?:ghp|gho)_[a-z]{4}" }],
  ["a prefix of an expression that begins with a class", { prefix: "akia", regex: "[A-Z]{20}" }],
])("D10: %s is refused", (_, pattern) => {
  const parsed = parse(PatternFile, {
    patterns: [{ name: "P", severity: "low", score_weight: 1, ...pattern }],
  });
  const [first] = valueOf(parsed).patterns;
  expect(first === undefined ? [] : checkPattern(first).map(({ field }) => field)).toEqual([
    "prefix",
  ]);
});

test("what check digits prove is found whatever words stand before it", () => {
  const shipped = shippedRuleset();
  const card = fillTemplate("{card:visa}", seededRandom("explained"));
  const missed = ["e.g. ", "for example ", "(Ref. ", "(#"].filter(
    (before) => !scan(shipped, policy, `My credit card, ${before}${card}`).blocked,
  );
  expect(missed).toEqual([]);
});
