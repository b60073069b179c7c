import fc from "fast-check";
import { expect, test } from "vitest";
import { isDomain, routingDomains } from "./names.ts";

test.each([
  ["chatgpt.com", true],
  ["a.b.c.example", true],
  ["xn--bcher-kva.example", true],
  [`${"a".repeat(63)}.example`, true],
  [`${"a".repeat(64)}.example`, false],
  [`${"abcdefg.".repeat(32)}example`, false],
  ["localhost", false],
  ["192.0.2.1", false],
  ["-a.example", false],
  ["a-.example", false],
  ["a..example", false],
  [".example", false],
  ["a b.example", false],
  ["a.example\nDNS=192.0.2.66", false],
  ["a.example/192.0.2.66#53\nserver=", false],
  ["a.example'; Remove-Item C:\\", false],
  ["../resolv.conf", false],
  ["a_b.example", false],
  ["bücher.example", false],
  ["", false],
])("is %j a domain: %s", (name, is) => {
  expect(isDomain(name)).toBe(is);
});

test("names are lower case, whole domains, sorted, none beneath another", () => {
  expect(
    routingDomains(["b.example", "*.A.example.", "x.a.example", "b.example", "xa.example"]),
  ).toEqual({ ok: true, names: ["a.example", "b.example", "xa.example"] });
});

test("every entry that is no name is told", () => {
  expect(routingDomains(["a.example", "*", "b example", "*.*.example"])).toEqual({
    ok: false,
    faults: ["*", "b example", "*.*.example"],
  });
});

test("whatever the lists hold, what goes to the system is letters, digits, hyphens and dots", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.domain())), (entries) => {
      const result = routingDomains(entries);
      if (!result.ok) return;
      for (const name of result.names) expect(name).toMatch(/^[a-z0-9][a-z0-9.-]*[a-z0-9]$/);
    }),
    { numRuns: 500 },
  );
});
