import { describe, expect, test } from "vitest";
import { fillTemplate, seededRandom } from "../index.ts";
import {
  isContributor,
  isCountedIdentifier,
  isEncrypted,
  isPublicByName,
  isShownHash,
} from "./public-values.ts";

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
    ["a key behind a sum", "checksum of the build: 12, API_KEY=", "{hex:40}"],
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
  ])("%s", (_, before, value) => {
    expect(isShownHash(before, fill(value))).toBe(true);
  });

  test.each([
    ["in a record", "Examples of users:\nroot:", sha512],
    ["in an assignment", "bcrypt_hash = ", bcrypt],
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
  ["S7234561D", false],
  ["12-43-56-81-90", false],
  ["1234 9876 5432", false],
])("an identifier that only examples have: %s", (value, expected) => {
  expect(isCountedIdentifier(value)).toBe(expected);
});

describe("an address is a contributor's", () => {
  const isListed = (text: string): boolean => isContributor(text, text.indexOf("kim@"));

  test.each([
    ["a list of authors", "# Authors\n\nAnna Berg <anna@example.com>\nKim Lee <kim@example.com>\n"],
    ["a trailer", "fix: typo\n\nSigned-off-by: Kim Lee <kim@example.com>\n"],
    ["a notice", "// Copyright (c) 2020 Kim Lee <kim@example.com>\n"],
    ["a commit", "commit 1\nAuthor: Kim Lee <kim@example.com>\n"],
    ["an owner", "# CODEOWNERS\n*.ts anna@example.com\n/docs/ kim@example.com\n"],
    ["a Debian changelog", " -- Kim Lee <kim@example.com>  Mon, 01 Jan 2024 10:00:00 +0000\n"],
  ])("%s", (_, text) => {
    expect(isListed(text)).toBe(true);
  });

  test.each([
    [
      "customers far below a notice",
      "Copyright 2024 Acme\n\nOur customers:\nKim Lee <kim@example.com>\n",
    ],
    [
      "customers below the word authors",
      "The authors of this export\nname,mail\nKim,kim@example.com\n",
    ],
    ["plain addresses below a heading", "# Authors\n\nanna@example.com\nkim@example.com\n"],
    ["recipients on one line", "Authors:\nAnna <anna@example.com>, Kim <kim@example.com>\n"],
    ["people without a heading", "Anna Berg <anna@example.com>\nKim Lee <kim@example.com>\n"],
  ])("not %s", (_, text) => {
    expect(isListed(text)).toBe(false);
  });
});
