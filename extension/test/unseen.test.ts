import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backgroundOf } from "./background.ts";
import { describeIn } from "./describe-in.ts";
import { startHarness } from "./harness.ts";
import type { Harness } from "./harness.ts";

/** How long a page is watched; one that is seen begins to be made ready in a fraction of it, and on a busy machine later. */
const UNSEEN_MS = 3000;
const SEEN_MS = 10_000;

/** How often something was done while a page was idle, by the browser's own trace. */
async function idleTasks(page: Page, ms: number, act: () => Promise<unknown>): Promise<number> {
  const path = join(tmpdir(), `weir-unseen-${process.pid}.json`);
  await page.tracing.start({ path, categories: ["devtools.timeline"] });
  await act();
  await sleep(ms);
  await page.tracing.stop();
  const { traceEvents } = JSON.parse(readFileSync(path, "utf8")) as {
    traceEvents: { readonly name: string }[];
  };
  rmSync(path);
  return traceEvents.filter(({ name }) => name === "FireIdleCallback").length;
}

describeIn(["chromium"])("a page that nobody sees in %s", (name) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness(name);
    await harness.pair();
  });
  afterAll(() => harness.close());

  test("is made ready for a paste once it is looked at, and not before", async () => {
    const background = await backgroundOf(harness);
    const url = harness.server.url("/");
    const opened = harness.browser.waitForTarget((target) => target.url() === url);
    await background.evaluate(async (address) => {
      await chrome.tabs.create({ active: false, url: address });
    }, url);
    const page = await (await opened).page();
    if (page === null) throw new Error("no tab was opened");
    // Its target is there before its document is.
    await page.waitForSelector("#prompt");
    expect(await page.evaluate(() => document.hidden)).toBe(true);
    expect(await idleTasks(page, UNSEEN_MS, () => page.reload())).toBe(0);
    expect(await idleTasks(page, SEEN_MS, () => page.bringToFront())).toBeGreaterThan(0);
    await page.close();
  });
});
