import fc from "fast-check";
import { expect, test } from "vitest";
import { createGrowingGate } from "./growing-gate.ts";

const never = new AbortController().signal;

/** Lets what was settled be heard. */
const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("a body is given no room that one before it would need to become whole", async () => {
  const gate = createGrowingGate(100);
  const [first, second] = [gate.open(80), gate.open(80)];
  expect(await first.grow(10, never)).toBe(true);
  expect(await second.grow(20, never)).toBe(true);
  let hasMore = false;
  const more = second.grow(21, never).then((isThere) => (hasMore = isThere));
  await settle();
  expect([hasMore, gate.heldBytes()]).toEqual([false, 30]);
  expect(await first.grow(80, never)).toBe(true);
  first.whole(70);
  await more;
  expect([hasMore, gate.heldBytes()]).toEqual([true, 91]);
  first.release();
  first.release(); // once more does no harm
  expect(gate.heldBytes()).toBe(21);
});

test("who leaves while waiting gives back what it holds", async () => {
  const gate = createGrowingGate(100);
  const [first, second, third] = [gate.open(60), gate.open(100), gate.open(40)];
  await first.grow(60, never);
  const leaving = new AbortController();
  await second.grow(10, leaving.signal);
  const waiting = second.grow(90, leaving.signal);
  const behind = third.grow(40, never);
  leaving.abort();
  expect([await waiting, await behind, gate.heldBytes()]).toEqual([false, true, 100]);
  expect(await second.grow(1, leaving.signal)).toBe(false);
});

test("whatever arrives in whatever order, all become whole and no more is held than may be", async () => {
  const body = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 8 }), async (bodies) => {
      const gate = createGrowingGate(100);
      const arrive = async (steps: readonly number[]): Promise<void> => {
        const share = gate.open(steps.reduce((sum, step) => sum + step, 0));
        let bytes = 0;
        for (const step of steps) {
          bytes += step;
          await share.grow(bytes, never);
          expect(gate.heldBytes()).toBeLessThanOrEqual(100);
          await settle();
        }
        share.whole(bytes);
        await settle();
        share.release();
      };
      await Promise.all(bodies.map(arrive));
      expect(gate.heldBytes()).toBe(0);
    }),
    { numRuns: 100 },
  );
});
