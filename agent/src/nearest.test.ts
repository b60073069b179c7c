import { CONFIG_SPELLINGS } from "@weir/schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, nearestName, nearestNames } from "./nearest.ts";

test.each([
  ["api_listn", "api_listen"],
  ["apiListen", "api_listen"],
  ["api-listen", "api_listen"],
  ["lisen_api", "listen_api"],
  ["update_intreval", "update_interval"],
  ["alert_webhook", "alert_webhook_url"],
  ["treshold", "thresholds"],
  ["LOG_LEVEL", "log_level"],
  ["colour", undefined],
  ["x", undefined],
  ["a".repeat(5000), undefined],
])("the known key nearest to %j is %j", (name, nearest) => {
  expect(nearestName(name, CONFIG_SPELLINGS)).toBe(nearest);
});

test("editDistance() is 0 for the same text alone, the same both ways, and 1 for one letter left out or swapped", () => {
  const word = fc.string({ minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.nat(), (a, b, at) => {
      expect(editDistance(a, b) === 0).toBe(a === b);
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      const cut = at % a.length;
      expect(editDistance(a, a.slice(0, cut) + a.slice(cut + 1))).toBe(1);
    }),
  );
  expect(editDistance("listen", "litsen")).toBe(1);
});

const NAMES = ["AWS Access Key", "GitHub Personal Access Token", "GitLab Token", "Email Address"];

test.each([
  ["githb token", "GitLab Token"],
  ["github token", "GitHub Personal Access Token"],
  ["AWS Acess Key", "AWS Access Key"],
  ["mail", "Email Address"],
])("nearest to %j is %j", (asked, name) => {
  expect(nearestNames(asked, NAMES)[0]).toBe(name);
});

test("nearestNames() answers at most three names, whatever was asked", () => {
  expect(nearestNames("", NAMES)).toHaveLength(3);
  expect(nearestNames("x".repeat(100_000), [])).toEqual([]);
});
