/** How much of the text before a value is looked at for its name, in UTF-16 units. */
const MAX_NAME = 96;

/**
 * The name that a value is given: what stands before a sign of assignment, or before the value itself. A comma is such a
 * sign behind a quoted name and in a table alone: in a call, what stands before it is another argument.
 */
const NAME =
  /([A-Za-z$][\w.$/-]{1,80})(?:\\{0,2}["'`\]]{0,2}\s{0,3}(?:[:=]|=>|:=|<\/\w+>\s*<\w+>|>)?\s{0,3}\\{0,2}["'`(<]{0,2}|\\{0,2}["'`\]]{1,2}\s{0,3},\s{0,3}\\{0,2}["'`(<]{0,2}|,)$/;

/** Names of what is shipped to every visitor (a publishable key, a captcha's site key), and words that say otherwise. */
const PUBLIC_NAMES =
  /(?:^|[_.-])(?:(?:next|expo|nuxt|astro)_public_|public_|publi[cs]h(?:able)?(?:_api)?_?key|public_(?:api_)?key|client_?id|site_?key|measurement_id|pusher_(?:app_)?key|(?:algolia|meili(?:search)?|typesense|docsearch)\w*_search(?:_only)?(?:_api)?_key|search_only(?:_api)?_key)/;
const SECRET_NAMES =
  /secret|priv|passw|pwd|token|admin|service_role|master|write|no[nt]_?public|unpublished/;

/** Values that say themselves that they are secret, whatever they are called. */
const SECRET_VALUES = /^(?:sk|rk|pat|secret|priv)[_-]|^-----BEGIN [A-Z ]{0,20}PRIVATE KEY/;

/** Names that refer to a secret kept elsewhere, and names of sums over something. */
const REFERENCES =
  /(?:secret_?(?:name|ref|key_ref|store|class|arn|path)|existing_?secret|checksum(?:[/_.-]\w+)?|fingerprint|thumbprint|digest|shasum)$/;

/** Names that a database's frameworks give to constraints and indexes. */
const CONSTRAINT = /^(?:fk|ix|idx|uq)_[a-z][a-z0-9_]+$/;

/** What stands before a sum over something that is named, and such a sum. */
const SUM_OF =
  /\b(?:(?:finger|thumb)print|checksum|digest|(?:md5|sha(?:1|256|512)?)sum)\s(?:of|for)\s[^\n:=]{1,48}[:=]?\s{0,2}["'`(]?$/i;
const SUM = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i;

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
 * or the word that introduces an entry of a public ledger? Or is it the name of a constraint? `before` is the text up to the
 * value.
 */
export function isPublicByName(before: string, value: string): boolean {
  const near = before.slice(-MAX_NAME);
  if (LEDGER_VALUE.test(value) && LEDGER.test(near)) return true;
  if (CONSTRAINT.test(value) || (SUM.test(value) && SUM_OF.test(near))) return true;
  const name = snake(NAME.exec(near)?.[1] ?? "");
  if (REFERENCES.test(name)) return true;
  return PUBLIC_NAMES.test(name) && !SECRET_NAMES.test(name) && !SECRET_VALUES.test(value);
}

/**
 * Values encrypted by a tool whose files are made to be shared, by the documentation of each: what opens them, and what
 * follows. What was matched begins before the opening or behind it. Lengths are the least that each tool makes.
 */
const ENCRYPTED: readonly (readonly [opening: string, body: string])[] = [
  ["encrypted:", "[A-Za-z0-9+/]{80,}={0,2}"], // dotenvx: an elliptic key, a nonce and a tag before the text
  [String.raw`ENC\[(?:AES256_GCM|PKCS7|GPG),`, String.raw`[A-Za-z0-9+/,:_=]{16,}\]?`], // SOPS, hiera-eyaml
  [String.raw`ENC\(`, String.raw`(?:[A-Za-z0-9+/]{4}){5,}(?:[A-Za-z0-9+/=]{4})\)?`], // Jasypt
  [String.raw`\{cipher\}`, "(?:[0-9a-f]{64,}|[A-Za-z0-9+/]{60,}={0,2})"], // Spring Cloud Config
  [String.raw`vault:v\d{1,4}:`, "[A-Za-z0-9+/]{38,}={0,2}"], // Vault's transit engine
  ["v1:", "[A-Za-z0-9+/]{16}(?::[A-Za-z0-9+/]{16,}={0,2})?"], // Pulumi
  ["!?(?:AES[A-Z0-9_-]{0,12}|dpapi|kms|cipher):", "[A-Za-z0-9+/]{40,}={0,2}"], // what says how it is encrypted
  ["<(?:password|passphrase)>", String.raw`\{[A-Za-z0-9+/]{14,200}={0,2}\}`], // Maven, with the master key elsewhere
];
const WHOLE = ENCRYPTED.map(([opening, body]) => new RegExp(`^${opening}${body}$`));
const OPENED = ENCRYPTED.map(
  ([opening, body]) => [new RegExp(`(?<![A-Za-z])${opening}$`), new RegExp(`^${body}$`)] as const,
);

/** A field within SOPS's or eyaml's brackets. */
const WITHIN = /\bENC\[(?:AES256_GCM|PKCS7|GPG),[^\]\n]{0,200}$/;

/** Encrypted values that begin with what says so. */
const SELF_DESCRIBED = [
  /^AQAAANCMnd8BFdERjHoA[A-Za-z0-9+/]{40,}={0,2}$/, // Windows DPAPI: a version and its provider's GUID
  /^AAABA[A-Za-z0-9+/]{40,}={0,2}$/, // Pulumi with a key service
  /^AQICA[A-Za-z0-9+/]{80,}={0,2}$/, // AWS KMS
  /^CiQA[A-Za-z0-9+/]{60,}={0,2}$/, // Google Cloud KMS
  /^gAAAAA[\w-]{60,}={0,2}$/, // Fernet
  /^Ag[A-D][A-Za-z0-9+/]{300,}={0,2}$/, // Sealed Secrets
  /^[A-Za-z0-9+/]{16,}={0,2}--[A-Za-z0-9+/]{16}={0,2}--[A-Za-z0-9+/]{22}==$/, // Rails credentials
];

const BASE64_REST = /^[A-Za-z0-9+/]{0,4096}={0,2}/;

/**
 * Is the value encrypted, so that nobody can use it without a key that is not here? `before` is the text up to it, `after`
 * what follows: a pattern may have matched the first part alone.
 */
export function isEncrypted(before: string, part: string, after: string): boolean {
  const value = part + (BASE64_REST.exec(after)?.[0] ?? "");
  if ([...WHOLE, ...SELF_DESCRIBED].some((shape) => shape.test(value))) return true;
  if (WITHIN.test(before)) return true;
  const near = before.slice(-MAX_NAME);
  return OPENED.some(([opening, body]) => body.test(value) && opening.test(near));
}

/** The formats of hashed passwords by what they begin with: crypt(5), the Password Hashing Competition's string format. */
const PASSWORD_HASH = /^\$(?:[156y]|2[abxy]|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]*)\$/;

/** Words with which a line shows what such a hash looks like, or what a call gives back. */
const SHOWN =
  /\b(?:e\.g\.|examples?|sample|looks? like|such as|for instance|something like|format|string|returns?|prints?|produces?|outputs?|gives?|generates?|yields?|becomes|beispiel|exemple|ejemplo|esempio|bcrypt|argon2(?:id|i|d)?|scrypt|crypt|yescrypt|mcf|phc)\b[^\n=]{0,48}$|(?:\/\/|#|=>|→|>>>)\s{0,3}["'\x60]?$/i;

/**
 * Is the value a hashed password that its line only shows, as documentation of hashing does? `before` is the text up to
 * it. What stands in a record, an assignment or a dump is not shown.
 */
export function isShownHash(before: string, value: string): boolean {
  if (!PASSWORD_HASH.test(value)) return false;
  const line = before.slice(before.lastIndexOf("\n") + 1).slice(-MAX_NAME);
  return SHOWN.test(line);
}

/** Digits in counting order behind at most four letters and a digit, or zeros in place of a number. */
const COUNTED =
  /^(?:[A-Z]{0,4}\d?(?:1234567?8?9?0?|2345678?9?0?)[A-Z\d]{0,4}|[A-Z]{0,2}0{6}\d?[A-Z\d]?)$/;

/** Is the identifier of a person one that examples have and nobody was given: digits in counting order, or a first number? */
export const isCountedIdentifier = (value: string): boolean =>
  COUNTED.test(value.replaceAll(/[\s.()/-]/g, "").toUpperCase());

/** How far before an e-mail address the heading of a list may stand, in UTF-16 units. */
const MAX_LIST = 4000;

const ADDRESS = String.raw`[^\s<>@,;]{1,64}@[^\s<>@,;]{1,255}`;

/** A line that says itself who made something: a commit's author and trailers, a copyright notice, a changelog's entry. */
const ATTRIBUTION = new RegExp(
  String.raw`^[\s*#/;%>"'-]{0,12}(?:(?:[a-z]{2,20}-){1,2}by:|(?:author|committer|maintainer)s?:|.{0,40}(?:\bcopyright\b|\(c\)|©)|--\s[^<\n]{2,60}<${ADDRESS}>|(?:mon|tue|wed|thu|fri|sat|sun)\s[a-z]{3}\s)`,
  "i",
);

/** A line of such a list: a name and its address in angle brackets, or a path and its owners. */
const ENTRY = new RegExp(
  String.raw`^(?:[^<>\n@,;|]{2,80}<${ADDRESS}>[^<>@\n]{0,80}|\s{0,4}[\w.-]{0,40}[*/][^\s@]{0,80}(?:\s+(?:@[\w/-]+|${ADDRESS}))+\s*)$`,
);

/** What heads the lists of those who made a program, as in AUTHORS, CODEOWNERS and MAINTAINERS, on a line by itself. */
const HEADING =
  /^[\s*#/;=_<!-]{0,8}(?:[\w.]{1,20}\s){0,3}(?:code ?owners|contributors|maintainers|authors|shortlog|committers|credits|thanks to)\b[^@<,;]{0,40}$/i;

/**
 * Does the address at `start` stand in a list of a project's contributors, which is published with it? Its line has to
 * say so, or be an entry of a list that nothing but further entries and empty lines part from its heading.
 */
export function isContributor(text: string, start: number): boolean {
  const end = text.indexOf("\n", start);
  const line = text.slice(text.lastIndexOf("\n", start) + 1, end < 0 ? undefined : end).trimEnd();
  if (ATTRIBUTION.test(line)) return true;
  if (!ENTRY.test(line)) return false;
  const above = text
    .slice(Math.max(0, start - MAX_LIST), start)
    .split("\n")
    .slice(0, -1);
  const heading = above.findLast((each) => each.trim() !== "" && !ENTRY.test(each.trimEnd()));
  return heading !== undefined && HEADING.test(heading.trimEnd());
}
