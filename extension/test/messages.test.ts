import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPageQuestion, readQuestion } from "../src/shared/messages.ts";

describe("a frame's question is taken", () => {
  test.each([
    { kind: "settings" },
    { kind: "scan", content: "" },
    { kind: "scan", content: "x", sessionId: "s" },
    { kind: "rules", have: "source" },
    { kind: "held", held: true },
    { kind: "stopped", patternName: "GitHub token" },
    { kind: "allow-once", content: "x", until: 5 },
  ])("$kind", (question) => {
    expect(readQuestion({ id: 7, question })).toEqual({ id: 7, question });
  });

  test("without what does not belong to it", () => {
    const question = { kind: "scan", content: "x", tabId: 3 };
    expect(readQuestion({ id: 1, question, more: 1 })).toEqual({
      id: 1,
      question: { kind: "scan", content: "x" },
    });
  });
});

describe("anything else of a frame is not", () => {
  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "settings"],
    ["a list", [{ id: 1, question: { kind: "settings" } }]],
    ["no number", { question: { kind: "settings" } }],
    ["a number that is none", { id: Number.NaN, question: { kind: "settings" } }],
    ["a text as a number", { id: "1", question: { kind: "settings" } }],
    ["no question", { id: 1 }],
    ["an unknown kind", { id: 1, question: { kind: "pair", code: "x" } }],
    ["a content that is no text", { id: 1, question: { kind: "scan", content: ["x"] } }],
    ["a session that is no text", { id: 1, question: { kind: "scan", content: "", sessionId: 1 } }],
    [
      "a session that is too long",
      { id: 1, question: { kind: "scan", content: "", sessionId: "s".repeat(129) } },
    ],
    ["something allowed for ever", { id: 1, question: { kind: "allow-once", content: "x" } }],
    ["held that is neither", { id: 1, question: { kind: "held", held: 1 } }],
    ["a stop without a name", { id: 1, question: { kind: "stopped" } }],
    ["a version that is too long", { id: 1, question: { kind: "rules", have: "v".repeat(129) } }],
  ])("%s", (_name, data) => {
    expect(readQuestion(data)).toBeUndefined();
  });

  test("whatever it is, it is answered without a throw", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (data) => {
        const read = readQuestion(data);
        expect(read === undefined || Number.isSafeInteger(read.id)).toBe(true);
        expect(() => readPageQuestion(data)).not.toThrow();
      }),
    );
  });
});

describe("questions of the popup and the options page", () => {
  test.each([
    { kind: "popup-state" },
    { kind: "popup-state", url: "https://chat.example/" },
    { kind: "pair", code: "AAAA-AAAA" },
    { kind: "hosts" },
    { kind: "add-host", host: "chat.example" },
    { kind: "remove-host", host: "chat.example" },
  ])("$kind is taken", (question) => {
    expect(readPageQuestion(question)).toEqual(question);
  });

  test.each([
    ["a frame's question", { kind: "scan", content: "x" }],
    ["a code that is no text", { kind: "pair", code: 1 }],
    ["a code that is too long", { kind: "pair", code: "A".repeat(65) }],
    ["a host that is too long", { kind: "add-host", host: "a".repeat(254) }],
    ["an address that is none", { kind: "popup-state", url: {} }],
    ["nothing", undefined],
  ])("%s is not", (_name, data) => {
    expect(readPageQuestion(data)).toBeUndefined();
  });
});
