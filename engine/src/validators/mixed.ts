import { isChosen } from "./chosen.ts";
import { isHarmless } from "./harmless.ts";
import { isNumberedPassphrase, isShortPassphrase } from "./passphrase.ts";
import { isPlain } from "./plain-words.ts";
import { isRandom } from "./random.ts";
import type { Check } from "./rule.ts";
import { endsUnspoken } from "./unspoken.ts";

/** Characters that hardly occur in identifiers, paths and calls, but in passwords. */
const SYMBOLS = "!@#$%^&*?|,;";

/** What people number: algorithms, curves, encodings, platforms, protocols, versions, and things in a row. */
const NUMBERED = new Set(
  (
    "sha md aes rsa ecdsa rc hs es ps rs ed curve secp prime sect utf ucs cp windows win iso base ripemd blake crc http " +
    "https tcp udp ip oauth saml sigv pkcs ssl tls sslv tlsv x p k i h l s v vp mp amd arm ppc ec log error port code id test file " +
    "auth page line item step node host room level type part user year xterm eip erc bip rfc pbkdf"
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

  /** Letters of both cases and three signs among them: `VYaoX*I!Wplrc*H`. */
  get isSigned(): boolean {
    return /(?:[A-Za-z]{1,8}[!@#$%^&*?]){3}[A-Za-z]/.test(this.value);
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
  mix.isSigned ||
  mix.isShortPassphrase;

const mixCheck =
  (isEnough: (mix: Mix) => boolean): Check =>
  (value) =>
    !isPlain(value) &&
    (isNumberedPassphrase(value) || isEnough(new Mix(value))) &&
    !isHarmless(value);

/** Hexadecimal of six to eight bytes, as OpenSSL makes passwords: elsewhere a short hash. */
const HEX = /^(?=.*[a-f])(?=.*\d.*\d)[\da-f]{12,16}$/;

/** Is it a password, where one is expected, whatever it is made of? */
const isLikely = (value: string): boolean =>
  isChosen(value) || HEX.test(value) || isRandom(value) || endsUnspoken(value);

const MIXED_CHECK = mixCheck(isMixed);
const LOOSE_CHECK = mixCheck((mix) => isMixed(mix) || mix.hasDigitWithin || mix.strays >= 1);

/**
 * Whether a value's kinds of characters are mixed as in a secret that was made by chance or by a person who was asked
 * for a strong password, and not as in a word, an identifier, a path or a number. For values that nothing but their
 * name tells: where identifiers are unlikely to stand, take the loose check, where they are likely, the strict one, and where
 * the name is that of a password, the one that is called so.
 */
export const MIXED = {
  mixed_loose: (value) => LOOSE_CHECK(value) || isLikely(value),
  mixed_password: (value) => MIXED_CHECK(value) || isLikely(value),
  mixed: (value) => MIXED_CHECK(value) || isRandom(value),
  mixed_strict: mixCheck(isStrict),
} satisfies Readonly<Record<string, Check>>;
