import { isBeyond } from "../scanner/size.ts";
import { sentText } from "../shared/body-text.ts";
import { eachOddPart, packingOf } from "../shared/bytes.ts";
import { api } from "../shared/browser.ts";
import { TARGET } from "../shared/build.ts";
import { DEFAULT_MAX_SCAN_BYTES } from "../shared/default-policy.ts";
import { fallbackOf, FIRST_PRESET } from "../shared/fail-policy.ts";
import { decoded, joined, readBody } from "../shared/read-body.ts";
import type { Undecided } from "../shared/messages.ts";
import type { RequestContext } from "./request-context.ts";

// The net behind the guards of the page: what no script can see (workers, addresses in markup and styles) and what passed
// them. Firefox holds a request until it is judged; Chromium does where a policy installed the companion, and else tells.

type Details = chrome.webRequest.OnBeforeRequestDetails;
type Verdict = "let-go" | "stop";

const FILTER = { urls: ["https://*/*", "wss://*/*"] };
/** Until some are read. */
const FIRST_SETTINGS = { maxScanBytes: DEFAULT_MAX_SCAN_BYTES, preset: FIRST_PRESET };
const BODILESS = new Set(["GET", "HEAD", "OPTIONS", "CONNECT", "TRACE"]);

/** The bytes of a body that is no form; parts that the browser does not show (files in Chromium) are missing. */
const bytesOf = ({ requestBody }: Details): Uint8Array<ArrayBuffer> =>
  joined((requestBody?.raw ?? []).map(({ bytes }) => new Uint8Array(bytes ?? new ArrayBuffer())));

/** Fields of a form as the guards of the page write them, so that both ask about one text. */
function formBody({ requestBody }: Details): string {
  const fields = new URLSearchParams();
  for (const [name, values] of Object.entries(requestBody?.formData ?? {})) {
    for (const value of values) if (typeof value === "string") fields.append(name, value);
  }
  return fields.toString();
}

const textOf = ({ url }: Details, body: string): string => sentText({ url, contentType: "", body });

/** What is asked about a request; undefined where it can't be read. */
async function readText(details: Details): Promise<string | undefined> {
  const bytes = bytesOf(details);
  const body = bytes.length > 0 ? await readBody(bytes) : formBody(details);
  return body === undefined ? undefined : textOf(details, body);
}

const isBodied = ({ method }: Details): boolean => !BODILESS.has(method);

const isAsked = (details: Details): boolean =>
  (isBodied(details) || details.url.includes("?")) &&
  (details.tabId >= 0 || !details.url.startsWith(api.runtime.getURL("")));

/** Does a request go on that nobody could judge? */
function goesUnjudged(...[preset, why, rules]: Parameters<typeof fallbackOf>): boolean {
  const act = fallbackOf(preset, why, rules);
  // The page's guards asked the person; nobody can be asked here.
  return (
    act === "own-engine" || act === "allow-warn" || (act === "ask-user" && why === "too_large")
  );
}

/** What becomes of a request that nobody could judge. */
async function fallback(context: RequestContext, why: Undecided): Promise<Verdict> {
  const { preset } = await context.settings();
  return goesUnjudged(preset, why, await context.rulesState()) ? "let-go" : "stop";
}

/**
 * Judges a request: by the own engine, and by the agent where that is not enough. What the own engine finds clean with the
 * rules in force was told to the agent by the page's guards and is not told again.
 */
async function judge(context: RequestContext, details: Details): Promise<Verdict> {
  const settings = await context.settings();
  const read = await readText(details);
  if (read === undefined || isBeyond(read, settings.maxScanBytes))
    return fallback(context, "too_large");
  const text = context.withoutAllowed(details.tabId, read);
  if (text.trim() === "") return "let-go";
  const local = await context.local(text);
  if (local?.blocked === true) {
    void context.stopped(details.tabId, local.patternName);
    void context.verdict(text);
    return "stop";
  }
  if (!isBodied(details)) return "let-go";
  const isSure = local !== undefined && !local.canary && (await context.rulesState()) === "fresh";
  if (isSure && !settings.strict && !(await context.isHeld(details.tabId))) return "let-go";
  const verdict = await context.verdict(text);
  if ("undecided" in verdict) return fallback(context, verdict.undecided);
  if (verdict.blocked) void context.stopped(details.tabId, verdict.patternName);
  return verdict.blocked ? "stop" : "let-go";
}

