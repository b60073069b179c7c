import { setTimeout as sleep } from "node:timers/promises";
import { CANARY_PREFIX, fillTemplate, seededRandom } from "@weir/engine";
import type { ElementHandle, Frame, Page } from "puppeteer-core";
import { expect } from "vitest";
import { PLAIN_HOST } from "./fixture-server.ts";
import { copyText, press, startHarness } from "./harness.ts";
import type { BrowserName, Harness, HarnessOptions } from "./harness.ts";

export const CLEAN = 'two lines, "quoted" & <b>\nwith nothing to stop';
/** Only the agent knows whether it is a canary. */
export const UNSURE = `three words ${CANARY_PREFIX}${"ABCDEFGH".repeat(2)}`;
export const secret = (seed: string): string =>
  fillTemplate("{checksummed:ghp_}", seededRandom(seed));
export const prompt = (token: string): string => `deploy with ${token} tonight`;
export const REDACTED = /^deploy with \[[A-Z0-9_]+_1\] tonight$/;

/** Longer than the moments in which the notice's buttons do nothing. */
const ARMED_MS = 900;

/** Tells what the page hears of its events. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Chat</title>
<textarea id="prompt" rows="5" cols="60"></textarea>
<div id="rich" contenteditable style="min-height:4em"></div>
<input id="file" type="file" multiple>
<div id="zone" style="width:200px;height:100px;background:#ddd">drop</div>
<p id="dragged" draggable="true" style="width:200px;height:40px">drag me</p>
<form id="form" action="/sink/form" method="post" enctype="text/plain" target="answer">
<textarea id="message" name="message"></textarea><button id="send">Send</button></form>
<iframe name="answer" id="answer"></iframe>
<script>
globalThis.heard = [];
const hear = (event) => heard.push({
  type: event.type, isTrusted: event.isTrusted, isPrevented: event.defaultPrevented,
  files: [...(event.dataTransfer?.files ?? event.clipboardData?.files ?? [])].map((file) => file.name),
});
document.addEventListener("paste", hear);
document.addEventListener("drop", (event) => { hear(event); if (event.target.id === "zone") event.preventDefault(); });
document.getElementById("zone").addEventListener("dragover", (event) => event.preventDefault());
document.getElementById("dragged").addEventListener("dragstart", (event) => {
  event.dataTransfer.setData("text/plain", globalThis.carried);
});
document.getElementById("file").addEventListener("change", async (event) => {
  hear(event);
  globalThis.texts = await Promise.all([...event.target.files].map((file) => file.text()));
});
</script>`;

interface Heard {
  readonly type: string;
  readonly isTrusted: boolean;
  readonly isPrevented: boolean;
  readonly files: readonly string[];
}

export const heard = async (page: Page | Frame, type: string): Promise<readonly Heard[]> =>
  ((await page.evaluate("heard")) as Heard[]).filter((each) => each.type === type);

export const valueOf = (page: Page | Frame, selector: string): Promise<string> =>
  page.$eval(selector, (element) =>
    element instanceof HTMLTextAreaElement ? element.value : (element.textContent ?? ""),
  );

/** Waits until a probe answers true; false after 20 seconds. */
export async function eventually(probe: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline) {
    if (await probe()) return true;
    await sleep(50);
  }
  return false;
}

/** Waits until the companion knows that its rules are those in force. */
async function rulesConfirmed(harness: Harness): Promise<void> {
  const page = await harness.extensionPage("popup.html");
  const state = `(globalThis.browser ?? chrome).runtime.sendMessage({ kind: "popup-state" })`;
  const isFresh = async () =>
    JSON.stringify(await page.evaluate(state)).includes('"rulesFresh":true');
  expect(await eventually(isFresh)).toBe(true);
  await page.close();
}

/** The notice stands outside the body; a dialog has the focus, a toast has not. */
export const isAsking = (page: Page | Frame): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.matches("html > div") ?? false);

export const asked = (page: Page | Frame): Promise<boolean> => eventually(() => isAsking(page));

/** Does a notice of some kind stand in the page? */
export const isTold = (page: Page): Promise<boolean> =>
  eventually(() => page.evaluate(() => document.querySelector("html > div") !== null));

