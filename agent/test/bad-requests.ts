import { rawRequest } from "./test-api.ts";

/** Stands somewhere in every request and must stand in no answer and no line of the log. */
export const MARKER = "Mq7Zx3Vw9K";
const MIB = 1024 * 1024;

type Request = Parameters<typeof rawRequest>[1];
const json = (value: unknown): string => JSON.stringify(value);
const good = json({ content: MARKER });

/** A request that is refused, and how. */
export interface BadRequest {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  /** The bytes to send to a server's port. */
  readonly pieces: (port: number) => readonly (string | Buffer)[];
}

/** A request that has the usual headers but for what is said of it. */
export const bad = (name: string, status: number, code: string, request: Request): BadRequest => ({
  name,
  status,
  code,
  pieces: (port) => [rawRequest(port, request)],
});

const BODIES: readonly BadRequest[] = [
  bad("an empty body", 400, "invalid_json", { body: "" }),
  bad("one byte", 400, "invalid_json", { body: "{" }),
  bad("truncated JSON", 400, "invalid_json", { body: `{"content": "${MARKER}` }),
  bad("text after the JSON", 400, "invalid_json", { body: `${good} ${MARKER}` }),
  bad("invalid UTF-8", 400, "invalid_json", {
    body: Buffer.from([...Buffer.from('{"content":"'), 0xff, 0xfe, ...Buffer.from('"}')]),
  }),
  bad("an overlong NUL", 400, "invalid_json", {
    body: Buffer.from([...Buffer.from('{"content":"'), 0xc0, 0x80, ...Buffer.from('"}')]),
  }),
  bad("a raw NUL in a string", 400, "invalid_json", { body: `{"content":"${MARKER}\u0000"}` }),
  bad("UTF-16", 400, "invalid_json", { body: Buffer.from(good, "utf16le") }),
  bad("null", 400, "invalid_body", { body: "null" }),
  bad("a list", 400, "invalid_body", { body: json([MARKER]) }),
  bad("a number for content", 400, "invalid_body", { body: json({ content: 5 }) }),
  bad("a list for content", 400, "invalid_body", { body: json({ content: [MARKER] }) }),
  bad("no content", 400, "invalid_body", { body: json({ session_id: MARKER }) }),
  bad("an unknown field", 400, "invalid_body", { body: json({ content: "x", [MARKER]: 1 }) }),
  bad("an empty session_id", 400, "invalid_body", {
    body: json({ content: MARKER, session_id: "" }),
  }),
  bad("a session_id of 129", 400, "invalid_body", {
    body: json({ content: MARKER, session_id: "x".repeat(129) }),
  }),
  bad("a number for session_id", 400, "invalid_body", {
    body: json({ content: MARKER, session_id: 7 }),
  }),
  bad("a deep nest", 400, "invalid_body", { body: "[".repeat(200_000) + "]".repeat(200_000) }),
  bad("a deep nest left open", 400, "invalid_body", { body: "[".repeat(200_000) }),
  // Parsed, each would be two million objects or keys.
  ...["[],", "{},", "[[]],", '{"":0},', '"":0,'].map((piece) =>
    bad(`${MIB} times ${piece} that is left open`, 400, "invalid_body", {
      body: `{"content":"${MARKER}","a":[${piece.repeat(MIB)}`,
    }),
  ),
  bad("marks behind strings that end in backslashes", 400, "invalid_body", {
    body: String.raw`{"content":"\\\\","a\"":"${"x".repeat(9000)}\\",${"[".repeat(100)}`,
  }),
];

const SIZES: readonly BadRequest[] = [
  bad("4 MiB and one byte", 413, "content_too_large", {
    body: json({ content: "a".repeat(4 * MIB + 1) }),
  }),
  bad("4 MiB of two-byte characters and one byte", 413, "content_too_large", {
    body: json({ content: `${"ä".repeat(2 * MIB)}a` }),
  }),
  bad("30 MB", 413, "content_too_large", {
    body: json({ content: `${MARKER}${"a".repeat(30 * 1000 * 1000)}` }),
  }),
  bad("an announced 9 GB", 413, "content_too_large", {
    fields: { "Content-Length": "9000000000" },
    body: MARKER,
  }),
  {
    name: "chunks above the limit",
    status: 413,
    code: "content_too_large",
    pieces: (port) => {
      const fields = { "Content-Length": "", "Transfer-Encoding": "chunked" };
      const chunk = `100000\r\n${"a".repeat(MIB)}\r\n`;
      return [
        rawRequest(port, { fields }),
        ...Array.from({ length: 27 }, () => chunk),
        "0\r\n\r\n",
      ];
    },
  },
];

