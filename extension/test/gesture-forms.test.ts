import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { ElementHandle, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  asked,
  choose,
  CLEAN,
  eventually,
  isAsking,
  isTold,
  openUpload,
  prompt,
  REDACTED,
  secret,
  startGuarded,
  UNSURE,
  valueOf,
} from "./gesture-page.ts";
import { BROWSERS, describeIn } from "./describe-in.ts";
import type { Harness } from "./harness.ts";

const folder = mkdtempSync(join(tmpdir(), "weir-forms-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** How a text can stand in a file that does not show it as it is. */
const DISGUISES: Readonly<Record<string, (text: string) => Buffer>> = {
  "behind a NUL": (text) => Buffer.from(`\0\0\0\u0001${text}`),
  "packed by gzip": (text) => gzipSync(text),
  "in UTF-16 without a mark": (text) => Buffer.from(text, "utf16le"),
};

describeIn(BROWSERS)("forms in %s", (name) => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startGuarded(name);
  });

  afterAll(() => harness.close());

  it.each(Object.entries(DISGUISES))("judges a file with a text %s", async (how, bytesOf) => {
    const vector = how.replaceAll(/\W/g, "");
    const { page, field } = await openUpload(harness, vector);
    const path = join(folder, "notes.bin");
    const chosen = () => field.evaluate(({ files }) => files?.length);
    writeFileSync(path, bytesOf(prompt(secret(vector))));
    await field.uploadFile(path);
    await choose(page, "cancel");
    expect(await eventually(async () => (await chosen()) === 0)).toBe(true);
    const clean = bytesOf(CLEAN);
    writeFileSync(path, clean);
    await field.uploadFile(path);
    await page.click("#send");
    const [received] = await harness.server.arrived(vector);
    expect(received?.body.includes(clean)).toBe(true);
    await page.close();
  });

  /** A page with a form that goes to a sink, and with what else a test wants. */
  const open = async (vector: string, more: string, attributes = ""): Promise<Page> => {
    harness.server.page(
      `/${vector}`,
      `<!doctype html><form id="form" action="/sink/${vector}" method="post" target="answer" ${attributes}>
<textarea id="prompt" name="prompt"></textarea><span id="place"><button id="send" name="by" value="hand">Send</button></span>
</form><iframe name="answer"></iframe><script>const form = document.getElementById("form");${more}</script>`,
    );
    const page = await harness.page(`/${vector}`);
    await page.bringToFront();
    return page;
  };

  it("sends a form once that is sent twice while the agent is asked", async () => {
    const page = await open(
      "twice",
      `globalThis.body = "first";
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        fetch(form.action, { method: "POST", body: globalThis.body });
      });`,
    );
    await page.$eval("#prompt", (box, text) => void (box.textContent = text), UNSURE);
    harness.agent.mood = "slow";
    await page.click("#send");
    await page.click("#send");
    await harness.server.arrived("twice");
    harness.agent.mood = "up";
    await page.evaluate("body = 'last'");
    await page.click("#send");
    const sent = () => harness.server.received("twice").map(({ body }) => body.toString());
    expect(await eventually(async () => sent().includes("last"))).toBe(true);
    expect(sent()).toEqual(["first", "last"]);
    await page.close();
  });

  it("sends a redacted form whose button was rendered anew meanwhile", async () => {
    const page = await open("anew", "");
    await page.type("#prompt", prompt(secret("anew")));
    await page.click("#send");
    expect(await asked(page)).toBe(true);
    await page.$eval("#place", (place) =>
      place.replaceChildren(...[...place.children].map((each) => each.cloneNode(true))),
    );
    await choose(page, "redact");
    const [received] = await harness.server.arrived("anew");
    expect(new URLSearchParams(received?.body.toString()).get("prompt")).toMatch(REDACTED);
    await page.close();
  });

  it("asks again where the page adds a secret that stands in no field", async () => {
    const page = await open(
      "added",
      `form.addEventListener("formdata", ({ formData }) => formData.set("copy", globalThis.copy));`,
    );
    const token = secret("added");
    await page.type("#prompt", prompt(token));
    await page.evaluate((copy) => void Object.assign(globalThis, { copy }), prompt(token));
    await page.click("#send");
    await choose(page, "redact");
    expect(await eventually(async () => REDACTED.test(await valueOf(page, "#prompt")))).toBe(true);
    await choose(page, "cancel");
    expect(await eventually(async () => !(await isAsking(page)))).toBe(true);
    expect(harness.server.received("added")).toEqual([]);
    await page.close();
  });

  it("reads a form once before it is sent", async () => {
    const page = await open(
      "read",
      `globalThis.count = 0;
      form.addEventListener("formdata", () => { globalThis.count += 1; });
      form.addEventListener("submit", (event) => {
        if (globalThis.isPrevented) event.preventDefault();
      });`,
    );
    await page.type("#prompt", "all is well");
    await page.click("#send");
    await harness.server.arrived("read");
    expect(await page.evaluate("count")).toBe(2);
    await page.evaluate("isPrevented = true");
    await page.click("#send");
    expect(await page.evaluate("count")).toBe(3);
    await page.close();
  });

  it("leaves a form alone that closes a dialog and sends nothing", async () => {
    harness.server.page(
      "/closes",
      `<!doctype html><dialog id="dialog"><form method="dialog">
<textarea id="prompt" name="prompt"></textarea><button id="send">Send</button></form></dialog>
<script>const dialog = document.getElementById("dialog"); dialog.showModal();</script>`,
    );
    const page = await harness.page("/closes");
    await page.bringToFront();
    await page.type("#prompt", prompt(secret("closes")));
    await page.click("#send");
    expect(await page.evaluate("dialog.open")).toBe(false);
    expect(await isAsking(page)).toBe(false);
    await page.close();
  });

  /** A form whose field the page fills from an editor when it is submitted, and as the person types where `onInput` says so. */
  const openDesk = async (
    vector: string,
    { target, isFiled, onInput }: { target: string; isFiled: boolean; onInput: boolean },
  ): Promise<Page> => {
    harness.server.page(
      `/${vector}`,
      `<!doctype html><iframe name="answer"></iframe>
<form id="form" action="/sink/${vector}" method="post" enctype="multipart/form-data" target="${target}">
<div id="editor" contenteditable style="min-height:3em"></div><input type="hidden" name="prompt">
<input type="file" id="file" name="file"><button id="send">Send</button></form>
<script>const fill = () => { form.elements.prompt.value = editor.innerText; };
globalThis.submits = 0;
form.addEventListener("submit", () => { submits += 1; fill(); });
if (${onInput}) editor.addEventListener("input", fill);</script>`,
    );
    const page = await harness.page(`/${vector}`);
    await page.bringToFront();
    if (!isFiled) return page;
    const path = join(folder, "notes.txt");
    writeFileSync(path, "what was said");
    const field = (await page.$("#file")) as ElementHandle<HTMLInputElement>;
    await field.uploadFile(path);
    return page;
  };

  const DESKS = ["", "answer", "_blank"].flatMap((target) =>
    [false, true].map((isFiled) => ({ target, isFiled })),
  );
  const typeAndSend = async (page: Page, text: string): Promise<void> => {
    await page.focus("#editor");
    await page.keyboard.type(text);
    await page.focus("#send");
    await page.keyboard.press("Enter");
  };

  it.each(DESKS)("asks about what a page fills in as it submits, %o", async (desk) => {
    const vector = `filled-${desk.target}-${desk.isFiled}`;
    const page = await openDesk(vector, { ...desk, onInput: false });
    await typeAndSend(page, prompt(secret(vector)));
    await choose(page, "cancel");
    expect(await eventually(async () => !(await isAsking(page)))).toBe(true);
    expect(harness.server.received(vector)).toEqual([]);
    await page.evaluate("form.prompt.value = editor.textContent = 'all is well'");
    await page.click("#send");
    const received = await harness.server.arrived(vector);
    expect(received.map(({ body }) => body.includes("all is well"))).toEqual([true]);
    await page.close();
  });

  it.each(DESKS)("sends what was redacted, whatever the page fills in again, %o", async (desk) => {
    for (const onInput of [false, true]) {
      const vector = `again-${desk.target}-${desk.isFiled}-${onInput}`;
      const page = await openDesk(vector, { ...desk, onInput });
      await typeAndSend(page, prompt(secret(vector)));
      await choose(page, "redact");
      const received = await harness.server.arrived(vector);
      expect(
        received.map(({ body }) => /deploy with \[[A-Z0-9_]+_1\] tonight/.test(body.toString())),
      ).toEqual([true]);
      expect(received[0]?.body.includes("what was said")).toBe(desk.isFiled);
      await page.close();
    }
  });

  it("asks about what is put into a form while it is held", async () => {
    const vector = "while-held";
    const page = await openDesk(vector, { target: "_blank", isFiled: true, onInput: false });
    await page.evaluate(
      (text) => {
        const form = document.forms[0];
        form?.requestSubmit();
        for (const editor of document.querySelectorAll("#editor")) editor.textContent = text;
      },
      prompt(secret(vector)),
    );
    await choose(page, "cancel");
    expect(harness.server.received(vector)).toEqual([]);
    await page.close();
  });

  it("sends what was judged of a form that a script submits and fills in anew", async () => {
    const vector = "script";
    const page = await openDesk(vector, { target: "_blank", isFiled: true, onInput: false });
    await page.evaluate(
      (text) => {
        const form = document.forms[0];
        const field = form?.querySelector("input");
        form?.addEventListener("formdata", ({ formData }) => formData.append("seen", "once"));
        form?.submit();
        if (field) field.value = text;
      },
      prompt(secret(vector)),
    );
    const [received] = await harness.server.arrived(vector);
    const body = received?.body.toString() ?? "";
    expect(body.split("deploy with")).toHaveLength(1);
    expect(body.split("once")).toHaveLength(2);
    expect(body).toContain("what was said");
    await page.close();
  });

  it("takes a secret out that nobody could be asked about any more", async () => {
    const vector = "no-end";
    const token = secret(vector);
    const page = await open(
      vector,
      `form.addEventListener("submit", (event) => { event.stopPropagation(); form.prompt.value = ${JSON.stringify(prompt(token))}; });`,
    );
    await page.click("#send");
    expect(await isTold(page)).toBe(true);
    const prompts = () =>
      harness.server
        .received(vector)
        .map(({ body }) => new URLSearchParams(body.toString()).get("prompt"));
    // Firefox holds it where it holds requests.
    await expect.poll(() => prompts().length).toBe(name === "chromium" ? 1 : 0);
    expect(prompts().filter((sent) => !REDACTED.test(sent ?? ""))).toEqual([]);
    await page.close();
  });

  it("sends the button of a held form that was switched off meanwhile", async () => {
    const page = await open(
      "off",
      `send.addEventListener("click", () => { setTimeout(() => { send.disabled = true; }); });`,
    );
    await page.$eval("#prompt", (box, text) => void (box.textContent = text), UNSURE);
    await page.click("#send");
    const [received] = await harness.server.arrived("off");
    expect(new URLSearchParams(received?.body.toString()).get("by")).toBe("hand");
    expect(await page.evaluate("send.disabled")).toBe(true);
    await page.close();
  });
});
