import { setTimeout as sleep } from "node:timers/promises";
import { TargetType } from "puppeteer-core";
import type { WebWorker } from "puppeteer-core";
import type { Harness } from "./harness.ts";

/** In Firefox a background that does nothing is taken away after this time, in milliseconds. */
const IDLE_MS = 3000;
export const IDLE_PREFS = { "extensions.background.idle.timeout": IDLE_MS };
/** What may follow at once of itself when a background has gone. */
const AFTERWARDS_MS = 1000;

/** The companion's service worker in Chromium, woken where it sleeps. */
export async function backgroundOf({ browser, extensionId }: Harness): Promise<WebWorker> {
  const target = await browser.waitForTarget(
    (each) => each.type() === TargetType.SERVICE_WORKER && each.url().includes(extensionId),
  );
  const worker = await target.worker();
  if (worker === null) throw new Error("the background has no worker");
  return worker;
}

/** Takes the background away as browsers do after a while, Firefox under `IDLE_PREFS`. */
export async function endBackground(harness: Harness): Promise<void> {
  if (harness.name === "firefox") return sleep(IDLE_MS * 3);
  await (await backgroundOf(harness)).close();
  await sleep(AFTERWARDS_MS);
}
