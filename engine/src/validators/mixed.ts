import { isNumberedPassphrase, isShortPassphrase, isWordsAndNumber } from "./passphrase.ts";
import { isPlain } from "./plain-words.ts";
import type { Check } from "./rule.ts";

/** Characters that hardly occur in identifiers, paths and calls, but in passwords. */
const SYMBOLS = "!@#$%^&*?|,;";

/** What mixes its characters and is none the less no secret: versions, short hashes, resource names, public keys. */
const HARMLESS = [
  /^[0-9a-f]{1,16}$/,
  /^v?(?:\d+:)?\d+\.\d+(?:\.\d+)?(?:[-+~.][0-9A-Za-z]{1,12}){0,6}$/,
  /^[-+]?0x[0-9a-f]{1,16}[uln]{0,3}$/i,
  /^0x[0-9a-f]{1,8}(?:_[0-9a-f]{1,8}){1,3}$/i,
  /^0x[0-9a-f]{40}$/i, // an Ethereum address
  /^#[0-9a-f]{3,8};?$/i, // a colour
  /^[A-Za-z]+&(?:#0?39|apos)(?:;s)?$/, // a word with an apostrophe in HTML
  /^\d{2,5}(?:\/[a-z/]{0,80})?\?[a-z_]{1,30}=[a-z]{0,20}(?:&[a-z_]{1,30}=[a-z]{0,20}){0,6}$/, // a port, a path and a query
  /^\??(?:[A-Za-z_]\w*\.)?(?:U?[Ii]nt|Big(?:Ui|I)nt|[Ff]loat|[Bb]ytes)\d{1,3}(?:Clamped)?(?:Array)?(?:<\w*>)?[?;,|\]]*$/, // a type
  /^[A-Za-z_$][\w$]{0,40}(?:\??\.[A-Za-z_$][\w$]{0,40}){1,5}\(/, // a call
  /^[A-Za-z_$][\w$]{0,40}(?:\.[A-Za-z_$][\w$]{0,40}){0,4}(?:\?\.[A-Za-z_$][\w$]{0,40})+$/, // an optional member
  /^[a-z]{3,20}\.[a-z]{3,20}(?:_[a-z]{2,20})+\d{0,2}$/, // a member in snake case
  /^[A-Za-z_$]\w{0,2}\.[A-Za-z]\w{2,40},[A-Za-z]\w{2,40}:/, // a member and the next one's name in minified code
  /^@?[a-z][\w./-]{0,60}@[~^]?\d+\.\d+(?:\.\d+)?(?:[-+][\w.-]{1,24})?$/i, // a package and its version
  /^[A-Z][a-z][A-Za-z]{1,60}(?=[0-9A-F]{0,7}[A-F])(?=[0-9A-F]{0,7}\d)[0-9A-F]{8}$/, // the logical id of a resource
  /^[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,6}=[A-Za-z]{0,4}$/, // a setting in camel case, and its value's first letters
  /^\/(?:var|etc|usr|home|opt|tmp|srv|run|root|mnt|dev|proc|sys|lib|s?bin|data|app|Users|Library)(?:\/[\w.@+-]+)+\/?$/, // a path
  /^#?[A-Z][A-Za-z]{8,60}\.[a-z][A-Za-z]{2,40}(?:=[A-Za-z]{0,12})?$/, // a member of a class
  /^import_\w{2,60}\.\w/, // a bundler's name for a module
  /^[a-z][a-z_]{2,40}_\d\.[A-Za-z][A-Za-z.]{2,60}(?:\(|$)/, // a compiler's
  /^(?:[Gg]et|[Ss]et|[Ff]etch|[Ll]ist|[Cc]reate|[Uu]pdate|[Dd]elete|[Ff]ind|[Mm]ake|[Bb]uild|[Pp]arse|[Hh]andle|[Cc]heck|[Ll]oad|[Ss]ave|[Ss]end|[Aa]dd|[Rr]emove|[Ee]nable|[Dd]isable)(?:[A-Z][a-z]{1,14}){2,12}(?:V?\d{1,3}[a-z]?)?(?:[A-Z][a-z]{1,14}){0,12}$/, // what a call does
  /^(?:errors?|messages?|labels?|i18n)\.[\w.-]{2,80}$/, // a translation's name
  /^[A-Za-z_]{2,40}\|\d{1,3}$/, // a highlighter's keyword and its weight
  /^[\w./ ()=-]*\.(?:png|jpe?g|gif|svg|webp|ico|pdf|docx?|xlsx?|csv|html?|mdx?|woff2?|ttf|mp[34])(?:\?[\w.=&-]{0,24})?$/, // a file
  /^--[A-Za-z-]{0,80}[Bb]oundary/, // between the parts of a form
  /^B[A-P][\w-]{85}=?$/, // a public key of a push service: an uncompressed point of P-256
  /^[A-Z][a-z]{2,}(?:To|From)?-[A-Z][a-z]?[A-Z]?[A-Za-z]{2,}$/, // a PowerShell command
  /^\*(?:[a-z][a-z0-9]{1,20}\.)?(?:u?int\d{0,2}|byte|rune|string|[A-Z][A-Za-z]+)(?:[A-Z][A-Za-z]{2,30})?$/, // a pointer's type, and the next field
  /^&?[a-z]+[A-Za-z0-9]*(?:Key|Token|Secret|Password|Certificate)(?:128|192|256|384|512|768|1024|2048|3072|4096)?$/, // what code calls a secret
  /^[A-Z][a-z]{2,}(?:[A-Z]{1,5}\d?[a-z]*\d?){0,6}(?:Key|Token|Secret|Password|Credential)s?$/, // a type of one
  /^={0,2}[A-Za-z]+\$\d{1,2}$/, // a bundler's name for a second thing of that name
  /^[a-z]\w{1,20}\.[A-Z][A-Za-z]*(?:Key|Token|Secret|Password|Credential)s?$/, // a module's type
  /^(?=.*(?:[Kk]ey|[Tt]oken|[Ss]ecret|[Pp]assword))[a-z]{2,}(?:[A-Z][a-z]{1,12}){1,5}(?:V?\d{1,2})?$/, // a field for one
  /^![01](?:[,;)}\]]|[=!]={1,2})/, // true and false in minified code
  /^(?=.*(?:Key|Token|Secret|Password))(?:[A-Z][a-z]+){4,}\d{0,3}(?:[A-Z][a-z]+)*$/, // a sentence about one
  /^A(?:ROA|IDA|GPA|NPA|NVA|PKA|SCA|IPA)[A-Z0-9]{16,17}$/, // AWS's name for a role, a user and the like
  /^[a-z]\w{2,20}\.[A-Z]{2,}(?:_[A-Z0-9]+)+$/, // a module's constant
  /^(?:(?:(?:PEM|DER)\/)?PKCS#\d{1,2}|argon2id?)[.,;]?$/i,
  /^(?:SHA256:[A-Za-z0-9+/]{43}=?|MD5(?::[0-9a-f]{2}){16})$/, // the fingerprint of a key
  /^(?=.*(?:required|nullable|sometimes|confirmed|string|m(?:in|ax):\d))[a-z_]{2,20}(?::(?:\d{1,6}|[a-z_,.]{1,40}))?(?:\|[a-z_]{2,20}(?::(?:\d{1,6}|[a-z_,.]{1,40}))?)+$/, // what a form's field has to be
  /^@(?![A-Z][a-z]{2,14}\d{2,6}[A-Z][a-z]{2,14}[^A-Za-z0-9]*$)[\w.-]*(?:[:/].*)?$/, // what follows a credential in a URL
  /^arn:[a-z-]+:/,
  /^(?:ami|vpc|subnet|sg|i|vol|snap|rtb|igw|nat|eni|acl|lt|eipalloc)-[0-9a-f]{8,17}$/,
  /^[A-Za-z][A-Za-z-]+[ /-]?v?\d{1,2}(?:\.\d{1,3}){1,3}$/, // a product and its version
  /^(?:process|os|import|Deno|System|env|secrets|vars?|config|settings|self|this|data|local|module|props|options|params|req|request|ctx|state)\./,
  /^(?:pk_(?:live|test)_|[sr]k_test_|whsec_test_|rzp_test_|[sp]k_sandbox_|test_|sandbox[-_]|EZTK|FLWSECK_TEST|FLWPUBK|SB-Mid-|xnd_development_|pdl_sdbx_|phc_|pk\.eyJ|sb_publishable_|appl_|goog_)/,
  /^(?:&(?:[a-z]\w{0,30}\.)?|[a-z]\w{0,30}\.)[A-Z][A-Za-z]\w{0,60}\{\}?$/, // a structure's literal in Go
  /^[A-Z]?[a-z]{2,20}\(\([\w+*-]{1,12}$/, // a formula
  /^urn:(?:oasis:names|ietf:(?:params|rfc)|schemas-[a-z-]{2,40}|mace)(?::[\w.-]{1,40}){1,8}$/, // a registered name
  /^\.[a-z][A-Za-z]{2,20}\([A-Za-z_$]/, // a call on what stands before
  /^[A-Z][a-z]{2,20}\$(?:[A-Z][a-z]{1,20}(?:V\d{1,2})?){2,10}$/, // a generated type
  /^(?:[A-Z][a-z]{1,14}){2,8}V\d(?:[A-Z][a-z]{2,14}){1,6}$/, // a version's type
  /^(?:PB(?:KDF2|E)With)?H(?:mac|MAC)-?(?:SHA|Sha|MD)-?\d{1,3}(?:[-/]\d{3})?(?:AndAES_\d{3})?$/, // an algorithm of the JCA
  /^amzn1\.account\.[A-Z0-9]{20,40}$/, // whom Login with Amazon knows
  /^%[sdv](?:&[a-z_]{1,24}=(?:%[sdv]|\w{0,12})){0,8}$/, // what a format fills in
  /^[a-z]{2,20}(?:\.(?:[a-z]{2,20}|\d{1,2})(?:_(?:[a-z]{1,20}|\d{1,2})){0,8}){1,8}\.[A-Z][A-Za-z]{2,40}$/, // a module's class
  /^(?:type|source|src|target|dst|id|uid|gid|mode|env)=[\w./-]{1,40}(?:,(?:type|source|src|target|dst|id|uid|gid|mode|env)=[\w./-]{1,60}){1,6}$/, // where a container's secret is mounted
  /^[a-z]\.[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?:=|$)/, // constants in minified code
  /^[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,6}:[-!]?\d$/, // a number's name in minified code
  /^rfc\d{3,5}(?:#(?:section|appendix|page)-[\d.A-Z]{1,8})?$/i,
  /^[a-z][a-z0-9-]{1,30}:(?:[A-Z][a-z]{1,20}){2,10}\*?$/, // an action of AWS
  /^(?:MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A|MIGfMA0GCSqGSIb3DQEBAQUAA4GN|MFkwEwYHKoZIzj0|MCowBQYDK2VwAyEA)[A-Za-z0-9+/]*={0,2}$/, // a public key (RFC 5280)
  /^\+[A-Za-z_$][\w$.]{0,20}(?:\([\w$.,()]*[);]|[,;)][\w$.]{1,40}\($)/, // a call behind a text
  /^\d{0,2}\*\d{0,2}[a-z]{2,15}(?:-[a-z]{2,15}){1,3}$/, // a rule of a grammar (RFC 5234)
  /^X?OAuth\d?(?:[A-Z][a-z]+){1,5}$/,
  /^(?:MSC|RFC|ISO|IEEE|EIP|ERC|PEP)\d{3,5}(?:[A-Z][a-z]{1,20}){1,6}$/, // a proposal's part
  /^[A-Z][A-Z0-9]{1,8}_\d{1,4}bits?$/, // a hash function
  /^[a-z]+\d{0,2}(?:_[a-z0-9]+){1,6}\([&*$]?[a-z_][\w.]{0,40}$/, // a call in snake case
  /^(?:[A-Z][A-Z0-9_]{1,20}\(){2,4}[@:]?\w{1,20}$/, // calls in SQL
  /^(?:crate|self|super|std|core|alloc)(?:::[A-Za-z_]\w{0,40}){1,8}$/, // a path in Rust
  /^draft-[a-z]{2,20}(?:-[a-z0-9]{1,20}){1,8}$/, // a draft of a standard
  /^(?:support|keyword|constant|entity|storage|variable|string|comment|punctuation|meta|markup|invalid)(?:\.[\w$-]{1,24}){1,6}$/, // a highlighter's scope
  /^(?:npub1|nprofile1|age1)[02-9a-z]{30,}$/, // a public key of Nostr (NIP-19) or age
  /^[A-Z][A-Z0-9_]{1,30}=\/(?:tmp|var|etc|usr|home|opt|srv|root|mnt|data)\/[\w./$-]{1,80}$/, // a file's place
  /^#(?=.*(?:pass|secret|token|key|name|login))[a-z]{2,20}\d?(?:[_-][a-z]{2,24}\d?){1,4}$/, // an element of a page
  /^[a-z]{3,20}=[a-z]{2,20}(?:[A-Z][a-z]{1,14}){1,5}$/, // a setting of an editor
  /^(?:&[a-z]{2,20}\d?|_[a-z]\w{2,30})\)$|^\*[A-Z]{2,20}(?:_[A-Z]{2,20}\d{0,2}){1,6}$/, // an argument in C
  /^@[A-Z][A-Z0-9_]{2,30}@[\w./-]{0,60}$/, // what a configure script fills in
  /^&[A-Z][A-Za-z]{1,20}(?:-[A-Za-z0-9]{1,20}){1,6}$/, // an attribute of RADIUS
  /^\$\d(?:\|[\p{L}$.\d ]{0,24}){1,4}$|^[a-z]{1,8}>\$\d<\/[a-z]{1,8}$/u, // what a translation leaves open
  /^[a-z]{2,20}(?:\.[a-z]{2,20}){0,4}\.\$\d$/, // a highlighter's scope, in part left open
  /^[a-z]\w{1,20}\(\$\d/, // a call in SQL
  /^(?:Yubi|Nitro|Solo|Only)[Kk]ey[A-Za-z0-9]{0,4}$/, // a security key
  /^\d{1,4}\.[A-Z][a-z]{2,20}(?:[A-Z][a-z]{1,20}){0,5}$/, // a number that ends a sentence, and the next one
  /^[a-z][a-z0-9]{1,20}\.[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,5}$/, // a module's member
  /^(?:[A-Z][a-z]{2,20}){1,4}Pass\d{0,2}$/, // one of several passes over something
  /^[a-z]{3,20}\?(?:&[a-z_]{1,24}=[\w-]{0,24}){1,8}$/, // a question that is searched for, and what else a URL says
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+=[a-z]{0,12}$/, // the next line's variable
  /^p256ecdsa=$/, // a parameter of a push message
  /^(?:(?:DESKTOP|LAPTOP|WIN)-[A-Z0-9]{6,12}|[A-Z]{2,8}-(?:WIN|SRV|DC|VM|HOST)[A-Z0-9]{0,8}(?:-[A-Z0-9]{1,8})?)\$?$/, // a machine of Windows, and its account
  /^[A-Z][A-Za-z]\w{2,60}\(\)/, // a call without arguments
  /^[A-Za-z]{3,40}(?::%[a-z]){1,4}$/, // what a format fills in behind a word
  /^[a-z]{2,12}(?:-[a-z]{2,12}){1,4}(?:Key|Token|Secret|Password|Passphrase)$/, // an attribute of a certificate
  /^(?:[0-9A-F]{6}-){2}[0-9A-F]{6}$/, // a billing account of Google
  /^[\w-]{1,40}\.[0-9a-f]{8,32}\.(?:chunk\.|bundle\.)?(?:js|css|map)$/, // a file of a bundler
  /^(?:[a-z]{1,3}\.){2,6}[A-Z][A-Za-z]{2,40}$/, // a logger's shortened name
  /^pub[0-9a-f]{32}$/, // a client token of Datadog, which every visitor gets
];

/** What people number: algorithms, curves, encodings, platforms, protocols, versions, and things in a row. */
const NUMBERED = new Set(
  (
    "sha md aes rsa ecdsa rc hs es ps rs ed curve secp prime sect utf ucs cp windows win iso base ripemd blake crc http " +
    "https tcp udp ip oauth saml sigv pkcs ssl tls sslv tlsv x p k i h l s v vp mp amd arm ppc ec log error port code id test file " +
    "page line item step node host room level type part user year xterm eip erc bip rfc pbkdf"
  ).split(" "),
);

/** A name and its number, such as `sha256`, `v1beta1` or `TLSv1_3`; no part of a longer word, nor before a lone capital. */
const NUMBERED_NAME =
  /(?:(?<![A-Za-z]\d?)|(?<=[a-z])(?=[A-Z][a-z]{2}|OAuth))(OAuth|[A-Z]?[a-z]{1,7}|[A-Z]{1,7}v?)[-_]?\d+(?:[._]\d{1,2})?(?:(?:alpha|beta|rc|[a-z])\d{0,2})?(?![0-9a-z]|[A-Z](?:$|[^A-Za-z]|[A-Z][a-z]))/g;

/** A number that counts, as in `first2ndCall`. */
const ORDINAL = /(?<=[a-z])\d?(?:1st|2nd|3rd|\dth)(?=[A-Z])/g;

/** Signs that stand in passwords and in no identifier. */
const PASSWORD_SIGN = /[!@#$%^&*?]/;

/** The value without what is numbered in it, so that `sha256_sum` is the words that it is. */
const withoutNumberedNames = (value: string): string =>
  PASSWORD_SIGN.test(value)
    ? value
    : value
        .replaceAll(NUMBERED_NAME, (found, name: string) =>
          NUMBERED.has(name.toLowerCase()) ? "" : found,
        )
        .replaceAll(ORDINAL, "");

/**
 * A piece of an identifier: a word with or without an abbreviation before it, a word of two letters, an abbreviation, a
 * number, a sign.
 */
const PIECE =
  /[A-Z]{0,5}[a-z]{2,}|(?:A[ist]|B[egy]|Cb|D[bo]|Eq|F[gknx]|Go|I[dfnopst]|Js|M[lsy]|No|O[fnpr]|Px|Rx|So|T[osx]|U[ips]|Vm|We)(?![a-z])|[A-Z]{2,}|[A-Za-z]?\d+|[A-Z](?![A-Za-z])|[^A-Za-z0-9]/y;

/** More consonants in a row than words have. */
const CONSONANTS = /[bcdfghjklmnpqrstvwxz]{5}/g;

/** How many letters after the first are left over when the value is read as an identifier, and how many runs of consonants. */
function straysOf(value: string): number {
  let strays = value.match(CONSONANTS)?.length ?? 0;
  for (let at = 0; at < value.length; at = PIECE.lastIndex) {
    PIECE.lastIndex = at;
    if (PIECE.test(value)) continue;
    if (at > 0) strays++;
    PIECE.lastIndex = at + 1;
  }
  return strays;
}

/** A small word, a capitalised one, and letters of mixed case that are neither a word nor an abbreviation. */
const CHAINED =
  /^(?:[a-z]{3,12}[-_.][A-Z][a-z]{2,12}|[A-Z][a-z]{2,12}[-_.][a-z]{3,12})[-_.](?=[a-zA-Z]{5,10}$)(?:[A-Za-z]*[a-z][A-Z]|[A-Z]{2,}[a-z])/;

const WORD_NUMBER_SIGN =
  /^[A-Za-z][a-z]{2,}(?:\d{4,8}[+_~=-][A-Za-z0-9]{0,3}|[+~]\d{3,6}[A-Za-z]{3,12}[-_.!]?)$|^[A-Z][a-z]{2,12}[-_.](?:\d{3,6}[A-Za-z][a-z]{2,12}|[A-Z][a-z]{2,12}(?!19|20)\d{4,6})[-_.!]?$|^[a-z]{3,12}[-_][A-Z][a-z]{2,12}(?!19\d\d|20\d\d)\d{2,4}[!.]?$|^[A-Z][a-z]{3,12}[+#*%@]\d{2,6}[!.?]?$/;

const GROUPED = /^(?=[^A-Z]*[A-Z][^A-Z]*$)(?=\D*\d\D*$)[A-Za-z\d]{6}-[A-Za-z\d]{6}-[A-Za-z\d]{6}$/;

/** Shorter values are too often read wrongly. */
const MIN_STRAYS_LENGTH = 8;

/** An escape in a URL; none is made for most control characters. */
const HEX_ESCAPE = /%[02-9A-Fa-f][0-9A-Fa-f]/g;

const hasSymbol = (value: string): boolean => {
  for (const symbol of SYMBOLS) if (value.includes(symbol)) return true;
  return false;
};

/** How the characters of a value are mixed; each question is answered when it is first asked. */
class Mix {
  readonly lower: boolean;
  readonly upper: boolean;
  readonly digit: boolean;
  private readonly value: string;
  /** The value without numbered names. */
  private readonly unnamed: string;
  private counted: number | undefined;

  constructor(escaped: string) {
    this.value = escaped.includes("%") ? escaped.replaceAll(HEX_ESCAPE, "%") : escaped;
    this.unnamed = withoutNumberedNames(this.value);
    this.lower = /[a-z]/.test(this.value);
    this.upper = /[A-Z]/.test(this.value);
    this.digit = /[0-9]/.test(this.unnamed);
    this.counted = undefined;
  }

  /** Letters, digits and symbols. */
  get isComplex(): boolean {
    return (this.lower || this.upper) && this.digit && hasSymbol(this.value);
  }

  /** Digits, then letters, then digits again, as in hexadecimal and base62 but not in `version2`. */
  get isInterleaved(): boolean {
    return this.digit && /[0-9][A-Za-z]{1,24}[0-9]/.test(this.unnamed);
  }

  /** Letters, then digits, then letters. */
  get hasDigitWithin(): boolean {
    return this.digit && /[A-Za-z][0-9]{1,8}[A-Za-z]/.test(this.unnamed);
  }

  /** A capital, a small letter, a capital: not how words are capitalised. */
  get isZigzag(): boolean {
    return this.upper && /[A-Z][a-z][A-Z]/.test(this.value);
  }

  /** Twice a small letter between capitals, and no row of words: letters by chance. */
  get isJagged(): boolean {
    const { value, upper } = this;
    const hasBoth = upper && value.length >= 12 && /[A-Z][a-z][A-Z].*[A-Z][a-z][A-Z]/.test(value);
    return hasBoth && this.strays > 0;
  }

  /** A number of three digits or more between letters such as people put into a password. */
  get hasNumberWithin(): boolean {
    return this.digit && /[A-Za-z]\d{3,8}[A-Za-z]{3}/.test(this.unnamed);
  }

  /** A word, a number, a sign, and hardly more, or a number between two words: `Vespa4821_`, `vespa+1977lamp`, `Vespa-1951Lamp`, `vespa_Lamp51`. */
  get isWordNumberSign(): boolean {
    return this.digit && WORD_NUMBER_SIGN.test(this.unnamed);
  }

  /** Three groups of six with one capital and one digit, as Apple's devices make passwords to be typed. */
  get isGrouped(): boolean {
    return this.digit && this.upper && GROUPED.test(this.value);
  }

  /** `harbor-lantern-orchid4`. */
  get isShortPassphrase(): boolean {
    return this.digit && isShortPassphrase(this.value);
  }

  /** Words joined by signs that are cased by no one rule: `maple-Copper-QRtvkL`. */
  get isChained(): boolean {
    return this.lower && this.upper && CHAINED.test(this.value);
  }

  /**
   * In letters of both cases, those after the first that belong to no word, abbreviation or numbered name, and runs of
   * consonants; 0 for others and for short values.
   */
  get strays(): number {
    const isAsked = this.lower && this.upper && this.value.length >= MIN_STRAYS_LENGTH;
    return (this.counted ??= isAsked ? straysOf(this.value) : 0);
  }
}

/** Letters, digits and symbols; letters between digits; a long number beside letters and signs; or zigzag with a digit. */
const isStrict = (mix: Mix): boolean =>
  mix.isComplex ||
  mix.isGrouped ||
  mix.isInterleaved ||
  mix.hasNumberWithin ||
  mix.isWordNumberSign ||
  mix.isChained ||
  mix.strays >= (mix.digit ? 1 : 3) ||
  (mix.digit && mix.isZigzag);

const isMixed = (mix: Mix): boolean =>
  isStrict(mix) ||
  mix.isJagged ||
  mix.strays >= 2 ||
  (mix.lower && mix.upper && mix.digit) ||
  mix.isShortPassphrase;

const mixCheck =
  (isEnough: (mix: Mix) => boolean): Check =>
  (value) =>
    !isPlain(value) &&
    (isNumberedPassphrase(value) || isEnough(new Mix(value))) &&
    !HARMLESS.some((shape) => shape.test(value));

const MIXED_CHECK = mixCheck(isMixed);
const LOOSE_CHECK = mixCheck((mix) => isMixed(mix) || mix.hasDigitWithin || mix.strays >= 1);

/**
 * Whether a value's kinds of characters are mixed as in a secret that was made by chance or by a person who was asked
 * for a strong password, and not as in a word, an identifier, a path or a number. For values that nothing but their
 * name tells: where identifiers are unlikely to stand, take the loose check, where they are likely, the strict one, and where
 * the name is that of a password, the one that is called so.
 */
export const MIXED = {
  mixed_loose: (value) => LOOSE_CHECK(value) || isWordsAndNumber(value),
  mixed_password: (value) => MIXED_CHECK(value) || isWordsAndNumber(value),
  mixed: MIXED_CHECK,
  mixed_strict: mixCheck(isStrict),
} satisfies Readonly<Record<string, Check>>;
