import { afterAll, beforeAll, expect, it } from "vitest";
import {
  armed,
  asked,
  choose,
  copyMarkup,
  CLEAN,
  eventually,
  heard,
  isAsking,
  isTold,
  openPage,
  paste,
  prompt,
  REDACTED,
  secret,
  startGuarded,
  UNSURE,
  valueOf,
} from "./gesture-page.ts";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { copyText, press } from "./harness.ts";
import type { Harness } from "./harness.ts";

describeIn(BROWSERS)("gestures in %s", (name) => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await startGuarded(name);
  });

  afterAll(() => harness.close());

  it("leaves a clean paste to the browser, and tells the agent of it once", async () => {
    const page = await openPage(harness);
    const told = harness.agent.scans.length;
    await paste(harness, page, "#prompt", CLEAN);
    expect(await valueOf(page, "#prompt")).toBe(CLEAN);
    expect(await heard(page, "paste")).toEqual([
      { type: "paste", isTrusted: true, isPrevented: false, files: [] },
    ]);
    await eventually(async () => harness.agent.scans.length > told);
    expect(harness.agent.scans.slice(told)).toEqual([CLEAN]);
    await page.close();
  });

  it("tells neither the page nor the agent of what it rehearses before a paste", async () => {
    const page = await openPage(harness);
    const told = harness.agent.scans.length;
    // The rules are built with it.
    await paste(harness, page, "#prompt", `${CLEAN}, before`);
    for (const key of ["Control", "Meta", "Control"] as const) await page.keyboard.press(key);
    await page.click("#prompt", { button: "right" });
    await page.keyboard.press("Escape");
    await paste(harness, page, "#prompt", `${CLEAN}, after`);
    await eventually(async () => harness.agent.scans.length > told + 1);
    expect(harness.agent.scans.slice(told)).toEqual([`${CLEAN}, before`, `${CLEAN}, after`]);
    expect(await heard(page, "paste")).toHaveLength(2);
    await page.close();
  });

  it.each(["#prompt", "#rich"])(
    "stops a secret that is pasted into %s, and redacts it",
    async (box) => {
      const page = await openPage(harness);
      const token = secret(`paste ${box}`);
      await paste(harness, page, box, prompt(token));
      expect(await asked(page)).toBe(true);
      expect(await valueOf(page, box)).toBe("");
      expect(await heard(page, "paste")).toEqual([]);
      await choose(page, "redact");
      expect(await eventually(async () => REDACTED.test(await valueOf(page, box)))).toBe(true);
      await page.keyboard.type("!");
      expect(await valueOf(page, box)).toMatch(/tonight!$/);
      await page.close();
    },
  );

  it("inserts nothing on Cancel, and the text itself once the person lets it through", async () => {
    const page = await openPage(harness);
    const token = secret("allowed");
    await paste(harness, page, "#prompt", prompt(token));
    await choose(page, "cancel");
    await page.keyboard.type("x");
    expect(await valueOf(page, "#prompt")).toBe("x");
    await press(page, "v");
    await choose(page, "allow-once");
    expect(await eventually(async () => (await valueOf(page, "#prompt")).includes(token))).toBe(
      true,
    );
    await page.evaluate(
      (body, url) => fetch(url, { method: "POST", body }),
      JSON.stringify({ content: `x${prompt(token)}` }),
      harness.server.url("/sink/allowed"),
    );
    const [received] = await harness.server.arrived("allowed");
    expect(received?.body.toString()).toContain(token);
    await page.close();
  });

  it("tells that the box is gone for which a text was redacted", async () => {
    const page = await openPage(harness);
    await paste(harness, page, "#prompt", prompt(secret("gone")));
    expect(await asked(page)).toBe(true);
    await page.$eval("#prompt", (box) => box.remove());
    await choose(page, "redact");
    expect(await eventually(async () => !(await isAsking(page)))).toBe(true);
    expect(await isTold(page)).toBe(true);
    await page.close();
  });

  it("holds what only the agent can judge, and pastes it after all", async () => {
    const page = await openPage(harness);
    await paste(harness, page, "#prompt", UNSURE);
    expect(await eventually(async () => (await valueOf(page, "#prompt")) === UNSURE)).toBe(true);
    await page.close();
  });

  it("keeps the format of what it held, on pages with strict rules too, and nothing that acts", async () => {
    harness.server.page("/strict", {
      body: '<!doctype html><title>Strict</title><div id="rich" contenteditable></div>',
      headers: {
        "content-security-policy":
          "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      },
    });
    harness.server.page("/lax", '<!doctype html><div id="rich" contenteditable></div>');
    const image = `<img src="nothing:" onerror="document.title='acted'">`;
    // What a browser reads as text becomes an element where a comment in it is cut out, or where it stands alone.
    const asText = ["xmp", "noembed", "noframes", "listing"].map(
      (tag) => `<${tag}></${tag.slice(0, 1)}<!-- -->${tag.slice(1)}>${image}</${tag}>`,
    );
    const active = `${image}<script>document.title='acted'</script>${asText.join("")}<plaintext>${image}`;
    for (const path of ["/strict", "/lax"]) {
      const text = `${UNSURE} ${path}`;
      await copyMarkup(harness, text, `three <b>bold</b> words ${text}${active}`);
      const page = await harness.page(path);
      await page.bringToFront();
      await page.focus("#rich");
      await press(page, "v");
      const markup = () => page.$eval("#rich", (box) => box.innerHTML);
      expect(await eventually(async () => (await markup()).includes("WEIR"))).toBe(true);
      expect(await markup()).toMatch(/<b[^>]*>bold<\/b>/);
      expect(await markup()).not.toContain("onerror");
      expect(await page.title()).not.toBe("acted");
      await page.close();
    }
  });

  it("puts in what was copied as markup alone, once it was judged", async () => {
    const picture = "data:image/png;base64,iVBORw0KGgo=";
    await copyMarkup(harness, "", `<img src="${picture}" alt="${UNSURE}">`);
    const page = await openPage(harness);
    await page.focus("#rich");
    await press(page, "v");
    const alt = () => page.$eval("#rich", (box) => box.querySelector("img")?.alt);
    expect(await eventually(async () => (await alt()) === UNSURE)).toBe(true);
    await page.close();
  });

  it.each(["slow", "nonsense", "rate_limited", "down"] as const)(
    "decides by its own engine while the agent is %s",
    async (mood) => {
      harness.agent.mood = mood;
      const page = await openPage(harness);
      const text = `${UNSURE} ${mood}`;
      await paste(harness, page, "#prompt", text);
      expect(await eventually(async () => (await valueOf(page, "#prompt")) === text)).toBe(true);
      await page.reload();
      await paste(harness, page, "#prompt", prompt(secret(mood)));
      expect(await asked(page)).toBe(true);
      harness.agent.mood = "up";
      await page.close();
    },
  );

  it("stops what the agent could not judge for a fault of its own", async () => {
    harness.agent.mood = "fault";
    const page = await openPage(harness);
    await paste(harness, page, "#prompt", `${UNSURE} fault`);
    expect(await asked(page)).toBe(true);
    expect(await valueOf(page, "#prompt")).toBe("");
    harness.agent.mood = "up";
    await page.close();
  });

  it("stops a typed secret when its form is sent, and sends the redacted text", async () => {
    const page = await openPage(harness);
    await page.type("#message", CLEAN.replace("\n", " "));
    await page.click("#send");
    expect((await harness.server.arrived("form"))[0]?.body.toString()).toContain("nothing to stop");
    const token = secret("form");
    await page.$eval("#message", (box) => box instanceof HTMLTextAreaElement && (box.value = ""));
    await page.type("#message", prompt(token));
    await page.click("#send");
    await choose(page, "redact");
    const received = await harness.server.arrived("form", 2);
    expect(received[1]?.body.toString()).toMatch(
      /^message=deploy with \[[A-Z0-9_]+_1\] tonight\s*$/,
    );
    await page.close();
  });

  it("guards frames, of the page's own making too", async () => {
    const page = await openPage(harness);
    await page.evaluate(() => {
      const inner = document.createElement("iframe");
      inner.src = "/gestures?inner";
      const made = document.createElement("iframe");
      made.srcdoc = "<textarea id='prompt'></textarea>";
      document.body.prepend(inner, made);
    });
    const frames = () => page.frames().filter((frame) => /inner|srcdoc/.test(frame.url()));
    expect(await eventually(async () => frames().length === 2)).toBe(true);
    for (const [index, frame] of frames().entries()) {
      await frame.waitForSelector("#prompt");
      await copyText(harness, page, prompt(secret(`frame ${index}`)));
      await frame.focus("#prompt");
      await press(page, "v");
      expect(await asked(frame)).toBe(true);
      await armed(frame);
      await page.keyboard.press("Enter");
      expect(await eventually(async () => REDACTED.test(await valueOf(frame, "#prompt")))).toBe(
        true,
      );
    }
    await page.close();
  });

  it("stays on guard after document.open()", async () => {
    const page = await openPage(harness);
    await page.evaluate(() => {
      document.open();
      document.write("<textarea id='prompt'></textarea>");
      document.close();
    });
    await paste(harness, page, "#prompt", prompt(secret("open")));
    await choose(page, "redact");
    expect(await eventually(async () => REDACTED.test(await valueOf(page, "#prompt")))).toBe(true);
    await page.close();
  });
});
