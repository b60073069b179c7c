import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { permissionFaults, permissionLine } from "./permissions.ts";
import type { GuardedKind } from "./guarded.ts";

const uid = process.geteuid?.() ?? 0;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weir-modes-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The faults of a path in the test's folder, as lines without the folder. */
const linesOf = (path: string, kind: GuardedKind, as: number | undefined = uid): string[] =>
  permissionFaults(path, kind, { uid: as, cwd: folder, home: folder }).map((fault) =>
    permissionLine(fault).replaceAll(`${folder}/`, ""),
  );

/** A file of the test's folder with a mode. */
function file(name: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, "x");
  chmodSync(path, mode);
  return path;
}

test.each([
  ["configuration", 0o600, undefined],
  ["configuration", 0o644, undefined],
  ["configuration", 0o660, "can be changed by others"],
  ["configuration", 0o602, "can be changed by others"],
  ["token", 0o600, undefined],
  ["token", 0o400, undefined],
  ["token", 0o640, "is open to others"],
  ["token", 0o604, "is open to others"],
  ["key", 0o644, "is open to others"],
] as const)("a %s of mode %o: %s", (kind, mode, problem) => {
  const path = file("f", mode);
  const expected =
    problem === undefined ? [] : [`f: is the ${kind} and ${problem}; mend it: chmod 600 'f'`];
  expect(linesOf(path, kind)).toEqual(expected);
});

test.each([
  [0o700, []],
  [0o750, ["data: is the data folder and is open to others; mend it: chmod 700 'data'"]],
  [0o701, ["data: is the data folder and is open to others; mend it: chmod 700 'data'"]],
])("a data folder of mode %o: %j", (mode, expected) => {
  const path = join(folder, "data");
  mkdirSync(path);
  chmodSync(path, mode);
  expect(linesOf(path, "data folder")).toEqual(expected);
});

test.each(["configuration", "token", "key"] as const)("a %s of another user is refused", (kind) => {
  const path = file("f", 0o600);
  // Seen by a user with another number, what we own is somebody else's; what root owns may configure anyone.
  const lines = linesOf(path, kind, uid + 1);
  const isRootsConfiguration = uid === 0 && kind === "configuration";
  expect(lines).toHaveLength(isRootsConfiguration ? 0 : 1);
  expect(lines.join()).toMatch(isRootsConfiguration ? /^$/ : /: belongs to another user; name a f/);
});

test("a folder above that others can write to is refused, unless it is sticky", () => {
  const above = join(folder, "above");
  mkdirSync(above);
  writeFileSync(join(above, "f"), "x", { mode: 0o600 });
  chmodSync(above, 0o777);
  expect(linesOf(join(above, "f"), "token")).toEqual([
    "above: is a folder that others can write to, so they could exchange what is in it; mend it: chmod go-w 'above'",
  ]);
  chmodSync(above, 0o1777);
  expect(linesOf(join(above, "f"), "token")).toEqual([]);
});

test("links are followed, and the folders behind them are judged", () => {
  const open = join(folder, "open");
  mkdirSync(open);
  writeFileSync(join(open, "f"), "x", { mode: 0o600 });
  chmodSync(open, 0o777);
  mkdirSync(join(folder, "own"), { mode: 0o700 });
  symlinkSync("../open/f", join(folder, "own", "link"));
  expect(linesOf(join(folder, "own", "link"), "token")[0]).toMatch(
    /^open: is a folder that others can write to/,
  );
  chmodSync(open, 0o700);
  expect(linesOf(join(folder, "own", "link"), "token")).toEqual([]);
  chmodSync(join(open, "f"), 0o644);
  expect(linesOf(join(folder, "own", "link"), "token")[0]).toContain("chmod 600 'open/f'");
});

test("a circle of links ends, and is a fault", () => {
  symlinkSync("b", join(folder, "a"));
  symlinkSync("a", join(folder, "b"));
  expect(linesOf(join(folder, "a"), "token")[0]).toContain("can't be reached");
});

test("relative paths start at the current folder", () => {
  file("f", 0o666);
  expect(linesOf("f", "token")).toHaveLength(1);
});

test("the command that mends it is one that a shell takes as it stands", () => {
  const path = file("it's $(here)", 0o644);
  expect(linesOf(path, "key")[0]).toContain(String.raw`chmod 600 'it'\''s $(here)'`);
});

test("what is not there is no fault, and on Windows nothing is judged", () => {
  expect(linesOf(join(folder, "gone"), "token")).toEqual([]);
  expect(
    permissionFaults(file("f", 0o666), "token", { uid: undefined, cwd: folder, home: folder }),
  ).toEqual([]);
});
