import { bad, MARKER } from "./bad-requests.ts";
import type { BadRequest } from "./bad-requests.ts";
import { EXTENSIONS } from "./test-api.ts";

const GOOD = JSON.stringify({ content: MARKER });
const CHROMIUM = EXTENSIONS.chromium;
const pairing = (body: unknown, fields: Readonly<Record<string, string>>) => ({
  path: "/api/companion/pair",
  body: JSON.stringify(body),
  fields,
});

/** What an extension that is not paired, or what passes for one, may send. */
export const BAD_COMPANION_REQUESTS: readonly BadRequest[] = [
  ...Object.values(EXTENSIONS).map((origin) =>
    bad(`${origin} that is not paired`, 403, "forbidden_origin", {
      fields: { Origin: origin, "Sec-Fetch-Site": "none" },
      body: GOOD,
    }),
  ),
  ...["/api/status", "/api/rules/bundle", `/api/${MARKER}`].map((path) =>
    bad(`an extension that is not paired and asks for ${path}`, 403, "forbidden_origin", {
      method: "GET",
      path,
      fields: { Origin: CHROMIUM, Authorization: `Bearer ${MARKER}` },
    }),
  ),
  ...["chrome-extension://abc", `${CHROMIUM}/`, CHROMIUM.toUpperCase(), `${CHROMIUM}.example`].map(
    (origin) =>
      bad(
        `pairing from ${origin}`,
        403,
        "forbidden_origin",
        pairing({ code: "x" }, { Origin: origin }),
      ),
  ),
  bad(
    "pairing from a page",
    403,
    "forbidden_origin",
    pairing({ code: MARKER }, { Origin: "https://example.com" }),
  ),
  bad("pairing without an Origin", 403, "forbidden_origin", pairing({ code: MARKER }, {})),
  bad("pairing by GET", 403, "forbidden_origin", {
    method: "GET",
    path: "/api/companion/pair",
    fields: { Origin: CHROMIUM },
  }),
  bad("a preflight of an extension", 403, "forbidden_origin", {
    method: "OPTIONS",
    path: "/api/companion/pair",
    fields: { Origin: CHROMIUM, "Access-Control-Request-Method": "POST" },
  }),
  bad("pairing without a code", 400, "invalid_body", pairing({}, { Origin: CHROMIUM })),
  bad("a code of 65", 400, "invalid_body", pairing({ code: "x".repeat(65) }, { Origin: CHROMIUM })),
  ...[
    { bytes: 8192, status: 410, code: "pairing_code_expired" },
    { bytes: 8193, status: 413, code: "content_too_large" },
  ].map(({ bytes, status, code }) =>
    bad(`pairing in ${bytes} bytes`, status, code, {
      path: "/api/companion/pair",
      body: JSON.stringify({ code: MARKER }).padEnd(bytes),
      fields: { Origin: CHROMIUM },
    }),
  ),
  bad("a number for a code", 400, "invalid_body", pairing({ code: 5 }, { Origin: CHROMIUM })),
  bad(
    "a code that nobody made",
    410,
    "pairing_code_expired",
    pairing({ code: MARKER }, { Origin: CHROMIUM }),
  ),
  bad("a renewal by who is not paired", 403, "forbidden_origin", {
    path: "/api/companion/renew",
    fields: { Origin: CHROMIUM },
    body: "{}",
  }),
  bad("a renewal without an Origin", 403, "forbidden_origin", {
    path: "/api/companion/renew",
    body: "{}",
  }),
  bad("a renewal with a field", 400, "invalid_body", {
    path: "/api/companion/renew",
    fields: { Origin: CHROMIUM },
    body: JSON.stringify({ [MARKER]: 1 }),
  }),
  bad("a bundle for a token that is none", 401, "unauthorized", {
    method: "GET",
    path: "/api/rules/bundle",
    fields: { Authorization: `Bearer ${MARKER}` },
  }),
];
