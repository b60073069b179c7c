import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  asked,
  choose,
  CLEAN,
  eventually,
  isAsking,
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
});
