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
  "a signed token in a prompt": ({ jwt }) => ({ body: { prompt: `why does ${jwt} fail?` } }),
};

test.each(Object.entries(OWN))("a site sends its own: %s", (name, make) => {
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
