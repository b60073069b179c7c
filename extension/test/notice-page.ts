import type { Page } from "puppeteer-core";
import type { Choice, Stopped } from "../src/notice/notice.ts";
import { ARMING_MS } from "../src/notice/press.ts";
import type { Command, Seen } from "./notice-driver.ts";

/** A paste that was stopped, as the guards tell of it. */
export const STOPPED: Stopped = {
  patternName: "GitHub Personal Access Token",
  severity: "critical",
  count: 1,
  boundary: "paste",
  override: "once_reason_kept_in_memory",
  redactable: true,
  score: 3,
  threshold: 1,
};

/** Tells the driver something. */
export async function tell(page: Page, command: Command): Promise<void> {
  await page.evaluate((detail) => {
    document.dispatchEvent(new CustomEvent("weir-notice", { detail }));
  }, JSON.stringify(command));
}

/** What stands in the notice now; undefined where there is none. */
export async function look(page: Page): Promise<Seen | undefined> {
  await tell(page, { look: true });
  const seen = await page.evaluate(() => document.documentElement.dataset["seen"]);
  return (JSON.parse(seen ?? '""') as Seen | "") || undefined;
}

/** Has a text stopped, and answers once the dialog is there. */
export async function stop(page: Page, stopped: Partial<Stopped> = {}): Promise<Seen> {
  await page.bringToFront();
  await tell(page, { stop: { ...STOPPED, ...stopped } });
  const seen = await look(page);
  if (seen === undefined) throw new Error("no dialog");
  return seen;
}

/** What the person chose, once they did. */
export async function choice(page: Page): Promise<Choice> {
  await page.waitForFunction(() => document.documentElement.dataset["choice"] !== undefined);
  const text = await page.evaluate(() => document.documentElement.dataset["choice"]);
  return JSON.parse(text ?? "") as Choice;
}

/** Is the dialog open still, with nothing chosen? */
export async function isOpen(page: Page): Promise<boolean> {
  const chosen = await page.evaluate(() => document.documentElement.dataset["choice"]);
  return chosen === undefined && (await look(page)) !== undefined;
}

/** Clicks a control of the notice where it stands, as a person does. */
export async function click(page: Page, text: string): Promise<void> {
  const seen = await look(page);
  const control = seen?.controls.find((each) => each.text === text);
  if (control === undefined) {
    throw new Error(`no ${text} among ${JSON.stringify(seen?.controls.map((each) => each.text))}`);
  }
  await page.mouse.click(control.x, control.y);
}

/** Does something in the first moments of a dialog; on a machine too slow for that, of another dialog. */
export async function inFirstMoments(
  open: () => Promise<Page>,
  act: (page: Page) => Promise<void>,
) {
  for (;;) {
    const page = await open();
    const since = performance.now();
    await act(page);
    if (performance.now() - since < ARMING_MS) return page;
    await page.close();
  }
}

/** Waits until choices that do nothing in their first moments do something. */
export const armed = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 1000);
  });

/** What the page can tell of its own focus and caret. */
export const caretOf = (open: Page): Promise<unknown> =>
  open.evaluate(() => {
    const focused = document.activeElement;
    const at = document.getSelection();
    return focused instanceof HTMLTextAreaElement
      ? [focused.id, focused.selectionStart, focused.selectionEnd]
      : [focused?.id, at?.anchorOffset, at?.focusOffset];
  });

/** Sets the caret in a text field or an editable element. */
export async function setCaret(open: Page, selector: string): Promise<void> {
  await open.evaluate((where) => {
    const target = document.querySelector<HTMLElement>(where);
    target?.focus();
    if (target instanceof HTMLTextAreaElement) target.setSelectionRange(4, 7);
    else if (target?.firstChild) {
      document.getSelection()?.setBaseAndExtent(target.firstChild, 5, target.firstChild, 9);
    }
  }, selector);
}
