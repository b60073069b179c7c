// Ids and names that can be none, such as those of a variable that a script did not set.
import { expect, test } from "vitest";
import { containing } from "./matchers.ts";
import { useAgent } from "./use-agent.ts";

const { home } = await useAgent();

const NO_HOST = '"": this is not one host name that can be allowed or blocked';
const CANARY = "no canary has this id";

test.each([
  [["hosts", "allow", ""], NO_HOST],
  [["hosts", "block", ""], NO_HOST],
  [["hosts", "rm", ""], NO_HOST],
  [["hosts", "rm", "x".repeat(1025)], "not one host name"],
  [["canary", "rm", ""], `"": ${CANARY}`],
  [["canary", "rm", "."], `".": ${CANARY}`],
  [["canary", "rm", ".."], `"..": ${CANARY}`],
  [["canary", "rm", "../x"], CANARY],
  [["companion", "forget", ""], '"": no companion with this id is paired'],
  [["policy", "set", "", "deny"], '"": no list of hosts has this name'],
  [["policy", "set", "..", "deny"], '"..": no list of hosts has this name'],
] as const)("what can be no id and no host name is told as such (%#)", async (words, why) => {
  const told = await home.run(...words);
  expect(told).toMatchObject({ code: 2, out: "", err: containing(why) });
  expect(told.err).not.toContain("the version that runs");
});
