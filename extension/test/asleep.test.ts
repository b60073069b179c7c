import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Target } from "../manifest.ts";
import { endBackground, IDLE_PREFS } from "./background.ts";
import { BROWSERS, describeIn } from "./describe-in.ts";
import {
  choose,
  eventually,
  openPage,
  paste,
  prompt,
  secret,
  startGuarded,
  valueOf,
} from "./gesture-page.ts";
import type { BrowserName, Harness } from "./harness.ts";

const TARGETS: Readonly<Record<BrowserName, readonly Target[]>> = {
  chromium: ["chromium", "chromium-managed"],
  firefox: ["firefox"],
};

/** How long a background may take to look at what it could not hold, in milliseconds. */
const WATCHED_MS = 2000;

const BEACON = "a beacon that says nothing";
/** How much later than another request a beacon may come, in milliseconds. */
const BEACON_MS = 1000;

/** Sends a text with nothing to wait for, which meets a background that the request itself wakes; what became of it. */
const post = (page: Page, to: string, body: string): Promise<string> =>
  page.evaluate(
    (url, text) =>
      new Promise<string>((resolve) => {
        const request = new XMLHttpRequest();
        request.open("POST", url);
        request.addEventListener("load", () => resolve("sent"));
        request.addEventListener("error", () => resolve("failed"));
        request.send(text);
      }),
    to,
    body,
  );

/** Is a beacon sent, as it is where the requests of the tab do not wait? Others wait for the agent, and go. */
async function beacons({ server }: Harness, page: Page, vector: string): Promise<boolean> {
  const url = server.url(`/sink/${vector}`);
  const isSent = (): boolean =>
    server.received(vector).some(({ body }) => body.toString() === BEACON);
  await page.evaluate((to, text) => navigator.sendBeacon(to, text), url, BEACON);
  expect(await post(page, url, "words that say nothing")).toBe("sent");
  await server.arrived(vector);
  await sleep(BEACON_MS);
  return isSent();
}

/** Do the tab's requests wait, once the background has looked at what it could not hold? A busy machine takes its time. */
async function areHeld(harness: Harness, page: Page, vector: string): Promise<boolean> {
  let asked = 0;
  return eventually(async () => !(await beacons(harness, page, `${vector}-${++asked}`)));
}

describeIn(BROWSERS)("a background that was away, in %s", (name) => {
  describe.each(TARGETS[name])("package %s", (target) => {
    let harness: Harness;
    beforeAll(async () => {
      harness = await startGuarded(name, { target, prefs: IDLE_PREFS });
    });
    afterAll(() => harness.close());

    it("knows what the person allowed once", async () => {
      const page = await openPage(harness);
      const text = prompt(secret(`asleep ${target}`));
      await paste(harness, page, "#prompt", text);
      await choose(page, "allow-once");
      expect(await eventually(async () => (await valueOf(page, "#prompt")) === text)).toBe(true);
      await endBackground(harness);
      expect(await post(page, harness.server.url("/sink/allowed"), `prompt: ${text}`)).toBe("sent");
      await harness.server.arrived("allowed");
      await sleep(WATCHED_MS);
      expect(await beacons(harness, page, "unheld")).toBe(true);
      await page.close();
    });
  });
});

describeIn(["chromium"])("what left unseen while the background was away, in %s", (name) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startGuarded(name);
  });
  afterAll(() => harness.close());

  /** Something that no guard in the page sees, and the background does. */
  const leak = async (page: Page, vector: string): Promise<void> => {
    const query = encodeURIComponent(prompt(secret(vector)));
    await page.evaluate(
      (url) => {
        document.body.style.backgroundImage = `url("${url}")`;
      },
      harness.server.url(`/sink/${vector}?q=${query}`),
    );
    await harness.server.arrived(vector);
  };

  it("has the tab's further requests wait", async () => {
    const page = await openPage(harness);
    await endBackground(harness);
    await leak(page, "woken");
    expect(await areHeld(harness, page, "after-woken")).toBe(true);
    await page.close();
  });

  it("no longer counts once the page is loaded again, though the background was away then", async () => {
    const page = await openPage(harness);
    await leak(page, "reloaded");
    expect(await areHeld(harness, page, "before-reload")).toBe(true);
    await endBackground(harness);
    await page.reload();
    expect(await post(page, harness.server.url("/sink/reload"), "words that say nothing")).toBe(
      "sent",
    );
    expect(await beacons(harness, page, "after-reload")).toBe(true);
    await page.close();
  });
});
