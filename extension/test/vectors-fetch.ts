import { gunzipSync } from "node:zlib";
import { inMultipart, inParams, inQuery } from "./vector.ts";
import type { Vector } from "./vector.ts";

import type { Received } from "./fixture-server.ts";

const inFile = ({ body }: Received, text: string): boolean =>
  body.toString().includes(`\r\n\r\n${text}\r\n`);

const inJson = ({ body }: Received, text: string): boolean =>
  (JSON.parse(body.toString()) as { prompt: string }).prompt === text;

const unpacked = ({ body }: Received, text: string): boolean =>
  gunzipSync(body).toString() === text;

export const FETCH: readonly Vector[] = [
  { name: "fetch-string", run: (body, url) => fetch(url, { method: "POST", body }) },
  {
    name: "fetch-json-escaped",
    run: (text, url) => {
      const escaped = Array.from(
        text,
        (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      const headers = { "content-type": "application/json" };
      return fetch(url, { method: "PUT", headers, body: `{"prompt":"${escaped.join("")}"}` });
    },
    arrives: inJson,
  },
  {
    name: "fetch-request",
    run: (body, url) => fetch(new Request(url, { method: "POST", body })),
  },
  {
    name: "fetch-request-init",
    run: (body, url) =>
      fetch(new Request(url, { method: "POST", body: "x" }), { method: "POST", body }),
  },
  {
    name: "fetch-blob",
    run: (text, url) => fetch(url, { method: "POST", body: new Blob([text]) }),
  },
  {
    name: "fetch-source-file",
    run: (text, url) =>
      fetch(url, { method: "PUT", body: new File([text], "config.ts", { type: "video/mp2t" }) }),
  },
  {
    name: "fetch-buffer",
    run: (text, url) =>
      fetch(url, { method: "PATCH", body: new TextEncoder().encode(text).buffer }),
  },
  {
    name: "fetch-view",
    run: (text, url) => {
      const bytes = new TextEncoder().encode(`??${text}??`);
      return fetch(url, { method: "POST", body: bytes.subarray(2, bytes.length - 2) });
    },
  },
  {
    name: "fetch-form-data",
    run: (text, url) => {
      const body = new FormData();
      body.append("prompt", text);
      return fetch(url, { method: "POST", body });
    },
    arrives: inMultipart,
  },
  {
    name: "fetch-form-file",
    run: (text, url) => {
      const body = new FormData();
      body.append("file", new File([text], "notes.txt", { type: "text/plain" }));
      return fetch(url, { method: "POST", body });
    },
    arrives: inFile,
  },
  {
    name: "fetch-params",
    run: (prompt, url) => fetch(url, { method: "POST", body: new URLSearchParams({ prompt }) }),
    arrives: inParams,
  },
  {
    name: "fetch-nested-json",
    run: (prompt, url) => {
      const inner = JSON.stringify(JSON.stringify([null, prompt]));
      return fetch(url, { method: "POST", body: new URLSearchParams({ "f.req": inner }) });
    },
    arrives: ({ body }, text) => {
      const field = new URLSearchParams(body.toString()).get("f.req") ?? "";
      const [, prompt] = JSON.parse(String(JSON.parse(field))) as string[];
      return prompt === text;
    },
  },
  {
    name: "fetch-query",
    run: (text, url) => fetch(`${url}?q=${encodeURIComponent(text)}`),
    arrives: inQuery,
  },
  {
    name: "fetch-frozen-init",
    run: (text, url) => {
      const body = { toString: () => text } as unknown as string;
      return fetch(url, Object.freeze({ method: "POST", body }));
    },
  },
  {
    name: "fetch-keepalive",
    run: (body, url) => fetch(url, { method: "POST", body, keepalive: true }),
  },
  {
    name: "fetch-gzip",
    run: async (text, url) => {
      const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
      const body = await new Response(packed).arrayBuffer();
      return fetch(url, { method: "POST", body });
    },
    arrives: unpacked,
  },
  {
    name: "fetch-utf16",
    run: (text, url) => {
      const units = new Uint16Array([0xfeff, ...Array.from(text, (c) => c.charCodeAt(0))]);
      return fetch(url, { method: "POST", body: units });
    },
    arrives: ({ body }, text) => body.toString("utf16le") === `\ufeff${text}`,
  },
  {
    name: "fetch-utf16-unmarked",
    run: (text, url) =>
      fetch(url, { method: "POST", body: Uint16Array.from(text, (c) => c.charCodeAt(0)) }),
    arrives: ({ body }, text) => body.toString("utf16le") === text,
  },
  {
    name: "fetch-gzip-twice",
    run: async (text, url) => {
      const packed = (blob: Blob) =>
        new Response(blob.stream().pipeThrough(new CompressionStream("gzip"))).blob();
      const body = await packed(await packed(new Blob([text])));
      return fetch(url, { method: "POST", body });
    },
    arrives: ({ body }, text) => gunzipSync(gunzipSync(body)).toString() === text,
  },
  {
    name: "fetch-dashed",
    run: (text, url) => {
      const body = `-----BEGIN NOTES-----\r\n${text}\r\n-----END NOTES-----\r\n`;
      return fetch(url, { method: "POST", body });
    },
    arrives: ({ body }, text) => body.toString().includes(`\r\n${text}\r\n-----END`),
  },
  {
    name: "fetch-unended-form",
    run: (text, url) => {
      const body = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x\r\n\r\n${text}`;
      return fetch(url, { method: "POST", body });
    },
    arrives: ({ body }, text) => body.toString().endsWith(text),
  },
  {
    name: "fetch-form-utf16-file",
    run: (text, url) => {
      const body = new FormData();
      const units = Uint16Array.from(`\ufeff${text}`, (c) => c.charCodeAt(0));
      body.append("f", new File([units], "a.txt"));
      return fetch(url, { method: "POST", body });
    },
    arrives: ({ body }, text) => body.includes(Buffer.from(text, "utf16le")),
  },
  {
    name: "fetch-form-gzip-file",
    run: async (text, url) => {
      const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
      const body = new FormData();
      body.append("f", new File([await new Response(packed).arrayBuffer()], "a.log.gz"));
      return fetch(url, { method: "POST", body });
    },
    arrives: ({ body }) => body.includes(Buffer.from([0x1f, 0x8b, 8])),
  },
  {
    name: "fetch-stream",
    only: "chromium",
    run: (text, url) => {
      const body = new Blob([text]).stream();
      const init = { method: "POST", body, duplex: "half" };
      return fetch(url, init);
    },
  },
  {
    name: "fetch-later",
    only: "chromium",
    run: (body, url) => {
      const later = Reflect.get(window, "fetchLater") as (url: string, init: object) => unknown;
      return void later(url, { method: "POST", body, activateAfter: 0 });
    },
  },
];
