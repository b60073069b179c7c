import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { dataFolder, filesOf } from "../../test/store-folder.ts";
import { plantInFile } from "./plant-file.ts";

const TOKEN = "WEIRABCDEFGH234567MN";
const LINE = `BACKUP_ACCESS_KEY_ID=${TOKEN}`;
const isRoot = process.getuid?.() === 0;

describe("plantInFile()", () => {
  test("puts a token into a file, which keeps its mode and its owner, and leaves nothing beside it", () => {
    using folder = dataFolder();
    const path = join(folder.path, ".env");
    writeFileSync(path, "A=1\n");
    chmodSync(path, 0o640);
    if (isRoot) chownSync(path, 65_534, 65_534);
    expect(plantInFile(path, TOKEN)).toEqual({ ok: true, isNew: false });
    expect(readFileSync(path, "utf8")).toBe(`A=1\n${LINE}\n`);
    const { mode, uid } = statSync(path);
    expect([mode & 0o7777, uid]).toEqual([0o640, isRoot ? 65_534 : process.getuid?.()]);
    expect(filesOf(folder.path)).toEqual([".env"]);
  });

  test("makes a file for its owner alone where there is none", () => {
    using folder = dataFolder();
    const path = join(folder.path, ".env");
    expect(plantInFile(path, TOKEN)).toEqual({ ok: true, isNew: true });
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual([`${LINE}\n`, 0o600]);
    expect(filesOf(folder.path)).toEqual([".env"]);
  });

  test("takes a file whose name is as long as names may be", () => {
    using folder = dataFolder();
    const path = join(folder.path, `${"x".repeat(251)}.env`);
    expect(plantInFile(path, TOKEN)).toEqual({ ok: true, isNew: true });
    expect(plantInFile(path, TOKEN)).toEqual({ ok: false, refusal: "already_planted" });
  });

  test("follows a link, which stays one", () => {
    using folder = dataFolder();
    writeFileSync(join(folder.path, "real"), "A=1\n");
    symlinkSync("real", join(folder.path, ".env"));
    expect(plantInFile(join(folder.path, ".env"), TOKEN).ok).toBe(true);
    expect(readlinkSync(join(folder.path, ".env"))).toBe("real");
    expect(readFileSync(join(folder.path, "real"), "utf8")).toBe(`A=1\n${LINE}\n`);
  });

  test.each<readonly [string, string, string | Uint8Array]>([
    ["not_text", ".env", Uint8Array.of(65, 61, 0xff, 10)],
    ["not_text", ".env", "A=\0\n"],
    ["not_text", "a.ini", Buffer.from("\uFEFF[a]\nx = 1\n", "utf16le")],
    ["too_large", ".env", `#${"x".repeat(1024 * 1024)}`],
    ["already_planted", ".env", `${LINE}\n`],
    ["no_json_object", "a.json", "{"],
    ["unknown_format", "notes.txt", ""],
  ])("refuses with %s and leaves the file %s as it is", (refusal, name, content) => {
    using folder = dataFolder();
    const path = join(folder.path, name);
    writeFileSync(path, content);
    expect(plantInFile(path, TOKEN)).toEqual({ ok: false, refusal });
    expect(readFileSync(path).equals(Buffer.from(content))).toBe(true);
    expect(filesOf(folder.path)).toEqual([name]);
  });

  test("refuses a folder, a folder that is not there, a place that can't be written, a file with two names and a link to nothing", () => {
    using folder = dataFolder();
    mkdirSync(join(folder.path, "a.json"));
    writeFileSync(join(folder.path, ".env"), "A=1\n");
    linkSync(join(folder.path, ".env"), join(folder.path, "other"));
    symlinkSync("nothing", join(folder.path, "link.env"));
    const names = ["a.json", "none/.env", "/proc/self/.env", ".env", "link.env"];
    const refusals = names.map((name) => {
      const outcome = plantInFile(resolve(folder.path, name), TOKEN);
      return outcome.ok ? "planted" : outcome.refusal;
    });
    expect(refusals).toEqual([
      "not_a_file",
      "no_folder",
      "unwritable",
      "changed_meanwhile",
      "dangling_link",
    ]);
    expect(filesOf(folder.path)).toEqual([".env", "a.json", "link.env", "other"]);
  });
});
