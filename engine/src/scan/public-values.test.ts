import { describe, expect, test } from "vitest";
import { fillTemplate, seededRandom } from "../index.ts";
import { isCountedIdentifier, isExplained, isInRow } from "./numbers-of-things.ts";
import { isEncrypted, isPublicByName, isShownHash, isWebKey } from "./public-values.ts";

const fill = (template: string): string => fillTemplate(template, seededRandom("public values"));

describe("a value is public by its name", () => {
  test.each([
    ["a publishable key", 'NEXT_PUBLIC_MAPS_KEY="', "{base62:40}"],
    ["a search key", "ALGOLIA_SEARCH_API_KEY=", "{hex:32}"],
    ["a captcha's site key", "data-sitekey: siteKey: '", "{base62:40}"],
    ["a client's id", '"client_id": "', "{base62:32}"],
    ["a client's id as a pair", '("client_id", "', "{base62:32}"],
    ["a reference to a secret", "existingSecret: ", "{base62:24}"],
    ["a checksum", "checksum/config: ", "{hex:64}"],
    ["a transaction", "the transaction is ", "0x{hex:64}"],
    ["a certificate's thumbprint", "thumbprint of the signing key: ", "{hex:40}"],
    ["a badge's token", "https://ci.example/badge.svg?branch=main&token=", "{base62:10}"],
    [
      "an invitation",
      "https://join.slack.com/t/project/shared_invite/",
      "zt-{base62:9}-{base62:22}",
    ],
    ["a version of a vault's secret", "https://v.vault.azure.net/secrets/DbPassword/", "{hex:32}"],
    ["a page's token", '"nextPageToken": "', "{base64:40}"],
    ["a version's token", '"version_token": "', "{base62:45}"],
    ["a device's address", "let deviceToken = '", "{hex:64}"],
    [
      "a badge's token on a picture's address",
      "https://img.shields.io/codecov/c/github/acme/app?style=flat&token=",
      "{upper_digits:10}",
    ],
    [
      "what a picture of a repository's stars is asked for by",
      "chart?type=date&sealed_token=",
      "{base64url:86}",
    ],
    ["a commit's page", "https://code.example/acme/magic-wand/commit/", "{hex:40}"],
    ["an archive of a commit", "https://code.example/acme/magic/archive/", "{hex:40}.tar.gz"],
    ["the key that git signs with", "[user]\n\tsigningkey = ", "6C0B87272A86E3CE"],
    [
      "the fingerprint of a program's signer",
      '"GPG_KEY=',
      "8F31CC0559B8981019266399DD81EE37CA355B49",
    ],
    ["a file's sum", '"src/lib.rs":"1f","tests/keys/server.key":"', "{hex:64}"],
    ["an object's identifier", "<description>A secret</description>\n<uuid>", "{uuid}"],
    ["what needs no password", "bob ALL=(root) NOEXEC: NOPASSWD: ", "FAIL2BANDefaults!FAIL2BAN"],
    ["a signature", "untrusted comment: signature from minisign secret key\n", "RU{base64:98}"],
    ["the id of a project's secrets", "<Sdk>net8.0</Sdk>\n  <UserSecretsId>", "{uuid}"],
    ["a span of a trace", "o.e.harbor.TokenFilter - spanId=", "{hex:16}"],
    ["an item of a vault", "bw get password ", "{uuid}"],
    ["credentials of a pipeline", "environment { CREDS = credentials('", "deploy-{uuid}"],
    ["the name of credentials that is a UUID", "environment { DEPLOY = credentials('", "{uuid}"],
    ["a public key in a sentence", "Minisign public key: `", "RWQ{base62:53}"],
    ["a key's id", "api key rotated key_id=", "{uuid}"],
    ["a key that something is cached by", '"cacheKey": "', "{base62:32}"],
    ["a public key", "SIGNER_PUBLIC_KEY=", "{base64url:43}"],
    ["a constant that holds its name", 'EIP2612_GAS_SPONSORING_KEY = "', "eip2612GasSponsoring"],
    ["what is looked up", "api.getArtistAlbums('", "{base62:22}"],
    ["a lock's token", "aws wafv2 delete-ip-set --lock-token ", "{uuid}"],
    ["an option for an id", "describe-keys --identifier ", "db-{upper_digits:26}"],
    ["a presigned address's credential", "?X-Amz-Credential=", "{upper_digits:20}"],
    ["a record of a vault", "the password of record with ID '", "{uuid}"],
    ["what is revoked", "accounts.rotateSecret('", "{uuid}"],
    [
      "a commit in a list of such",
      "\n1f0c2ab Rotate the API key\n{hex:40} Rename secret loader\n",
      "{hex:40}",
    ],
    ["a commit behind a short one", "0d21c5e9b (HEAD -> main) Empty key\n", "{hex:40}"],
    ["a test that passed", "XFAIL: vers25a\nPASS: ", "vers26b1"],
    ["a database's constraint", "foreign key ", "fk_rails_{hex:10}"],
  ])("%s", (_, before, value) => {
    expect(isPublicByName(fill(before), fill(value))).toBe(true);
  });

  test.each([
    ["a secret beside the word public", "NEXT_PUBLIC_API_SECRET=", "{base62:40}"],
    ["a private key under a public name", "PUBLIC_KEY=", "-----BEGIN PRIVATE KEY-----{base64:64}"],
    ["a secret key's prefix under a public name", "PUBLIC_KEY=", "{one:sk}_{one:live}_{base62:24}"],
    ["what is not public", "NON_PUBLIC_API_KEY=", "{base62:40}"],
    ["an argument behind a client's id", 'login(clientId, "', "{base62:32}"],
    ["a private key of a ledger", "the private key is ", "0x{hex:64}"],
    ["a plain key", "MAPS_KEY=", "{base62:40}"],
    ["a secret key called public", "the public key is ", "{one:sk}_{one:live}_{base62:24}"],
    ["a key that webhooks are verified by", "WEBHOOK_VERIFY_KEY=", "{base62:40}"],
    ["a key beside an id", "key_id=", "{base62:40}"],
    ["a secret that is cached", "CACHE_SECRET_KEY=", "{base62:40}"],
    ["a primary key of an account", "PRIMARY_KEY=", "{base64:86}=="],
    ["a key behind a sum", "checksum of the build: 12, API_KEY=", "{hex:40}"],
    ["a token in an address", "https://ci.example/upload?token=", "{base62:10}"],
    ["a secret device token", "let deviceToken = '", "{base62:40}"],
    ["a secret's id, which is one", "login --secret-id ", "{uuid}"],
    ["a passphrase that is looked for", "api.findPassphrase('", "{base62:22}"],
    ["a value that is added", "api.addPlayer('", "{base62:22}"],
    ["a key that is handed over", "api.addApiKey('", "{base62:22}"],
    [
      "a token that is uploaded with",
      "https://ci.example/c/github/acme?style=flat&token=",
      "{base62:10}",
    ],
    ["a signing key", "signing_key = ", "{hex:40}"],
    [
      "minisign's secret key",
      "untrusted comment: minisign encrypted secret key\n",
      "RWRTY0Iy{base64:98}",
    ],
    ["a token of a page that is no list's", "FB_PAGE_TOKEN = ", "{one:EAA}G{base62:160}"],
    ["a push service's private key", "VAPID_KEY = '", "{base64url:43}"],
    ["a name that holds the secret itself", "token_x7f3k9q2m4 = '", "x7f3k9q2m4"],
    ["a key that credentials are made with", "credentials('", "{base62:40}"],
    ["a password that is set", "bw set password ", "{uuid}"],
    ["credentials in an assignment", "credentials = '", "deploy-{uuid}"],
    ["a key that holds more than its name", 'GAS_KEY = "', "gasKey{base62:20}"],
    ["a key behind a commit", "1f0c2ab Rotate it\nAPI_KEY=", "{hex:40}"],
    ["a password behind a test's line", "XFAIL: vers25a\nPASSWORD: ", "{password:14}"],
    ["what is no sum", "digest of the signing key: ", "{base62:40}"],
  ])("not %s", (_, before, value) => {
    expect(isPublicByName(fill(before), fill(value))).toBe(false);
  });
});

