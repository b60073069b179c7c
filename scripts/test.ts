// `npm test`: every check, a line each, then every test, and one plain line at the end.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { installPackages } from "./system-packages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const resultFile = join(root, "dist", "test-result.json");
/** What the tests start where they start the program: the bundle, which is built before they run. */
const program = join(root, "dist", "weir.cjs");

/** Checks that come before the tests: a name, and the command behind it. What takes longest is begun first. */
const CHECKS: readonly (readonly [string, readonly string[]])[] = [
  ["lint, layers, cycles", ["oxlint", "--type-aware", "--deny-warnings"]],
  ["bundle", ["node", "scripts/build.mjs"]],
  ["types: agent", ["tsc", "-p", "agent"]],
  ["types: extension's tests", ["tsc", "-p", "extension/test"]],
  ["dead code", ["knip"]],
  ["types: scripts, bench, corpus", ["tsc", "-p", "."]],
  ["types: engine's tests", ["tsc", "-p", "engine/test"]],
  ["types: extension", ["tsc", "-p", "extension"]],
  ["types: extension's bench", ["tsc", "-p", "bench/extension"]],
  ["types: engine", ["tsc", "-p", "engine"]],
  ["types: schema", ["tsc", "-p", "schema"]],
  ["generated files", ["node", "scripts/generate.ts", "--check"]],
  ["format", ["oxfmt", "--check", "."]],
];

/** Starts a program of node_modules/.bin; the pinned Node is first in PATH. */
function start([command = "", ...args]: readonly string[], output: "inherit" | "pipe") {
  const PATH = [dirname(process.execPath), join(root, "node_modules", ".bin"), process.env["PATH"]];
  const separator = process.platform === "win32" ? ";" : ":";
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: PATH.join(separator), WEIR_TEST_PROGRAM: program },
    shell: process.platform === "win32",
    stdio: ["ignore", output, output],
  });
}

/** Runs a check and answers whether it passed, with all that it printed. */
async function run(command: readonly string[]) {
  const child = start(command, "pipe");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [status]: unknown[] = await once(child, "close").catch((error: unknown) => {
    output += `${String(error)}\n`;
    return [];
  });
  return { ok: status === 0, output };
}

const field = (data: unknown, name: string): unknown =>
  typeof data === "object" && data !== null
    ? Object.entries(data).find(([key]) => key === name)?.[1]
    : undefined;

/** What came of a run of tests. */
interface TestResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The names of those that passed at a further try. */
  readonly retried: readonly string[];
  /** Where nothing else failed, files of which no end and no error was heard, and how many of their tests had passed. */
  readonly unended: readonly string[];
  readonly passedOfUnended: number;
}

const NO_RESULT: TestResult = {
  passed: 0,
  failed: 1,
  skipped: 0,
  retried: [],
  unended: [],
  passedOfUnended: 0,
};

const list = (data: unknown): readonly unknown[] => (Array.isArray(data) ? data : []);

/** What the reporter wrote; a run that wrote nothing has failed. */
function readTestResult(): TestResult {
  if (!existsSync(resultFile)) return NO_RESULT;
  const result: unknown = JSON.parse(readFileSync(resultFile, "utf8"));
  const passed = field(result, "numPassedTests");
  const failed = field(result, "numFailedTests");
  if (typeof passed !== "number" || typeof failed !== "number") return NO_RESULT;
  const files = list(field(result, "testResults"));
  const testsOf = (file: unknown): readonly unknown[] => list(field(file, "assertionResults"));
  const statusesOf = (file: unknown): readonly unknown[] =>
    testsOf(file).map((each) => field(each, "status"));
  const isRetried = (test: unknown): boolean =>
    field(test, "status") === "passed" && list(field(test, "failureMessages")).length > 0;
  // A file that can't be loaded, or whose hooks fail, has a message.
  const isUnended = (file: unknown): boolean =>
    field(file, "message") === "" && !statusesOf(file).includes("failed");
  const failedFiles = files.filter((file) => field(file, "status") === "failed");
  const unended = failed === 0 && failedFiles.every(isUnended) ? failedFiles : [];
  return {
    passed,
    failed: field(result, "success") === true ? failed : Math.max(1, failed),
    skipped: Number(field(result, "numPendingTests") ?? 0),
    retried: files
      .flatMap(testsOf)
      .filter(isRetried)
      .map((test) => String(field(test, "fullName"))),
    unended: unended.map((file) => relative(root, String(field(file, "name")))),
    passedOfUnended: unended.flatMap(statusesOf).filter((status) => status === "passed").length,
  };
}

/** Runs tests, of some files alone where filters name them. */
async function runTests(filters: readonly string[]): Promise<TestResult> {
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${resultFile}`];
  rmSync(resultFile, { force: true });
  const ended: unknown[] = await once(
    start(["vitest", "run", ...reporters, ...filters], "inherit"),
    "close",
  );
  // Where the program that runs the tests is killed or crashes, it may say nothing itself.
  if (!existsSync(resultFile)) say(`the tests ended without a result: ${ended.join(", ")}`);
  return readTestResult();
}

/**
 * Runs all tests. Where Node itself crashes, as it does now and then in tests that start and end threads, the file goes with it
 * that the process is at: such files, of which no test failed, are run once more, and are named.
 */
async function runAllTests(filters: readonly string[]): Promise<TestResult> {
  const first = await runTests(filters);
  if (first.unended.length === 0) return first;
  say(`no end of these was heard of, so they run once more: ${first.unended.join(", ")}`);
  const again = await runTests(first.unended);
  return {
    ...again,
    passed: first.passed - first.passedOfUnended + again.passed,
    skipped: first.skipped + again.skipped,
    retried: [...first.retried, ...again.retried],
  };
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Runs the checks, as many at once as there are processors; answers how many passed. */
async function runChecks(): Promise<number> {
  const waiting = [...CHECKS];
  let passed = 0;
  const runWaiting = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, command] = next;
      const started = performance.now();
      const { ok, output } = await run(command);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (!ok) process.stdout.write(output);
      say(`${ok ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
      passed += ok ? 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
  return passed;
}

const missing = installPackages();
if (missing.length > 0) say(`not here, and tests need them: ${missing.join(", ")}`);
const passed = await runChecks();
const failed = CHECKS.length - passed;
const tests = await runAllTests(process.argv.slice(2));
for (const name of tests.retried) say(`passed at a further try only: ${name}`);
if (tests.skipped > 0) say(`${tests.skipped} skipped: this machine lacks what they need`);
say(`${passed + tests.passed} passed, ${failed + tests.failed} failed`);
process.exitCode = failed + tests.failed === 0 ? 0 : 1;
