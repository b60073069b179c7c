import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BROWSERS, describeIn } from "./describe-in.ts";
import { startHarness } from "./harness.ts";
import type { Harness } from "./harness.ts";
import { cancelling, CLEAN, leaked, secretText } from "./run-vectors.ts";
import type { Vector } from "./vector.ts";

/** Enough of a page for the browser to show it, without its first element. */
const BEGINNING = `<!doctype html><!-- ${"x".repeat(2000)} -->`;

const nothing = (name: string): Vector => ({ name, run: () => undefined });

describeIn(BROWSERS)("a hostile page and its windows in %s", (name) => {
  let harness: Harness;
  const sink = (vector: string): string => harness.server.url(`/sink/${vector}`);
  /** Does something in a page with a secret and the sink for it; answers what got out, and what the page said. */
  const tryWith = async <T>(
    vector: string,
    act: (tab: Page, text: string, url: string) => Promise<T>,
  ): Promise<{ readonly out: readonly string[]; readonly said: T }> => {
    const tab = await harness.page("/");
    const text = secretText(`${vector} ${name}`);
    const said = await cancelling(tab, () => act(tab, text, sink(`${vector}-secret`)));
    const out = await leaked(harness, [nothing(vector)]);
    await tab.close();
    return { out, said };
  };

  beforeAll(async () => {
    harness = await startHarness(name);
    harness.server.page("/begun", { body: "<body><p>whole</p></body>", beginning: BEGINNING });
    await harness.pair();
  });
  afterAll(() => harness.close());

  test("that says of a window before its first element that it has guards gets nothing out of it", async () => {
    const { out, said: wasEarly } = await tryWith("begun", (tab, text, url) =>
      tab.evaluate(
        async (clean, body, to, cleanTo) => {
          const frame = document.createElement("iframe");
          frame.src = "/";
          document.body.append(frame);
          await new Promise((resolve) => {
            frame.addEventListener("load", resolve, { once: true });
          });
          const realm = frame.contentWindow as (Window & typeof globalThis) | null;
          if (realm === null) throw new Error("no window");
          frame.src = "/begun";
          const until = async (probe: () => boolean): Promise<void> => {
            while (!probe()) {
              await new Promise((resolve) => {
                setTimeout(resolve, 10);
              });
            }
          };
          await until(() => realm.document.URL.endsWith("/begun"));
          const isEarly = (realm.document.documentElement as Element | null) === null;
          Object.defineProperty(realm, Symbol.for("weir.guarded"), { value: true });
          const { prototype } = realm.NamedNodeMap;
          const own = Object.getOwnPropertyDescriptor(prototype, "setNamedItemNS");
          const method = own?.value as () => void;
          Object.defineProperty(prototype, "setNamedItemNS", { value: new Proxy(method, {}) });
          await until(() => realm.document.readyState === "complete");
          await realm.fetch(cleanTo, { method: "POST", body: clean });
          await realm.fetch(to, { method: "POST", body }).catch(() => undefined);
          return isEarly;
        },
        CLEAN,
        text,
        url,
        sink("begun-clean"),
      ),
    );
    expect(out).toEqual([]);
    expect(wasEarly || name === "firefox").toBe(true);
    const [arrived] = await harness.server.arrived("begun-clean");
    expect(arrived?.body.toString()).toBe(CLEAN);
  });

  test("that has a window guarded from a frame and removes that gets nothing out of it", async () => {
    const { out } = await tryWith("removed", (tab, text, url) =>
      tab.evaluate(
        async (body, to) => {
          const frame = (): HTMLIFrameElement => {
            const made = document.createElement("iframe");
            made.setAttribute("sandbox", "allow-same-origin");
            made.src = "/";
            return made;
          };
          const loaded = (made: HTMLIFrameElement): Promise<unknown> => {
            document.body.append(made);
            return new Promise((resolve) => {
              made.addEventListener("load", resolve, { once: true });
            });
          };
          const passing = document.createElement("iframe");
          document.body.append(passing);
          const realm = passing.contentWindow as (Window & typeof globalThis) | null;
          const { prototype } = realm?.HTMLIFrameElement ?? HTMLIFrameElement;
          // oxlint-disable-next-line typescript/unbound-method
          const get = Object.getOwnPropertyDescriptor(prototype, "contentWindow")?.get;
          const windowOf = (made: HTMLIFrameElement): Window | null =>
            Reflect.apply(get ?? (() => null), made, []) as Window | null;
          const [before, after] = [frame(), frame()];
          await Promise.all([loaded(before), loaded(after)]);
          const kept = windowOf(before);
          passing.remove();
          for (const left of [kept, before.contentWindow, windowOf(after), after.contentWindow]) {
            left?.fetch(to, { method: "POST", body }).catch(() => undefined);
            left?.navigator.sendBeacon(to, body);
          }
        },
        text,
        url,
      ),
    );
    expect(out).toEqual([]);
  });

  test.each(["destination", "cancelable"])(
    "that answers for the browser what the %s of a navigation is gets nothing out by it",
    async (property) => {
      const { out } = await tryWith(`event-${property}`, (tab, text, url) =>
        tab.evaluate(
          async (lie, body, to) => {
            const frame = document.createElement("iframe");
            frame.src = "/";
            document.body.append(frame);
            await new Promise((resolve) => {
              frame.addEventListener("load", resolve, { once: true });
            });
            const code = `const lie = ${JSON.stringify(lie)};
              const { prototype } = lie === "cancelable" ? Event : (globalThis.NavigateEvent ?? Event);
              const get = () => lie === "cancelable" ? false : { url: "", sameDocument: true };
              Object.defineProperty(prototype, lie, { get });
              location.href = ${JSON.stringify(`${to}?q=${encodeURIComponent(body)}`)};`;
            const script = frame.contentDocument?.createElement("script");
            if (script === undefined) throw new Error("no document");
            script.textContent = code;
            frame.contentDocument?.body.append(script);
          },
          property,
          text,
          url,
        ),
      );
      expect(out).toEqual([]);
    },
  );
});
