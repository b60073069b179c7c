import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { expect, test } from "vitest";
import { compileRuleset, redact } from "../src/index.ts";
import { siblingsOf } from "../src/redact/siblings.ts";

// Tables whose columns spaces align: what stands in a secret's column goes with it, other columns and settings stay.

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

function rulesetOf() {
  const parsed = parse(PatternFile, {
    patterns: [
      {
        name: "Word",
        severity: "high",
        score_weight: 2,
        regex:
          "(?i:pass(?:word)?)(?: {1,16}|[^\\n]*(?:\\n[ =-]+)?\\n(?:[^\\n ]* +){0,3}?)([A-Z][a-z]{2}\\d{2}[A-Za-z0-9]{4})\\b",
        prefix: "pass",
        validator: "mixed_password",
      },
      {
        name: "Code",
        severity: "high",
        score_weight: 2,
        regex: "codes:\\s*(?:1\\.\\s+)?([a-z0-9]{4}[ -][a-z0-9]{4})",
        prefix: "codes",
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return compileRuleset(parsed.value.patterns, []);
}

const ruleset = rulesetOf();

const ONE = "Fug75WNL4";
const TWO = "Bpd76bea5";

/** The content with each placeholder as `*`. */
const redacted = (content: string): string =>
  redact(ruleset, policy, content).content.replaceAll(/\[(?:WORD|CODE)_\d+\]/g, "*");

test.each([
  [
    "the cells of a column",
    `NAME   PASSWORD    NODE        AGE\nann    ${ONE}   Node01a2x   3d\nbob    ${TWO}   Node02a3x   4d\n`,
    "NAME   PASSWORD    NODE        AGE\nann    *   Node01a2x   3d\nbob    *   Node02a3x   4d\n",
  ],
  [
    "a word in a column of passwords",
    `USER   PASSWORD    ROLE\nann    ${ONE}   admin\nbob    sunshine    admin\ncem    none        admin\n`,
    "USER   PASSWORD    ROLE\nann    *   admin\nbob    *    admin\ncem    none        admin\n",
  ],
  [
    "a column that is aligned to the right",
    `user      password  plan\nann      ${ONE}  Pro2024x\nbob  Tulip-Garten9  Pro2024y\n`,
    "user      password  plan\nann      *  Pro2024x\nbob  *  Pro2024y\n",
  ],
  [
    "a column that is not aligned",
    `user  password  plan\nann  ${ONE}  Pro2024x\nbobby  ${TWO}  Pro2024y\n`,
    "user  password  plan\nann  *  Pro2024x\nbobby  *  Pro2024y\n",
  ],
  [
    "the cells below a rule",
    `user  password\n====  =========\nann   ${ONE}\nbob   sunshine\n`,
    "user  password\n====  =========\nann   *\nbob   *\n",
  ],
  [
    "cells behind words",
    `NAME          PASSWORD\nAnn de Boer   ${ONE}\nBob           ${TWO}\n`,
    "NAME          PASSWORD\nAnn de Boer   *\nBob           *\n",
  ],
  [
    "the cells below an empty one",
    `USER   PASSWORD    ROLE\nann    ${ONE}   admin\nbob                Role2024x\ncem\ndan    ${TWO}   admin\n`,
    "USER   PASSWORD    ROLE\nann    *   admin\nbob                Role2024x\ncem\ndan    *   admin\n",
  ],
  [
    "the column of what is called by a secret",
    `NAME      PASSWORD    AGE\nmy-auth   ${ONE}   3d\nweb       ${TWO}   4d\n`,
    "NAME      PASSWORD    AGE\nmy-auth   *   3d\nweb       *   4d\n",
  ],
  [
    "cells of two columns of passwords",
    `user, password, old pass\nann, ${ONE}, Pro2024x\nbob, ${TWO}, none\n`,
    "user, password, old pass\nann, *, *\nbob, *, none\n",
  ],
  [
    "numbered codes in two columns",
    "codes:\n1. 8f3k 29sl     4. 9dk2 wm4x\n2. p4n8 xq21     5. 1234 5678\n3. a1b2 c3d4    10. 2345 6789\n",
    "codes:\n1. *     4. *\n2. *     5. *\n3. *    10. *\n",
  ],
  [
    "numbered codes in columns of which one is shorter",
    "codes:\n1.  8f3k-29sl\t3.  9dk2-wm4x\n2.  p4n8-xq21\n",
    "codes:\n1.  *\t3.  *\n2.  *\n",
  ],
  [
    "numbered codes beside used ones",
    "codes:\n1. 8f3k-29sl     3. used\n2. used          4. 9dk2-wm4x\n",
    "codes:\n1. *     3. used\n2. used          4. *\n",
  ],
  [
    "codes in columns",
    "codes:\n8f3k-29sl      9dk2-wm4x\np4n8-xq21      a1b2-c3d4\n",
    "codes:\n*      *\n*      *\n",
  ],
  [
    "cells of columns of passwords and of keys",
    `user, password, api key\nann, ${ONE}, Pro2024x\nbob, ${TWO}, none\n`,
    "user, password, api key\nann, *, *\nbob, *, none\n",
  ],
])("%s go", (_name, content, expected) => {
  expect(redacted(content)).toBe(expected);
});

test.each([
  [
    "cells of one make in other columns",
    `AREA        PASSWORD    HOST\nAbc-12xyz  ${ONE}  2eb01Pr2d\nAbc-12xyz  ${TWO}  2eb02Pr2d\n`,
    "AREA        PASSWORD    HOST\nAbc-12xyz  *  2eb01Pr2d\nAbc-12xyz  *  2eb02Pr2d\n",
  ],
  [
    "cells in other columns between commas and spaces",
    `user, password, plan\nann, ${ONE}, Pro2024x\nbob, ${TWO}, Pro2024y\n`,
    "user, password, plan\nann, *, Pro2024x\nbob, *, Pro2024y\n",
  ],
  [
    "a heading that is repeated",
    `user, password\nann, ${ONE}\nuser, password\nbob, ${TWO}\n`,
    "user, password\nann, *\nuser, password\nbob, *\n",
  ],
  [
    "settings with names",
    `Password        ${ONE}\nBuild           Bpd-76-bea5\n`,
    `Password        *\nBuild           Bpd-76-bea5\n`,
  ],
  [
    "settings below a name that says secret",
    `Name            token-x\nPassword        ${ONE}\nBuild           Bpd-76-bea5\n`,
    `Name            token-x\nPassword        *\nBuild           Bpd-76-bea5\n`,
  ],
  [
    "settings with colons",
    `pass of\nann:        ${ONE}\nbuild:      ${TWO}\n`,
    `pass of\nann:        *\nbuild:      ${TWO}\n`,
  ],
  [
    "another table",
    `USER   PASSWORD\nann    ${ONE}\n\nHOST   BUILD\nweb    ${TWO}\n`,
    `USER   PASSWORD\nann    *\n\nHOST   BUILD\nweb    ${TWO}\n`,
  ],
  [
    "a table behind a sentence",
    `USER   PASSWORD\nann    ${ONE}\nThe hosts are\nweb    ${TWO}\n`,
    `USER   PASSWORD\nann    *\nThe hosts are\nweb    ${TWO}\n`,
  ],
  [
    "what is beside a code and is none",
    "codes:\n1. 8f3k-29sl     2. p4n8-xq21-x\n3. 77ab-lk3d     Build x\n",
    "codes:\n1. *     2. p4n8-xq21-x\n3. 77ab-lk3d     Build x\n",
  ],
  [
    "a line of other things below codes",
    "codes:\n1. 8f3k-29sl     2. p4n8-xq21\n3. 77ab-lk3d     Build 2024-1105\n\n1. 77ab-lk3d     2. 77ab-lk3e\n",
    "codes:\n1. *     2. *\n3. 77ab-lk3d     Build 2024-1105\n\n1. 77ab-lk3d     2. 77ab-lk3e\n",
  ],
  [
    "a comment",
    `pass ${ONE}   # web\nhost web01       # Bpd-76-bea5\n`,
    `pass *   # web\nhost web01       # Bpd-76-bea5\n`,
  ],
])("%s stay", (_name, content, expected) => {
  expect(redacted(content)).toBe(expected);
});

test(
  "lines of many values between spaces take no longer than they take to read",
  { timeout: 6_000 },
  () => {
    // Taking a line apart for each value in it takes twice as long as that, and once a twentieth.
    const value = "Abc12Wxy1";
    const content = `${`${value}  `.repeat(300)}\n`.repeat(100);
    const [pattern] = ruleset.patterns;
    const secrets = Array.from(content.matchAll(/A/g), ({ index: start }) =>
      pattern === undefined ? [] : [{ start, end: start + value.length, pattern }],
    ).flat();
    expect(siblingsOf(content, secrets)).toEqual([]);
    expect(secrets.length).toBe(30_000);
  },
);
