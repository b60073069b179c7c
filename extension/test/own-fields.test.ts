import { fillTemplate, scan, seededRandom } from "@weir/engine";
import { expect, test } from "vitest";
import { defaultPolicy, shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { sentText } from "../src/shared/body-text.ts";

const FORM = "application/x-www-form-urlencoded";
const SECRETS = {
  jwt: "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NSIsImV4cCI6MTc5OTk5OTk5OX0.{base64url:200}",
  google: "AIza{base64url:35}",
  opaque: "{base62:40}",
  hex: "{hex:32}",
  uuid: "{uuid}",
  base64: "{base64:43}=",
  long: "{base64url:600}",
  password: "{base62:11}!",
  github: "{checksummed:ghp_}",
  openai: "sk-proj-{base62:20}T3BlbkFJ{base62:20}",
} as const;
type Secrets = Readonly<Record<keyof typeof SECRETS, string>>;

function secretsOf(seed: string): Secrets {
  const random = seededRandom(seed);
  const made = Object.entries(SECRETS).map(([name, template]) => [
    name,
    fillTemplate(template, random),
  ]);
  return Object.fromEntries(made) as Secrets;
}

interface Request {
  readonly url?: string;
  readonly contentType?: string;
  readonly body?: unknown;
}

const rules = shippedRuleset();

/** Is a request stopped? Bodies that are no texts are sent as JSON. */
function isStopped({ url = "", contentType = "", body = "" }: Request): boolean {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return scan(rules, defaultPolicy, sentText({ url, contentType, body: text })).blocked;
}

const form = (fields: Record<string, string>, contentType = FORM): Request => ({
  contentType,
  body: new URLSearchParams(fields).toString(),
});

/** What the programs of sites send of themselves while a person logs in, stays logged in, and is counted. */
const OWN: Readonly<Record<string, (secrets: Secrets) => Request>> = {
  "a form that logs in": ({ password }) => form({ username: "bob@example.com", password }),
  "the same, of which no header tells": ({ password }) =>
    form({ "user[email]": "bob@example.com", "user[password]": password }, ""),
  "a log-in by JSON": ({ password }) => ({
    body: { variables: { input: { identifier: "bob", password } }, remember: true },
  }),
  "a new password": ({ password, opaque }) => ({
    body: { currentPassword: password, newPassword: opaque, password_confirmation: opaque },
  }),
  "a session that is renewed": ({ jwt }) => ({
    body: { grant_type: "refresh_token", refresh_token: jwt },
  }),
  "one that is no signed token": ({ opaque }) => form({ refresh_token: `v1.${opaque}` }),
  "a socket that tells who it is": ({ jwt, opaque }) => ({
    body: { type: "init", payload: { Authorization: `Bearer ${jwt}`, accessToken: opaque } },
  }),
  "Socket.IO": ({ jwt }) => ({ body: `40{"token":${JSON.stringify(jwt)}}` }),
  Firebase: ({ google, jwt }) => ({
    url: `https://identitytoolkit.example/v1/accounts:lookup?key=${google}`,
    body: { idToken: jwt },
  }),
  "a picture for those who are logged in": ({ jwt }) => ({
    url: `https://x.example/a.png?token=${jwt}`,
  }),
  "an answer of a log-in elsewhere": ({ jwt }) => form({ credential: jwt, g_csrf_token: "abc" }),
  "proofs of forms": ({ opaque }) => form({ csrf_token: opaque, authenticity_token: opaque }),
  "keys of services that count": ({ hex, opaque }) => ({
    url: `https://x.example/api?sentry_key=${hex}&dd-api-key=pub${hex}`,
    body: { writeKey: opaque, api_key: hex, events: [{ properties: { token: hex } }] },
  }),
  "counted line by line": ({ hex }) => ({
    body: `${JSON.stringify({ trace: { public_key: hex } })}\n${JSON.stringify({ apiKey: hex })}`,
  }),
  "counted in a field": ({ hex }) =>
    form({ data: JSON.stringify([{ event: "x", properties: { token: hex } }]) }),
};

/** What chat pages and the services that count their visits send, as their requests look, with ids made up. */
const USUAL: Readonly<Record<string, (secrets: Secrets) => Request>> = {
  "a prompt with its ids": ({ uuid }) => ({
    body: {
      action: "next",
      messages: [{ id: uuid, author: { role: "user" }, content: { parts: ["Hello, a haiku"] } }],
      conversation_id: uuid,
      parent_message_id: uuid,
      model: "auto",
      timezone_offset_min: -60,
      websocket_request_id: uuid,
    },
  }),
  "a prompt with names of styles": ({ uuid }) => ({
    url: `https://x.example/api/organizations/${uuid}/chat_conversations/${uuid}/completion`,
    body: {
      prompt: "Hello",
      parent_message_uuid: uuid,
      personalized_styles: [{ key: "Default", nameKey: "normal_style_name", isDefault: true }],
      files: [uuid],
    },
  }),
  "arrays within a form": ({ opaque, hex }) =>
    form({
      "f.req": JSON.stringify([
        null,
        JSON.stringify([["hello there", 0, null], ["en"], ["c_1a2b", "r_3c4d"], `!${opaque}`, hex]),
      ]),
      at: `AJ${opaque}:1699999999999`,
    }),
  "proofs of work": ({ long }) => ({ body: { p: `gAAAAAC${long}`, t: long, c: long } }),
  "a visit that is counted": ({ opaque }) => ({
    url: `https://x.example/g/collect?v=2&tid=G-9SLJMXYZ1P&cid=1234567890.1699999998&uid=user-${opaque}&sr=1920x1080`,
  }),
  "how long a page took": ({ hex, uuid }) => ({
    url: `https://x.example/api/v2/rum?ddsource=browser&dd-api-key=pub${hex}&dd-request-id=${uuid}`,
    body: `${JSON.stringify({ application: { id: uuid }, session: { id: uuid } })}\n${JSON.stringify({ type: "resource", resource: { id: uuid } })}`,
  }),
  "a file behind a signed address": ({ base64 }) => ({
    url: `https://x.example/file-1?se=2026-11-11T12%3A00%3A00Z&sp=r&sv=2024-08-04&sr=b&sig=${encodeURIComponent(base64)}`,
  }),
  "a call by a persisted query": ({ hex }) => ({
    body: {
      operationName: "Me",
      variables: { id: "VXNlcjoxMjM0NTY=" },
      extensions: { persistedQuery: { version: 1, sha256Hash: `${hex}${hex}` } },
    },
  }),
  "a key of a device": ({ opaque, base64 }) => ({
    body: {
      id: opaque,
      rawId: opaque,
      response: { authenticatorData: opaque, clientDataJSON: base64, signature: opaque },
      type: "public-key",
    },
  }),
  "where to push to": ({ opaque, long }) => ({
    body: {
      endpoint: `https://push.example/send/${opaque}:APA91b${long}`,
      keys: { p256dh: long.slice(0, 87), auth: opaque.slice(0, 22) },
    },
  }),
  traces: ({ hex }) => ({
    body: { spans: [{ traceId: hex, spanId: hex.slice(0, 16), name: "GET /" }] },
  }),
  "a person who is counted": ({ uuid, opaque }) => ({
    body: {
      batch: [
        { context: { traits: { email: "bob@example.com" } }, messageId: uuid, userId: opaque },
      ],
      writeKey: opaque,
    },
  }),
};

/** What a person put into a text, or a key of another service: by whatever name it goes. */
const NOT_OWN: Readonly<Record<string, (secrets: Secrets) => Request>> = {
  "a password in a prompt": ({ password }) => ({
    body: { messages: [{ role: "user", content: `my password is ${password} ok` }] },
  }),
  "JSON in a prompt": ({ password }) => ({ body: { prompt: JSON.stringify({ password }) } }),
  "a key of another service": ({ openai }) => ({ body: { provider: "x", api_key: openai } }),
  "one in a query": ({ github }) => ({ url: `https://x.example/?token=${github}` }),
  "one in a form": ({ github }) => form({ access_token: github }),
  "a text by the name of a token": ({ github }) => ({ body: { token: `use ${github} for it` } }),
  "lines by the name of a password": ({ github }) => ({ body: { password: `use\n${github}` } }),
  "a signed token in a prompt": ({ jwt }) => ({ body: { prompt: `why does ${jwt} fail?` } }),
};

test.each(Object.entries({ ...OWN, ...USUAL }))("a site sends its own: %s", (name, make) => {
  for (let seed = 0; seed < 5; seed++) {
    expect(isStopped(make(secretsOf(`${name} ${seed}`)))).toBe(false);
  }
});

test.each(Object.entries(NOT_OWN))("a person's is stopped: %s", (name, make) => {
  for (let seed = 0; seed < 5; seed++) {
    expect(isStopped(make(secretsOf(`${name} ${seed}`)))).toBe(true);
  }
});

test("the values of a site's own fields stand by themselves", () => {
  expect(sentText({ url: "", contentType: "", body: '{"a":{"token":"one"},"b":"two"}' })).toBe(
    '{"a":{"token":""},"b":"two"}\n\none\n',
  );
  // Only what is JSON is read as JSON.
  expect(sentText({ url: "", contentType: "", body: '["token": "one"' })).toBe('["token": "one"');
});
