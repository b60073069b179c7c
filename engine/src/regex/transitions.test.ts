import fc from "fast-check";
import { expect, test } from "vitest";
import { Transitions } from "./transitions.ts";

test("a table answers for each key what it was given, whatever keys it has, and 0 for all others", () => {
  const keys = fc.uniqueArray(fc.integer({ min: 1, max: 4096 }), { maxLength: 600 });
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 997 }), (all, factor) => {
      const table = new Transitions();
      const expected = new Map(all.map((key, i) => [key * factor, i % 3 === 0 ? -i - 1 : i + 1]));
      for (const [key, entry] of expected) table.add(key, entry);
      for (let key = 1; key <= 4096; key++)
        expect(table.get(key * factor)).toBe(expected.get(key * factor) ?? 0);
      table.clear();
      expect(all.every((key) => table.get(key * factor) === 0)).toBe(true);
      table.add(factor, 7);
      expect(table.get(factor)).toBe(7);
    }),
    { numRuns: 50 },
  );
});

test("a table grows with its keys, and gives its memory back", () => {
  const table = new Transitions();
  const empty = table.cells.length;
  const grew = Array.from({ length: 1000 }, (_, i) => table.add(i + 1, i + 1)).filter(Boolean);
  expect(grew.length).toBeGreaterThan(1);
  expect(table.cells.length).toBeLessThan(1000 * 2 * 4.2);
  // Keys that all landed in a part of the table would be looked for among each other.
  const quarter = table.cells.length / 4;
  for (let from = 0; from < table.cells.length; from += quarter)
    expect(
      table.cells.slice(from, from + quarter).filter((cell) => cell !== 0).length,
    ).toBeGreaterThan(quarter / 8);
  table.release();
  expect(table.cells.length).toBe(empty);
  expect(table.get(1)).toBe(0);
});
