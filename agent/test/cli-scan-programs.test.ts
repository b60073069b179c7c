// What weir scan tells programs, such as hooks and pipelines, that act on it unseen.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acmeKey, temporaryFolder, writeRules } from "./fixture-rules.ts";
import { weir } from "./run-cli.ts";
import type { CliOptions } from "./run-cli.ts";

const folder = temporaryFolder();
const rules = join(folder.path, "rules");
const key = acmeKey("programs");

beforeAll(() => {
  mkdirSync(rules);
  writeRules(rules);
});
afterAll(() => folder.remove());

const scan = async (args: readonly string[], options: CliOptions = {}) =>
  weir(["scan", ...args], { cwd: folder.path, ...options });

test.skipIf(process.platform === "win32").each(["q\tz", "a\nb", "\u001b[2J", "x".repeat(200)])(
  "--json names the file %j as it is called, so that it can be found again",
  async (name) => {
    writeFileSync(join(folder.path, name), key);
    const { code, out } = await scan(["--rules", rules, "--json", name]);
    const { findings } = JSON.parse(out) as { findings: { file: string }[] };
    expect([code, findings.map(({ file }) => file)]).toEqual([1, [name]]);
    expect(existsSync(join(folder.path, findings[0]?.file ?? ""))).toBe(true);
  },
);
