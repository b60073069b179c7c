import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backgroundOf } from "./background.ts";
import { BROWSERS, describeIn } from "./describe-in.ts";
import {
  asked,
  choose,
  CLEAN,
  dropOn,
  eventually,
  isTold,
  openPage,
  openUpload,
  paste,
  prompt,
  REDACTED,
  secret,
  startGuarded,
  valueOf,
} from "./gesture-page.ts";
import type { Harness } from "./harness.ts";

const folder = mkdtempSync(join(tmpdir(), "weir-faults-"));
afterAll(() => rmSync(folder, { recursive: true }));

// Firefox takes no interface from under a guard.
describeIn(["chromium"])("after an update of the companion under a page, in %s", (name) => {
  let harness: Harness;
  let page: Page;

  beforeAll(async () => {
    harness = await startGuarded(name);
    page = await openPage(harness);
    const background = await backgroundOf(harness);
    background.evaluate("chrome.runtime.reload()").catch(() => undefined);
    const isUpdated = () => page.evaluate(() => document.querySelector("html > div") !== null);
    // The page is told with the first question that nobody answers.
    const tell = async () => {
      await paste(harness, page, "#prompt", CLEAN);
      return isUpdated();
    };
    if (!(await eventually(tell))) throw new Error("the page was not told of the update");
  });

  afterAll(() => harness.close());

  it("a secret is redacted that is pasted into an editable element", async () => {
    await paste(harness, page, "#rich", prompt(secret("updated paste")));
    await choose(page, "redact");
    expect(await eventually(async () => REDACTED.test(await valueOf(page, "#rich")))).toBe(true);
  });

  it("a secret is stopped that is dropped there", async () => {
    const token = secret("updated drop");
    await dropOn(page, "#rich", { text: prompt(token) });
    expect(await asked(page)).toBe(true);
    expect(await valueOf(page, "#rich")).not.toContain(token);
  });
});

describeIn(BROWSERS)("a guard that fails in %s", (name) => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startGuarded(name);
  });

  afterAll(() => harness.close());

  it("ends a submission with a file that nobody can read any more, and tells the person", async () => {
    const { page, field } = await openUpload(harness, "unread");
    const path = join(folder, "gone.txt");
    writeFileSync(path, CLEAN);
    await page.evaluate(
      "document.addEventListener('change', () => { globalThis.isChosen = true; })",
    );
    await field.uploadFile(path);
    expect(
      await eventually(async () => (await page.evaluate("globalThis.isChosen")) === true),
    ).toBe(true);
    rmSync(path);
    await page.click("#send");
    expect(await isTold(page)).toBe(true);
    expect(harness.server.received("unread")).toEqual([]);
    await page.close();
  });
});

describeIn(BROWSERS)("a frame that nobody can see, in %s", (name) => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startGuarded(name);
  });

  afterAll(() => harness.close());

  it.each([
    "display:none",
    "width:0;height:0;border:0",
    "position:absolute;left:-9999px;width:1px",
  ])(
    "asks nobody about what it sends, and the page tells that it was stopped: %s",
    async (style) => {
      harness.server.page(
        "/outer",
        `<!doctype html><button id="send">Send</button><iframe src="/gestures" style="${style}"></iframe><script>
document.getElementById("send").addEventListener("click", () => {
  frames[0].fetch("/sink/unseen", { method: "POST", body: globalThis.body }).then(
    () => { globalThis.outcome = "sent"; },
    () => { globalThis.outcome = "failed"; },
  );
});</script>`,
      );
      const page = await harness.page("/outer");
      await page.bringToFront();
      await page.evaluate(
        (body) => void Object.assign(globalThis, { body }),
        prompt(secret(style)),
      );
      await page.click("#send");
      expect(
        await eventually(async () => (await page.evaluate("globalThis.outcome")) === "failed"),
      ).toBe(true);
      expect(await isTold(page)).toBe(true);
      expect(harness.server.received("unseen")).toEqual([]);
      await page.close();
    },
  );
});
