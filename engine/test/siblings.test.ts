import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { expect, test } from "vitest";
import { compileRuleset, redact } from "../src/index.ts";

// Lists, tables and rows of which an expression finds one: what stands beside it goes with it, and nothing else.

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

function rulesetOf() {
  const parsed = parse(PatternFile, {
    patterns: [
      {
        name: "Code",
        severity: "high",
        score_weight: 2,
        regex: "codes?:\\s*(?:1\\. |- )?([a-z0-9]{4}-[a-z0-9]{4})",
        prefix: "code",
      },
      {
        name: "Pass",
        severity: "high",
        score_weight: 2,
        regex:
          "pass[^\\n]*(?:(?:\\n[|: -]+)?\\n[^\\n]*?|[ ,;:|('\\\"]+)([A-Z][a-z]{2}\\d{2}[A-Za-z0-9]{4})",
        prefix: "pass",
        validator: "mixed_password",
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return compileRuleset(parsed.value.patterns, []);
}

const ruleset = rulesetOf();

const ONE = "Fug75WNL4";
const TWO = "Bpd76bea5";
const THREE = "Zsd62haf8";

/** The content with each placeholder as `*`. */
const redacted = (content: string): string =>
  redact(ruleset, policy, content).content.replaceAll(/\[(?:CODE|PASS)_\d+\]/g, "*");

test.each([
  [
    "a table",
    `user,password\nann,${ONE}\nbob,${TWO}\ncem,${THREE}\n`,
    "user,password\nann,*\nbob,*\ncem,*\n",
  ],
  [
    "a table with a rule",
    `| user | pass |\n|---|---|\n| a | ${ONE} |\n| b | ${TWO} |`,
    "| user | pass |\n|---|---|\n| a | * |\n| b | * |",
  ],
  [
    "a word in a column of passwords",
    `user;password\nann;${ONE}\nbob;sunshine\ncem;none\n`,
    "user;password\nann;*\nbob;*\ncem;none\n",
  ],
  [
    "a word in a statement's column of passwords",
    `INSERT INTO t (id, pass) VALUES\n(1, '${ONE}'),\n(2, 'sunshine'),\n(3, 'none');`,
    "INSERT INTO t (id, pass) VALUES\n(1, '*'),\n(2, '*'),\n(3, 'none');",
  ],
  [
    "a table with commas in its cells",
    `name,password\n"Ann, A.",${ONE}\n"Bob, B. ""B""",${TWO}\n`,
    'name,password\n"Ann, A.",*\n"Bob, B. ""B""",*\n',
  ],
  [
    "a table with notes of several lines",
    `name,password,note\nann,${ONE},"one, two\n\nthree ""four"", five"\r\nbob,sunshine,\ncem,${TWO},"a\nb"\ndan,${THREE},c\n`,
    'name,password,note\nann,*,"one, two\n\nthree ""four"", five"\r\nbob,*,\ncem,*,"a\nb"\ndan,*,c\n',
  ],
  [
    "a table with notes before its passwords",
    `note,password,user\n"one, two",${ONE},ann\n"one\ntwo, three",sunshine,bob\n"",${TWO},cem\n`,
    'note,password,user\n"one, two",*,ann\n"one\ntwo, three",*,bob\n"",*,cem\n',
  ],
  [
    "a table with commas behind quotation marks in its cells",
    `name,password\n"Ann ""A"", B",${ONE}\nbob,sunshine\n`,
    'name,password\n"Ann ""A"", B",*\nbob,*\n',
  ],
  [
    "a table within quotation marks",
    `"the list:\nuser,password\nann,${ONE}\nbob,sunshine\n"\n`,
    '"the list:\nuser,password\nann,*\nbob,*\n"\n',
  ],
  [
    "rows of a statement",
    `(user, pass) VALUES ('a','${ONE}'), ('b','${TWO}');`,
    "(user, pass) VALUES ('a','*'), ('b','*');",
  ],
  ["values in a line", `pass: ${ONE}, ${TWO} and ${THREE}.`, "pass: *, * and *."],
  [
    "one row a line",
    `(user, pass) VALUES\n('a', '${ONE}'),\n('b', '${TWO}'),\n('c', '${THREE}');`,
    "(user, pass) VALUES\n('a', '*'),\n('b', '*'),\n('c', '*');",
  ],
  ["the old and the new one", `pass: ${ONE} (old), ${TWO} (new)`, "pass: * (old), * (new)"],
  ["strings in brackets", `pass "${ONE}","${TWO}"`, 'pass "*","*"'],
  ["lines", `pass\n${ONE}\n${TWO}\n\n${THREE}x`, `pass\n*\n*\n\n${THREE}x`],
  [
    "names under a heading",
    `passwords:\n  ann: ${ONE}\n  bob: Tulip-Garten-9x\n`,
    "passwords:\n  ann: *\n  bob: *\n",
  ],
  ["strings of a shell", `pass ('${ONE}' '${TWO}')`, "pass ('*' '*')"],
  ["users and passwords", `passes:\nann / ${ONE}\nbob / ${TWO}\n`, "passes:\nann / *\nbob / *\n"],
  ["codes in a line", "codes: 8f3k-29sl 9dk2-wm4x p4n8-xq21", "codes: * * *"],
  ["codes in numbered lines", "codes:\n1. 8f3k-29sl\n2. 9dk2-wm4x\n", "codes:\n1. *\n2. *\n"],
  ["codes below the first one", "code: 8f3k-29sl\n9dk2-wm4x\nthanks", "code: *\n*\nthanks"],
])("%s", (_name, content, expected) => {
  expect(redacted(content)).toBe(expected);
});

test.each([
  [
    "the next setting",
    `pass: ${ONE}\nimage: nginx:1.25\nhost: db01.example`,
    "pass: *\nimage: nginx:1.25\nhost: db01.example",
  ],
  [
    "another column",
    `user,password,plan\nann,${ONE},Pro2024x\nbob,${TWO},Pro2024y\n`,
    "user,password,plan\nann,*,Pro2024x\nbob,*,Pro2024y\n",
  ],
  [
    "words of the sentence",
    `pass: ${ONE}, which web01 and db02 take`,
    "pass: *, which web01 and db02 take",
  ],
  [
    "a line of a note",
    `user,password,note\nann,${ONE},"to do:\nbob,sunshine,x"\ncem,none,"a\nb"\n`,
    `user,password,note\nann,*,"to do:\nbob,sunshine,x"\ncem,none,"a\nb"\n`,
  ],
  [
    "a quotation mark that is not closed",
    `user,password,size\nann,${ONE},15"\nbob,none,"wide\nlist,sunshine\n`,
    `user,password,size\nann,*,15"\nbob,none,"wide\nlist,sunshine\n`,
  ],
  [
    "another table",
    `user,password\nann,${ONE}\n\nhost,id\nx,${TWO}1\n`,
    `user,password\nann,*\n\nhost,id\nx,${TWO}1\n`,
  ],
  [
    "a line of code",
    `pass('${ONE}'),\nurl('https://x.example/Login1'),`,
    "pass('*'),\nurl('https://x.example/Login1'),",
  ],
  [
    "the value of a setting with a name of its own",
    "passcode: 8f3k-29sl\nbuild: 77ab-lk3d",
    "passcode: *\nbuild: 77ab-lk3d",
  ],
  ["codes of another make", "code: 8f3k-29sl 2024-05 v1.2-3", "code: * 2024-05 v1.2-3"],
])("%s stays", (_name, content, expected) => {
  expect(redacted(content)).toBe(expected);
});

test("one value has one placeholder, and none that the content holds", () => {
  const { content } = redact(ruleset, policy, `[PASS_1] pass: ${ONE} and code: 8f3k-29sl, ${ONE}`);
  expect(content).toBe("[PASS_1] pass: [PASS_2] and code: [CODE_1], [PASS_2]");
});

test("a long line of many secrets takes no longer than it takes to read", () => {
  const all = Array.from({ length: 20_000 }, (_, i) => `pass: Abc${10 + (i % 90)}Wxy${i % 10}x`);
  // Told by the test's end, as well.
  expect(redact(ruleset, policy, all.join(" . ")).redactions.length).toBeGreaterThan(0);
});

test("a table of many notes, and many quotation marks, take no longer than they take to read", () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, i) => `Abc${10 + (i % 90)}Wxy${i % 10},"a\n""b"\n`,
  );
  const marks = ',""a,"b'.repeat(20_000);
  const { redactions } = redact(ruleset, policy, `password,note\n${rows.join("")}${marks}`);
  expect(redactions.length).toBe(10_000);
});

test("a table of many rows takes no longer than it takes to read", () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `u${i},Abc${10 + (i % 90)}Wxy${i % 10}`);
  // Told by the test's end: looking at all rows from each takes hours.
  const { redactions } = redact(ruleset, policy, `user,password\n${rows.join("\n")}\n`);
  expect(redactions.length).toBe(20_000);
});
