import { setTimeout as sleep } from "node:timers/promises";
import type { Frame, KeyInput, Page } from "puppeteer-core";
import { fillTemplate, seededRandom } from "@weir/engine";
import type { Received } from "./fixture-server.ts";
import type { Harness } from "./harness.ts";
import type { Vector } from "./vector.ts";

/** Firefox never answers a call whose page goes away at the wrong moment. */
const ANSWERED_MS = 15_000;

/** Starts a vector in a frame; how it ends there does not matter, only what reaches the server. */
export async function runIn(
  frame: Frame | Page,
  { run }: Vector,
  text: string,
  url: string,
): Promise<void> {
  const call = `(${String(run)})(${JSON.stringify(text)}, ${JSON.stringify(url)})`;
  await Promise.race([
    frame.evaluate(`try { void ${call} } catch {}`),
    sleep(ANSWERED_MS, undefined, { ref: false }),
  ]);
}

/** A frame of its own on a page, at a page of the guarded host. */
async function frameOf(page: Page, name: string, url: string): Promise<Frame> {
  const element = await page.evaluateHandle(
    (id, src) =>
      new Promise<Element>((resolve) => {
        const frame = document.createElement("iframe");
        frame.id = id;
        frame.src = src;
        frame.addEventListener("load", () => resolve(frame), { once: true });
        document.body.append(frame);
      }),
    name,
    url,
  );
  const frame = await element.asElement()?.contentFrame();
  if (frame === null || frame === undefined) throw new Error(`${name}: no frame`);
  return frame;
}

/** Runs the vectors of this browser, one after the other, each with a sink named by it and the suffix. */
export async function runVectors(
  harness: Harness,
  page: Page,
  vectors: readonly Vector[],
  run: { readonly text: string; readonly suffix: string; readonly inFrames?: boolean },
): Promise<void> {
  for (const vector of vectors) {
    const sink = harness.server.url(`/sink/${vector.name}-${run.suffix}`);
    const place =
      run.inFrames === true
        ? await frameOf(page, `${vector.name}-${run.suffix}`, harness.server.url("/"))
        : page;
    await runIn(place, vector, run.text, sink);
  }
}

const CANCEL: KeyInput = "Escape";

/**
 * Does something in a page and says "cancel" to every notice that comes up meanwhile: what a test runs in a page counts as
 * done by the person, who is then asked.
 */
export async function cancelling<T>(page: Page, act: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    page.keyboard.press(CANCEL).catch(() => undefined);
  }, 300);
  try {
    return await act();
  } finally {
    clearInterval(timer);
  }
}

/** A prompt with all that encodings trip over, and nothing to stop. */
export const CLEAN = 'Grüße, a "clean" prompt &\nwith <b>lines</b> € 42 = 6 \\ 7';

/** A prompt with a token in it, made anew by each seed. */
export const secretText = (seed: string): string =>
  fillTemplate("deploy with {checksummed:ghp_} tonight", seededRandom(seed));

const inBody = ({ body }: Received, text: string): boolean => body.toString() === text;

/** The vectors whose clean text did not arrive just once and as it was, with what arrived. */
export async function spoiled(
  harness: Harness,
  vectors: readonly Vector[],
  suffix = "clean",
): Promise<string[]> {
  const told = vectors.map(async ({ name, arrives = inBody }) => {
    const received = await harness.server.arrived(`${name}-${suffix}`).catch(() => []);
    if (received.length === 1 && received.every((each) => arrives(each, CLEAN))) return [];
    const came = received.map(({ method, url, body }) => `${method} ${url} ${body.toString()}`);
    return [`${name}: ${received.length} arrived\n${came.join("\n")}`];
  });
  return (await Promise.all(told)).flat();
}

/** For how long something that was let go in error is waited for. */
const SETTLE_MS = 800;

/** The vectors of which anything arrived. */
export async function leaked(
  harness: Harness,
  vectors: readonly Vector[],
  suffix = "secret",
): Promise<string[]> {
  if (vectors.length === 0) return [];
  await new Promise((resolve) => {
    setTimeout(resolve, SETTLE_MS);
  });
  return vectors
    .map(({ name }) => name)
    .filter((name) => harness.server.received(`${name}-${suffix}`).length > 0);
}
