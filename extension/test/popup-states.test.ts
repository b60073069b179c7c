import { expect, test } from "vitest";
import { statesOf } from "../src/popup/states.ts";
import type { PopupState } from "../src/shared/messages.ts";

const WELL: PopupState = {
  agent: "up",
  covered: true,
  reload: false,
  host: "chat.example.test",
  tamper: false,
  paused: false,
  preset: "personal",
  rulesVersion: "1",
  rulesFresh: true,
  held: false,
};

const titles = (state: Partial<PopupState>): readonly string[] =>
  statesOf({ ...WELL, ...state }).map(({ title }) => title);

test.each([
  [{}, "stateProtected"],
  [{ covered: false }, "stateUncovered"],
  [{ paused: true }, "statePaused"],
  [{ agent: "down" }, "stateDown"],
  [{ agent: "unpaired" }, "stateUnpaired"],
  [{ tamper: true }, "stateTampered"],
  [{ held: true }, "stateHeld"],
] satisfies [Partial<PopupState>, string][])("%j is told as %s", (state, title) => {
  expect(titles(state)).toEqual([title]);
});

test("a page that stood open before the companion was there is to be loaded again", () => {
  const [told] = statesOf({ ...WELL, covered: false, reload: true });
  expect(told).toMatchObject({ title: "stateUncovered", text: "toastReload" });
});

test("all that is so is told, the gravest first; protected is told only where nothing else is", () => {
  const all = { agent: "down", covered: false, tamper: true, paused: true, held: true } as const;
  expect(titles(all)).toEqual([
    "stateHeld",
    "stateTampered",
    "stateDown",
    "statePaused",
    "stateUncovered",
  ]);
});