describe("a value is encrypted", () => {
  test.each([
    ["dotenvx", 'API_KEY="encrypted:', "{base64:132}"],
    ["dotenvx, with its opening", 'API_KEY="', "encrypted:{base64:132}"],
    ["SOPS", "key: ", "ENC[AES256_GCM,data:{base64:24},iv:{base64:44},tag:{base64:24},type:str]"],
    ["a field of SOPS", "key: ENC[AES256_GCM,data:{base64:24},iv:", "{base64:43}="],
    ["hiera-eyaml", "key: ", "ENC[PKCS7,{base64:200}]"],
    ["Jasypt", "key=ENC(", "{base64:43}="],
    ["Spring Cloud Config", "key: '{cipher}", "{hex:128}"],
    ["Vault's transit engine", "key: vault:v1:", "{base64:60}"],
    ["Vault's audit log", '"client_token": "', "hmac-sha256:{hex:64}"],
    ["Pulumi", "secure: v1:", "{base64:16}:{base64:40}"],
    ["AWS KMS", "key: ", "AQICAHh{base64:120}"],
    ["Fernet", "key: ", "gAAAAAB{base64url:93}="],
    ["Sealed Secrets", "key: ", "AgB{base64:400}"],
    ["Windows DPAPI", "key: ", "AQAAANCMnd8BFdERjHoA{base64:120}="],
    ["Windows DPAPI, named", "key: dpapi:", "AQAAANCMnd8BFdERjHoA{base64:120}="],
    ["a cipher before the value", "key: '!AESGCM:", "{base64:66}=="],
    ["a cipher within the value", "key: ", "!AESGCM:{base64:66}=="],
    ["Rails credentials", "", "{base64:64}--{base64:16}--{base64:22}=="],
  ])("%s", (_, before, value) => {
    // A brace that templates know is none here.
    const filled = before.includes("{cipher}") ? before : fill(before);
    expect(isEncrypted(filled, fill(value), "")).toBe(true);
  });

  test.each([
    ["a key behind dotenvx's opening", "API_KEY=encrypted:", "{base62:40}"],
    ["a short key in SOPS's brackets", "key: ENC[", "{base62:40}"],
    ["a password in Jasypt's brackets", "key=ENC(", "{password:14}"],
    ["a token behind Vault's opening", "key: vault:v1:", "{base62:24}"],
    ["a token behind the opening of Vault's audit log", "token: hmac-sha256:", "{base62:32}"],
    ["a key behind Pulumi's opening", "secure: v1:", "{base62:40}"],
    ["a value that only begins as Fernet's do", "key: ", "gAAAAAB{base62:32}"],
    ["a key behind a cipher's name", "key: aes256:", "{base62:32}"],
    ["a key that is said to be encrypted", "the encrypted key is ", "{base62:40}"],
  ])("not %s", (_, before, value) => {
    expect(isEncrypted(fill(before), fill(value), "")).toBe(false);
  });
});

