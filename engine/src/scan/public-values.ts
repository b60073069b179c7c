/** How much of the text before a value is looked at for its name, in UTF-16 units. */
const MAX_NAME = 96;

/** The name that a value is given: what stands before a sign of assignment, or before the value itself. */
const NAME =
  /([A-Za-z$][\w.$/-]{1,80})\\{0,2}["'`\]]{0,2}\s{0,3}(?:[:=]|=>|:=|,|<\/\w+>\s*<\w+>|>)?\s{0,3}\\{0,2}["'`(<]{0,2}$/;

/** Names of what is shipped to every visitor (a publishable key, a captcha's site key), and words that say otherwise. */
const PUBLIC_NAMES =
  /(?:^|[_.-])(?:(?:next|expo|nuxt|astro)_public_|public_|publi[cs]h(?:able)?(?:_api)?_?key|public_(?:api_)?key|client_?id|site_?key|measurement_id|pusher_(?:app_)?key|(?:algolia|meili(?:search)?|typesense|docsearch)\w*_search(?:_only)?(?:_api)?_key|search_only(?:_api)?_key)/;
const SECRET_NAMES = /secret|private|passw|pwd|token|admin|service_role|master|write/;

/** Names that refer to a secret kept elsewhere, and names of sums over something. */
const REFERENCES =
  /(?:secret_?(?:name|ref|key_ref|store|class|arn|path)|existing_?secret|checksum(?:[/_.-]\w+)?|fingerprint|thumbprint|digest|shasum)$/;

/** What stands before the sum of something that anybody can look up. */
const LEDGER = /\b(?:transaction|tx|txn|txid|hash|block|commit|sha)(?:\s(?:is|was))?\W{0,3}$/i;
const LEDGER_VALUE = /^0x[0-9a-f]{64}$/i;

/** `camelCase` and `kebab-case` as `snake_case`. */
const snake = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();

/**
 * Is the value public by what stands before it: the name of a publishable key, of a reference to a secret, of a checksum,
 * or the word that introduces an entry of a public ledger? `before` is the text up to the value.
 */
export function isPublicByName(before: string, value: string): boolean {
  const near = before.slice(-MAX_NAME);
  if (LEDGER_VALUE.test(value) && LEDGER.test(near)) return true;
  const name = snake(NAME.exec(near)?.[1] ?? "");
  if (REFERENCES.test(name)) return true;
  return PUBLIC_NAMES.test(name) && !SECRET_NAMES.test(name);
}

/** Values encrypted by a tool whose files are made to be shared, by the documentation of each. */
const ENCRYPTED = [
  /^encrypted:[A-Za-z0-9+/]{40,}={0,2}$/, // dotenvx
  /^ENC(?:\[|\()[A-Za-z0-9+/,:_=]{20,}[\])]?$/, // SOPS, hiera-eyaml, Jasypt
  /^\{cipher\}[0-9A-Za-z+/]{32,}={0,2}$/, // Spring Cloud Config
  /^vault:v\d+:[A-Za-z0-9+/]{30,}={0,2}$/, // Vault's transit engine
  /^v1:[A-Za-z0-9+/]{16}:[A-Za-z0-9+/]{16,}={0,2}$/, // Pulumi
  /^AAABA[A-Za-z0-9+/]{40,}={0,2}$/, // Pulumi with a key service
  /^AQICA[A-Za-z0-9+/]{80,}={0,2}$/, // AWS KMS
  /^CiQA[A-Za-z0-9+/]{60,}={0,2}$/, // Google Cloud KMS
  /^gAAAAA[\w-]{60,}={0,2}$/, // Fernet
  /^Ag[A-D][A-Za-z0-9+/]{300,}={0,2}$/, // Sealed Secrets
  /^[A-Za-z0-9+/]{16,}={0,2}--[A-Za-z0-9+/]{16}={0,2}--[A-Za-z0-9+/]{22}==$/, // Rails credentials
];

/** What opens an encrypted value whose beginning is no part of what was matched. */
const OPENED =
  /(?:\bencrypted:|\bENC[[(][^\])\n]{0,200}|\{cipher\}|vault:v\d:|\bsecure:\s{0,3}["']?v1:)$/;

/** Is the value encrypted, so that nobody can use it without a key that is not here? */
export function isEncrypted(before: string, value: string): boolean {
  return ENCRYPTED.some((shape) => shape.test(value)) || OPENED.test(before.slice(-MAX_NAME));
}

/** How far before an e-mail address it may be said that the people of a project are listed. */
const MAX_LIST = 1500;

/** What heads the lists of those who made a program, as in AUTHORS, CODEOWNERS, MAINTAINERS and commit messages. */
const CONTRIBUTORS =
  /\b(?:copyright|code ?owners|signed-off-by|co-authored-by|reviewed-by|acked-by|contributors|maintainers?|authors|shortlog|committers|changelog)\b/i;

/** Does the address at `start` stand in a list of a project's contributors, which is published with it? */
export function isContributor(text: string, start: number): boolean {
  return CONTRIBUTORS.test(text.slice(Math.max(0, start - MAX_LIST), start));
}
