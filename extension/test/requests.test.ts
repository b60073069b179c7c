import { setTimeout as sleep } from "node:timers/promises";
import { fillTemplate, seededRandom } from "@weir/engine";
import type { Frame, Page, Target } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backgroundOf } from "./background.ts";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { frameIn } from "./gesture-page.ts";
import { copyText, startHarness } from "./harness.ts";
import type { Harness } from "./harness.ts";
import { cancelling, CLEAN, leaked, runVectors, secretText, spoiled } from "./run-vectors.ts";
import { STAND_IN_CODE } from "./stand-in-agent.ts";
import { startTestAgent } from "./test-agent.ts";
import {
  MARKUP,
  SHARED_QUERIES,
  WORKER_SCRIPTS,
  WORKER_SOCKETS,
  WORKERS,
} from "./vectors-realms.ts";

/** What blocking requests catch that no guard in a page sees; messages of a worker's socket, and a shared one's socket, are not among it. */
const HELD = [...WORKERS, ...WORKER_SOCKETS, ...SHARED_QUERIES, ...MARKUP].filter(
  ({ name }) => name !== "worker-websocket" && name !== "shared-worker-socket",
);

const MAX_BYTES = 4096;

/** How much later other frames of a page may be told, in milliseconds. */
const TOLD_MS = 1000;

/** What only the test's own agent has a pattern for. */
const OWN_SECRET = fillTemplate("own_{lower:8}", seededRandom("woken"));
const NEW_SECRET = fillTemplate("new_{lower:8}", seededRandom("learned"));

describeIn(["chromium"])("requests of a companion that a policy installed, in %s", (name) => {
  let harness: Harness;
  beforeAll(async () => {
    const agent = { preset: "team", max_scan_bytes: MAX_BYTES } as const;
    harness = await startHarness(name, { target: "chromium-managed", agent });
    for (const [path, body] of Object.entries(WORKER_SCRIPTS)) {
      harness.server.page(path, { body, type: "text/javascript" });
    }
    await harness.pair();
  });
  afterAll(() => harness.close());

  test("clean text arrives once, as it was", async () => {
    const page = await harness.page("/");
    await runVectors(harness, page, HELD, { text: CLEAN, suffix: "clean" });
    expect(await spoiled(harness, HELD)).toEqual([]);
  });

  test("a secret does not arrive, and the agent is told", async () => {
    const page = await harness.page("/");
    const text = secretText("held");
    await runVectors(harness, page, HELD, { text, suffix: "secret" });
    expect(await leaked(harness, HELD)).toEqual([]);
    await expect.poll(() => harness.agent.scans.some((scan) => scan.includes(text))).toBe(true);
  });

  test("a background that has just woken stops as well", async () => {
    const page = await harness.page("/");
    const isBackground = (target: Target): boolean => target.url().endsWith("/background.js");
    const target = await harness.browser.waitForTarget(isBackground);
    const worker = await target.worker();
    await worker?.close();
    const text = secretText("woken");
    await runVectors(harness, page, MARKUP, { text, suffix: "woken" });
    expect(await leaked(harness, MARKUP, "woken")).toEqual([]);
    await page.close();
  });

  test("the rule behind service workers leaves sign-in hosts alone", async () => {
    const background = await backgroundOf(harness);
    const matched = (url: string): Promise<number> =>
      background.evaluate(async (address) => {
        const request = {
          url: address,
          method: "post",
          type: "xmlhttprequest",
          tabId: -1,
        } as const;
        const told = await chrome.declarativeNetRequest.testMatchOutcome(request);
        return told.matchedRules.length;
      }, url);
    expect(await matched("https://chatgpt.com/")).toBe(1);
    expect(await matched("https://auth.openai.com/")).toBe(0);
  });

  test("a body over the limit is stopped where the preset says so", async () => {
    const page = await harness.page("/");
    const send = (path: string, length: number) =>
      cancelling(page, () =>
        page.evaluate(
          async (url, body) => {
            const [string, blob, binary] = [body, new Blob([body]), new TextEncoder().encode(body)];
            const bodies = [string, blob, binary];
            const post = (each: BodyInit) => fetch(url, { method: "POST", body: each });
            const results = await Promise.allSettled(bodies.map(post));
            return results.map(({ status }) => status);
          },
          harness.server.url(path),
          "clean words ".repeat(length / 12),
        ),
      );
    expect(await send("/sink/small", 3600)).toEqual(Array(3).fill("fulfilled"));
    expect(await send("/sink/large", 6000)).toEqual(Array(3).fill("rejected"));
    expect(harness.server.received("small")).toHaveLength(3);
    expect(harness.server.received("large")).toHaveLength(0);
    await page.close();
  });

  test("a script reads the clipboard where it holds nothing to stop", async () => {
    const page = await harness.page("/");
    const origin = new URL(page.url()).origin;
    await harness.browser.defaultBrowserContext().overridePermissions(origin, ["clipboard-read"]);
    const read = async (text: string): Promise<unknown> => {
      await copyText(harness, page, text);
      return cancelling(page, () =>
        page.evaluate(() =>
          navigator.clipboard.readText().catch((error: unknown) => (error as Error).name),
        ),
      );
    };
    const readItems = (): Promise<unknown> =>
      cancelling(page, () =>
        page.evaluate(async () => {
          Reflect.set(String.prototype, "startsWith", () => false);
          const items = navigator.clipboard.read();
          return items
            .then(({ length }) => length)
            .catch((error: unknown) => (error as Error).name);
        }),
      );
    expect(await read("clean words")).toBe("clean words");
    expect(await readItems()).toBe(1);
    expect(await read(secretText("clipboard"))).toBe("NotAllowedError");
    expect(await readItems()).toBe("NotAllowedError");
    await page.close();
  });
});

