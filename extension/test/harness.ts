import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import type { Browser, Page } from "puppeteer-core";
import { buildExtension, commonParts } from "../../scripts/build-extension.ts";
import type { BuiltExtension, CommonParts, ExtensionBuild } from "../../scripts/build-extension.ts";
import { GECKO_ID } from "../manifest.ts";
import type { Target } from "../manifest.ts";
import { PLAIN_HOST, startFixtureServer } from "./fixture-server.ts";
import type { FixtureServer } from "./fixture-server.ts";
import { STAND_IN_CODE, startStandInAgent } from "./stand-in-agent.ts";
import type { AgentOptions, StandInAgent } from "./stand-in-agent.ts";

export type BrowserName = "chromium" | "firefox";

const PROGRAMS: Readonly<Record<BrowserName, readonly string[]>> = {
  chromium: ["/usr/bin/chromium", "/usr/bin/chromium-browser"],
  firefox: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
};

const programOf = (name: BrowserName): string | undefined =>
  PROGRAMS[name].find((path) => existsSync(path));

/** Is this browser on the machine? */
export const isInstalled = (name: BrowserName): boolean => programOf(name) !== undefined;

/** The host part of the add-on's own pages in Firefox, which otherwise is made up by each profile. */
const FIREFOX_UUID = "6f3a1c52-0d0e-4c55-9a56-9f0c2e7d1b11";

export interface HarnessOptions {
  /** What the stand-in agent is; false for none, where a test brings its own or wants none. */
  readonly agent?: AgentOptions | false;
  /** Where an agent of the test's own listens. */
  readonly agentPort?: number;
  /** The folder of a companion that the test built itself; false for a browser without one. */
  readonly extension?: string | false;
  /** `chromium-managed` is the package with blocking webRequest, which is allowed to it here as a policy would. */
  readonly target?: Target;
  /** Further arguments for Chromium, preferences for Firefox. */
  readonly args?: readonly string[];
  readonly prefs?: Readonly<Record<string, unknown>>;
}

/** A browser with the companion in it, the fixture's server and the stand-in agent. */
export interface Harness {
  readonly name: BrowserName;
  readonly browser: Browser;
  readonly server: FixtureServer;
  /** Absent where the options say so; then asking for it throws. */
  readonly agent: StandInAgent;
  readonly extensionId: string;
  /** A new page at a path of the guarded host, or at an address. */
  page(pathOrUrl?: string): Promise<Page>;
  /** A new page at one of the companion's own pages, such as `popup.html`. */
  extensionPage(file: string): Promise<Page>;
  /** Pairs the companion with the stand-in agent, as the popup does. */
  pair(): Promise<void>;
  close(): Promise<void>;
}

interface Install {
  readonly folder: string;
  readonly unpackedId: string;
  readonly remove: () => void;
}

/** A browser that does not answer for so long is named with what it was asked, before the test's own time is up. */
const protocolTimeout = 60_000;

function launchChromium(options: HarnessOptions, allowed: Install | undefined): Promise<Browser> {
  return puppeteer.launch({
    executablePath: programOf("chromium") ?? "",
    headless: true,
    protocolTimeout,
    pipe: true,
    enableExtensions: true,
    acceptInsecureCerts: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-component-update",
      "--disable-sync",
      `--host-resolver-rules=MAP *.example.test 127.0.0.1,MAP ${PLAIN_HOST} 127.0.0.1`,
      ...(allowed === undefined ? [] : [`--allowlisted-extension-id=${allowed.unpackedId}`]),
      ...(options.args ?? []),
    ],
  });
}

function launchFirefox(options: HarnessOptions): Promise<Browser> {
  return puppeteer.launch({
    browser: "firefox",
    executablePath: programOf("firefox") ?? "",
    headless: true,
    protocolTimeout,
    acceptInsecureCerts: true,
    // Without it no add-on's own page can be opened.
    args: ["--remote-allow-system-access"],
    extraPrefsFirefox: {
      "network.dns.localDomains": `chat.example.test,other.example.test,${PLAIN_HOST}`,
      "extensions.webextensions.uuids": JSON.stringify({ [GECKO_ID]: FIREFOX_UUID }),
      ...options.prefs,
    },
  });
}

/** Made once for all files of tests that run in this thread. */
let common: CommonParts | undefined;

/** Builds a companion that guards the fixture's host as well. */
export const buildCompanion = (build: Omit<ExtensionBuild, "test">): Promise<BuiltExtension> =>
  buildExtension({ ...build, test: true, common: (common ??= commonParts()) });

