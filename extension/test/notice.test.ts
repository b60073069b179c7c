import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { startHarness } from "./harness.ts";
import type { Harness } from "./harness.ts";
import { makeNoticeExtension } from "./notice-extension.ts";
import type { NoticeExtension } from "./notice-extension.ts";
import {
  armed,
  caretOf,
  choice,
  click,
  inFirstMoments,
  isOpen,
  look,
  setCaret,
  stop,
  STOPPED,
  tell,
} from "./notice-page.ts";
import { IN_THE_WAY, plainPage } from "./pages-in-the-way.ts";

describeIn(BROWSERS)("the notice in %s", (name) => {
  let extension: NoticeExtension;
  let harness: Harness;
  beforeAll(async () => {
    extension = await makeNoticeExtension("ltr");
    harness = await startHarness(name, { agent: false, extension: extension.folder });
    harness.server.page("/chat", plainPage(""));
    for (const [at, each] of Object.values(IN_THE_WAY).entries()) {
      harness.server.page(`/way-${at}`, each);
    }
  });
  afterAll(async () => {
    await harness.close();
    extension.remove();
  });

  const open = (path = "/chat"): Promise<Page> => harness.page(path);

  test("it tells what was found, how grave, how often and where, and has Redact and paste first", async () => {
    const tab = await open();
    const seen = await stop(tab, { count: 3 });
    for (const told of [
      "Paste stopped",
      "GitHub Personal Access Token",
      "critical",
      "3",
      "chat.example.test",
    ]) {
      expect(seen.text).toContain(told);
    }
    expect(seen.text).toContain("Nothing of it has left this device.");
    expect(seen.focused).toBe("Redact and paste");
    expect(seen.controls.map(({ text }) => text)).toEqual([
      "Redact and paste",
      "Cancel",
      "Why?",
      "Paste once unchanged",
    ]);
    await tab.close();
  });

  test("Why? tells the pattern, its score, and what to do about a mistake", async () => {
    const tab = await open();
    await stop(tab);
    await click(tab, "Why?");
    const { text = "" } = (await look(tab)) ?? {};
    expect(text).toContain("The text matches the pattern GitHub Personal Access Token.");
    expect(text).toContain("Its score is 3; critical is stopped from 1 on.");
    expect(text).toContain("never the text itself");
    await tab.close();
  });

  test("a managed profile leaves no way round, and is named", async () => {
    const tab = await open();
    const managed = { profileId: "acme", profileVersion: 7 };
    const seen = await stop(tab, { override: "none", managed, redactable: false });
    expect(seen.controls.map(({ text }) => text)).toEqual(["Cancel", "Why?"]);
    expect(seen.focused).toBe("Cancel");
    expect(seen.text).toContain(
      "The profile acme (version 7) of your organisation allows no exception.",
    );
    await tab.close();
  });

  test.each([
    ["too_large", "Too large to be checked", "smaller pieces"],
    ["unchecked", "Could not be checked", "weir status"],
  ] as const)("where nothing was found it says why: %s", async (reason, what, why) => {
    const tab = await open();
    const unseen = { patternName: "", severity: undefined, count: 0, redactable: false };
    const seen = await stop(tab, { ...unseen, reason });
    expect(seen.text).toContain(what);
    expect(seen.text).not.toContain("How many");
    await click(tab, "Why?");
    const { text = "" } = (await look(tab)) ?? {};
    expect(text).toContain(why);
    expect(text).not.toContain("pattern");
    await tab.close();
  });

  test.each(["#prompt", "#editable"])(
    "Esc cancels; focus and caret are back in %s",
    async (where) => {
      const tab = await open();
      await setCaret(tab, where);
      const before = await caretOf(tab);
      await stop(tab);
      expect(await caretOf(tab)).not.toEqual(before);
      // Writing in the dialog moves the document's selection.
      await click(tab, "Paste once unchanged");
      await tab.keyboard.type("well");
      await tab.keyboard.press("Escape");
      expect(await choice(tab)).toEqual({ choice: "cancel" });
      expect(await caretOf(tab)).toEqual(before);
      expect(await look(tab)).toBeUndefined();
      await tab.close();
    },
  );

  test("keys of the moment in which it comes choose nothing; later they do", async () => {
    const tab = await inFirstMoments(open, async (page) => {
      await setCaret(page, "#prompt");
      await stop(page);
      await page.keyboard.press("Enter");
      await page.keyboard.press(" ");
    });
    expect(await isOpen(tab)).toBe(true);
    await armed();
    await tab.keyboard.press("Enter");
    expect(await choice(tab)).toEqual({ choice: "redact" });
    expect(await tab.$eval("#prompt", (area) => (area as HTMLTextAreaElement).value)).toBe(
      "one two three",
    );
    await tab.close();
  });

  test("a way round needs a reason, and a moment", async () => {
    const label = "Paste once unchanged";
    const confirm = async (page: Page) => {
      const { x = 0, y = 0 } =
        (await look(page))?.controls.findLast(({ text }) => text === label) ?? {};
      await page.mouse.click(x, y);
    };
    const tab = await inFirstMoments(open, async (page) => {
      await stop(page);
      await click(page, label);
      await confirm(page);
    });
    expect((await look(tab))?.text).not.toContain("Write a reason first.");
    await armed();
    await confirm(tab);
    expect((await look(tab))?.text).toContain("Write a reason first.");
    expect(await isOpen(tab)).toBe(true);
    await tab.keyboard.type("it is a made-up key");
    await tab.keyboard.press("Enter");
    expect(await choice(tab)).toEqual({ choice: "allow-once", reason: "it is a made-up key" });
    await tab.close();
  });

  test("nothing that the page's scripts do chooses, and they get no key of the reason", async () => {
    const tab = await open();
    await stop(tab);
    await armed();
    await tab.evaluate(() => {
      const host = document.documentElement.lastElementChild;
      if (!(host instanceof HTMLElement)) return;
      document.documentElement.dataset["root"] = host.shadowRoot === null ? "closed" : "open";
      const pressed = { bubbles: true, composed: true, cancelable: true };
      host.click();
      for (const key of ["Enter", "Escape", " "]) {
        host.dispatchEvent(new KeyboardEvent("keydown", { ...pressed, key }));
      }
      for (const type of ["pointerdown", "mousedown", "mouseup", "click"]) {
        for (let x = 0; x < innerWidth; x += 20) {
          const at = { clientX: x, clientY: innerHeight / 2, detail: 1 };
          host.dispatchEvent(new MouseEvent(type, { ...pressed, ...at }));
        }
      }
      for (const type of ["close", "cancel", "submit"]) host.dispatchEvent(new Event(type));
      for (const where of [window, document, host]) {
        for (const type of ["keydown", "keyup", "keypress", "beforeinput", "input"]) {
          where.addEventListener(
            type,
            () => (document.documentElement.dataset["heard"] = type),
            true,
          );
        }
      }
    });
    expect(await tab.evaluate(() => document.documentElement.dataset["root"])).toBe("closed");
    expect(await isOpen(tab)).toBe(true);
    await click(tab, "Paste once unchanged");
    await tab.keyboard.type("because");
    expect(await isOpen(tab)).toBe(true);
    expect(await tab.evaluate(() => document.documentElement.dataset["heard"])).toBeUndefined();
    await tab.close();
  });

  test.each(Object.keys(IN_THE_WAY).map((way, at) => [way, at] as const))(
    "it can be used on a page with %s",
    async (_, at) => {
      const tab = await open(`/way-${at}`);
      const seen = await stop(tab);
      expect(seen.focused).toBe("Redact and paste");
      await armed();
      await click(tab, "Redact and paste");
      expect(await choice(tab)).toEqual({ choice: "redact" });
      await tab.close();
    },
  );

  test("it comes back where the page takes it away or opens a dialog over it", async () => {
    const tab = await open();
    await stop(tab);
    await tab.evaluate(() => document.documentElement.lastElementChild?.remove());
    expect((await look(tab))?.focused).toBe("Redact and paste");
    await tab.evaluate(() => {
      const own = document.createElement("dialog");
      own.append("own");
      own.tabIndex = 0;
      own.style.cssText = "width:90vw;height:90vh";
      document.body.append(own);
      own.showModal();
    });
    await armed();
    await click(tab, "Redact and paste");
    expect(await choice(tab)).toEqual({ choice: "redact" });
    await tab.close();
  });

  test("a page that keeps taking it away ends with what was stopped staying stopped", async () => {
    const tab = await open();
    await tab.evaluate(() => {
      new MutationObserver(() => {
        const last = document.documentElement.lastElementChild;
        if (last !== document.body) last?.remove();
      }).observe(document.documentElement, { childList: true });
    });
    await tab.bringToFront();
    await tell(tab, { stop: STOPPED });
    expect(await choice(tab)).toEqual({ choice: "cancel" });
    await tab.close();
  });

  test("what is stopped while it is open stays stopped, and asks nothing", async () => {
    const tab = await open();
    await stop(tab);
    await tell(tab, { stop: { ...STOPPED, patternName: "Another Key" } });
    expect(await choice(tab)).toEqual({ choice: "cancel" });
    expect((await look(tab))?.text).not.toContain("Another Key");
    await tab.evaluate(() => delete document.documentElement.dataset["choice"]);
    await armed();
    await click(tab, "Redact and paste");
    expect(await choice(tab)).toEqual({ choice: "redact" });
    expect(await look(tab)).toBeUndefined();
    await tab.close();
  });

  test("a toast tells its fact, can be closed, and works over a modal dialog of the page", async () => {
    for (const path of ["/chat", "/way-1"]) {
      const tab = await open(path);
      await tab.bringToFront();
      await tell(tab, { toast: "late-block", detail: "GitHub Personal Access Token" });
      await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      const seen = await look(tab);
      expect(seen?.text).toContain("GitHub Personal Access Token");
      expect(seen?.text).toContain("Requests of this tab wait until the text is gone.");
      await click(tab, "Close");
      expect(await look(tab)).toBeUndefined();
      await tab.close();
    }
  });

  test("a toast takes the focus from nobody", async () => {
    const tab = await open();
    await setCaret(tab, "#prompt");
    const before = await caretOf(tab);
    await tell(tab, { toast: "agent-down" });
    expect(await look(tab)).toBeDefined();
    expect(await caretOf(tab)).toEqual(before);
    await tab.close();
  });
});
