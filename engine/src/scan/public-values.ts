/** How much of the text before a value is looked at for its name, in UTF-16 units. */
const MAX_NAME = 96;

/**
 * The name that a value is given: what stands before a sign of assignment, or before the value itself. A comma is such a
 * sign behind a quoted name and in a table alone: in a call, what stands before it is another argument.
 */
const NAME =
  /([A-Za-z$][\w.$/-]{1,80})(?:\\{0,2}["'`\]]{0,2}\s{0,3}(?:[:=]|=>|:=|<\/\w+>\s*<\w+>|>)?\s{0,3}\\{0,2}["'`(<]{0,2}|\\{0,2}["'`\]]{1,2}\s{0,3},\s{0,3}\\{0,2}["'`(<]{0,2}|,)$/;

/** An element that a value stands in. */
const TAG = /<([A-Za-z][\w.-]{1,60})>\s{0,3}$/;

/** An object's own identifier, and such a value. */
const OWN_ID = /^(?:uuid|guid)$/;
const ID = /^[0-9a-f-]{30,36}$/i;

/** Names of what is shipped to every visitor (a publishable key, a captcha's site key), and words that say otherwise. */
const PUBLIC_NAMES =
  /(?:^|[_.-])(?:(?:next|expo|nuxt|astro)_public_|public_|publi[cs]h(?:able)?(?:_api)?_?key|public_(?:api_)?key|client_?id|site_?key|measurement_id|pusher_(?:app_)?key|(?:algolia|meili(?:search)?|typesense|docsearch)\w*_search(?:_only)?(?:_api)?_key|search_only(?:_api)?_key|x_amz_credential)/;
const SECRET_NAMES =
  /secret|priv|passw|pwd|token|admin|service_role|master|write|no[nt]_?public|unpublished/;

/** Values that say themselves that they are secret, whatever they are called. */
const SECRET_VALUES = /^(?:sk|rk|pat|secret|priv)[_-]|^EAA|^-----BEGIN [A-Z ]{0,20}PRIVATE KEY/;

/** Names that refer to a secret kept elsewhere, and names of sums over something. */
const REFERENCES =
  /(?:secret_?(?:name|ref|key_ref|store|class|arn|path)|existing_?secret|user_?secrets_?id|(?:trace|span|request|correlation|parent)_?id|checksum(?:[/_.-]\w+)?|fingerprint|thumbprint|digest|shasum)$/;

/** Names of keys that something is looked up, told apart or checked by. */
const LOOKED_UP =
  /(?:^|_)(?:cache|partition|sort|range|foreign|index|row|object|idempotency|dedup(?:e|lication)?|public|pub|group|translation|i18n|lookup|file|issue|figma|message|sequence|distribution|shard|item|list|menu|unique|natural|composite|asset|component|react|route)_?key_?\d?$/;

/** Names that a database's frameworks give to constraints and indexes. */
const CONSTRAINT = /^(?:fk|ix|idx|uq)_[a-z][a-z0-9_]+$/;

/** What stands before a sum over something that is named, and such a sum. */
const SUM_OF =
  /\b(?:(?:finger|thumb)print|checksum|digest|(?:md5|sha(?:1|256|512)?)sum)\s(?:of|for)\s[^\n:=]{1,48}[:=]?\s{0,2}["'`(]?$/i;
const SUM = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i;

/** What stands before the sum of something that anybody can look up. */
const LEDGER =
  /\b(?:transaction|tx|txn|txid|hash|block|commit|sha)(?:\s(?:is|was))?(?:[^\w,]{0,3}|,\s{0,2})$/i;
const LEDGER_VALUE = /^0x[0-9a-f]{64}$/i;

/**
 * Addresses that are made to be published: of a badge, of a picture, of an invitation for everybody, of a checkout, and of a version of a
 * vault's secret, which nobody gets without an account.
 */
const PUBLISHED_URL = new RegExp(
  [
    String.raw`\.svg\?(?:[\w.%-]{1,40}=[\w.%-]{0,40}&){0,4}(?:circle-)?token=`,
    String.raw`\bshields\.io\/[^\s"'()<>]{1,90}[?&]token=`,
    String.raw`\bjoin\.slack\.com\/t\/[\w-]{1,64}\/shared_invite\/`,
    String.raw`\/checkoutnow\?token=`,
    String.raw`\?alt=media&token=`,
    String.raw`[?&]sealed_token=`,
    String.raw`\.vault\.azure\.net\/(?:secrets|keys|certificates)\/[\w-]{1,64}\/?`,
  ]
    .map((each) => `(?:${each})$`)
    .join("|"),
  "i",
);

/** Names of tokens that say where a list or a version goes on or which request is meant, of a card that a shop keeps, and of the address of a device. */
const CURSOR =
  /(?:^|_)(?:version|page|continuation|sync|cursor|resume|next|starting|lock|change|client_request|idempotency|lifecycle_action|work_unit|card)_token$/;
const DEVICE = /(?:^|_)device_token$/;

/** An option of a command for an id or a name. */
const ID_OPTION =
  /\s--(?!(?:[a-z]{1,20}-){0,4}(?:secret|session)-ids?\b)(?:[a-z]{1,20}-){0,4}(?:identifier|arn|name|region|ids?)(?:\s|=)["']?$/;

/** Names that programs give to the fingerprint or the id of an OpenPGP key (RFC 9580), and such a value. */
const PGP_KEY = /(?:^|_)(?:gpg_key|signingkey)$/;
const PGP_ID = /^(?:0x)?(?:[0-9a-f]{8}){1,2}$|^[0-9a-f]{40}$/i;

/** The line before a signature that minisign made; its secret keys have another one. */
const SIGNATURE = /untrusted comment: signature[^\n]{0,80}\n$/;

/** What a page's own script tells whom its visits are counted for (https://segment.com/docs/connections/find-writekey/). */
const VISITS = /\banalytics\._writeKey\s?=\s?["']$/;

/** A key that only searches, in what a page hands to its search (https://docsearch.algolia.com/docs/api). */
const SEARCH = /\bdocsearch\b[^}<>]{0,80}\bapiKey\s?[:=]\s?["']$/i;

/** A call that looks something up by its id. */
const LOOK_UP =
  /\.(?:get|fetch|find|search|list|play|remove|delete|follow)(?!\w*(?:[Kk]ey|[Tt]oken|[Ss]ecret|[Aa]uth|[Pp]ass|Cookie|Code|Seed|[Cc]red|Bytes|Client|Connection|Instance|Api|Service|Session))[A-Z]\w{0,40}\(\s{0,12}\[?["'`]$/;

/** A command that looks a password up, and a pipeline's reference to credentials, by what they are called in a vault. */
const VAULT_NAME =
  /\b(?:bw|rbw|op|lpass|pass|gopass|keepassxc-cli|dcli)\s(?:get|show|read|lookup|delete)\s(?:(?:password|item|notes|totp|username)\s)?(?:-{1,2}[\w-]{1,20}\s){0,2}["']?$|\bcredentialsId\s?[:=]\s?["']$/;
const PIPELINE = /\bcredentials\(\s?["']$/;
const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/i;

/** The same of what is named by a UUID. */
const NAMED_BY_UUID =
  /\b(?:record|item|entry|object|document)\s(?:with\s)?[Ii][Dd]\s["'`]?$|\.(?:resend|rotate|revoke|describe|activate|deactivate)\w{0,24}\(\s{0,12}["'`]$/;
const KEY_ID = /(?:^|[^A-Za-z])key[_ ]?id["']?\s?[:=]\s?["']?$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `camelCase` and `kebab-case` as `snake_case`. */
const snake = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();

/** What a build calls what it keeps for the next one, and an edge what it keeps for the next visitor. */
const CACHE = /(?:\b|_)cache[ _-]key["']?\s?[:=]\s{0,2}["']?(?:\/[\w/-]{0,40})?$/i;
const KEPT = /^(?:\/[\w/-]{0,60}\/|[A-Za-z][\w.-]{0,60}-)?[0-9a-f]{32,64}$/i;

/** An object of a version control, by its sum: in its words, or in the path of a host of code, which may pack it. */
const REVISION =
  /(?:^|\s)(?:commit|merge:?|tree|parent|object|revision|rev)\s{1,3}$|\/(?:commits?|compare|archive|blob|tree|raw)\/$/i;
const SHA1 = /^[0-9a-f]{40}(?:\.(?:tar\.gz|zip))?$/;

/** The line before it in a list of commits, each its sum and what it is about (git-log(1), --oneline). */
const COMMIT_BEFORE = /(?:^|\n)[-+>*|\s]{0,8}[0-9a-f]{7,40} [^\n]{1,80}\n[-+>*|\s]{0,8}$/;

/** A test that passed, behind another one's line (POSIX 1003.3, as DejaGnu and Automake write it). */
const TEST_LINE =
  /(?:^|\n)(?:X?(?:PASS|FAIL)|SKIP|ERROR|UN(?:SUPPORTED|TESTED|RESOLVED)): [^\n]{1,72}\nX?PASS: $/;

/** When a line of a log was written (RFC 3339). */
const CLOCK = /^\d{4}-\d\d-\d\d[T_]\d\d(?:$|:|-)/;

/** The grip of a key whose passphrase an agent is given; the passphrase comes behind it (gpg-agent(1)). */
const GRIP = /\bPRESET_PASSPHRASE\s["']?$/;

/** A question whose answer no terminal shows. */
const SUDO = /\[sudo\] password for [\w.-]{1,40}:\s{0,4}[+>]?$/;

/** A public key that a sentence or a table speaks of, and its value. */
const PUBLIC_KEY =
  /\b(?:public|pub|verification|verifying)[ -]key["'`*]{0,3}\s?(?:[:=|]|\bis\b:?)\s?["'`*]{0,3}$/i;
const PUBLIC_KEY_VALUE = /^(?!(?:sk|rk|pat|secret|priv)[_-])[\w+/=-]{20,}$/;

const ANY = /^/;

/** A file's sum, by its path. */
const FILE = /["'][\w.@-]{1,60}(?:\/[\w.@-]{1,60}){1,8}\.\w{1,8}["']\s?:\s?["']$/;

/** What a user may run without a password (sudoers(5)): an alias, and the next line's. */
const SUDOERS = /\bNOPASSWD:\s$/;
const ALIAS = /^[A-Z][A-Z0-9_]{1,30}(?:Defaults![A-Z0-9_]{1,30})?$/;

/** What is public by what stands right before it, whatever its name: the shape of the value, and what stands there. */
const BESIDE: readonly (readonly [value: RegExp, near: RegExp])[] = [
  [LEDGER_VALUE, LEDGER],
  [CONSTRAINT, ANY],
  ...[SUM_OF, SEARCH, FILE].map((near) => [SUM, near] as const),
  [ALIAS, SUDOERS],
  [KEBAB, PIPELINE],
  [UUID, PIPELINE],
  [UUID, NAMED_BY_UUID],
  [UUID, KEY_ID],
  [KEPT, CACHE],
  [SHA1, REVISION],
  [SHA1, COMMIT_BEFORE],
  [CLOCK, ANY],
  [PUBLIC_KEY_VALUE, PUBLIC_KEY],
  ...[PUBLISHED_URL, VISITS, LOOK_UP, VAULT_NAME, SIGNATURE, ID_OPTION, SUDO, GRIP, TEST_LINE].map(
    (near) => [ANY, near] as const,
  ),
];

const isPublicBeside = (near: string, value: string): boolean =>
  BESIDE.some(([shape, before]) => shape.test(value) && before.test(near));

/** A value is worth comparing with its name from so many letters and digits on. */
const LEAST_REPEATED = 8;

/** Is the value a part of its own name, written in another case: a constant that holds what it is called? One without a word in it is no name. */
function repeats(name: string, value: string): boolean {
  if (!/[A-Za-z]{5}/.test(value)) return false;
  const letters = value.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return letters.length >= LEAST_REPEATED && name.replaceAll(/[^a-z0-9]/g, "").includes(letters);
}

/**
 * Is the value public by what stands before it: the name of a publishable key, of a reference to a secret, of a checksum,
 * or the word that introduces an entry of a public ledger? Or is it the name of a constraint? `before` is the text up to the
 * value.
 */
export function isPublicByName(before: string, value: string): boolean {
  const near = before.slice(-MAX_NAME);
  if (isPublicBeside(near, value)) return true;
  // Of two elements side by side, either may name the value.
  const names = [NAME.exec(near)?.[1], TAG.exec(near)?.[1]];
  return names.some((name) => name !== undefined && isPublicName(snake(name), value));
}

/** Is the value public by its name in snake case? */
function isPublicName(name: string, value: string): boolean {
  if (REFERENCES.test(name) || (CURSOR.test(name) && !SECRET_VALUES.test(value))) return true;
  if (DEVICE.test(name) && SUM.test(value)) return true;
  if (OWN_ID.test(name) && ID.test(value)) return true;
  if (PGP_KEY.test(name) && PGP_ID.test(value)) return true;
  if (repeats(name, value)) return true;
  const isPublic = PUBLIC_NAMES.test(name) || LOOKED_UP.test(name);
  return isPublic && !SECRET_NAMES.test(name) && !SECRET_VALUES.test(value);
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
  ["hmac-sha(?:256|512):", "[0-9a-f]{64,128}"], // Vault's audit log: a hash with a key
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
  /^(?:wc[BDF]MA|hQ[EGI]MA|wV4D|hF4D)[A-Za-z0-9+/]{100,}={0,2}$/, // OpenPGP, to a public key (RFC 9580, 5.1)
  /^gAAAAA[\w-]{60,}={0,2}$/, // Fernet
  /^Ag[A-D][A-Za-z0-9+/]{150,}={0,2}$/, // Sealed Secrets
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

/** What is said of an object of a cluster behind its name. */
const OBJECT =
  /^["'`]?\s(?:(?:not found|already exists|in namespace)\b|(?:created|deleted|configured|unchanged|patched)\s*(?:\n|$))/;

/** A name of words and of what makes it unique (RFC 1123, a label). */
const LABEL = /^[a-z]{2,40}(?:-[a-z0-9]{1,40}){1,8}$/;

/** Is the value the name of an object that a message speaks of? `after` is what follows the value. */
export const isObjectName = (value: string, after: string): boolean =>
  LABEL.test(value) && OBJECT.test(after);

/** A web application's key of Firebase, in the object that every visitor gets (https://firebase.google.com/docs/projects/api-keys). */
const WEB_KEY = /^AIza[\w-]{35}$/;
const WEB_CONFIG = /^["'`],?\s{0,40}["']?authDomain["']?\s?:/;

/** Is the value the key of a web application that is published with it? `after` is what follows the value. */
export const isWebKey = (value: string, after: string): boolean =>
  WEB_KEY.test(value) && WEB_CONFIG.test(after);

/** The formats of hashed passwords by what they begin with: crypt(5), the Password Hashing Competition's string format. */
const PASSWORD_HASH = /^\$(?:[156y]|2[abxy]|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]*)\$/;

/** Words with which a line shows what such a hash looks like, or what a call gives back. */
const SHOWN =
  /\b(?:e\.g\.|examples?|sample|looks? like|such as|for instance|something like|format|string|returns?|prints?|produces?|outputs?|gives?|generates?|yields?|becomes|beispiel|exemple|ejemplo|esempio|bcrypt|argon2(?:id|i|d)?|scrypt|crypt|yescrypt|mcf|phc)\b[^\n=]{0,48}$|(?:\/\/|#|=>|→|>>>)\s{0,3}["'\x60]?$|^\s{1,12}\*\s[^\n(]{0,60}\([^\n]{0,40}$/i;

/**
 * Is the value a hashed password that its line only shows, as documentation of hashing does? `before` is the text up to
 * it. What stands in a record, an assignment or a dump is not shown.
 */
export function isShownHash(before: string, value: string): boolean {
  if (!PASSWORD_HASH.test(value)) return false;
  const line = before.slice(before.lastIndexOf("\n") + 1).slice(-MAX_NAME);
  return SHOWN.test(line);
}

/** The user of an address, and what is appended to the name where a password is asked for. */
const USER = /\/\/([\w.-]{3,64}):$/;
const APPENDED = /(?:123|_?pass(?:word)?|[12])$/;

/** Is the value the user's name again, in an address, with hardly more? */
export const isUserAgain = (before: string, value: string): boolean =>
  USER.exec(before)?.[1] === value.replace(APPENDED, "");
