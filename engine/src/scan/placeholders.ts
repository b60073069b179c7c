import { withLetters } from "../validators/leet.ts";
import { clearSequences, countsByTurns, countsInGroups } from "./counting.ts";

/** What people write where a secret belongs; looked up in the lower-cased value. */
const MARKERS = [
  "your-",
  "your_",
  "yourapikey",
  "yourtoken",
  "yoursecret",
  "yourpassword",
  "dein-",
  "dein_",
  "deine-",
  "votre-",
  "votre_",
  "-here",
  "_here",
  "placeholder",
  "todo_",
  "todo-",
  "fixme",
  "dummy",
  "redacted",
  "example",
  "sample",
  "insert_",
  "insert-",
  "replace_",
  "replace-",
  "replaceme",
  "changeme",
  "change_me",
  "change-me",
  "change-this",
  "change_this",
  "secretvalue",
  "my_secret",
  "my-secret",
  "my_password",
  "my-password",
  "notreal",
  "generate-with",
  "generate_with",
  "generated-with",
  "generated-by",
  "access_token",
  "refresh_token",
  "not_real",
  "for-testing",
  "for_testing",
  "not-for-prod",
  "not_for_prod",
  "abc123def456",
];

/** Words of which people make up passwords for documentation; a value of nothing else is one. */
const STOCK_WORDS = (
  "12345 123456 1234567 12345678 admin api app at auth bar base64 baz bytes change characters chars client code config correct current database db default demo dev dummy encoded " +
  "example fake foo ftp guest here hmac http insecure invalid jwt key keycloak least local login long me mongo my mysecret mysql name new oauth oauth2 " +
  "old original our pass passphrase passwd password placeholder postgres prod proxy pwd rabbitmq redis root sample " +
  "secret secure service so some staging string strong super sys system temp test testing the token top updated user username " +
  "valid value very weak word wrong xxx your"
).split(" ");

/** Digits that people append to such a password, such as 123 or a year. */
const MAX_STOCK_DIGITS = 4;

/** Opening and closing of a variable that is filled in later. */
const TEMPLATES = [
  ["{{", "}}"],
  ["${", "}"],
  ["$(", ")"],
  ["#{", "}"],
  ["<%", "%>"],
  ["<", ">"],
  ["%(", ")s"],
  ["[", "]"],
  ["{", "}"],
] as const;

/** Brackets that stand in real values too; they make a template only around a name. */
const NAME_BRACKETS: ReadonlySet<string> = new Set(["<", "[", "{"]);

/** Characters that hide others; this many in a row are a mask. */
const MASK_CHARS = "xX*.#•_-0?";
const MASK_LENGTH = 6;
/** This many of any character in a row were typed by nobody's random generator. */
const REPEAT_LENGTH = 12;
/** This many characters in counting order (`1234567890`, `abcdefgh`) were typed along the keyboard. */
const SEQUENCE_LENGTH = 8;
/** This many stand for a secret in whatever shape. */
const ALPHABET_LENGTH = 20;
/** What is left beside a placeholder is still a secret when a piece of it is this long and mixes letters and digits. */
const SECRET_LENGTH = 10;

/** Runs of three or more that count, one after the other, as in `abc123xyz456`: nothing else is in the value. */
const LEAST_RUN = 3;
const MIN_COUNTED = 9;

/** A wiki sets off what is to be read letter by letter in the braces of templates; no variable has such a name. */
const DOUBLE_BRACES = "{{";
const SET_OFF = /^(?=\S*\d)(?=\S*[A-Za-z])[\w+/=~-]{12,}$/;

const CLEARED = " ";

/** Is what stands between brackets a name, rather than something random? */
function isFilledIn(open: string, inner: string): boolean {
  if (NAME_BRACKETS.has(open)) return inner.length > 1 && isPlainName(inner);
  if (!/\w/.test(inner)) return false;
  return open !== DOUBLE_BRACES || !SET_OFF.test(inner);
}

