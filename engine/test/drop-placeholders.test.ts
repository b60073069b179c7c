import { describe, expect, test } from "vitest";
import { defaultPolicy, shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { fillTemplate, scan, seededRandom } from "../src/index.ts";

const ruleset = shippedRuleset();
const blocks = (template: string): boolean =>
  scan(ruleset, defaultPolicy, fillTemplate(template, seededRandom("drop placeholders"))).blocked;

const encoded = (pair: string): string => Buffer.from(pair).toString("base64");

describe("credentials in base64", () => {
  test.each(["username:password", "user:pass", "jenkins:jenkins", "fake_login:fake_password"])(
    "%s are those of an example",
    (pair) => {
      expect(blocks(`{"Authorization": "Basic ${encoded(pair)}"}`)).toBe(false);
    },
  );

  test("others are not", () => {
    expect(blocks(`{"Authorization": "Basic ${encoded("username:kQ7vHs2wPz")}"}`)).toBe(true);
  });
});

test("a public client's name without a password is none, and a key in its place is one", () => {
  expect(blocks(`{"Authorization": "Basic ${encoded("lute-challenging-client:")}"}`)).toBe(false);
  expect(blocks(`{"Authorization": "Basic ${encoded("kQ7vHs2wPzmRtYb4:")}"}`)).toBe(true);
});

test("an address without its last parameter is no secret", () => {
  const url = "https://accounts.lute.example/oauth2/revoke?token=";
  expect(blocks(`const REVOKE_TOKEN_URL = '${url}';`)).toBe(false);
  expect(blocks(`const REVOKE_TOKEN_URL = '${url}{base62:32}';`)).toBe(true);
});

test("words in a table of scores are no phrase", () => {
  const words = "guitar drum 3.78\nopinion idea 5.7\nnorth west 3.63\n".repeat(12);
  expect(blocks(`seed mustard 3.48\n${words}`)).toBe(false);
});

describe("what stands before a value", () => {
  // The ampersand makes a second reading of the text, which begins in the middle of the address.
  const address = "https://ci.example/tree/master.svg?style=svg&circle-token={hex:40}";

  test("counts in another reading of the text", () => {
    expect(blocks(`[![CircleCI](${address})](https://ci.example/a=b)\ncaf=C3=A9`)).toBe(false);
    expect(blocks(`CIRCLE_TOKEN={hex:40}\ncaf=C3=A9`)).toBe(true);
  });
});

test("an address is no secret, and one that holds a secret is", () => {
  const call = (address: string): string =>
    `curl -H "Authorization: Bearer $LUTE_TOKEN" "https://api.lute.example/v3/${address}"`;
  expect(blocks(call("keys?limit=31&cursor=eyJpZCI63fQ"))).toBe(false);
  expect(blocks(call("openid-connect-core-1_0.html"))).toBe(false);
  expect(blocks(call("keys?api_key={base62:32}"))).toBe(true);
  expect(blocks('token = "https://api.lute.example/v3/{base62:32}"')).toBe(true);
  expect(blocks('token = "https://api.lute.example/v3?x={base62:32}"')).toBe(true);
});

test.each([
  ['{"some":"payload"}', false],
  ['{"key": "value"}', false],
  ['{"user":"admin"}', true],
  ['{"sub":"4711"}', true],
  ['{"sub":"1234567890","name":"John Doe","iat":1516239022}', false],
  ['{"some":"payload","exp":1}', true],
])("a token that claims %s", (claims, isSecret) => {
  const [header, payload] = ['{"alg":"HS256","typ":"JWT"}', claims].map((each) =>
    Buffer.from(each).toString("base64url"),
  );
  expect(blocks(`token = "${header}.${payload}.{base64url:43}"`)).toBe(isSecret);
});

test("a token's header alone is none, and with more than an algorithm in it may be one", () => {
  const head = (claims: string): string =>
    `Invalid token: ${Buffer.from(claims).toString("base64url")}`;
  expect(blocks(head('{"alg":"HS256","typ":"JWT"}'))).toBe(false);
  expect(blocks(head('{"alg":"HS256","typ":"JWT","jti":"kQ7vHs2wPz"}'))).toBe(true);
});

test("the name of a cluster's object is no secret", () => {
  expect(
    blocks('MountVolume.SetUp failed for volume "tls": secret "bramble-8hq7l" not found'),
  ).toBe(false);
  expect(blocks('the secret "bramble-8hq7l" is new')).toBe(true);
  expect(blocks('password "kQ7vHs2wPz" not found')).toBe(true);
});

test("rows of counting characters are made up, and those with others are not", () => {
  expect(blocks('const apiToken = "abc123xyz456";')).toBe(false);
  expect(blocks('const apiToken = "abc123xyz456q7Vw2";')).toBe(true);
});

test("a masked value is not joined with the name on the next line", () => {
  expect(blocks("RABBITMQ_PASS              ****Rdd9\nSECRET_KEY                 ••••••••\n")).toBe(
    false,
  );
});

test.each([
  ["a value with dots behind it", '"token": "kq7v_Hs2wPz{base62:20}..."', true],
  ["the same, whole", '"token": "kq7v_Hs2wPz{base62:20}"', true],
  ["stock words in base64", "kind: Secret\ndata:\n  password: c2VjdXJlX3Bhc3N3b3Jk", false],
  ["the user's name again", "postgresql://lanternfish:lanternfish123@db.acme.example/x", false],
  [
    "the user's name with a number",
    "postgresql://lanternfish:lanternfish48213@db.acme.example/x",
    true,
  ],
  ["a page's search", "docsearch({ appId: '6UET85JIIJ', apiKey: '{hex:32}' })", false],
  ["a search's configuration", "algolia: { appId: '6UET85JIIJ', apiKey: '{hex:32}' }", true],
  ["a search's own key", "const client = algoliasearch('6UET85JIIJ', '{hex:32}')", true],
  ["a project's key of PostHog", "PROJECT_API_KEY = 'phc_{base62:43}'", false],
  ["a site's key of Turnstile", "API_KEY = '0x4AAAAAAA{base62:14}'", false],
  ["Turnstile's secret key", "SECRET_KEY = '0x4AAAAAAA{base62:25}'", true],
  ["whom visits are counted for", 'analytics._writeKey="{base62:32}"; // Segment', false],
  ["a build's cache", "Hunter\nCreated cache key: {hex:40}", false],
  ["what a terminal is asked", "[sudo] password for pavel: \n{hex:40}  dist.tgz", false],
  ["what a program is asked", "password for pavel: \n{hex:40}", true],
  ["who counts them", "segment.write_key = '{base62:32}'", true],
] as const)("%s", (_, text, isBlocked) => {
  expect(blocks(text)).toBe(isBlocked);
});

describe("an object of a cluster that holds", () => {
  const manifest = (name: string, value: string): string =>
    `apiVersion: v1\nkind: Secret\nmetadata:\n  name: site\ndata:\n  ${name}: ${value}\n`;
  const pem = (label: string, body: string): string =>
    Buffer.from(`-----BEGIN ${label}-----\n${body}-----END ${label}-----\n`).toString("base64");
  const body = fillTemplate(
    "MII{base62:61}\n{base62:64}\n",
    seededRandom("an object of a cluster"),
  );

  test("a certificate or the place of a key is none of a secret", () => {
    expect(blocks(manifest("tls.crt", pem("CERTIFICATE", body)))).toBe(false);
    expect(blocks(manifest("tls.key", pem("PRIVATE KEY", "")))).toBe(false);
  });

  test("a key is one, also behind a certificate", () => {
    expect(blocks(manifest("tls.key", pem("PRIVATE KEY", body)))).toBe(true);
    const chain = `-----BEGIN CERTIFICATE-----\n${body}-----END CERTIFICATE-----\n${body}`;
    expect(blocks(manifest("tls.crt", Buffer.from(chain).toString("base64")))).toBe(true);
  });
});

describe("literals in a list near a call that joins", () => {
  test("are one value, and the names of a map's entries are not", () => {
    expect(blocks('password = ["kQ7vHs", "2wPzx9"].join("")')).toBe(true);
    expect(blocks('["password", "setRequestHeader9", "concat", "abort"]')).toBe(false);
    expect(blocks("rules.join(',');\n'password1' => 'required|string',\n'password2' => 'x'")).toBe(
      false,
    );
  });
});

test("a published seed phrase hides no other one", () => {
  const published = "legal winner thank year wave sausage worth useful legal winner thank yellow";
  const around = "Converts a mnemonic to bytes, as in the array below, for every word of it: ";
  expect(blocks(`mnemonic: ${around}${published}, which the test of the library reads`)).toBe(
    false,
  );
  expect(blocks(`mnemonic: ${published} {seed_phrase:12}`)).toBe(true);
});

test("a sample in an address in HTML is a sample", () => {
  const address = (token: string): string =>
    `<a href="https://app.example/cb#access_token=${token}&amp;state=xyz&amp;type=x">`;
  expect(blocks(address("2YotnFZFEjr1zCsicMWpAA"))).toBe(false);
  expect(blocks(address("{base62:22}"))).toBe(true);
});

test("a value that is public by its name in one place is a secret by another name in another", () => {
  const value = "{base62:40}4k9";
  const named = `NEXT_PUBLIC_SITE_KEY=${value}`;
  const secret = `API_SECRET=${value}`;
  expect(blocks(named)).toBe(false);
  const filled = (template: string): string =>
    fillTemplate(template, seededRandom("drop placeholders"));
  for (const text of [`${filled(named)}\n${filled(secret)}`, `${filled(secret)}\n${filled(named)}`])
    expect(scan(ruleset, defaultPolicy, text).blocked).toBe(true);
});

test("a variable with a digit in its name is one", () => {
  expect(blocks('Password="${MT5_PASSWORD}"')).toBe(false);
});

test("signs that come out as a template of one letter by chance hide nothing", () => {
  const salt = (sign: string): string =>
    `define( 'AUTH_KEY', '^QWA/~-A0+wg${sign}M]:^,9X*aha_fOj(8E/h*{base62:8}#|D{base62:8}' );`;
  expect(blocks(salt("~s[w]"))).toBe(true);
  expect(blocks(salt("#{^}"))).toBe(true);
});

test("a number that counts across its groups was made up", () => {
  expect(blocks("bank account number: 110-123-456789")).toBe(false);
  expect(blocks("bank account number: 110-{one:7|8}23-{one:5|8}0{digits:3}7")).toBe(true);
});

test("a project's authors in TOML, or with their addresses in parentheses below a heading, are public", () => {
  const authors = Array.from(
    { length: 8 },
    () => `  { name = "Ana Lima", email = "{email_address}" },`,
  );
  expect(blocks(`authors = [\n${authors.join("\n")}\n]`)).toBe(false);
  const people = Array.from({ length: 8 }, () => "- Ana Lima ({email_address})").join("\n");
  expect(blocks(`Authors\n\n${people}`)).toBe(false);
  expect(blocks(`Guests\n\n${people}`)).toBe(true);
});

test("words for one's own in other languages mark a placeholder, and hide no secret", () => {
  const url = (password: string): string => `DATABASE_URL=postgres://user:${password}@db.lute.eu/x`;
  expect(blocks(url("dein-api-key"))).toBe(false);
  expect(blocks('api_key = "sk-abc123secretvalue"')).toBe(false);
  expect(blocks(url("dein-{base62:20}"))).toBe(true);
});