async function companionOf(
  name: BrowserName,
  options: HarnessOptions,
  agentPort: number | undefined,
): Promise<Install | undefined> {
  if (options.extension === false) return undefined;
  if (options.extension !== undefined) {
    return { folder: options.extension, unpackedId: "", remove: () => undefined };
  }
  const temporary = mkdtempSync(join(tmpdir(), "weir-companion-"));
  const target = options.target ?? name;
  const folder = join(temporary, target);
  const port = agentPort === undefined ? {} : { agentPort };
  const { unpackedId } = await buildCompanion({ target, folder, ...port });
  return { folder, unpackedId, remove: () => rmSync(temporary, { recursive: true, force: true }) };
}

const originOf = (name: BrowserName, id: string): string =>
  name === "chromium" ? `chrome-extension://${id}` : `moz-extension://${FIREFOX_UUID}`;

/** How long a page or the background is waited for, in milliseconds. */
const START_MS = 30_000;

/** Waits until a probe answers true. */
async function until(what: string, probe: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + START_MS;
  while ((await probe().catch(() => false)) !== true) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${START_MS} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

async function openExtensionPage(browser: Browser, name: BrowserName, url: string): Promise<Page> {
  const page = await browser.newPage();
  if (name === "chromium") {
    await page.goto(url);
    return page;
  }
  // Firefox tells no end of the navigation to an add-on's page, which is looked for instead.
  page.goto(url).catch(() => undefined);
  await until(`${url} is loaded`, () =>
    page.evaluate((wanted) => location.href === wanted && document.readyState === "complete", url),
  );
  return page;
}

const hasBackground = (folder: string): boolean =>
  "background" in (JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as object);

/** Waits until the background answers: Firefox starts it some time after it has installed the add-on. */
async function backgroundAnswers(page: Page): Promise<void> {
  await until("the background answers", () =>
    page.evaluate(
      `browser.runtime.sendMessage({ kind: "hosts" }).then((answer) => answer?.kind === "hosts")`,
    ),
  );
  await page.close();
}

/** Starts a browser of this machine with the companion in it. About two seconds in Chromium, five in Firefox. */
export async function startHarness(
  name: BrowserName,
  options: HarnessOptions = {},
): Promise<Harness> {
  const server = await startFixtureServer();
  const agent = options.agent === false ? undefined : await startStandInAgent(options.agent ?? {});
  const building = companionOf(name, options, options.agentPort ?? agent?.port);
  const launching =
    name === "chromium"
      ? launchChromium(options, options.target === "chromium-managed" ? await building : undefined)
      : launchFirefox(options);
  const [install, browser] = await Promise.all([building, launching]);
  const extensionId = install === undefined ? "" : await browser.installExtension(install.folder);
  const open = async (url: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(url);
    return page;
  };
  const extensionPage = (file: string) =>
    openExtensionPage(browser, name, `${originOf(name, extensionId)}/${file}`);
  if (name === "firefox" && install !== undefined && hasBackground(install.folder)) {
    await backgroundAnswers(await extensionPage("options.html"));
  }
  return {
    name,
    browser,
    server,
    get agent() {
      if (agent === undefined) throw new Error("this harness has no stand-in agent");
      return agent;
    },
    extensionId,
    page: (pathOrUrl = "/") => open(pathOrUrl.startsWith("/") ? server.url(pathOrUrl) : pathOrUrl),
    extensionPage,
    pair: async () => {
      const page = await extensionPage("popup.html");
      const answer = await page.evaluate(`(globalThis.browser ?? chrome).runtime
        .sendMessage({ kind: "pair", code: "${STAND_IN_CODE}" })`);
      await page.close();
      const said = JSON.stringify(answer);
      if (!said.includes('"paired"')) {
        throw new Error(`the companion did not pair: ${said}`);
      }
    },
    close: async () => {
      await browser.close();
      await Promise.all([server.close(), agent?.close()]);
      install?.remove();
    },
  };
}

/**
 * Puts a text on the real clipboard: typed into a textarea of a page of its own and cut there, so that a paste that
 * follows is the browser's (`isTrusted`). The page that was in front is in front again afterwards.
 */
export async function copyText(harness: Harness, page: Page, text: string): Promise<void> {
  const clip = await harness.browser.newPage();
  await clip.goto(harness.server.url("/clip", PLAIN_HOST));
  await clip.evaluate((value) => {
    const area = document.createElement("textarea");
    document.body.append(area);
    area.value = value;
    area.focus();
    area.select();
  }, text);
  await clip.bringToFront();
  await press(clip, "x");
  await clip.close();
  await page.bringToFront();
}

/** Ctrl and a letter. */
export async function press(page: Page, letter: "x" | "c" | "v" | "z" | "a"): Promise<void> {
  await page.keyboard.down("Control");
  await page.keyboard.press(letter);
  await page.keyboard.up("Control");
}

/** Focuses an element of a page and pastes what the clipboard holds. */
export async function pasteInto(page: Page, selector: string): Promise<void> {
  await page.bringToFront();
  await page.focus(selector);
  await press(page, "v");
}
