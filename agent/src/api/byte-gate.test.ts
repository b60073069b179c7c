import { expect, test } from "vitest";
import { createByteGate } from "./byte-gate.ts";
import type { Release } from "./byte-gate.ts";

const never = new AbortController().signal;
const release = (given: Release | undefined): void => given?.();

/** Lets what was settled be heard. */
const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("reserve() lets in what fits, and the rest in the order of arrival", async () => {
  const gate = createByteGate(100);
  const order: string[] = [];
  const enter = async (name: string, bytes: number): Promise<Release | undefined> => {
    const given = await gate.reserve(bytes, never);
    order.push(name);
    return given;
  };
  const first = enter("first", 60);
  const large = enter("large", 90);
  const small = enter("small", 10);
  await settle();
  expect([order, gate.heldBytes()]).toEqual([["first"], 60]); // small does not overtake large
  release(await first);
  await settle();
  expect([order, gate.heldBytes()]).toEqual([["first", "large", "small"], 100]);
  release(await large);
  release(await small);
  expect(gate.heldBytes()).toBe(0);
});

test("who leaves while waiting frees the way for those behind", async () => {
  const gate = createByteGate(100);
  const first = await gate.reserve(60, never);
  const leaving = new AbortController();
  const large = gate.reserve(90, leaving.signal);
  const small = gate.reserve(40, never);
  leaving.abort();
  expect(await large).toBeUndefined();
  release(await small);
  expect(gate.heldBytes()).toBe(60);
  release(first);
  release(first); // once more does no harm
  expect(gate.heldBytes()).toBe(0);
  expect(await gate.reserve(1, leaving.signal)).toBeUndefined();
});

test("a reservation above the limit counts as all of it", async () => {
  const gate = createByteGate(100);
  const given = await gate.reserve(1000, never);
  expect(gate.heldBytes()).toBe(100);
  release(given);
  expect(gate.heldBytes()).toBe(0);
});
