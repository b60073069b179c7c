import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { buildCompanion, startHarness } from "./harness.ts";
import type { BrowserName, Harness } from "./harness.ts";
import { CLEAN, leaked, runVectors, secretText, spoiled } from "./run-vectors.ts";
import { startStandInAgent } from "./stand-in-agent.ts";
import type { StandInAgent } from "./stand-in-agent.ts";
import { WORKER_SCRIPTS, WORKERS } from "./vectors-realms.ts";
import { WORKER_TRICKS } from "./vectors-workers.ts";

const WAIT = { timeout: 20_000 };

/** Stands before the background's own script, in the place of an administrator: both browsers read policies of the system alone. */
const STRICT_POLICY = `Object.defineProperty((globalThis.browser ?? chrome).storage, "managed", {
  value: { get: () => Promise.resolve({ strict: true }) } });\n`;

async function buildStrict(name: BrowserName, folder: string, agentPort: number): Promise<void> {
  await buildCompanion({ target: name, folder, agentPort });
  const path = join(folder, "background.js");
  writeFileSync(path, STRICT_POLICY + readFileSync(path, "utf8"));
}

/** The same ways out, taken by the first script of a page. */
const FIRST = WORKERS.map((vector) => ({ ...vector, name: `first-${vector.name}` }));

/** A page whose first script runs them, each with a sink named by it and the suffix. */
const pageOf = (text: string, suffix: string, urlOf: (path: string) => string): string => {
  const calls = FIRST.map(({ name, run }) => {
    const url = JSON.stringify(urlOf(`/sink/${name}-${suffix}`));
    return `(${String(run)})(${JSON.stringify(text)}, ${url});`;
  });
  const script = calls.join("\n").replaceAll("<", String.raw`\x3c`);
  return `<!doctype html><meta charset="utf-8"><script>${script}</script>`;
};

describeIn(BROWSERS)("a strict policy in %s", (name) => {
  const folder = mkdtempSync(join(tmpdir(), "weir-strict-"));
  let agent: StandInAgent;
  let harness: Harness;

  const scripts = async (): Promise<unknown> => {
    const page = await harness.extensionPage("options.html");
    const ids = await page.evaluate(
      `(globalThis.browser ?? chrome).scripting.getRegisteredContentScripts()
        .then((all) => all.map(({ id }) => id).join())`,
    );
    await page.close();
    return ids;
  };

  beforeAll(async () => {
    agent = await startStandInAgent();
    await buildStrict(name, join(folder, name), agent.port);
    harness = await startHarness(name, { agent: false, extension: join(folder, name) });
    for (const [path, body] of Object.entries(WORKER_SCRIPTS)) {
      harness.server.page(path, { body, type: "text/javascript" });
    }
    await harness.pair();
    await vi.waitUntil(async () => (await scripts()) === "shipped strict", WAIT);
  });
  afterAll(async () => {
    await harness.close();
    await agent.close();
    rmSync(folder, { recursive: true });
  });

  test("puts guards into workers", async () => {
    const page = await harness.page("/");
    await runVectors(harness, page, WORKERS, { text: CLEAN, suffix: "clean" });
    expect(await spoiled(harness, WORKERS)).toEqual([]);
    await runVectors(harness, page, WORKERS, { text: secretText("strict"), suffix: "secret" });
    expect(await leaked(harness, WORKERS)).toEqual([]);
    await page.close();
  });

  test("puts guards that no script of a worker gets around", async () => {
    const page = await harness.page("/");
    const text = secretText("trick");
    await runVectors(harness, page, WORKER_TRICKS, { text, suffix: "secret" });
    // What was clean when it was read arrives as that.
    expect(await leaked(harness, WORKER_TRICKS)).toEqual(["worker-stream-overwritten"]);
    expect(harness.server.everything()).not.toContain(text);
    await page.close();
  });

  test("puts them into workers of a page's first script, before the settings have come", async () => {
    const { server } = harness;
    const texts = { clean: CLEAN, secret: secretText("first"), framed: secretText("framed") };
    for (const [suffix, text] of Object.entries(texts)) {
      server.page(
        `/${suffix}`,
        pageOf(text, suffix, (path) => server.url(path)),
      );
    }
    server.page("/around", `<!doctype html><iframe src="/framed"></iframe>`);
    const clean = await harness.page("/clean");
    expect(await spoiled(harness, FIRST)).toEqual([]);
    await clean.close();
    const pages = [await harness.page("/secret"), await harness.page("/around")];
    expect(await leaked(harness, FIRST)).toEqual([]);
    expect(await leaked(harness, FIRST, "framed")).toEqual([]);
    for (const page of pages) await page.close();
  });
});
