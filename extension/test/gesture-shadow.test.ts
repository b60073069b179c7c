import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElementHandle, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { choose, eventually, prompt, REDACTED, secret, startGuarded } from "./gesture-page.ts";
import { copyText, press } from "./harness.ts";
import type { Harness } from "./harness.ts";

/** Fields within shadow trees, of which a page's own script tells what it hears. */
const PAGE = `<!doctype html><meta charset="utf-8"><div id="open"></div><div id="closed"></div>
<iframe name="answer"></iframe><script>
for (const mode of ["open", "closed"]) {
  const root = document.getElementById(mode).attachShadow({ mode });
  root.innerHTML = '<input type="file" id="file"><textarea id="text"></textarea>' +
    '<form action="/sink/shadow-' + mode + '" method="post" target="answer"><input id="prompt" name="prompt"></form>';
  const chosen = [];
  root.getElementById("file").addEventListener("change", async ({ target }) => {
    chosen.push(await target.files[0]?.text());
  });
  globalThis[mode + "Tree"] = { root, chosen };
}
</script>`;

const folder = mkdtempSync(join(tmpdir(), "weir-shadow-"));
afterAll(() => rmSync(folder, { recursive: true }));

describeIn(BROWSERS)("shadow trees in %s", (name) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startGuarded(name);
    harness.server.page("/shadow", PAGE);
  });
  afterAll(() => harness.close());

  const open = async (): Promise<Page> => {
    const page = await harness.page("/shadow");
    await page.bringToFront();
    return page;
  };
  const field = async (page: Page, mode: string, id: string): Promise<ElementHandle> => {
    const handle = await page.evaluateHandle(`${mode}Tree.root.getElementById("${id}")`);
    const element = handle.asElement();
    if (element === null) throw new Error(`${mode}: no ${id}`);
    return element as ElementHandle;
  };

  it.each(["open", "closed"])("a paste into a tree that is %s is redacted", async (mode) => {
    const page = await open();
    await copyText(harness, page, prompt(secret(`shadow ${mode}`)));
    const text = await field(page, mode, "text");
    await text.focus();
    await press(page, "v");
    await choose(page, "redact");
    const value = () => text.evaluate((each) => (each as HTMLTextAreaElement).value);
    expect(await eventually(async () => REDACTED.test(await value()))).toBe(true);
    await page.close();
  });

  it.each(["open", "closed"])(
    "the page hears once of a file in a tree that is %s, and not of what is in it",
    async (mode) => {
      const page = await open();
      const path = join(folder, `${mode}.env`);
      writeFileSync(path, prompt(secret(`shadow file ${mode}`)));
      const input = (await field(page, mode, "file")) as ElementHandle<HTMLInputElement>;
      // Who chooses a file comes to its field first; a browser that is driven does not.
      await input.focus();
      await input.uploadFile(path);
      await choose(page, "redact");
      const chosen = () => page.evaluate(`${mode}Tree.chosen`) as Promise<readonly string[]>;
      expect(await eventually(async () => (await chosen()).length > 0)).toBe(true);
      expect(await chosen()).toEqual([expect.stringMatching(REDACTED)]);
      await page.close();
    },
  );

  it.each(["open", "closed"])("a form in a tree that is %s is held", async (mode) => {
    const page = await open();
    const input = await field(page, mode, "prompt");
    await input.focus();
    await page.keyboard.type(prompt(secret(`shadow form ${mode}`)));
    await page.keyboard.press("Enter");
    await choose(page, "redact");
    const [received] = await harness.server.arrived(`shadow-${mode}`);
    expect(new URLSearchParams(received?.body.toString()).get("prompt")).toMatch(REDACTED);
    await page.close();
  });
});
