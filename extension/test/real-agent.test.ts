import { fillTemplate, seededRandom } from "@weir/engine";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { agentHome, startAgent } from "../../agent/test/agent-process.ts";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { choose } from "./gesture-page.ts";
import { copyText, pasteInto, startHarness } from "./harness.ts";
import type { Harness } from "./harness.ts";

const SECRET = fillTemplate("ghp_{base62:36}", seededRandom("real agent"));

interface Stats {
  readonly dlp_scans_total: number;
  readonly dlp_blocks_total: number;
}

describeIn(BROWSERS)("with the agent itself, in %s", (name) => {
  const home = agentHome();
  let agent: Awaited<ReturnType<typeof startAgent>>;
  let harness: Harness;
  let options: Page;

  beforeAll(async () => {
    agent = await startAgent(home);
    harness = await startHarness(name, { agent: false, agentPort: agent.port });
    options = await harness.extensionPage("options.html");
  });
  afterAll(async () => {
    await harness.close();
    await agent.stop();
    home[Symbol.dispose]();
  });

  const send = async (message: object): Promise<unknown> =>
    options.evaluate(
      `(globalThis.browser ?? chrome).runtime.sendMessage(${JSON.stringify(message)})`,
    );
  const stats = async (): Promise<Stats> => (await agent.ask("GET", "/api/stats")).data as Stats;
  const moved = async (
    act: () => Promise<void>,
  ): Promise<readonly [scans: number, blocks: number]> => {
    const before = await stats();
    await act();
    await vi.waitUntil(async () => (await stats()).dlp_scans_total > before.dlp_scans_total, {
      timeout: 20_000,
      interval: 100,
    });
    // What was told twice would be by then.
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    const after = await stats();
    return [
      after.dlp_scans_total - before.dlp_scans_total,
      after.dlp_blocks_total - before.dlp_blocks_total,
    ];
  };

  test("a code pairs, once, and the rules of the package are those of the agent", async () => {
    const made = await agent.ask("POST", "/api/companion/pairing", { token: home.token() });
    const { code } = made.data as { code: string };
    expect(await send({ kind: "pair", code: "00000000" })).toMatchObject({ outcome: "wrong_code" });
    expect(await send({ kind: "pair", code })).toMatchObject({ outcome: "paired" });
    expect(await send({ kind: "pair", code })).toMatchObject({ outcome: "expired" });
    expect(await send({ kind: "popup-state" })).toMatchObject({
      state: { agent: "up", rulesFresh: true, preset: "personal", tamper: false, paused: false },
    });
    const kept = await options.evaluate(
      "(globalThis.browser ?? chrome).storage.local.get('rules').then(({ rules }) => rules)",
    );
    expect(kept).toBe("");
  });

  describe("one gesture is counted once:", () => {
    let page: Page;
    beforeEach(async () => {
      page = await harness.page("/");
    });

    test("a clean paste", async () => {
      await copyText(harness, page, "nothing to see in this text");
      expect(await moved(async () => pasteInto(page, "#prompt"))).toEqual([1, 0]);
    });

    test("a paste that is stopped", async () => {
      await copyText(harness, page, `deploy with ${SECRET}`);
      expect(await moved(async () => pasteInto(page, "#prompt"))).toEqual([1, 1]);
    });
  });

  test("a page that says of itself that it is left sends no canary, which the agent alone knows", async () => {
    const { token } = await agent.create("pagehide");
    const page = await harness.page("/");
    await page.evaluate(
      (body, url) => {
        dispatchEvent(new Event("pagehide"));
        void fetch(url, { method: "POST", body }).catch(() => undefined);
      },
      `deploy with ${token}`,
      harness.server.url("/sink/said-left"),
    );
    await choose(page, "cancel");
    expect(harness.server.received("said-left")).toEqual([]);
    await page.close();
  });

  test("a companion that the agent forgets is unpaired", async () => {
    const token = home.token();
    const listed = await agent.ask("GET", "/api/companion", { token });
    const [companion] = (listed.data as { companions: readonly { id: string }[] }).companions;
    await agent.ask("DELETE", `/api/companion/${companion?.id}`, { token });
    expect(await send({ kind: "popup-state" })).toMatchObject({ state: { agent: "unpaired" } });
  });
});