function clearTemplates(value: string): string {
  let text = value;
  for (const [open, close] of TEMPLATES) {
    for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at)) {
      const end = text.indexOf(close, at + open.length);
      if (end < 0) break;
      if (isFilledIn(open, text.slice(at + open.length, end)))
        text = text.slice(0, at) + CLEARED + text.slice(end + close.length);
      else at++;
    }
  }
  return text;
}

function clearMasks(value: string): string {
  let text = "";
  for (let at = 0; at < value.length;) {
    const char = value.charAt(at);
    let end = at + 1;
    while (end < value.length && value.charAt(end) === char) end++;
    const least = MASK_CHARS.includes(char) ? MASK_LENGTH : REPEAT_LENGTH;
    text += end - at >= least ? CLEARED : value.slice(at, end);
    at = end;
  }
  return text;
}

function clearMarkers(value: string): string {
  let text = value;
  for (const marker of MARKERS) {
    for (let at = text.toLowerCase().indexOf(marker); at >= 0;) {
      text = text.slice(0, at) + CLEARED + text.slice(at + marker.length);
      at = text.toLowerCase().indexOf(marker);
    }
  }
  return text;
}

/** Does a piece between punctuation look random: long, with letters and digits both? */
function holdsSecret(text: string): boolean {
  let length = 0;
  let letters = 0;
  let digits = 0;
  for (const char of `${text} `) {
    const isDigit = char >= "0" && char <= "9";
    const isLetter = (char >= "a" && char <= "z") || (char >= "A" && char <= "Z");
    if (isDigit || isLetter) {
      length++;
      letters += isLetter ? 1 : 0;
      digits += isDigit ? 1 : 0;
      if (length >= SECRET_LENGTH && letters > 0 && digits > 0) return true;
    } else {
      length = letters = digits = 0;
    }
  }
  return false;
}

const PLAIN_NAME = "abcdefghijklmnopqrstuvwxyz0123456789_-. /:'";

/** Could this be what somebody calls a thing, rather than the thing? */
function isPlainName(text: string): boolean {
  for (const char of text.toLowerCase()) if (!PLAIN_NAME.includes(char)) return false;
  return text !== "" && !holdsSecret(text);
}

