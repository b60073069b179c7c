import type { Frame } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { startHarness } from "./harness.ts";
import type { Harness } from "./harness.ts";
import { breakPrototypes, forgeChannel, spoofAnswers } from "./hostile-pages.ts";
import { cancelling, CLEAN, leaked, runIn, runVectors, secretText } from "./run-vectors.ts";
import { BODIES } from "./vectors-bodies.ts";
import { FETCH } from "./vectors-fetch.ts";
import { OTHERS, XHR } from "./vectors-page.ts";
import { TRICKS } from "./vectors-tricks.ts";
import { REALMS } from "./vectors-realms.ts";
import type { Vector } from "./vector.ts";

const ALL = [...FETCH, ...XHR, ...OTHERS, ...REALMS];

/** Vectors whose text could not be told in what arrives, were it to. */
const ENCODED = new Set(["fetch-json-escaped", "fetch-nested-json", "fetch-gzip", "fetch-utf16"]);

/** What must not arrive: letters and digits, which no encoding of addresses and forms changes. */
const tokenOf = (seed: string): string => /ghp_\w+/.exec(secretText(seed))?.[0] ?? "";

/** Functions that are called with fewer arguments than they take. */
interface TooFew {
  sendBeacon(): unknown;
  open(method: string): unknown;
  setAttribute(name: string): unknown;
}

const CLEAN_RUN = { text: CLEAN, suffix: "clean" };

const page = (script: string): string =>
  `<!doctype html><meta charset="utf-8"><head><script>${script}</script></head><body></body>`;