const HEADERS: readonly BadRequest[] = [
  bad("text/plain", 415, "unsupported_media_type", {
    fields: { "Content-Type": "text/plain" },
    body: good,
  }),
  bad("no type", 415, "unsupported_media_type", { fields: { "Content-Type": "" }, body: good }),
  bad("a form", 415, "unsupported_media_type", {
    fields: { "Content-Type": "application/x-www-form-urlencoded" },
    body: good,
  }),
  bad("another charset", 415, "unsupported_media_type", {
    fields: { "Content-Type": "application/json; charset=utf-16" },
    body: good,
  }),
  bad("a type of its own", 415, "unsupported_media_type", {
    fields: { "Content-Type": `application/json-${MARKER}` },
    body: good,
  }),
  bad("gzip", 415, "unsupported_media_type", {
    fields: { "Content-Encoding": "gzip" },
    body: good,
  }),
  bad("a rebound name", 403, "forbidden_host", {
    fields: { Host: `${MARKER}.example:9191` },
    body: good,
  }),
  bad("a name that begins like ours", 403, "forbidden_host", {
    fields: { Host: "127.0.0.1.example" },
    body: good,
  }),
  bad("no port", 403, "forbidden_host", { fields: { Host: "127.0.0.1" }, body: good }),
  bad("a wrong port", 403, "forbidden_host", { fields: { Host: "127.0.0.1:1" }, body: good }),
  bad("an empty Host", 403, "forbidden_host", { fields: { Host: " " }, body: good }),
  bad("no Host", 400, "bad_request", { fields: { Host: "" }, body: good }),
  bad("a foreign Origin", 403, "forbidden_origin", {
    fields: { Origin: `https://${MARKER}.example` },
    body: good,
  }),
  bad("Origin null", 403, "forbidden_origin", { fields: { Origin: "null" }, body: good }),
  bad("Origin of another port", 403, "forbidden_origin", {
    fields: { Origin: "http://127.0.0.1:3000" },
    body: good,
  }),
  bad("a fetch across sites", 403, "forbidden_origin", {
    fields: { "Sec-Fetch-Site": "cross-site" },
    body: good,
  }),
  bad("a fetch within a site", 403, "forbidden_origin", {
    fields: { "Sec-Fetch-Site": "same-site" },
    body: good,
  }),
  bad("a preflight", 403, "forbidden_origin", {
    method: "OPTIONS",
    fields: { Origin: "https://example.com", "Access-Control-Request-Method": "POST" },
  }),
  bad("an unknown expectation", 400, "bad_request", { fields: { Expect: MARKER }, body: good }),
  bad("101 headers", 431, "headers_too_large", {
    fields: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`X-${i}`, MARKER])),
    body: good,
  }),
  bad("10,000 headers", 431, "headers_too_large", {
    fields: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`X-${i}`, MARKER])),
    body: good,
  }),
  bad("20 KiB in one header", 431, "headers_too_large", {
    fields: { "X-Long": MARKER.repeat(2048) },
    body: good,
  }),
];

const PATHS: readonly BadRequest[] = [
  bad("an unknown path", 404, "not_found", { method: "GET", path: `/api/${MARKER}` }),
  bad("a path above the root", 404, "not_found", { method: "GET", path: `/api/../${MARKER}` }),
  bad("the path with a slash behind it", 404, "not_found", { path: "/api/dlp/scan/", body: good }),
  bad("GET for POST", 405, "method_not_allowed", {
    method: "GET",
    path: `/api/dlp/scan?${MARKER}`,
  }),
  bad("PUT for POST", 405, "method_not_allowed", { method: "PUT", body: good }),
  bad("POST for GET", 405, "method_not_allowed", { path: "/api/status", body: good }),
  bad("OPTIONS", 405, "method_not_allowed", { method: "OPTIONS" }),
  bad("a whole URL as target", 400, "bad_request", {
    method: "GET",
    path: `http://${MARKER}.example/api/status`,
  }),
  bad("a method that HTTP does not have", 400, "bad_request", { method: MARKER, body: good }),
  bad("CONNECT", 400, "bad_request", { method: "CONNECT", path: `${MARKER}.example:443` }),
];

const RAW: readonly BadRequest[] = [
  { name: "no HTTP", status: 400, code: "bad_request", pieces: () => [`${MARKER}\r\n\r\n`] },
  {
    name: "TLS",
    status: 400,
    code: "bad_request",
    pieces: () => [Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])],
  },
  {
    name: "two Hosts",
    status: 400,
    code: "bad_request",
    pieces: (port) => [
      `POST /api/dlp/scan HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: ${MARKER}\r\nConnection: close\r\n\r\n`,
    ],
  },
  {
    name: "two lengths",
    status: 400,
    code: "bad_request",
    pieces: (port) => [
      `POST /api/dlp/scan HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n${MARKER}`,
    ],
  },
  {
    name: "length and chunks",
    status: 400,
    code: "bad_request",
    pieces: (port) => [
      rawRequest(port, { fields: { "Transfer-Encoding": "chunked" }, body: good }),
    ],
  },
  {
    name: "a broken chunk",
    status: 400,
    code: "bad_request",
    pieces: (port) => [
      rawRequest(port, { fields: { "Content-Length": "", "Transfer-Encoding": "chunked" } }),
      `${MARKER}\r\n`,
    ],
  },
  {
    name: "two types",
    status: 415,
    code: "unsupported_media_type",
    pieces: (port) => {
      const whole = rawRequest(port, { body: good }).toString("latin1");
      return [whole.replace("Content-Type:", `Content-Type: text/plain\r\nContent-Type:`)];
    },
  },
];

/** Requests of every kind that a hostile or broken client sends. None may be scanned, repeated or counted. */
export const BAD_REQUESTS: readonly BadRequest[] = [
  ...BODIES,
  ...SIZES,
  ...HEADERS,
  ...PATHS,
  ...RAW,
];
