import type { Vector } from "./vector.ts";

/** What a site's own program sends to log a person in, and to stay logged in; the text is the password or the token. */
export const OWN: readonly Vector[] = [
  {
    name: "own-form",
    run: (text, url) => {
      const form = document.createElement("form");
      form.method = "post";
      form.action = url;
      for (const [type, name, value] of [
        ["text", "username", "bob"],
        ["password", "password", text],
      ] as const) {
        const field = document.createElement("input");
        Object.assign(field, { type, name, value });
        form.append(field);
      }
      document.body.append(form);
      form.requestSubmit();
    },
  },
  {
    name: "own-form-script",
    run: (text, url) => {
      const form = document.createElement("form");
      form.method = "post";
      form.action = url;
      const field = document.createElement("input");
      Object.assign(field, { type: "password", name: "user[password]", value: text });
      form.append(field);
      document.body.append(form);
      form.submit();
    },
  },
  {
    name: "own-json",
    run: (password, url) =>
      fetch(url, { method: "POST", body: JSON.stringify({ identifier: "bob", password }) }),
  },
  {
    name: "own-session",
    run: (text, url) =>
      fetch(url, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: text }),
      }),
  },
  {
    name: "own-counted",
    run: (text, url) => {
      const body = JSON.stringify({ writeKey: text, events: [{ type: "page" }] });
      navigator.sendBeacon(url, body);
    },
  },
  {
    name: "own-picture",
    run: (text, url) => {
      new Image().src = `${url}?token=${encodeURIComponent(text)}`;
    },
  },
  {
    name: "own-worker",
    run: (password, url) => {
      const body = JSON.stringify({ password });
      const source = `fetch(${JSON.stringify(url)}, { method: "POST", body: ${JSON.stringify(body)} })`;
      return new Worker(URL.createObjectURL(new Blob([source])));
    },
  },
];

/** What a page sends in its last moment. */
export const LAST: readonly Vector[] = [
  { name: "last-beacon", run: (text, url) => navigator.sendBeacon(url, text) },
  {
    name: "last-beacon-blob",
    run: (text, url) => {
      navigator.sendBeacon(url, new Blob(["", text], { type: "application/json" }));
    },
  },
  {
    name: "last-beacon-form",
    run: (text, url) => {
      const form = new FormData();
      form.append("prompt", text);
      navigator.sendBeacon(url, form);
    },
    arrives: ({ body }, text) =>
      body.toString().includes(`\r\n\r\n${text.replaceAll("\n", "\r\n")}\r\n`),
  },
  {
    name: "last-fetch",
    run: (body, url) => fetch(url, { method: "POST", keepalive: true, body }),
  },
  {
    name: "last-fetch-blob",
    run: (text, url) =>
      fetch(url, { method: "POST", keepalive: true, body: new Blob([text], { type: "text/x" }) }),
  },
  {
    name: "last-request",
    run: (body, url) => fetch(new Request(url, { method: "POST", keepalive: true, body })),
  },
  {
    name: "last-request-init",
    run: (body, url) => fetch(new Request(url, { method: "POST", body }), { keepalive: true }),
  },
  {
    name: "last-request-copied",
    run: (body, url) => {
      const request = new Request(new Request(url, { method: "POST", body }), { keepalive: true });
      return fetch(request.clone());
    },
  },
  {
    name: "last-blob-of-blobs",
    run: (text, url) => {
      navigator.sendBeacon(url, new Blob([new Blob([text.slice(0, 9)]), text.slice(9)]));
    },
  },
  {
    name: "last-blob-endings",
    run: (text, url) => {
      navigator.sendBeacon(url, new Blob([text], { endings: "transparent" }));
    },
  },
  {
    name: "last-blob-slice",
    run: (text, url) => {
      navigator.sendBeacon(url, new Blob([`??${encodeURI(text)}??`]).slice(2, -2));
    },
    arrives: ({ body }, text) => decodeURI(body.toString()) === text,
  },
  // Chromium gives such a request up now and then, also without the companion.
  {
    name: "last-fetch-plain",
    run: (body, url) => fetch(url, { method: "POST", body }),
    only: "firefox",
  },
];
