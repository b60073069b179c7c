import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../test/fixture-rules.ts";

/** A program as the build wraps it, that says a word. */
const programOf = (word: string): string =>
  `(function (require, file) { require("node:fs").writeSync(1, "${word} " + file); })`;

const PROGRAM = programOf("first");
const OTHER = programOf("other");

/** Code as the build writes it for a source. */
const keyed = (source: string, code: Buffer): Buffer =>
  Buffer.concat([createHash("sha256").update(source).update(code).digest(), code]);

const MAKES_CODE =
  'process.stdout.write(new (require("node:vm").Script)(require("node:fs").readFileSync(0, "utf8")).createCachedData())';

/** What V8 makes of a source, in a process of its own: other tests set flags of V8 here, which it takes for another V8. */
const codeOf = (source: string): Buffer =>
  spawnSync(process.execPath, ["-e", MAKES_CODE], { input: source }).stdout;

/** The same with its second half lost, which V8 takes, and breaks down on. */
const damaged = (kept: Buffer): Buffer => Buffer.from(kept).fill(0, kept.length >> 1);

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  copyFileSync(join(import.meta.dirname, "start.ts"), join(folder.path, "start.ts"));
  writeFileSync(join(folder.path, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder.path, "program.cjs"), PROGRAM);
});
afterEach(() => folder.remove());

/** The word that the program says, once it was started as the bundle is. */
function started(code: Uint8Array | undefined): string {
  if (code !== undefined) writeFileSync(join(folder.path, "program.code"), code);
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder.path, "start.ts")], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(stdout.endsWith(join(folder.path, "program.cjs"))).toBe(true);
  return stdout.split(" ")[0] ?? "";
}

test.each<[string, Uint8Array | undefined]>([
  ["with its own code", keyed(PROGRAM, codeOf(PROGRAM))],
  ["without any", undefined],
  ["beside the code of another program of its length", keyed(OTHER, codeOf(OTHER))],
  ["beside code that is cut", keyed(PROGRAM, codeOf(PROGRAM)).subarray(0, 100)],
  ["beside code that is damaged", damaged(keyed(PROGRAM, codeOf(PROGRAM)))],
  ["beside an empty file", Buffer.alloc(0)],
  ["beside something else", keyed(PROGRAM, Buffer.alloc(4096))],
])("a program starts %s", (_, code) => {
  expect(started(code)).toBe("first");
});

test("code under the hash of both is what runs", () => {
  expect(started(keyed(PROGRAM, codeOf(OTHER)))).toBe("other");
});