describeIn(["chromium"])("an agent with rules of its own, in %s", (name) => {
  test("a background that has just woken tells what the package's rules do not know", async () => {
    const agent = await startTestAgent();
    agent.code = STAND_IN_CODE;
    const harness = await startHarness(name, {
      target: "chromium-managed",
      agent: false,
      agentPort: agent.port,
    });
    const scans = (): number => agent.log.filter((line) => line.includes("/api/dlp/scan")).length;
    try {
      await harness.pair();
      const page = await harness.page("/");
      const background = await backgroundOf(harness);
      const rules = () => chrome.storage.local.get("rules");
      await expect.poll(async () => (await background.evaluate(rules))["rules"]).toBeTruthy();
      await background.close();
      const before = scans();
      await runVectors(harness, page, MARKUP, { text: OWN_SECRET, suffix: "own" });
      await expect.poll(scans).toBeGreaterThan(before);
    } finally {
      await harness.close();
      await agent.close();
    }
  });

  test("a page learns what the background heard of after it had slept", async () => {
    const agent = await startTestAgent();
    agent.code = STAND_IN_CODE;
    const harness = await startHarness(name, { agent: false, agentPort: agent.port });
    const send = (page: Page, body: string): Promise<string> =>
      cancelling(page, () =>
        page.evaluate(
          (url, text) =>
            fetch(url, { method: "POST", body: text }).then(
              () => "sent",
              () => "failed",
            ),
          harness.server.url("/sink/learned"),
          body,
        ),
      );
    try {
      await harness.pair();
      const page = await harness.page("/");
      expect(await send(page, "words before it slept")).toBe("sent");
      const background = await backgroundOf(harness);
      await background.close();
      const news = { name: "New", regex: "new_[a-z]{8}", prefix: "new_" };
      agent.patterns = agent.patterns.map((each) => ({ ...each, ...news }));
      const other = await harness.page("/");
      await expect.poll(() => send(other, `with ${NEW_SECRET}`)).toBe("failed");
      await page.bringToFront();
      await expect.poll(() => send(page, `with ${NEW_SECRET}`), { timeout: 20_000 }).toBe("failed");
    } finally {
      await harness.close();
      await agent.close();
    }
  });
});

describeIn(BROWSERS)("a request that only the background sees, in %s", (name) => {
  test("is stopped over the limit where the preset says so, by its bytes", async () => {
    const agent = { preset: "team", max_scan_bytes: MAX_BYTES } as const;
    const target = name === "chromium" ? "chromium-managed" : name;
    const harness = await startHarness(name, { target, agent });
    const answering = `onmessage = ({ data: [url, body] }) =>
      fetch(url, { method: "POST", body }).then(() => postMessage("sent"), () => postMessage("stopped"));`;
    harness.server.page("/answering.js", { body: answering, type: "text/javascript" });
    try {
      await harness.pair();
      const page = await harness.page("/");
      const send = (path: string, body: string): Promise<string> =>
        page.evaluate(
          (url, text) =>
            new Promise<string>((resolve) => {
              const worker = new Worker("/answering.js");
              worker.addEventListener("message", ({ data }) => resolve(String(data)));
              worker.postMessage([url, text], []);
            }),
          harness.server.url(`/sink/${path}`),
          body,
        );
      expect(await send("few", "clean words ".repeat(300))).toBe("sent");
      expect(await send("many", "clean words ".repeat(500))).toBe("stopped");
      // Half as many units of UTF-16 as the limit has bytes.
      expect(await send("wide", "清".repeat(MAX_BYTES / 2))).toBe("stopped");
      expect(harness.server.received("few")).toHaveLength(1);
      for (const sink of ["many", "wide"]) expect(harness.server.received(sink)).toEqual([]);
    } finally {
      await harness.close();
    }
  });
});

describeIn(BROWSERS)("a request that is stopped on the wire in %s", (name) => {
  test("is told once, in the top frame, whatever frames the page has", async () => {
    const target = name === "chromium" ? "chromium-managed" : name;
    const harness = await startHarness(name, { target });
    try {
      await harness.pair();
      const page = await harness.page("/");
      const notices = (where: Page | Frame): Promise<number> =>
        where.evaluate(() => document.querySelectorAll("html > div").length);
      const frames = [
        await frameIn(page, harness.server.url("/")),
        await frameIn(page, harness.server.url("/")),
      ];
      const query = encodeURIComponent(secretText("told once"));
      await page.evaluate(
        (url) => {
          document.body.style.backgroundImage = `url("${url}")`;
        },
        harness.server.url(`/sink/told-once?q=${query}`),
      );
      await expect.poll(() => notices(page), { timeout: 20_000 }).toBe(1);
      await sleep(TOLD_MS);
      expect(await Promise.all(frames.map(notices))).toEqual([0, 0]);
    } finally {
      await harness.close();
    }
  });
});