async function answer(context: RequestContext, details: Details) {
  try {
    return { cancel: (await judge(context, details)) === "stop" };
  } catch {
    return { cancel: true };
  }
}

/** Answers later, which Firefox takes and the types do not know: the request is held on the wire until it is judged. */
function holding(context: RequestContext): (details: Details) => undefined;
function holding(context: RequestContext): (details: Details) => unknown {
  return (details) => (isAsked(details) ? answer(context, details) : undefined);
}

function holdRequests(context: RequestContext): void {
  api.webRequest.onBeforeRequest.addListener(holding(context), FILTER, ["blocking", "requestBody"]);
}

/** The tabs that a request is of: where it is one of a worker that belongs to none, those that show its site. */
async function tabsOf({ tabId, initiator = "" }: Details): Promise<readonly number[]> {
  if (tabId >= 0) return [tabId];
  const tabs = await api.tabs.query({ url: `${initiator}/*` }).catch(() => []);
  return tabs.flatMap(({ id }) => id ?? []);
}

/** Looks at a request that nothing can hold: what left unseen is told, and the tab's further requests are held. */
async function watch(context: RequestContext, details: Details): Promise<void> {
  const text = context.withoutAllowed(details.tabId, (await readText(details)) ?? "");
  const local = text.trim() === "" ? undefined : await context.local(text);
  if (local?.blocked !== true) return;
  void context.verdict(text);
  for (const tabId of await tabsOf(details)) context.suspect({ ...details, tabId });
}

/** Is a text larger than is judged here, and what becomes of its request? At once: undefined where it is to be judged. */
function overLimit(
  context: RequestContext,
  text: string,
): chrome.webRequest.BlockingResponse | undefined {
  const { maxScanBytes, preset } = context.settingsNow() ?? FIRST_SETTINGS;
  if (!isBeyond(text, maxScanBytes)) return undefined;
  return { cancel: !goesUnjudged(preset, "too_large", "fresh") };
}

/** Chromium takes an answer at once or none: what is packed can only be watched. */
function stopRequests(context: RequestContext): void {
  api.webRequest.onBeforeRequest.addListener(
    (details) => {
      if (!isAsked(details)) return undefined;
      const bytes = bytesOf(details);
      let isOdd = packingOf(bytes) !== undefined;
      eachOddPart(bytes, () => (isOdd = true));
      const body = bytes.length > 0 ? decoded(bytes) : formBody(details);
      const whole = textOf(details, body);
      const tooLarge = overLimit(context, whole);
      if (tooLarge !== undefined) return tooLarge;
      const text = context.withoutAllowed(details.tabId, whole);
      const local = text.trim() === "" ? undefined : context.localNow(text);
      if (local?.blocked !== true) {
        // While the rules in force are read, those of the package do not know the agent's own.
        if (isOdd || !context.isReady()) void watch(context, details);
        return undefined;
      }
      void context.stopped(details.tabId, local.patternName);
      void context.verdict(text);
      return { cancel: true };
    },
    FILTER,
    ["blocking", "requestBody"],
  );
}

/** Without the right to stop anything. */
function watchRequests(context: RequestContext): void {
  api.webRequest.onBeforeRequest.addListener(
    (details) => {
      context.leads(details);
      if (isAsked(details)) void watch(context, details);
      return undefined;
    },
    FILTER,
    ["requestBody"],
  );
}

const mayBlock = (): boolean =>
  (api.runtime.getManifest().permissions ?? []).some((name) => name === "webRequestBlocking");

async function watchUnlessGranted(context: RequestContext): Promise<void> {
  const isGranted = await api.permissions.contains({ permissions: ["webRequestBlocking"] });
  if (!isGranted) watchRequests(context);
}

/**
 * Sets the net up; in the background's first turn. A blocking listener without the right to block is told nothing at all by
 * Chromium, and no error either: there the right is looked up again once the browser answers.
 */
export function guardRequests(context: RequestContext): void {
  if (TARGET === "firefox") return holdRequests(context);
  if (!mayBlock()) return watchRequests(context);
  stopRequests(context);
  void watchUnlessGranted(context);
}
