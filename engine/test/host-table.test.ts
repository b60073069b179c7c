import {
  buildHostTable,
  decideHost,
  decideWire,
  findHostName,
  findWireName,
  HOST_ACTIONS,
} from "@weir/engine";
import type { HostEntry } from "@weir/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numRuns } from "./arbitraries.ts";

/** Twelve bytes of header, then a name as RFC 1035, 3.1 writes it, then type and class. */
function query(name: string): Uint8Array {
  const labels = name === "" ? [] : name.split(".");
  const bytes = labels.flatMap((label) => [label.length, ...Buffer.from(label, "latin1")]);
  return Uint8Array.from([...Buffer.alloc(12), ...bytes, 0, 0, 1, 0, 1]);
}

/** The same question asked of a Map of strings, one suffix after the other. */
function naive(entries: ReadonlyMap<string, number>, name: string, actions?: Uint8Array) {
  const labels = name.toLowerCase().split(".");
  for (let i = 0; i < labels.length; i++) {
    const entry = labels.slice(i).join(".");
    const list = entries.get(entry);
    if (list !== undefined && (actions === undefined || actions[list] !== 0))
      return { list, entry };
  }
  return undefined;
}

const label = fc.stringMatching(/^[a-c0_-]{1,3}$/);
const name = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join("."));
const entry = fc.record({ name, list: fc.integer({ min: 1, max: 63 }) });
const mixedCase = (text: string, mask: number): string =>
  Array.from(text, (char, i) => ((mask >> (i & 15)) & 1 ? char.toUpperCase() : char)).join("");

describe("a table of hosts", () => {
  it("answers as a map of strings does, for written names and for names of messages", () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 60 }),
        fc.array(fc.tuple(name, fc.nat(0xffff)), { maxLength: 40 }),
        fc.uint8Array({ minLength: 64, maxLength: 64, max: 3 }),
        (entries, asked, actions) => {
          const table = buildHostTable(entries);
          const map = new Map(entries.map((each) => [each.name, each.list]));
          expect(table.size).toBe(map.size);
          for (const [written, mask] of [
            ...asked,
            ...entries.map(({ name: own }): [string, number] => [`x.${own}`, 0]),
          ]) {
            const cased = mixedCase(written, mask);
            for (const given of [undefined, actions]) {
              const expected = naive(map, cased, given);
              expect(findHostName(table, cased, given)).toEqual(expected);
              expect(findWireName(table, query(cased), 12, given)).toBe(expected?.list ?? 0);
            }
          }
        },
      ),
      { numRuns },
    );
  });

  it("survives being handed to another thread", () => {
    const table = structuredClone(buildHostTable([{ name: "chat.example", list: 5 }]));
    expect(findHostName(table, "www.chat.example.")).toEqual({ list: 5, entry: "chat.example" });
  });

  it("keeps a hundred thousand names apart", () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `n${i.toString(36)}.example`);
    const table = buildHostTable(names.map((each, i) => ({ name: each, list: 1 + (i % 63) })));
    expect(table.size).toBe(names.length);
    const wrong = names.filter((each, i) => findHostName(table, each)?.list !== 1 + (i % 63));
    expect(wrong).toEqual([]);
    expect(names.filter((each) => findHostName(table, `m${each}`) !== undefined)).toEqual([]);
  });

  it("takes at most 24 bytes for each of many names", () => {
    const entries: HostEntry[] = Array.from({ length: 200_000 }, (_, i) => ({
      name: `host-${i.toString(36)}.example`,
      list: 5,
    }));
    const { slots, names, size } = buildHostTable(entries);
    expect((slots.byteLength + names.byteLength) / size).toBeLessThanOrEqual(24 + 1);
  });

  it("refuses entries that can't be in it", () => {
    for (const each of [
      { name: "", list: 1 },
      { name: "a".repeat(254), list: 1 },
      { name: "chat.example", list: 0 },
      { name: "chat.example", list: 64 },
    ]) {
      expect(() => buildHostTable([each])).toThrow(RangeError);
    }
  });
});

describe("names of messages", () => {
  const table = buildHostTable([
    { name: "chat.example", list: 5 },
    { name: `${"a".repeat(63)}.example`, list: 4 },
  ]);

  it("finds nothing for the root, and nothing in an empty table", () => {
    expect(findWireName(table, query(""), 12)).toBe(0);
    expect(findWireName(buildHostTable([]), query("chat.example"), 12)).toBe(0);
  });

  it.each<[string, readonly number[]]>([
    ["a compressed name", [0xc0, 0x0c, 0]],
    ["a label type that is not defined", [0x41, ...Buffer.alloc(80)]],
    ["a label that is cut off", [5, 0x61, 0x62]],
    ["a name without its end", [1, 0x61]],
    ["nothing", []],
    ["a name of more than 253 bytes", [...Buffer.alloc(320, 63), 0]],
  ])("refuses %s", (_, bytes) => {
    const message = Uint8Array.from([...Buffer.alloc(12), ...bytes]);
    expect(findWireName(table, message, 12)).toBe(-1);
    expect(decideWire({ table, actions: new Uint8Array(64).fill(3) }, message, 12)).toBe(0);
  });

  it("takes the longest names that there can be", () => {
    const long = `${`${"b".repeat(61)}.`.repeat(3)}${"b".repeat(54)}.chat.example`;
    expect(long).toHaveLength(253);
    expect(findWireName(table, query(long), 12)).toBe(5);
    expect(findWireName(table, query(`${"A".repeat(63)}.example`), 12)).toBe(4);
  });

  it("takes no byte within a label for a dot or for another name's end", () => {
    const message = Uint8Array.from([...Buffer.alloc(12), 12, ...Buffer.from("chat.example"), 0]);
    expect(findWireName(table, message, 12)).toBe(0);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const foreign = bytes.map((byte) => (byte < 0x80 ? byte | 0x80 : byte));
        const wire = [foreign.length, ...foreign, 0];
        expect(findWireName(table, Uint8Array.from(foreign.length === 0 ? [0] : wire), 0)).toBe(0);
      }),
      { numRuns },
    );
  });

  it("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(700), (bytes, at) => {
        expect([-1, 0, 4, 5]).toContain(findWireName(table, bytes, at));
      }),
      { numRuns },
    );
  });
});

describe("the decision", () => {
  const table = buildHostTable([
    { name: "example", list: 1 },
    { name: "chat.example", list: 5 },
    { name: "api.chat.example", list: 4 },
    { name: "dns.api.chat.example", list: 7 },
  ]);
  const actions = new Uint8Array(64);
  actions.set([0, 1, 3, 1, 2, 3, 2, 0]);

  it.each([
    ["example", "allow", "example"],
    ["www.example", "allow", "example"],
    ["CHAT.example.", "block", "chat.example"],
    ["v1.api.chat.example", "inspect", "api.chat.example"],
    // The list of resolvers has no action here, so that its entry hides nothing.
    ["dns.api.chat.example", "inspect", "api.chat.example"],
    ["notexample", "none", undefined],
    ["example.org", "none", undefined],
    ["", "none", undefined],
  ])("for %s is to %s", (host, action, by) => {
    const decided = decideHost({ table, actions }, host);
    expect(HOST_ACTIONS[decided.action]).toBe(action);
    expect(decided.entry).toBe(by);
    const plain = host.endsWith(".") ? host.slice(0, -1) : host;
    expect(decideWire({ table, actions }, query(plain), 12)).toBe(decided.action);
  });
});
