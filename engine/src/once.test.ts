import { expect, test } from "vitest";
import { once } from "./once.ts";

test("something is made when it is first asked for, and no second time", () => {
  let made = 0;
  const get = once(() => ({ number: ++made }));
  expect(made).toBe(0);
  const first = get();
  expect(get()).toBe(first);
  expect(made).toBe(1);
});
