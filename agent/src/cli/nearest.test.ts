import { expect, test } from "vitest";
import { nearestNames } from "./nearest.ts";

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
