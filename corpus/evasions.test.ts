import { expect, test } from "vitest";
import { EVASIONS } from "./evasions.ts";
import { loadCorpus } from "./load.ts";

const cases = loadCorpus("must-trigger", "tune");

test("a filled text is the same with and without the places of its values", () => {
  for (const { text, filled } of cases) expect(filled(3).text).toBe(text(3));
});

test("the places of values are where the made-up text stands", () => {
  const values = cases.flatMap(({ filled }) => {
    const { text, values: spans } = filled(3);
    return spans.map(({ start, end }) => text.slice(start, end));
  });
  expect(values.length).toBeGreaterThan(cases.length);
  for (const value of values) expect(value).not.toMatch(/^\{|^$|\p{Cc}(?<!\n)/u);
});

/** Tricks that leave letters and digits as they are, or cut where no value need be. */
const LEAVES_WHOLE =
  /^(?:HTML escapes|JSON string.*|percent encoding(?! of every).*|split.*|.* look-alikes)$/;
const HIDING = EVASIONS.filter(({ name }) => !LEAVES_WHOLE.test(name));

test.each(HIDING)("no value is left whole: $name", ({ hide }) => {
  const whole = cases.filter(({ filled }) => {
    const { text, values } = filled(0);
    const pieces = hide({ text, values });
    return values
      .map(({ start, end }) => text.slice(start, end))
      .some(
        (value) => /^[\w+/=-]{16,}$/.test(value) && pieces.some((piece) => piece.includes(value)),
      );
  });
  expect(whole.map(({ id }) => id)).toEqual([]);
});

const joined = new Map(EVASIONS.map(({ name, hide }) => [name, hide]));

test.each([
  ['"a" + "b"', 'key = "AB12" + "CD34";'],
  ['["a", "b"].join("")', 'key = ["AB12", "CD34"].join("");'],
  ["values broken by a backslash and a newline", 'key = "AB12\\\nCD34";'],
  ["quoted-printable", 'key =3D "AB12=\nCD34";'],
])("%s", (name, expected) => {
  const filled = { text: 'key = "AB12CD34";', values: [{ start: 7, end: 15 }] };
  expect(joined.get(name)?.(filled)).toEqual([expected]);
});

test("a word without quotes gets them", () => {
  const filled = { text: "key=XY_AB12CD34 # word", values: [{ start: 7, end: 15 }] };
  expect(joined.get("'a' 'b'")?.(filled)).toEqual(["key='XY_AB12' 'CD34' # word"]);
});
