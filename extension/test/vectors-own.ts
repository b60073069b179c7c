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
