// `npm test`: every check and every test, one after the other, and one plain line at the end.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { installPackages } from "./system-packages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const resultFile = join(root, "dist", "test-result.json");
/** What the tests start where they start the program: the bundle, which is built before they run. */
const program = join(root, "dist", "weir.cjs");

/** Checks that come before the tests: a name, and the command behind it. */
const CHECKS: readonly (readonly [string, readonly string[]])[] = [
  ["format", ["oxfmt", "--check", "."]],
  ["types: schema", ["tsc", "-p", "schema"]],
  ["types: engine", ["tsc", "-p", "engine"]],
  ["types: engine's tests", ["tsc", "-p", "engine/test"]],
  ["types: agent", ["tsc", "-p", "agent"]],
  ["types: extension", ["tsc", "-p", "extension"]],
  ["types: extension's tests", ["tsc", "-p", "extension/test"]],
  ["types: extension's bench", ["tsc", "-p", "bench/extension"]],
  ["types: scripts, bench, corpus", ["tsc", "-p", "."]],
  ["lint, layers, cycles", ["oxlint", "--type-aware", "--deny-warnings"]],
  ["dead code", ["knip"]],
  ["bundle", ["node", "scripts/build.mjs"]],
  ["generated files", ["node", "scripts/generate.ts", "--check"]],
];

/** Runs a program of node_modules/.bin; the pinned Node is first in PATH. */
function run([command = "", ...args]: readonly string[]): boolean {
  const PATH = [dirname(process.execPath), join(root, "node_modules", ".bin"), process.env["PATH"]];
  const separator = process.platform === "win32" ? ";" : ":";
  const { status } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, PATH: PATH.join(separator), WEIR_TEST_PROGRAM: program },
    shell: process.platform === "win32",
    stdio: ["ignore", "inherit", "inherit"],
  });
  return status === 0;
}

const field = (data: unknown, name: string): unknown =>
  typeof data === "object" && data !== null
    ? Object.entries(data).find(([key]) => key === name)?.[1]
    : undefined;

/** How many tests passed, failed and were skipped, as the reporter wrote it; a run that wrote nothing has failed. */
function readTestResult(): Readonly<Record<"passed" | "failed" | "skipped", number>> {
  if (!existsSync(resultFile)) return { passed: 0, failed: 1, skipped: 0 };
  const result: unknown = JSON.parse(readFileSync(resultFile, "utf8"));
  const passed = field(result, "numPassedTests");
  const failed = field(result, "numFailedTests");
  if (typeof passed !== "number" || typeof failed !== "number")
    return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed,
    failed: field(result, "success") === true ? failed : Math.max(1, failed),
    skipped: Number(field(result, "numPendingTests") ?? 0),
  };
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const missing = installPackages();
if (missing.length > 0) say(`not here, and tests need them: ${missing.join(", ")}`);
let passed = 0;
let failed = 0;
for (const [name, command] of CHECKS) {
  const started = performance.now();
  const ok = run(command);
  say(`${ok ? "ok  " : "FAIL"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  passed += ok ? 1 : 0;
  failed += ok ? 0 : 1;
}
rmSync(resultFile, { force: true });
const filters = process.argv.slice(2);
run([
  "vitest",
  "run",
  "--reporter=dot",
  "--reporter=json",
  `--outputFile.json=${resultFile}`,
  ...filters,
]);
const tests = readTestResult();
if (tests.skipped > 0) say(`${tests.skipped} skipped: this machine lacks what they need`);
say(`${passed + tests.passed} passed, ${failed + tests.failed} failed`);
process.exitCode = failed + tests.failed === 0 ? 0 : 1;
