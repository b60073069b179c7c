import { join } from "node:path";
import { CANARY_PREFIX } from "@weir/engine";
import type { Page } from "puppeteer-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PLAIN_HOST } from "./fixture-server.ts";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { copyText, press, startHarness } from "./harness.ts";
import type { Harness } from "./harness.ts";

const EDITORS = [
  "textarea",
  "react-textarea",
  "contenteditable",
  "plaintext-only",
  "prosemirror",
  "tiptap",
  "lexical-plain",
  "lexical-rich",
  "quill",
  "slate",
  "codemirror",
  "monaco-textarea",
  "monaco-editcontext",
] as const;

/** Editors in which the markup of a paste counts, and one in which it does not. */
const FORMATTED = [
  "textarea",
  "contenteditable",
  "prosemirror",
  "tiptap",
  "lexical-rich",
  "quill",
  "slate",
] as const;

/** Editors undo what follows within a second together with what went before. */
const UNDO_GROUP_MS = 1100;

/** The shape of a canary: only the agent knows whether it is one, so that a paste with it is held. */
const CANARY_SHAPE = `${CANARY_PREFIX}${"ABCDEFGH".repeat(2)}`;

const TEXT = [
  'first line with <b> & "q"',
  "  indented, with  two spaces",
  "",
  `last line ${CANARY_SHAPE}`,
].join("\n");

const HTML = `<p>first line with &lt;b&gt; &amp; "q"</p><p>second <b>line</b></p><p>last <i>line</i> ${CANARY_SHAPE}</p>`;

/** The editors' page, from their packages; made once for all browsers. */
let editorFiles: Promise<ReadonlyMap<string, string>> | undefined;

async function bundleEditors(): Promise<ReadonlyMap<string, string>> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "editors/page.ts"),
    platform: "browser",
    moduleTypes: { ".css": "empty", ".ttf": "empty" },
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return new Map(output.map((each) => [each.fileName, "code" in each ? each.code : ""]));
}

/** Puts formatted text on the real clipboard. */
async function copyHtml(harness: Harness, html: string): Promise<void> {
  const page = await harness.page(harness.server.url("/clip", PLAIN_HOST));
  await page.evaluate((markup) => {
    const box = document.createElement("div");
    box.contentEditable = "true";
    box.innerHTML = markup;
    document.body.append(box);
    box.focus();
    getSelection()?.selectAllChildren(box);
  }, html);
  await page.bringToFront();
  await press(page, "x");
  await page.close();
}

const read = (page: Page): Promise<unknown> => page.evaluate("readEditor()");

/** Lets a frame go by in the page, and a moment more: editors put off what they do to the next one. */
const frame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve, 20));
      }),
  );

/** How long a paste is waited for, in milliseconds. */
const CHANGE_MS = 20_000;

/** What the editor holds once it stays the same for two frames. */
async function settled(page: Page): Promise<unknown> {
  let last = await read(page);
  for (let same = 0; same < 2;) {
    await frame(page);
    const next = await read(page);
    same = next === last ? same + 1 : 0;
    last = next;
  }
  return last;
}

interface Course {
  readonly pasted: unknown;
  readonly undone: unknown;
  readonly typedAfter: unknown;
}

/** Waits until the editor holds something else than before. */
async function changed(page: Page, before: unknown): Promise<unknown> {
  const deadline = performance.now() + CHANGE_MS;
  while (performance.now() < deadline && (await read(page)) === before) await frame(page);
  return settled(page);
}

/** Lets time go by for the editor, whose history goes by `Date.now`. */
const skipTime = (page: Page): Promise<void> =>
  page.evaluate((skipped) => {
    const { now } = Date;
    Date.now = () => now() + skipped;
  }, UNDO_GROUP_MS);

/** Pastes between two letters, undoes it, pastes again and types. */
async function course(page: Page, url: string): Promise<Course> {
  await page.goto(url);
  await page.waitForSelector("html[data-ready]");
  await page.evaluate("focusEditor()");
  await settled(page);
  await page.keyboard.type("ab");
  // An editor that still takes the letters up would put the caret back behind them.
  await settled(page);
  await page.keyboard.press("ArrowLeft");
  const before = await settled(page);
  await skipTime(page);
  await press(page, "v");
  const pasted = await changed(page, before);
  await press(page, "z");
  const undone = await settled(page);
  await press(page, "v");
  await changed(page, undone);
  await page.keyboard.type("Z");
  const typedAfter = await settled(page);
  return { pasted, undone, typedAfter };
}

describeIn(BROWSERS)("a held paste in %s", (name) => {
  let harness: Harness;

  beforeAll(async () => {
    const [started, files] = await Promise.all([
      startHarness(name),
      (editorFiles ??= bundleEditors()),
    ]);
    harness = started;
    for (const [path, body] of files) {
      harness.server.page(`/${path}`, { body, type: "text/javascript; charset=utf-8" });
    }
    harness.server.page(
      "/editor",
      '<!doctype html><meta charset="utf-8"><title>Editor</title><body><script type="module" src="/page.js"></script>',
    );
    await harness.pair();
  });

  afterAll(() => harness.close());

  it.each(["text", "html"] as const)(
    "ends as the browser's own, with its undo and its caret: %s",
    async (kind) => {
      const page = await harness.page(harness.server.url("/clip", PLAIN_HOST));
      if (kind === "text") await copyText(harness, page, TEXT);
      else await copyHtml(harness, HTML);
      await page.bringToFront();
      const differing: unknown[] = [];
      for (const editor of kind === "text" ? EDITORS : FORMATTED) {
        const path = `/editor?editor=${editor}`;
        const asked = harness.agent.scans.length;
        const native = await course(page, harness.server.url(path, PLAIN_HOST));
        const held = await course(page, harness.server.url(path));
        expect(harness.agent.scans.length).toBeGreaterThan(asked);
        expect(JSON.stringify(native.pasted)).toContain(CANARY_SHAPE);
        if (JSON.stringify(native) !== JSON.stringify(held))
          differing.push({ editor, native, held });
      }
      expect(differing).toEqual([]);
      await page.close();
    },
    280_000,
  );
});