/** Waits until the notice's buttons do something: the moments count from when the screen was next painted, which a busy machine puts off. */
export async function armed(page: Page | Frame): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => resolve());
      }),
  );
  await sleep(ARMED_MS);
}

/** Chooses in the dialog of a page, or of a frame in it. */
export async function choose(
  page: Page,
  choice: "redact" | "cancel" | "allow-once",
  where: Page | Frame = page,
): Promise<void> {
  expect(await asked(where)).toBe(true);
  await armed(where);
  if (choice === "cancel") return page.keyboard.press("Escape");
  if (choice === "redact") return page.keyboard.press("Enter");
  for (let times = 0; times < 3; times++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.type("a test");
  await armed(where);
  await page.keyboard.press("Enter");
}

/** Pastes a text from the real clipboard. */
export async function paste(
  harness: Harness,
  page: Page,
  selector: string,
  text: string,
): Promise<void> {
  await copyText(harness, page, text);
  await page.focus(selector);
  await press(page, "v");
}

/** Sends a text as a page does; what became of it. */
export const send = (page: Page | Frame, url: string, body: string): Promise<string> =>
  page.evaluate(
    (to, text) =>
      fetch(to, { method: "POST", body: text }).then(
        () => "sent",
        () => "failed",
      ),
    url,
    body,
  );

/** A frame that is put into a page, once it is loaded. */
export async function frameIn(page: Page, url: string): Promise<Frame> {
  const element = await page.evaluateHandle(async (address) => {
    const made = document.createElement("iframe");
    made.src = address;
    document.body.append(made);
    await new Promise((resolve) => {
      made.addEventListener("load", resolve);
    });
    return made;
  }, url);
  const frame = await element.contentFrame();
  await element.dispose();
  return frame;
}

export async function openPage(harness: Harness): Promise<Page> {
  const page = await harness.page("/gestures");
  await page.bringToFront();
  return page;
}

/** A page whose form sends a file to a sink, and its field. */
export async function openUpload(harness: Harness, vector: string) {
  harness.server.page(
    "/upload",
    `<form action="/sink/${vector}" method="post" enctype="multipart/form-data" target="answer">
<input type="file" id="file" name="file"><button id="send">Send</button></form><iframe name="answer"></iframe>`,
  );
  const page = await harness.page("/upload");
  await page.bringToFront();
  const field = (await page.$("#file")) as ElementHandle<HTMLInputElement>;
  return { page, field };
}

/** A browser with a paired companion and the page of the gestures at `/gestures`. */
export async function startGuarded(name: BrowserName, options?: HarnessOptions): Promise<Harness> {
  const harness = await startHarness(name, options);
  harness.server.page("/gestures", PAGE);
  await harness.pair();
  await rulesConfirmed(harness);
  return harness;
}

/** Puts markup on the real clipboard as a page's own script does, with nothing taken out of it. */
export async function copyMarkup(harness: Harness, text: string, html: string): Promise<void> {
  const page = await harness.page(harness.server.url("/clip", PLAIN_HOST));
  await page.evaluate(
    (plain, markup) => {
      const box = document.createElement("textarea");
      box.value = "x";
      document.body.append(box);
      box.select();
      document.addEventListener("copy", (event) => {
        event.preventDefault();
        event.clipboardData?.setData("text/plain", plain);
        event.clipboardData?.setData("text/html", markup);
      });
    },
    text,
    html,
  );
  await page.bringToFront();
  await press(page, "c");
  await page.close();
}

/** Drops on the middle of an element what a program of the system would bring; Chromium alone lets a test do that. */
export async function dropOn(
  page: Page,
  selector: string,
  brought: { readonly text?: string; readonly files?: readonly string[] },
): Promise<void> {
  const element = await page.$(selector);
  const at = await element?.clickablePoint();
  const { text, files = [] } = brought;
  const items = text === undefined ? [] : [{ mimeType: "text/plain", data: text }];
  const session = await page.createCDPSession();
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", {
      type,
      x: at?.x ?? 0,
      y: at?.y ?? 0,
      data: { items, files: [...files], dragOperationsMask: 1 },
    });
  }
  await session.detach();
}
