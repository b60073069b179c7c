import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElementHandle } from "puppeteer-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  choose,
  CLEAN,
  dropOn,
  eventually,
  heard,
  openPage,
  prompt,
  REDACTED,
  secret,
  startGuarded,
  UNSURE,
  valueOf,
} from "./gesture-page.ts";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { press } from "./harness.ts";
import type { Harness } from "./harness.ts";
import { MAX_READ_BYTES } from "../src/shared/boundary.ts";

const folder = mkdtempSync(join(tmpdir(), "weir-gestures-"));
const file = (fileName: string, content: string | Buffer): string => {
  const path = join(folder, fileName);
  writeFileSync(path, content);
  return path;
};

afterAll(() => rmSync(folder, { recursive: true }));

describeIn(BROWSERS)("files in %s", (name) => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startGuarded(name);
  });

  afterAll(() => harness.close());

  it("gives clean files of a field to the page, and stops those with a secret", async () => {
    const page = await openPage(harness);
    const field = (await page.$("#file")) as ElementHandle<HTMLInputElement>;
    const token = secret("file");
    const clean = file("clean.txt", CLEAN);
    const picture = file("picture.png", Buffer.from([137, 80, 78, 71, 0, 0, 0]));
    await field.uploadFile(clean, picture);
    const texts = () => page.evaluate("globalThis.texts") as Promise<string[] | undefined>;
    expect(await eventually(async () => (await texts())?.[0] === CLEAN)).toBe(true);
    await page.evaluate("heard.length = 0; globalThis.texts = undefined");
    const keys = file("keys.env", prompt(token));
    await field.uploadFile(keys);
    await choose(page, "redact");
    expect(await eventually(async () => REDACTED.test((await texts())?.[0] ?? ""))).toBe(true);
    await page.evaluate("heard.length = 0; globalThis.texts = undefined");
    // What the system takes for music.
    await field.uploadFile(file("go.mod", prompt(token)));
    await choose(page, "redact");
    expect(await eventually(async () => REDACTED.test((await texts())?.[0] ?? ""))).toBe(true);
    await page.evaluate("heard.length = 0");
    await field.uploadFile(clean);
    await field.uploadFile(keys);
    await choose(page, "cancel");
    expect(
      await eventually(
        async () => (await page.evaluate("document.getElementById('file').files.length")) === 0,
      ),
    ).toBe(true);
    await page.close();
  });

  it("gives a field its files back where others are not chosen after all", async () => {
    const page = await openPage(harness);
    const field = (await page.$("#file")) as ElementHandle<HTMLInputElement>;
    const names = () =>
      field.evaluate(({ files }) => Array.from(files ?? [], (each) => each.name).join());
    await field.uploadFile(file("first.txt", CLEAN));
    expect(await eventually(async () => (await heard(page, "change")).length === 1)).toBe(true);
    // Who chooses a file begins with a click, by the page's own button too; a browser that is driven does not.
    await field.evaluate((each) => {
      each.addEventListener("click", (event) => event.preventDefault());
      each.click();
    });
    await field.uploadFile(file("second.env", prompt(secret("second"))));
    await choose(page, "cancel");
    expect(await eventually(async () => (await names()) === "first.txt")).toBe(true);
    expect(await heard(page, "change")).toHaveLength(1);
    await page.close();
  });

  it("lets a film go in a form, however long it is", async () => {
    const page = await openPage(harness);
    const sent = await page.evaluate(
      async (url, bytes) => {
        const form = new FormData();
        form.append("prompt", "what happens in it?");
        form.append("film", new File([new Uint8Array(bytes)], "a.mp4", { type: "video/mp4" }));
        const { ok } = await fetch(url, { method: "POST", body: form });
        const request = new XMLHttpRequest();
        request.open("POST", url);
        const { promise, resolve } = Promise.withResolvers<unknown>();
        request.addEventListener("loadend", resolve);
        request.send(form);
        await promise;
        return [ok, request.status];
      },
      harness.server.url("/sink/film"),
      MAX_READ_BYTES,
    );
    expect(sent).toEqual([true, 200]);
    await page.close();
  });
});

// No driver of Firefox brings a test a drop (its sessions of dragging end without one), nor a text in one piece.
describeIn(["chromium"])("gestures of %s alone", (name) => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startGuarded(name);
  });

  afterAll(() => harness.close());

  it("guards drops of text and of files", async () => {
    const page = await openPage(harness);
    await dropOn(page, "#prompt", { text: CLEAN });
    expect(await valueOf(page, "#prompt")).toBe(CLEAN);
    expect(await heard(page, "drop")).toMatchObject([{ isTrusted: true }]);
    await page.reload();
    await dropOn(page, "#prompt", { text: prompt(secret("drop")) });
    await choose(page, "redact");
    expect(await eventually(async () => REDACTED.test(await valueOf(page, "#prompt")))).toBe(true);
    await page.reload();
    await dropOn(page, "#zone", { files: [file("clean.md", CLEAN)] });
    expect(await eventually(async () => (await heard(page, "drop")).length === 1)).toBe(true);
    expect((await heard(page, "drop"))[0]?.files).toEqual(["clean.md"]);
    await dropOn(page, "#zone", { files: [file("bad.md", prompt(secret("file drop")))] });
    await choose(page, "cancel");
    expect(await heard(page, "drop")).toHaveLength(1);
    await page.close();
  });

  it("leaves it to the browser to move a text within a page", async () => {
    const page = await openPage(harness);
    await page.$eval(
      "#rich",
      (box, text) => {
        box.innerHTML = `<p>${text}</p><p>behind</p>`;
        document.getSelection()?.selectAllChildren(box.querySelector("p") ?? box);
      },
      UNSURE,
    );
    const [from, to] = await Promise.all(["p", "p + p"].map((each) => page.$(`#rich ${each}`)));
    const [start, end] = [await from?.boundingBox(), await to?.boundingBox()];
    await page.mouse.move((start?.x ?? 0) + 10, (start?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((end?.x ?? 0) + 300, (end?.y ?? 0) + 5, { steps: 9 });
    await page.mouse.up();
    const isMoved = async () => (await valueOf(page, "#rich")).trim() === `behind${UNSURE}`;
    expect(await eventually(isMoved)).toBe(true);
    await page.close();
  });

  it("leaves out the picture of a text that it redacts", async () => {
    const page = await openPage(harness);
    const origin = new URL(harness.server.url("/")).origin;
    await harness.browser
      .defaultBrowserContext()
      .overridePermissions(origin, [
        "clipboard-read",
        "clipboard-write",
        "clipboard-sanitized-write",
      ]);
    await page.evaluate(
      async (text) => {
        const canvas = document.createElement("canvas");
        const { promise, resolve } = Promise.withResolvers<Blob>();
        canvas.toBlob((blob) => resolve(blob ?? new Blob()));
        const item = new ClipboardItem({ "text/plain": text, "image/png": await promise });
        await navigator.clipboard.write([item]);
      },
      prompt(secret("picture")),
    );
    await page.focus("#rich");
    await press(page, "v");
    await choose(page, "redact");
    expect(await eventually(async () => (await heard(page, "paste")).length === 1)).toBe(true);
    expect(await heard(page, "paste")).toMatchObject([{ files: [] }]);
    await page.close();
  });

  it("guards a text that comes in one piece without a paste", async () => {
    const page = await openPage(harness);
    await page.focus("#rich");
    await page.keyboard.sendCharacter(prompt(secret("dictated")));
    await choose(page, "redact");
    expect(await eventually(async () => REDACTED.test(await valueOf(page, "#rich")))).toBe(true);
    await page.close();
  });
});
