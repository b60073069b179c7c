import { expect, test, vi } from "vitest";
import { pendingAnswers } from "../src/content/pending-answers.ts";

const SCAN = { kind: "scan", content: "a word" } as const;
const DONE = { kind: "done" } as const;
const nothing = (): void => undefined;

test("a question of a background that went away is asked again, once, and answered", async () => {
  const pending = pendingAnswers();
  const posted: number[] = [];
  const answer = pending.ask(SCAN, ({ id }) => posted.push(id));
  const [id = 0] = posted;
  expect(pending.lost(true)).toEqual([{ id, question: SCAN }]);
  pending.settle(id, DONE);
  expect(await answer).toEqual(DONE);
  expect(pending.lost(true)).toEqual([]);
});

test("it has no answer where the background goes away again, or none takes its place", async () => {
  const pending = pendingAnswers();
  const twice = pending.ask(SCAN, nothing);
  pending.lost(true);
  const once = pending.ask(SCAN, nothing);
  expect(pending.lost(true)).toHaveLength(1);
  expect(await twice).toBeUndefined();
  expect(pending.lost(false)).toEqual([]);
  expect(await once).toBeUndefined();
});

test("it waits as long as before when it is asked again", async () => {
  vi.useFakeTimers();
  const pending = pendingAnswers();
  let isOver = false;
  void pending.ask(SCAN, nothing).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(1400);
  pending.lost(true);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(isOver).toBe(true);
  vi.useRealTimers();
});
