import { CANARY_PREFIX } from "@weir/engine";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  asked,
  choose,
  CLEAN,
  eventually,
  frameIn,
  isTold,
  openPage,
  paste,
  prompt,
  REDACTED,
  secret,
  send,
  startGuarded,
  valueOf,
} from "./gesture-page.ts";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { copyText, press } from "./harness.ts";
import type { Harness } from "./harness.ts";

/** A text that no rule knows, and the agent does. */
const ONLY_AGENT = "the name of the project is halcyon-17";

/** Looks like a canary, so that the agent is waited for. */
const CANARY = `the token is ${CANARY_PREFIX}${"HGFEDCBA".repeat(2)}`;

const BEACON = "a beacon that says nothing";

/** What the agent was told since; a beacon of the page before may come late. */
const newsSince = ({ agent }: Harness, told: number): readonly string[] =>
  agent.scans.slice(told).filter((text) => text !== BEACON);

describeIn(BROWSERS)("what the agent alone knows, in %s", (name) => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startGuarded(name, { agent: { canaries: [ONLY_AGENT, CANARY] } });
  });

  afterAll(() => harness.close());

  it("holds the requests of a tab until a text is gone that the agent stopped late", async () => {
    const page = await openPage(harness);
    await paste(harness, page, "#prompt", ONLY_AGENT);
    expect(await valueOf(page, "#prompt")).toBe(ONLY_AGENT);
    expect(await isTold(page)).toBe(true);
    const url = harness.server.url("/sink/late");
    const sending = send(page, url, `prompt: ${ONLY_AGENT}`);
    await choose(page, "cancel");
    expect(await sending).toBe("failed");
    expect(harness.server.received("late")).toEqual([]);
    await page.focus("#prompt");
    await press(page, "a");
    await page.keyboard.press("Delete");
    const beacon = () =>
      page.evaluate(
        (to, text) => {
          navigator.sendBeacon(to, text);
        },
        harness.server.url("/sink/beacon"),
        BEACON,
      );
    const isReleased = async () => {
      await beacon();
      return harness.server.received("beacon").length > 0;
    };
    expect(await eventually(isReleased)).toBe(true);
    await page.close();
  });

  it("holds them where the page renders the box anew, with and without the text for a while", async () => {
    const page = await openPage(harness);
    await paste(harness, page, "#prompt", ONLY_AGENT);
    expect(await isTold(page)).toBe(true);
    await page.evaluate(async () => {
      const box = document.querySelector("textarea");
      const again = box?.cloneNode();
      if (box === null || !(again instanceof HTMLTextAreaElement)) return;
      box.remove();
      await new Promise((resolve) => {
        setTimeout(resolve, 1500);
      });
      again.value = box.value;
      document.body.prepend(again);
      await new Promise((resolve) => {
        setTimeout(resolve, 1500);
      });
    });
    const text = await valueOf(page, "#prompt");
    const sending = send(page, harness.server.url("/sink/anew"), `prompt: ${text}`);
    await choose(page, "cancel");
    expect(await sending).toBe("failed");
    expect(harness.server.received("anew")).toEqual([]);
    await page.close();
  });

  it("holds those of a frame, too, that opens only then", async () => {
    const page = await openPage(harness);
    const post = (body: string) => send(frame, harness.server.url("/sink/later-frame"), body);
    await paste(harness, page, "#prompt", ONLY_AGENT);
    expect(await isTold(page)).toBe(true);
    const frame = await frameIn(page, harness.server.url("/gestures"));
    // It has its settings once a request of it is judged.
    expect(await post("words that say nothing")).toBe("sent");
    await frame.evaluate((to) => {
      navigator.sendBeacon(to, "a beacon of the frame");
    }, harness.server.url("/sink/later-beacon"));
    expect(await post("more words that say nothing")).toBe("sent");
    await harness.server.arrived("later-frame", 2);
    expect(harness.server.received("later-beacon")).toEqual([]);
    await page.close();
  });

  it("tells the agent nothing of what a page makes ready for a paste", async () => {
    const told = harness.agent.scans.length;
    const page = await openPage(harness);
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          requestIdleCallback(() => resolve());
        }),
    );
    await paste(harness, page, "#prompt", `${CLEAN}, after all that`);
    expect(await eventually(async () => newsSince(harness, told).length > 0)).toBe(true);
    expect(newsSince(harness, told)).toEqual([`${CLEAN}, after all that`]);
    expect(await page.evaluate(() => document.querySelector("html > div"))).toBeNull();
    await page.close();
  });

  it("does not warn of a request that the person allowed, and that the page repeats", async () => {
    const page = await openPage(harness);
    const text = prompt(secret("allowed again"));
    const url = harness.server.url("/sink/allowed-again");
    await paste(harness, page, "#prompt", text);
    await choose(page, "allow-once");
    expect(await eventually(async () => (await valueOf(page, "#prompt")) === text)).toBe(true);
    const told = harness.agent.scans.length;
    expect(await send(page, url, `again: ${text}`)).toBe("sent");
    expect(await eventually(async () => newsSince(harness, told).length > 0)).toBe(true);
    expect(newsSince(harness, told)).not.toContainEqual(expect.stringContaining("ghp_"));
    expect(await send(page, url, "more words that say nothing")).toBe("sent");
    await harness.server.arrived("allowed-again", 2);
    expect(await page.evaluate(() => document.querySelector("html > div"))).toBeNull();
    await page.close();
  });

  it("does not ask again where the page sends what was allowed in a frame of it", async () => {
    const page = await openPage(harness);
    const text = prompt(secret("in a frame"));
    const frame = await frameIn(page, harness.server.url("/gestures"));
    await copyText(harness, page, text);
    await frame.click("#prompt");
    await press(page, "v");
    await choose(page, "allow-once", frame);
    expect(await eventually(async () => (await valueOf(frame, "#prompt")) === text)).toBe(true);
    const url = harness.server.url("/sink/of-frame");
    const sending = send(page, url, `from a frame: ${text}`).catch(() => "given up");
    await harness.server.arrived("of-frame");
    expect(await sending).toBe("sent");
    await page.close();
  });

  it("tells the agent once of a text that is pasted and sent", async () => {
    const page = await openPage(harness);
    const text = `${CLEAN} and then`;
    const told = harness.agent.scans.length;
    await paste(harness, page, "#prompt", text);
    expect(await eventually(async () => newsSince(harness, told).length > 0)).toBe(true);
    const body = JSON.stringify({ messages: [{ content: text }] });
    expect(await send(page, harness.server.url("/sink/once"), body)).toBe("sent");
    await harness.server.arrived("once");
    expect(newsSince(harness, told)).toEqual([text]);
    await page.close();
  });

  it("asks the agent in a page that the person went away from and came back to", async () => {
    const page = await openPage(harness);
    const guarded = page.url();
    const isBack = async (): Promise<boolean> =>
      (await page.evaluate("location.href").catch(() => "")) === guarded;
    /** A browser keeps a page that has come to rest alone, so that the person may have to go more than once. */
    const isKept = async (): Promise<boolean> => {
      await page.evaluate("globalThis.isKept = true");
      await page.goto(harness.server.url("/"));
      await page.evaluate("void setTimeout(() => history.back())");
      await eventually(isBack);
      return (await page.evaluate("globalThis.isKept").catch(() => false)) === true;
    };
    expect(await eventually(isKept)).toBe(true);
    await paste(harness, page, "#prompt", CANARY);
    await choose(page, "cancel");
    expect(await valueOf(page, "#prompt")).toBe("");
    await page.close();
  });
});

describeIn(BROWSERS)("contents over the limit in %s", (name) => {
  const large = `${"all is well ".repeat(300)}\n`;

  it("are for the person to decide on a preset of one's own", async () => {
    const harness = await startGuarded(name, { agent: { max_scan_bytes: 2000 } });
    const page = await openPage(harness);
    await paste(harness, page, "#prompt", large);
    await choose(page, "cancel");
    expect(await valueOf(page, "#prompt")).toBe("");
    await paste(harness, page, "#prompt", prompt(secret("small")));
    await choose(page, "redact");
    expect(await eventually(async () => REDACTED.test(await valueOf(page, "#prompt")))).toBe(true);
    await harness.close();
  });

  it("are stopped on a managed one, with no way round", async () => {
    const agent = { max_scan_bytes: 2000, preset: "managed" } as const;
    const harness = await startGuarded(name, { agent });
    const page = await openPage(harness);
    await paste(harness, page, "#prompt", large);
    expect(await asked(page)).toBe(true);
    // What would be the way round on another preset.
    for (let times = 0; times < 3; times++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.type("a reason");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    expect(await valueOf(page, "#prompt")).not.toContain("all is well");
    await harness.close();
  });
});
