import { bad, MARKER } from "./bad-requests.ts";
import type { BadRequest } from "./bad-requests.ts";
import { showCode, showKey } from "./companion-side.ts";
import { EXTENSIONS } from "./test-api.ts";

const GOOD = JSON.stringify({ content: MARKER });
const CHROMIUM = EXTENSIONS.chromium;
const FROM = { Origin: CHROMIUM };
const PLACE = "127.0.0.1:9191";
const CODE = showCode("00000000", PLACE);
const KEY = showKey("0".repeat(64), PLACE);
const posted = (path: string) => (body: unknown, fields: Readonly<Record<string, string>>) => ({
  path,
  body: JSON.stringify(body),
  fields,
});
const pairing = posted("/api/companion/pair");
const proof = posted("/api/companion/proof");

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
      bad(`pairing from ${origin}`, 403, "forbidden_origin", pairing(CODE, { Origin: origin })),
  ),
  bad(
    "pairing from a page",
    403,
    "forbidden_origin",
    pairing(CODE, { Origin: "https://example.com" }),
  ),
  bad("pairing without an Origin", 403, "forbidden_origin", pairing(CODE, {})),
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
  bad("pairing by the code itself", 400, "invalid_body", pairing({ code: MARKER }, FROM)),
  ...[pairing, proof].flatMap((ask) => [
    bad("nothing that is shown", 400, "invalid_body", ask({}, FROM)),
    bad("a nonce alone", 400, "invalid_body", ask({ nonce: CODE.nonce }, FROM)),
    bad("a short proof", 400, "invalid_body", ask({ ...CODE, proof: "00" }, FROM)),
    bad("a number for a proof", 400, "invalid_body", ask({ ...CODE, proof: 5 }, FROM)),
    bad("one more field", 400, "invalid_body", ask({ ...CODE, [MARKER]: 1 }, FROM)),
  ]),
  bad("a code that nobody made", 410, "pairing_code_expired", pairing(CODE, FROM)),
  bad("a proof for who is not paired", 403, "forbidden_origin", proof(KEY, FROM)),
  bad("a proof without an Origin", 403, "forbidden_origin", proof(KEY, {})),
  ...[
    { bytes: 8192, status: 410, code: "pairing_code_expired" },
    { bytes: 8193, status: 413, code: "content_too_large" },
  ].map(({ bytes, status, code }) =>
    bad(`pairing in ${bytes} bytes`, status, code, {
      path: "/api/companion/pair",
      body: JSON.stringify(CODE).padEnd(bytes),
      fields: FROM,
    }),
  ),
  bad("a bundle for a token that is none", 401, "unauthorized", {
    method: "GET",
    path: "/api/rules/bundle",
    fields: { Authorization: `Bearer ${MARKER}` },
  }),
];
