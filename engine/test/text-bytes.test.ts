import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { ByteArena, bytesOf } from "../src/scan/text-bytes.ts";
import { numRuns } from "./arbitraries.ts";

/** Units of all kinds, the halves of pairs alone as well. */
const unit = fc.constantFrom(
  "a",
  "\0",
  "\u007f",
  "\u0080",
  "é",
  "ſ",
  "密",
  "\ud83d",
  "\ude00",
  "\uffff",
);
const piece = fc.string({ unit, maxLength: 40 });
const text = fc.oneof(
  piece,
  fc.string(),
  // Encoded in several pieces, which may cut a pair.
  fc.tuple(piece, fc.nat(8300), piece).map(([before, n, after]) => before + "x".repeat(n) + after),
  fc.tuple(piece, fc.nat(4200)).map(([before, n]) => before + "😀".repeat(n)),
);

const expected = (content: string) => {
  const bytes = Array.from({ length: content.length }, (_, at) =>
    Math.min(content.charCodeAt(at), 0x80),
  );
  return { text: content, bytes, isAscii: !bytes.includes(0x80) };
};

const plain = ({ bytes, ...rest }: ReturnType<typeof bytesOf>) => ({ ...rest, bytes: [...bytes] });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("each unit is a byte, itself or 0x80", () => {
  fc.assert(
    fc.property(text, (content) => {
      expect(plain(bytesOf(content))).toEqual(expected(content));
    }),
    { numRuns },
  );
});

test("nor does it take an encoder", async () => {
  vi.stubGlobal("TextEncoder", undefined);
  vi.resetModules();
  const bare = await import("../src/scan/text-bytes.ts");
  for (const content of ["", "abc", "aé\ud83d😀z"])
    expect(plain(bare.bytesOf(content))).toEqual(expected(content));
});

test("texts of one scan keep their bytes, however long the ones behind them are", () => {
  const arena = new ByteArena();
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), fc.nat(4), (contents, more) => {
      const all = [...contents, "z".repeat(more * 300_000), ...contents];
      const found = all.map((content) => arena.bytesOf(content));
      expect(found.map(({ bytes }) => bytes.length)).toEqual(all.map(({ length }) => length));
      const near = found.filter(({ text: { length } }) => length < 10_000);
      expect(near.map(plain)).toEqual(near.map(({ text: content }) => expected(content)));
      arena.clear();
    }),
    { numRuns: 40 },
  );
});

test("a text of ASCII is known as such, and its bytes are there", () => {
  fc.assert(
    fc.property(text, (content) => {
      const arena = new ByteArena();
      const { isAscii } = expected(content);
      expect(arena.isAscii(content)).toBe(isAscii);
      expect(plain(arena.bytesOf(content))).toEqual(expected(content));
    }),
    { numRuns },
  );
});

test("nor does what was written of a text before it was known to be of no ASCII stay behind", () => {
  const arena = new ByteArena();
  expect(arena.isAscii("some text \u00e9")).toBe(false);
  const { buffer } = arena.bytesOf("s").bytes;
  expect(Buffer.from(buffer).includes("ome text")).toBe(true);
  arena.clear();
  expect(Buffer.from(buffer).includes("ome text")).toBe(false);
});

test("nothing of a text stays behind the scan", () => {
  const arena = new ByteArena();
  const { bytes } = arena.bytesOf("some text");
  expect(bytes[0]).toBe("s".charCodeAt(0));
  arena.clear();
  expect([...bytes]).toEqual(Array.from({ length: 9 }, () => 0));
});