test("an encrypted value of which a pattern matched a part", () => {
  const value = fill("AgB{base62:40}/{base64:400}==");
  expect(isEncrypted("key=", value.slice(0, 43), `${value.slice(43)}\nnext=`)).toBe(true);
  expect(isEncrypted("key=", value.slice(0, 43), `${value.slice(43, 80)}\nnext=`)).toBe(false);
});

test.each([
  ["Maven's", "<password>", "{one:{}{base64:43}={one:}}", true],
  ["Maven's master key", "<master>", "{one:{}{base64:43}={one:}}", false],
  ["a plain one", "<password>", "{base64:43}=", false],
])("a password in Maven's settings: %s", (_, before, value, expected) => {
  expect(isEncrypted(before, fill(value), "")).toBe(expected);
});

describe("a hashed password is shown", () => {
  const bcrypt = "{one:$2b$12$}{base62:53}";
  const sha512 = "{one:$6$}{base62:8}{one:$}{base62:86}";

  test.each([
    ["in a sentence", "A hash looks like `", bcrypt],
    ["in a table of algorithms", "| bcrypt | `", bcrypt],
    ["as what a call prints", "console.log(hash); // ", bcrypt],
    ["in a manual", "a string such as ", sha512],
    ["in a comment of code", '     * await verify("hey", "', bcrypt],
  ])("%s", (_, before, value) => {
    expect(isShownHash(before, fill(value))).toBe(true);
  });

  test.each([
    ["in a record", "Examples of users:\nroot:", sha512],
    ["in an assignment", "bcrypt_hash = ", bcrypt],
    ["in an item of a list", "* root:", sha512],
    ["in a dump", "INSERT INTO users VALUES (1, 'bob', '", bcrypt],
    ["when it is something else", "the key looks like ", "{base62:60}"],
  ])("not %s", (_, before, value) => {
    expect(isShownHash(before, fill(value))).toBe(false);
  });
});

