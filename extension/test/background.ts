import { TargetType } from "puppeteer-core";
import type { WebWorker } from "puppeteer-core";
import type { Harness } from "./harness.ts";

/** The companion's service worker in Chromium, woken where it sleeps. */
export async function backgroundOf({ browser, extensionId }: Harness): Promise<WebWorker> {
  const target = await browser.waitForTarget(
    (each) => each.type() === TargetType.SERVICE_WORKER && each.url().includes(extensionId),
  );
  const worker = await target.worker();
  if (worker === null) throw new Error("the background has no worker");
  return worker;
}
