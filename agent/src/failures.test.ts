import { expect, test } from "vitest";
import { tellFailure } from "./failures.ts";

function told(error: unknown): string {
  let text = "";
  tellFailure({ err: (line) => (text += line), raiseExit: () => undefined }, error);
  return text;
}

test("an unforeseen error is told by where it happened, and never by its message", () => {
  const message = "Unexpected token in\n    at SECRET (file:1:2)\n    at AKIA";
  const text = told(new SyntaxError(message));
  expect(text).toContain("(SyntaxError); nothing was cleared");
  expect(text).toMatch(/^\s+at .*failures\.test\.ts/m);
  expect(text).not.toMatch(/SECRET|AKIA|Unexpected/);
});

test("where the message was changed since, and its lines can't be told from the others, none is told", () => {
  const error = new Error("first\n    at SECRET");
  expect(error.stack).toContain("SECRET");
  error.message = "second";
  expect(told(error)).not.toMatch(/SECRET|^\s+at /m);
});
