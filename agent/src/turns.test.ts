import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("turns of a name come one after the other, those of another at once, and who leaves is passed over", async () => {
  const turns = createTurns();
  const stays = new AbortController().signal;
  const leaves = new AbortController();
  const events: string[] = [];
  const take = async (who: string, name: string, gone = stays) => {
    const end = await turns.take(name, gone);
    events.push(end === undefined ? `${who} left` : who);
    return end;
  };
  const endFirst = await take("first", "a");
  const second = take("second", "a", leaves.signal);
  const third = take("third", "a");
  const endOther = await take("other", "b");
  expect(["a", "b", "c"].map(turns.isTaken)).toEqual([true, true, false]);
  leaves.abort();
  await second;
  expect(events).toEqual(["first", "other", "second left"]);
  endFirst?.();
  const endThird = await third;
  const late = new AbortController();
  late.abort();
  await take("late", "a", late.signal);
  endThird?.();
  await take("late again", "a", late.signal);
  const endLast = await take("last", "a");
  expect(events.slice(3)).toEqual(["third", "late left", "late again left", "last"]);
  endLast?.();
  endOther?.();
  expect(["a", "b"].map(turns.isTaken)).toEqual([false, false]);
});

test("nothing is kept of a name once its last turn has ended, whoever left meanwhile", async () => {
  const turns = createTurns();
  const leaves = new AbortController();
  const end = await turns.take("a", new AbortController().signal);
  const waiting = turns.take("a", leaves.signal);
  end?.();
  // It has the turn by now, and to leave does not end it.
  leaves.abort();
  const endWaiting = await waiting;
  expect(turns.isTaken("a")).toBe(true);
  endWaiting?.();
  expect(turns.isTaken("a")).toBe(false);
});
