import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page, Protocol } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { startHarness } from "./harness.ts";
import type { Harness } from "./harness.ts";
import { makeNoticeExtension } from "./notice-extension.ts";
import type { NoticeExtension } from "./notice-extension.ts";
import { look, stop, tell } from "./notice-page.ts";

const PICTURES = fileURLToPath(new URL("../../dist/companion", import.meta.url));
/** The README's picture. It is made where there is none: a machine with other fonts would make another one. */
const README_PICTURE = fileURLToPath(
  new URL("../../docs/images/companion-dialog.png", import.meta.url),
);

const CHAT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title><style>
  :root { color-scheme: light dark } body { margin: 0; font: 16px/1.5 system-ui; height: 100vh; display: flex }
  nav { width: 180px; padding: 20px; background: #8881 } main { flex: 1; display: flex; flex-direction: column; padding: 20px 60px }
  nav p { opacity: .6 } main div { flex: 1 } b { display: inline-block; font-weight: 400; padding: 8px 14px; border-radius: 14px; background: #8882 }
  textarea { font: inherit; height: 80px; padding: 12px; border: 1px solid #8886; border-radius: 14px }</style>
  <nav><strong>Chat</strong><p>Deploy script</p><p>Release notes</p></nav>
  <main><div><p><b>Which part of the deploy fails?</b></p></div>
  <textarea id="prompt">Here is the script: </textarea></main>`;

/** Dark and without motion: in Firefox by the preferences of the whole browser, in Chromium for a page. */
const FIREFOX_PREFS = {
  "layout.css.prefers-color-scheme.content-override": 0,
  "ui.prefersReducedMotion": 1,
};

const emulate = (page: Page, dark: boolean, still: boolean): Promise<void> =>
  page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
    { name: "prefers-reduced-motion", value: still ? "reduce" : "no-preference" },
  ]);

/** How light a colour is, from 0 to 255. */
const lightness = (colour: string): number => {
  const parts = colour.match(/\d+/g)?.slice(0, 3).map(Number) ?? [];
  return parts.reduce((sum, part) => sum + part, 0) / 3;
};

describeIn(BROWSERS)("the look of the notice in %s", (name) => {
  let extension: NoticeExtension;
  let harness: Harness;
  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    extension = await makeNoticeExtension("rtl");
    harness = await startHarness(name, {
      agent: false,
      extension: extension.folder,
      prefs: FIREFOX_PREFS,
    });
    harness.server.page("/chat", CHAT);
  });
  afterAll(async () => {
    await harness.close();
    extension.remove();
  });

  const open = async (): Promise<Page> => {
    const page = await harness.page("/chat");
    await page.setViewport({ width: 900, height: 560 });
    return page;
  };

  test("dark, from right to left and without motion where the person has it so", async () => {
    const page = await open();
    if (name === "chromium") await emulate(page, true, true);
    const seen = await stop(page);
    expect(seen.direction).toBe("rtl");
    expect(seen.animation).toBe("none");
    expect(lightness(seen.paper)).toBeLessThan(80);
    expect(lightness(seen.ink)).toBeGreaterThan(180);
    expect(seen.left).toBeGreaterThan(0);
    expect(seen.right).toBeLessThan(900);
    await page.screenshot({ path: join(PICTURES, `dialog-dark-rtl-${name}.png`) });
    await page.keyboard.press("Escape");
    await tell(page, { toast: "late-block", detail: "GitHub Personal Access Token" });
    const toast = await look(page);
    // Its corner is at the end of the line.
    expect(toast?.left).toBeLessThan(100);
    await page.screenshot({ path: join(PICTURES, `toast-dark-rtl-${name}.png`) });
    await page.close();
  });

  test("all of it can be reached in a small frame", async () => {
    const page = await open();
    await page.setViewport({ width: 320, height: 200 });
    const seen = await stop(page);
    expect(seen.left).toBeGreaterThanOrEqual(0);
    expect(seen.right).toBeLessThanOrEqual(320);
    for (const expected of ["Redact and paste", "Cancel", "Why?"]) {
      expect((await look(page))?.focused).toBe(expected);
      const { x = -1, y = -1 } =
        (await look(page))?.controls.find(({ text }) => text === expected) ?? {};
      expect(x > 0 && x < 320 && y > 0 && y < 200, `${expected} at ${x} ${y}`).toBe(true);
      await page.keyboard.press("Tab");
    }
    await page.close();
  });
});

/** What assistive technology gets of a page, the notice included. */
async function accessibilityTree(page: Page) {
  const session = await page.createCDPSession();
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes;
}

/** The name of a thing in it. */
const nameOf = (node?: Protocol.Accessibility.AXNode): string => String(node?.name?.value ?? "");

describeIn(["chromium"])("the notice as assistive technology of %s has it", () => {
  let extension: NoticeExtension;
  let harness: Harness;
  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    extension = await makeNoticeExtension("ltr");
    harness = await startHarness("chromium", { agent: false, extension: extension.folder });
    harness.server.page("/chat", CHAT);
  });
  afterAll(async () => {
    await harness.close();
    extension.remove();
  });

  test("an alert dialog with its title, all that it tells, and its buttons; nothing of the page", async () => {
    const page = await harness.page("/chat");
    await stop(page);
    const nodes = await accessibilityTree(page);
    const byRole = (role: string) => nodes.filter((node) => node.role?.value === role);
    const [dialog, ...others] = byRole("alertdialog");
    expect(others).toEqual([]);
    expect(nameOf(dialog)).toBe("Paste stopped");
    for (const told of [
      "GitHub Personal Access Token",
      "critical",
      "chat.example.test",
      "Nothing of it has left",
    ]) {
      expect(dialog?.description?.value).toContain(told);
    }
    expect(dialog?.properties?.find((each) => each.name === "modal")?.value.value).toBe(true);
    const buttons = byRole("button");
    expect(buttons.map(nameOf)).toEqual([
      "Redact and paste",
      "Cancel",
      "Why?",
      "Paste once unchanged",
    ]);
    const focused = buttons.filter((node) =>
      node.properties?.some((each) => each.name === "focused" && each.value.value === true),
    );
    expect(focused.map(nameOf)).toEqual(["Redact and paste"]);
    expect(byRole("textbox")).toEqual([]);
    await page.close();
  });

  test("a toast is a status that is told when it comes", async () => {
    const page = await harness.page("/chat");
    await page.bringToFront();
    await tell(page, { toast: "request-stopped", detail: "GitHub Personal Access Token" });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    const status = (await accessibilityTree(page)).find((node) => node.role?.value === "status");
    const live = status?.properties?.find((each) => each.name === "live");
    expect(live?.value.value).toBe("polite");
    expect((await look(page))?.text).toContain("It was not sent.");
    await page.close();
  });

  test("motion and light for those who did not ask for less; a picture for the README", async () => {
    const page = await harness.page("/chat");
    await page.setViewport({ width: 900, height: 560 });
    await emulate(page, false, false);
    const moving = await stop(page);
    expect(moving.animation).toBe("appear");
    expect(lightness(moving.paper)).toBe(255);
    await page.keyboard.press("Escape");
    await emulate(page, false, true);
    await stop(page);
    await page.screenshot({ path: join(PICTURES, "dialog.png") });
    if (!existsSync(README_PICTURE)) {
      mkdirSync(join(README_PICTURE, ".."), { recursive: true });
      await page.screenshot({ path: README_PICTURE });
    }
    await page.close();
  });

  test("it speaks the browser's language", async () => {
    const german = await startHarness("chromium", {
      agent: false,
      extension: extension.folder,
      args: ["--lang=de"],
    });
    german.server.page("/chat", CHAT);
    const page = await german.page("/chat");
    const seen = await stop(page);
    expect(seen.text).toContain("Einfügen gestoppt");
    expect(seen.focused).toBe("Schwärzen und einfügen");
    await page.screenshot({ path: join(PICTURES, "dialog-german.png") });
    await german.close();
  });
});