test.each([
  ["S1234567D", true],
  ["A123456(3)", true],
  ["AB 12 34 56 C", true],
  ["2234567890", true],
  ["AA000000A", true],
  ["ABA300000", true],
  ["10000000Z", true],
  ["900-94-0000", true],
  ["ABA312000", false],
  ["S7234561D", false],
  ["12-43-56-81-90", false],
  ["1234 9876 5432", false],
])("an identifier that only examples have: %s", (value, expected) => {
  expect(isCountedIdentifier(value)).toBe(expected);
});

test.each([
  ["a ticket in brackets", "done. (Ref. ", "T3917463", true],
  ["a ticket by its letters", "passport (nr. ", "REQ3631015", true],
  ["an example", "a date (e.g. ", "2000-01-31", true],
  ["an invoice", "청구서 ", "69922270", true],
  ["an order's number", "for order no. ", "8575199701", true],
  ["an account", "the account for the order is ", "8575199701", false],
  ["a passport in brackets", "passport (nr. ", "T3917463", false],
  ["a passport", "passport ", "T3917463", false],
])("%s is explained or not", (_, before, value, expected) => {
  expect(isExplained(before, value)).toBe(expected);
});

test.each([
  ["sizes behind a status", "0.000 503 ", "404 593 7454", ' "GET https', true],
  ["the first columns of a row", "", "404 593 7454", " 88 12", true],
  ["a telephone in a table", "Anna Berg, ", "404 593 7454", ", NY", false],
  ["a telephone with dashes", "age 34 ", "404-593-7454", " 12", false],
  [
    "a row of a list of neighbours",
    "4822 15633 15634\n",
    "4823 7788 7789 8476",
    "\n4824 10065 15848\n",
    true,
  ],
  [
    "a card in a list of cards",
    "4539 1488 0343 6467\n",
    "4823 7788 7789 8476",
    "\n5555 1234 8888 9999\n",
    false,
  ],
  ["a card behind a row", "4822 15633 15634\n", "4823 7788 7789 8476", "\nthanks", false],
  ["a card behind another", "4539 1488 0343 6467\n", "4823 7788 7789 8476", "\n12 27 3\n", false],
  ["a card before another", "4822 15633\n", "4823 7788 7789 8476", "\n5555 1234 8888 9999", false],
  ["a card above its expiry", "Anna Berg\n", "4823 7788 7789 8476", "\n12 27\n", false],
])("numbers are a part of a table or not: %s", (_, before, value, after, expected) => {
  expect(isInRow(before, value, after)).toBe(expected);
});

test.each([
  ["a web application's", "', authDomain: 'app.example'", true],
  ["one in quoted names", '",\n  "authDomain": "app.example"', true],
  ["any other", "', region: 'eu'", false],
])("a key is published with its application: %s", (_, after, expected) => {
  expect(isWebKey(fill("{one:AI}za{base62:35}"), after)).toBe(expected);
  expect(isWebKey(fill("{base62:39}"), after)).toBe(false);
});
