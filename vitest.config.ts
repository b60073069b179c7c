import { availableParallelism } from "node:os";
import { relative } from "node:path";
import process from "node:process";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/** What takes longest, as the beginning of a path: begun first, so that nothing runs alone at the end. */
const LONGEST = [
  "extension/test/editors",
  "extension/test/vectors",
  "extension/test/gestures",
  "extension/test/notice",
  "extension/test/hostile",
  "extension/test/gesture-",
  "extension/test/",
  "agent/test/",
  "",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const path = relative(import.meta.dirname, moduleId).replaceAll("\\", "/");
      return LONGEST.findIndex((start) => path.startsWith(start));
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * Where the processor may protect pages of compiled code by keys, V8 at times loses count of them when several threads compile
 * (`Check failed: jit_page.has_value()`), which ends the process; so tests run in processes of their own, and without the keys.
 */
const hasProtectionKeys = process.platform === "linux" && process.arch === "x64";

// vitest asks for a default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  test: {
    include: ["{schema,engine,agent,extension,scripts,corpus}/**/*.test.ts"],
    isolate: false,
    pool: "forks",
    execArgv: hasProtectionKeys ? ["--no-memory-protection-keys"] : [],
    // Tests of browsers and agents wait for most of their time.
    maxWorkers: availableParallelism() + 1,
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongestFirst },
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
