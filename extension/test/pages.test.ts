import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { buildCompanion, startHarness } from "./harness.ts";
import type { Harness } from "./harness.ts";
import { startStandInAgent } from "./stand-in-agent.ts";

const PICTURES = fileURLToPath(new URL("../../dist/companion", import.meta.url));

/** How long a page takes to come to the front, in milliseconds. */
const FRONT_MS = 1500;

const textOf = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText);

/** Types into a field as a person does, in place of what stood there. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await page.bringToFront();
  await page.click(field, { count: 3 });
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

describeIn(BROWSERS)("the pages of the companion in %s", (name) => {
  let harness: Harness;
  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    harness = await startHarness(name);
  });
  afterAll(() => harness.close());

  test("before pairing the popup says so, takes a code, and tells what is no code", async () => {
    const page = await harness.extensionPage("popup.html");
    await expect.poll(() => textOf(page)).toContain("Not paired");
    await expect.poll(() => textOf(page)).toContain("weir companion pair");
    await page.screenshot({ path: join(PICTURES, `popup-unpaired-${name}.png`) });
    await type(page, "#code", "12");
    await expect.poll(() => textOf(page)).toContain("A code has 8 letters and digits.");
    await type(page, "#code", "io ab-cdef");
    await expect.poll(() => textOf(page)).not.toContain("Not paired");
    // This page itself is none that is guarded.
    expect(await textOf(page)).toMatch(/^Not covered here/);
    await page.close();
  });

  test("it tells of private windows what the browser allows", async () => {
    const page = await harness.extensionPage("popup.html");
    await expect.poll(() => textOf(page)).toContain("Settings");
    const isAllowed = await page.evaluate(() => chrome.extension.isAllowedIncognitoAccess());
    const told = isAllowed ? "Active in private windows too." : "Not active in private windows";
    expect(await textOf(page)).toContain(told);
    await page.close();
  });

  test("an agent that is gone is told, with the cure", async () => {
    harness.agent.mood = "down";
    const page = await harness.extensionPage("popup.html");
    await expect.poll(() => textOf(page)).toContain("Agent down");
    await expect.poll(() => textOf(page)).toContain("weir run");
    harness.agent.mood = "up";
    await page.close();
  });

  test("the settings tell of the agent, of what is sent where, and which hosts are guarded", async () => {
    const page = await harness.extensionPage("options.html");
    await expect.poll(() => textOf(page)).toContain("The agent on this device answers");
    await expect.poll(() => textOf(page)).toContain("and to nobody else");
    await expect.poll(() => textOf(page)).toContain("You have added none.");
    await page.screenshot({ path: join(PICTURES, `options-${name}.png`), fullPage: true });
    await page.click("summary");
    await expect.poll(() => textOf(page)).toContain("chatgpt.com");
    await page.close();
  });

  test("a host that is none, and one that is guarded already, are told as such", async () => {
    const page = await harness.extensionPage("options.html");
    await expect.poll(() => textOf(page)).toContain("You have added none.");
    await type(page, "#host", "not a host");
    await expect.poll(() => textOf(page)).toContain("This is not a host name.");
    await type(page, "#host", "chatgpt.com");
    await expect.poll(() => textOf(page)).toContain("This host is guarded already.");
    expect(await textOf(page)).toContain("You have added none.");
    await page.close();
  });

  test("each field has its label, and nothing comes from elsewhere", async () => {
    for (const file of ["popup.html", "options.html"]) {
      const page = await harness.extensionPage(file);
      await expect.poll(() => textOf(page)).toContain("Weir");
      const found = await page.evaluate(() => ({
        unlabelled: [...document.querySelectorAll("input")].filter(({ labels }) => !labels?.length)
          .length,
        elsewhere: performance
          .getEntriesByType("resource")
          .filter(({ name: from }) => !from.startsWith(location.origin)).length,
        title: document.title,
        language: document.documentElement.lang,
      }));
      expect(found).toMatchObject({ unlabelled: 0, elsewhere: 0, language: "en" });
      expect(found.title).toContain("Weir");
      await page.close();
    }
  });
});

describeIn(["chromium"])("a companion that is installed under an open page, in %s", (name) => {
  test("says that the page is to be loaded again, and that it is guarded once it is", async () => {
    const folder = mkdtempSync(join(tmpdir(), "weir-under-"));
    const agent = await startStandInAgent();
    const harness = await startHarness(name, { agent: false, extension: false });
    try {
      const page = await harness.page("/");
      await buildCompanion({ target: name, folder, agentPort: agent.port });
      const id = await harness.browser.installExtension(folder);
      const own = await harness.browser.newPage();
      await own.goto(`chrome-extension://${id}/options.html`);
      /** What the popup is told over the page: the tab in front is the page's by then. */
      const stateOf = async (): Promise<unknown> => {
        const asking = own.evaluate(async (ms) => {
          await new Promise((resolve) => {
            setTimeout(resolve, ms);
          });
          const answer: { state: unknown } = await chrome.runtime.sendMessage({
            kind: "popup-state",
          });
          return answer.state;
        }, FRONT_MS);
        await page.bringToFront();
        return asking;
      };
      const host = "chat.example.test";
      expect(await stateOf()).toMatchObject({ host, covered: false, reload: true });
      await page.reload();
      expect(await stateOf()).toMatchObject({ host, covered: true, reload: false });
    } finally {
      await harness.close();
      await agent.close();
      rmSync(folder, { recursive: true });
    }
  });
});
