import { execFile } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { dataFolder, filesOf } from "../../test/store-folder.ts";
import {
  bearerOf,
  isSameToken,
  readOrCreateToken,
  readToken,
  rotateToken,
  TOKEN_FILE,
  tokenGuard,
  tokenPath,
} from "./api-token.ts";

const fine = (): void => undefined;

function tokenOf(folder: string): string {
  const read = readOrCreateToken(folder, fine);
  if (!read.ok) throw new Error(read.problem);
  return read.token;
}

describe("the token", () => {
  test("is made at the first start, 32 random bytes for its owner alone, and is the same from then on", () => {
    using folder = dataFolder();
    using other = dataFolder();
    const token = tokenOf(folder.path);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(tokenOf(folder.path)).toBe(token);
    expect(tokenOf(other.path)).not.toBe(token);
    expect(statSync(tokenPath(folder.path)).mode & 0o777).toBe(0o600);
    expect(filesOf(folder.path)).toEqual([TOKEN_FILE]);
  });

  test("is replaced by rotation: another one, for its owner alone, whatever stood there", () => {
    using folder = dataFolder();
    const first = tokenOf(folder.path);
    chmodSync(tokenPath(folder.path), 0o644);
    rotateToken(folder.path);
    const second = tokenOf(folder.path);
    expect(second).toMatch(/^[0-9a-f]{64}$/);
    expect(second).not.toBe(first);
    expect(statSync(tokenPath(folder.path)).mode & 0o777).toBe(0o600);
    writeFileSync(tokenPath(folder.path), "");
    rotateToken(folder.path);
    expect(tokenOf(folder.path)).not.toBe(second);
    expect(filesOf(folder.path)).toEqual([TOKEN_FILE]);
  });

  test.each([
    ["an empty file", ""],
    ["a short token", "ab".repeat(31)],
    ["a long token", "ab".repeat(33)],
    ["capitals", "AB".repeat(32)],
    ["two lines", `${"ab".repeat(32)}\n${"cd".repeat(32)}\n`],
    ["a space before it", ` ${"ab".repeat(32)}`],
  ])("%s is no token, and is not replaced in silence", (_name, text) => {
    using folder = dataFolder();
    writeFileSync(tokenPath(folder.path), text);
    expect(readOrCreateToken(folder.path, fine)).toEqual({ ok: false, problem: "malformed" });
    expect(readFileSync(tokenPath(folder.path), "utf8")).toBe(text);
  });

  test("is missing, not made, where it is only read", () => {
    using folder = dataFolder();
    expect(readToken(folder.path, fine)).toEqual({ ok: false, problem: "missing" });
    expect(filesOf(folder.path)).toEqual([]);
  });

  test("is not answered from a file that the check of permissions refuses, nor from one that can't be read", () => {
    using folder = dataFolder();
    tokenOf(folder.path);
    const checked: string[] = [];
    const refuse = (path: string): never => {
      checked.push(path);
      throw new Error("open to others");
    };
    expect(() => readOrCreateToken(folder.path, refuse)).toThrow("open to others");
    expect(checked).toEqual([tokenPath(folder.path)]);
    rmSync(tokenPath(folder.path));
    mkdirSync(tokenPath(folder.path));
    expect(() => readToken(folder.path, fine)).toThrow("EISDIR");
  });

  test("is one and the same for processes that make it at the same time", async () => {
    using folder = dataFolder();
    const module = join(import.meta.dirname, "api-token.ts");
    const source = `import { readOrCreateToken } from ${JSON.stringify(module)};
      process.stdout.write(readOrCreateToken(${JSON.stringify(folder.path)}, () => undefined).token);`;
    const run = promisify(execFile);
    const outputs = await Promise.all(
      Array.from({ length: 6 }, async () => {
        return (await run(process.execPath, ["--input-type=module-typescript", "-e", source]))
          .stdout;
      }),
    );
    expect(new Set(outputs)).toEqual(new Set([tokenOf(folder.path)]));
    expect(readdirSync(folder.path)).toEqual([TOKEN_FILE]);
  });
});

test.each([
  [undefined, undefined],
  ["", undefined],
  ["abc", undefined],
  ["Bearer", undefined],
  ["Bearer ", undefined],
  ["Basic abc", undefined],
  ["Bearer abc def", undefined],
  ["Bearer ab\u00e9", undefined],
  ["XBearer abc", undefined],
  ["Bearer abc", "abc"],
  ["bearer abc", "abc"],
  ["BEARER  abc", "abc"],
])("bearerOf(%j) is %j", (header, token) => {
  expect(bearerOf(header)).toBe(token);
});

test.each([
  ["abc", "abc", true],
  ["abc", "abd", false],
  ["abc", "ab", false],
  ["abc", "", false],
  ["abc", "abcabc", false],
])("isSameToken(%j, %j) is %j", (expected, offered, isSame) => {
  expect(isSameToken(expected, offered)).toBe(isSame);
});

describe("tokenGuard()", () => {
  test("lets in whoever has the token, and after a rotation whoever has the new one", () => {
    using folder = dataFolder();
    const first = tokenOf(folder.path);
    const isAllowed = tokenGuard(folder.path, fine);
    expect(isAllowed(`Bearer ${first}`)).toBe(true);
    expect(
      [undefined, "", "Bearer ", `Bearer ${first.slice(1)}`, `Bearer ${first}0`, first].map(
        isAllowed,
      ),
    ).toEqual(Array.from({ length: 6 }, () => false));
    rotateToken(folder.path);
    expect(isAllowed(`Bearer ${first}`)).toBe(false);
    expect(isAllowed(`Bearer ${tokenOf(folder.path)}`)).toBe(true);
  });

  test("lets nobody in where the file is gone, empty, or open to others", () => {
    using folder = dataFolder();
    const token = tokenOf(folder.path);
    const refuse = (): never => {
      throw new Error("open to others");
    };
    expect(tokenGuard(folder.path, refuse)(`Bearer ${token}`)).toBe(false);
    const isAllowed = tokenGuard(folder.path, fine);
    writeFileSync(tokenPath(folder.path), "");
    expect([isAllowed("Bearer "), isAllowed(`Bearer ${token}`)]).toEqual([false, false]);
    rmSync(tokenPath(folder.path));
    expect([isAllowed("Bearer undefined"), isAllowed(`Bearer ${token}`)]).toEqual([false, false]);
  });
});
