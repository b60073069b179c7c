import { expect, test } from "vitest";
import { redact } from "../src/index.ts";
import { policy, ruleset } from "./bulk-ruleset.ts";

// What the rows of a list of persons hold besides what was found in them.

const redacted = (text: string): string =>
  redact(ruleset, policy, text).content.replaceAll(/\[[A-Z_]+_\d+\]/g, "*");

const ROWS = ["Anna Berg", "Kim Lee", "Jo Maier"];

test.each([
  ["12.03.1984", "*"],
  ["1984-03-12", "*"],
  ["anna.b@mail.example", "*"],
  ["0171 5550133", "*"],
  ["(030) 555 01 33", "*"],
  ["950 31 949", "*"],
  ["flat 12, 3rd floor", "flat 12, 3rd floor"],
  ["2031-03-12", "2031-03-12"],
  ["12.03.2031", "12.03.2031"],
  ["1,250.00", "1,250.00"],
  ["v1.2.3", "v1.2.3"],
])("beside a number of persons, %s becomes %s", (value, expected) => {
  const text = ROWS.map((name, at) => `${name};${value};+4930555${at}1${at}7`).join("\n");
  expect(redacted(text)).toBe(ROWS.map((name) => `${name};${expected};*`).join("\n"));
});

test("other rows stay, and what stands beside a value that blocks by itself", () => {
  const list = ROWS.map((name, at) => `${name};12.03.1984;+4930555${at}1${at}7`).join("\n");
  expect(redacted(`${list}\nMeeting: 14.05.1990`)).toContain("Meeting: 14.05.1990");
  expect(redacted("no-75018342; 12.03.1984")).toBe("*; 12.03.1984");
});