/** What stands behind such a password where a rule asks for a sign. */
const LAST_SIGNS = /[!@#$?]{1,2}$/;

/** Letters that count, between a word and digits that do: no more than these. */
const COUNTING_LETTERS = /(?<=[a-z])abc(?=\d{1,4}$)/;

/** Is the value put together of nothing but stock words, a few digits, and the signs that join them or end it? */
function isStockPhrase(value: string): boolean {
  const text = value.toLowerCase().replace(LAST_SIGNS, "").replace(COUNTING_LETTERS, "");
  let digits = 0;
  /** reached[i]: can the first i characters be put together? */
  const reached = [true];
  for (let at = 0; at < text.length; at++) {
    if (reached[at] !== true) continue;
    const char = text.charAt(at);
    if ("_-. ".includes(char)) reached[at + 1] = true;
    if (char >= "0" && char <= "9" && ++digits <= MAX_STOCK_DIGITS) reached[at + 1] = true;
    for (const word of STOCK_WORDS) if (text.startsWith(word, at)) reached[at + word.length] = true;
  }
  return text !== "" && digits < text.length && reached[text.length] === true;
}

/** A word, and up to three digits and two exclamation marks behind it. */
const DECORATED = /^(.{4,32}?)\d{0,3}!{0,2}$/;

/** Is the value a stock phrase with signs for letters, such as `Pa$$w0rd!`? */
function isStockLeet(value: string): boolean {
  const [, word = ""] = DECORATED.exec(value) ?? [];
  const plain = withLetters(word, /[@$0345]/g);
  return plain !== word && /^[a-z]+(?:[-_][a-z]+)*$/i.test(plain) && isStockPhrase(plain);
}

/** Where a secret is kept, in place of the secret: a reference to a vault, or the address of one without credentials. */
const REFERENCE =
  /^(?:@Microsoft\.KeyVault\(|pkcs11:(?!.*pin-value)|(?!(?:https?|wss?|ftps?):)[a-z][a-z0-9+.-]{1,20}:\/\/[^\s@:?=&]{1,200}$)/i;

/** The first and the last characters of a secret, with dots or a mask between. */
const ABRIDGED =
  /^(?:[\w-]{1,12}(?:\.{3}|…|\*{3,}|•{3,})[\w-]{0,8}|eyJ[\w-]{5,120}(?:\.{3,4}|…)[\w-]{0,12}={0,2}|MII[A-Za-z0-9+/=]{5,200}(?:\.{3}|…)|[*•]{4,}[\w-]{0,6}|dotenv:\/\/:key_\w{0,6}(?:\.{2,3}|…)@\S{1,120})$/;

/** What a program calls a constant for a secret. */
const CONSTANT = /^_?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:SECRET|KEY|TOKEN|PASSWORD|ID)$/;

/** Is this the name of a variable, `$NAME` or `%NAME%`, or of a constant, and nothing else? */
function isVariable(value: string): boolean {
  if (CONSTANT.test(value)) return !holdsSecret(value);
  if (
    /^\$(?:[A-Za-z_]{3,40}\d{0,2}|[a-z_]{3,40}\([\w,]{1,20}\)|encrypted_[0-9a-f]{12}_(?:key|iv))$/.test(
      value,
    )
  )
    return true;
  if (value.startsWith("$")) return isPlainName(value.slice(value.charAt(1) === "{" ? 2 : 1));
  return value.startsWith("%") && value.endsWith("%") && isPlainName(value.slice(1, -1));
}

/** A password's place in a connection's address, and what follows it there; the same with the address before it. */
const BEFORE_HOST = /^([A-Za-z]{4,24})@[\w.-]{1,60}[/?:]/;
const IN_ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\/[\w.-]{0,40}:([A-Za-z_-]{4,24})(@.*)$/;

/** A parameter of a form, and what follows it there. */
const BEFORE_PARAMETER = /^([^&=\s]{4,64})(&[A-Za-z][\w.-]{1,40}=.*)$/;

/** Is the value a stock phrase beside the rest of an address or a form? Something random behind it is none. */
function isStockInPlace(value: string): boolean {
  if (isStockPhrase(BEFORE_HOST.exec(value)?.[1] ?? "")) return true;
  const [, phrase = "", rest = ""] = IN_ADDRESS.exec(value) ?? BEFORE_PARAMETER.exec(value) ?? [];
  return isStockPhrase(phrase) && !holdsSecret(rest);
}

/** What a URL writes with a sign and two digits (RFC 3986, 2.1). */
const URL_ESCAPE = /%(?:20|2[1-9A-F]|3[ABD-F]|40|5[BDEF]|7E)/gi;

const unescaped = (value: string): string =>
  value.includes("%")
    ? value.replaceAll(URL_ESCAPE, (escape) => decodeURIComponent(escape))
    : value;

/**
 * Is the value a stand-in for a secret: a name in angle brackets, a variable in braces, a marker word such as `your-`,
 * a mask of repeated characters or a row of counting ones, with nothing random beside it? What is appended to a secret
 * does not hide it. Of a value whose shape is narrow (`isNarrow`), a row of counting characters is one that somebody
 * made up to see whether it is found.
 */
export function isPlaceholder(value: string, isNarrow = false): boolean {
  const plain = unescaped(value);
  if (isVariable(value) || isStockPhrase(plain) || isStockLeet(plain)) return true;
  if (isStockInPlace(value) || countsByTurns(value)) return true;
  if (ABRIDGED.test(value) || REFERENCE.test(value)) return true;
  if (value.length >= MIN_COUNTED && clearSequences(value, LEAST_RUN).trim() === "") return true;
  if (!isNarrow && countsInGroups(value, SEQUENCE_LENGTH)) return true;
  const counted = clearSequences(value, isNarrow ? ALPHABET_LENGTH : SEQUENCE_LENGTH);
  const rest = clearMarkers(clearMasks(clearTemplates(counted)));
  return rest !== value && !holdsSecret(rest);
}
