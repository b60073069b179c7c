import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isGivenName } from "../src/scan/given-names.ts";

test("knows names by what their forms share, and no words", () => {
  const names = ["maria", "marie", "mario", "anne", "jan", "agnieszka"];
  const words = ["", "time", "can", "zinc", "plaza", "hotel"];
  expect([...names, ...words].filter(isGivenName)).toEqual(names);
});

test("holds each name once, and each is found", () => {
  const source = readFileSync(new URL("../src/scan/given-names.ts", import.meta.url), "utf8");
  const names = /`\n([^`]+)`/.exec(source)?.[1]?.split(/\s+/) ?? [];
  expect(names.length).toBeGreaterThan(1000);
  expect(names).toEqual([...new Set(names)].toSorted());
  const whole = names.map((name) => (name.length < 4 ? name : `${name}a`));
  expect(whole.filter((name) => !isGivenName(name))).toEqual([]);
});
