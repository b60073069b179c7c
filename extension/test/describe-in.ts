import { describe } from "vitest";
import { isInstalled } from "./harness.ts";
import type { BrowserName } from "./harness.ts";

/** The browsers that the tests know. */
export const BROWSERS = ["chromium", "firefox"] as const satisfies readonly BrowserName[];

/**
 * Describes what holds in each of some browsers, whose name stands for `%s` in the title. Where a browser is not on the
 * machine, its tests are skipped, and the run names them. A test that fails is tried twice more, and the run says so: on
 * a busy machine a browser's processes at times hear of each other in another order than a person could bring about.
 */
export const describeIn =
  (browsers: readonly BrowserName[]) =>
  (title: string, tests: (name: BrowserName) => void): void => {
    for (const name of browsers) {
      const isHere = isInstalled(name);
      const where = isHere ? name : `${name}, which is not on this machine`;
      describe.runIf(isHere).each([title.replace("%s", where)])("%s", { retry: 2 }, () => {
        tests(name);
      });
    }
  };
