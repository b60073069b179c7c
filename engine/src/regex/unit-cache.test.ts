import fc from "fast-check";
import { expect, test } from "vitest";
import { UnitCache } from "./unit-cache.ts";

test("a cache knows of a unit what it was told last, or nothing, and always the last unit", () => {
  const entry = fc.record({
    unit: fc.integer({ min: 0x80, max: 0xffff }),
    value: fc.integer({ min: 1, max: 0xffff }),
  });
  fc.assert(
    fc.property(fc.array(entry), fc.integer({ min: 0x80, max: 0xffff }), (entries, other) => {
      const cache = new UnitCache();
      const told = new Map<number, number>();
      for (const { unit, value } of entries) {
        cache.set(unit, value);
        told.set(unit, value);
        expect(cache.get(unit)).toBe(value);
      }
      for (const [unit, value] of told) expect([0, value]).toContain(cache.get(unit));
      expect(told.has(other) || cache.get(other) === 0).toBe(true);
    }),
  );
});