describeIn(BROWSERS)("a hostile page in %s", (name) => {
  let harness: Harness;
  const named = (prefix: string, vectors: readonly Vector[]): Vector[] =>
    vectors
      .filter(({ only }) => only === undefined || only === name)
      .map((vector) => ({ ...vector, name: `${prefix}-${vector.name}` }));
  const tryAll = async (path: string, prefix: string, vectors: readonly Vector[]) => {
    const tab = await harness.page(path);
    const tried = named(prefix, vectors);
    const text = secretText(prefix);
    await cancelling(tab, () => runVectors(harness, tab, tried, { text, suffix: "secret" }));
    const out = await leaked(harness, tried);
    await tab.close();
    return out;
  };

  beforeAll(async () => {
    harness = await startHarness(name);
    await harness.pair();
  });
  afterAll(() => harness.close());

  test("that changes prototypes in its first script gets nothing out", async () => {
    harness.server.page("/broken", page(`(${String(breakPrototypes)})()`));
    const works = ALL.filter((vector) => !ENCODED.has(vector.name));
    // Some arrive all the same, and hold nothing: what they are made by is broken too.
    await tryAll("/broken", "broken", works);
    expect(harness.server.everything()).not.toContain(tokenOf("broken"));
    const tab = await harness.page("/broken");
    await runVectors(harness, tab, named("broken", FETCH.slice(0, 1)), CLEAN_RUN);
    await harness.server.arrived("broken-fetch-string-clean");
    await tab.close();
  });

  test("that gives other content when it is read again gets nothing out", async () => {
    const arrived = await tryAll("/", "tricks", [...TRICKS, ...BODIES]);
    // What is packed does not show what it holds.
    expect(arrived.filter((vector) => vector.includes("packed"))).toEqual([]);
    expect(harness.server.everything()).not.toContain(tokenOf("tricks"));
  });

  test("that answers for the guards gets nothing out", async () => {
    harness.server.page("/spoofed", page(`(${String(spoofAnswers)})()`));
    expect(await tryAll("/spoofed", "spoofed", [...FETCH, ...XHR])).toEqual([]);
  });

  test("that looks for the channel finds nothing", async () => {
    const tab = await harness.page("/");
    const text = secretText("forged");
    await tab.evaluate(`globalThis.got = (${String(forgeChannel)})()`);
    const frames: Frame[] = [];
    for (const id of ["forged", "forged-loading"]) {
      const element = await tab.waitForSelector(`#${id}`);
      const frame = await element?.contentFrame();
      if (frame === undefined || frame === null) throw new Error(`${id}: no frame`);
      await frame.waitForSelector("#prompt");
      frames.push(frame);
    }
    const tried = named("forged", [...FETCH, ...XHR]);
    await cancelling(tab, () => runVectors(harness, tab, tried, { text, suffix: "secret" }));
    expect(await tab.evaluate("globalThis.got")).toEqual([]);
    expect(await leaked(harness, tried)).toEqual([]);
    for (const [at, frame] of frames.entries()) {
      const inFrame = named(`forged-frame-${at}`, FETCH.slice(0, 3));
      for (const vector of inFrame) {
        await runIn(frame, vector, text, harness.server.url(`/sink/${vector.name}-secret`));
      }
      expect(await leaked(harness, inFrame)).toEqual([]);
    }
    await tab.close();
  });

  test("that writes its document anew, its own or a frame's, gets nothing out", async () => {
    const tab = await harness.page("/");
    const [text, url] = [secretText("rewritten"), harness.server.url("/sink/rewritten-secret")];
    const rewrite = (): Promise<void> =>
      tab.evaluate(
        async (body, sink) => {
          const frame = document.createElement("iframe");
          document.body.append(frame);
          frame.contentDocument?.open();
          frame.contentDocument?.write("<p>new</p>");
          frame.contentDocument?.close();
          await frame.contentWindow?.fetch(sink, { method: "POST", body }).catch(() => undefined);
          document.open();
          document.write("<p>new</p>");
          document.close();
          navigator.sendBeacon(sink, body);
          await fetch(sink, { method: "POST", body }).catch(() => undefined);
        },
        text,
        url,
      );
    await cancelling(tab, rewrite);
    const vector: Vector = { name: "rewritten", run: () => undefined };
    expect(await leaked(harness, [vector])).toEqual([]);
    await tab.close();
  });

  test("is told nothing but that the network failed", async () => {
    const tab = await harness.page("/");
    const socket = harness.server.url("/ws/stopped").replace("https", "wss");
    const look = () =>
      tab.evaluate(
        async (text, url, socketUrl) => {
          const events: string[] = [];
          const failed = await fetch(url, { method: "POST", body: text }).catch((error: unknown) =>
            error instanceof TypeError ? "TypeError" : String(error),
          );
          const xhr = new XMLHttpRequest();
          await new Promise((resolve) => {
            for (const type of ["error", "load", "loadend"]) {
              xhr.addEventListener(type, () => events.push(type));
            }
            xhr.addEventListener("loadend", resolve);
            xhr.open("POST", url);
            xhr.send(text);
          });
          const sync = new XMLHttpRequest();
          sync.open("POST", url, false);
          let thrown = "";
          try {
            sync.send(text);
          } catch (error) {
            thrown = error instanceof DOMException ? error.name : String(error);
          }
          const code = await new Promise((resolve) => {
            const stream = new WebSocket(socketUrl);
            stream.addEventListener("open", () => stream.send(text));
            stream.addEventListener("close", (event) => resolve(event.code));
          });
          const beacon = navigator.sendBeacon(url, text);
          return {
            failed,
            events,
            status: xhr.status,
            state: xhr.readyState,
            thrown,
            code,
            beacon,
          };
        },
        secretText("told"),
        harness.server.url("/sink/told-secret"),
        socket,
      );
    const seen = await cancelling(tab, look);
    expect(seen).toEqual({
      failed: "TypeError",
      events: ["error", "loadend"],
      status: 0,
      state: 4,
      thrown: "NetworkError",
      code: 4403,
      beacon: false,
    });
    expect(harness.server.received("told-secret")).toEqual([]);
    await tab.close();
  });

  test("sees functions that look like the browser's", async () => {
    const tab = await harness.page("/");
    const seen = await tab.evaluate((xhr = new XMLHttpRequest(), image = new Image()) => ({
      text: Function.prototype.toString.call(fetch).includes("[native code]"),
      name: fetch.name,
      length: XMLHttpRequest.prototype.open.length,
      own: Object.hasOwn(fetch, "prototype"),
      socket: new WebSocket("wss://plain.test/") instanceof WebSocket,
      maker: WebSocket.prototype.constructor === WebSocket,
      audio: new Audio().constructor === HTMLAudioElement && new Audio(undefined).src === "",
      file: Object.getPrototypeOf(File) === Blob && new File(["a"], "b") instanceof Blob,
      blob: new Blob(["a", "é"], { type: "Text/X" }).size === 3,
      halves: new Blob(["\ud83d", "\ude00"]).size === 6,
      endings: new Blob(["a\n"], { endings: "native" }).size > 1,
      setter: Object.keys(HTMLImageElement.prototype).includes("src"),
      tooFew: [
        () => (navigator as unknown as TooFew).sendBeacon(),
        () => Reflect.construct(WebSocket, []) as unknown,
        () => Reflect.construct(EventSource, []) as unknown,
        () => Reflect.construct(Worker, []) as unknown,
        () => (xhr as unknown as TooFew).open("GET"),
        () => (image as unknown as TooFew).setAttribute("src"),
        () => (image.src = Symbol("/") as never),
        () => navigator.sendBeacon("/", Symbol("clean") as never),
        () => xhr.open("POST", Symbol("/") as never),
      ].map((call) => {
        try {
          return String(call());
        } catch (error) {
          return (error as Error).name;
        }
      }),
    }));
    expect(seen).toEqual({
      text: true,
      name: "fetch",
      length: 2,
      own: false,
      socket: true,
      maker: true,
      audio: true,
      file: true,
      blob: true,
      halves: true,
      endings: true,
      setter: true,
      tooFew: Array<string>(9).fill("TypeError"),
    });
    await tab.close();
  });

  test("that aborts while a request is held gets what it would have got", async () => {
    const tab = await harness.page("/");
    const seen = await tab.evaluate(async (url) => {
      const controller = new AbortController();
      const held = fetch(url, { method: "POST", body: "clean", signal: controller.signal });
      const reason = new Error("enough");
      let fetched: unknown = "still held";
      held.catch((error: unknown) => {
        fetched = error === reason;
      });
      controller.abort(reason);
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      const xhr = new XMLHttpRequest();
      xhr.open("POST", url);
      xhr.send("clean");
      const late = [
        () => xhr.send("again"),
        () => xhr.setRequestHeader("x-late", "1"),
        () => void (xhr.withCredentials = true),
      ];
      const again = late.map((call) => {
        try {
          return String(call());
        } catch (error) {
          return (error as Error).name;
        }
      });
      const events: string[] = [];
      for (const type of ["abort", "error", "loadend"]) {
        xhr.addEventListener(type, () => events.push(type));
      }
      xhr.abort();
      const ended = events.join(" ");
      xhr.open("POST", url);
      xhr.send("second");
      await new Promise((resolve) => {
        xhr.addEventListener("load", resolve);
      });
      return { fetched, again, ended, status: xhr.status };
    }, harness.server.url("/sink/aborted"));
    expect(seen).toEqual({
      fetched: true,
      again: Array<string>(3).fill("InvalidStateError"),
      ended: "abort loadend",
      status: 200,
    });
    const bodies = harness.server.received("aborted").map(({ body }) => body.toString());
    expect(bodies).toEqual(["second"]);
    await tab.close();
  });
});
