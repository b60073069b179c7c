/**
 * Texts of the kinds that people paste, without a secret. What the engine builds for the patterns that such texts come near to
 * takes it tens of milliseconds.
 */
export const TEXTS: readonly string[] = [
  [
    "# Getting started",
    "",
    "Run `npm install acme-client@2.4.1` or `pip install acme==1.0.3`, then set `ACME_API_KEY` in your environment. See https://docs.example.com/v2/getting-started#install for more, or open an issue at https://github.com/acme/client/issues/1234.",
    "[![build](https://img.shields.io/npm/v/acme.svg?style=flat-square)](https://www.npmjs.com/package/acme) [1.2.0]: https://github.com/acme/client/compare/v1.1.9...v1.2.0",
  ].join("\n"),
  [
    "| Option | Type | Default | Description |",
    "|---|---|---|---|",
    "| `timeout` | `number` | `30000` | How long to wait for the server, in ms |",
    "| `accessToken` | `string` | none | The token that the server gave you |",
  ].join("\n"),
  [
    'import { createClient, type ClientOptions } from "@acme/client";',
    'const client = new Client({ apiKey: process.env.ACME_API_KEY, baseUrl: "https://api.example.com/v1", retries: 3 });',
    'const res = await fetch(`${baseUrl}/users/${userId}?page=1&limit=50`, { method: "POST", headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" } });',
    'if (!isValid(options.password) || typeof user.email !== "string") throw new TypeError("Invalid password or e-mail");',
    'export function hashPassword(password: string, salt = crypto.randomBytes(16).toString("hex")): string {',
    '  return crypto.pbkdf2Sync(password, salt, 100_000, 64, "sha512").toString("base64url"); // see RFC 8018',
    "}",
  ].join("\n"),
  [
    "services:",
    "  db:",
    "    image: postgres:16.2-alpine",
    "    environment:",
    "      POSTGRES_USER: app",
    "      POSTGRES_PASSWORD: ${DB_PASSWORD}",
    '    ports: ["5432:5432"]',
    "DATABASE_URL=postgres://${DB_USER}:${DB_PASSWORD}@localhost:5432/app",
    "SECRET_KEY_BASE=<your-secret-key>",
  ].join("\n"),
  [
    'curl -sS -X POST https://api.example.com/v1/login -H "Authorization: Bearer $TOKEN" -d \'{"user_id": 42, "name": "Ada"}\'',
    "git clone git@github.com:acme/client.git && cd client && docker run --rm -it -p 8080:80 -e API_TOKEN acme/client:latest",
    "2026-01-15T10:22:31.123Z INFO  [http-nio-8080-exec-1] request_id=7f3c9a session=abc123 GET /api/v1/orders/981245 200 12ms",
    "npm ERR! code E404 at Object.<anonymous> (/home/user/app/node_modules/acme/lib/index.js:12:34)",
    "commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904 (HEAD -> main, tag: v1.2.0)",
    '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",',
    '"id": "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "created": 1700000000, "version": "1.0.0-beta.12", "phone": "+1 555 0100"',
  ].join("\n"),
  [
    "Hi Anna, could you check whether the login works again? My account is a.smith@example.com, the order number is 2024-118823 and the card ends in 4242. The password is the one from last week. Thanks, Tom",
    "The key is to keep the token short: a user who signs in gets a session, and the secret never leaves the server. Passwords are stored as bcrypt hashes, keys are rotated every 90 days.",
  ].join("\n"),
];
