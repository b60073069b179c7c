import type { Check } from "./rule.ts";

/** Characters that hardly occur in identifiers, paths and calls, but in passwords. */
const SYMBOLS = "!@#$%^&*?|,;";

/** What mixes its characters and is none the less no secret: versions, short hashes, resource names, public keys. */
const HARMLESS = [
  /^[0-9a-f]{1,16}$/,
  /^v?(?:\d+:)?\d+\.\d+(?:\.\d+)?(?:[-+~.][0-9A-Za-z]{1,12}){0,6}$/,
  /^@/, // what follows a credential in a URL
  /^arn:[a-z-]+:/,
  /^(?:process|os|import|Deno|System|env|secrets|vars?|config|settings|self|this|data|local|module|props|options|params|req|request|ctx|state)\./,
  /^(?:pk_(?:live|test)_|[sr]k_test_|whsec_test_|rzp_test_|[sp]k_sandbox_|test_|sandbox[-_]|EZTK|FLWSECK_TEST|FLWPUBK|SB-Mid-|xnd_development_|pdl_sdbx_)/,
];

interface Mix {
  readonly lower: boolean;
  readonly upper: boolean;
  readonly digit: boolean;
  readonly symbol: boolean;
  /** Digits, then letters, then digits again, as in hexadecimal and base62 but not in `version2`. */
  readonly interleaved: boolean;
  /** Letters, then digits, then letters. */
  readonly digitWithin: boolean;
  /** A capital, a small letter, a capital: not how words are capitalised. */
  readonly zigzag: boolean;
}

function mixOf(value: string): Mix {
  return {
    lower: /[a-z]/.test(value),
    upper: /[A-Z]/.test(value),
    digit: /[0-9]/.test(value),
    symbol: Array.from(SYMBOLS).some((symbol) => value.includes(symbol)),
    interleaved: /[0-9][A-Za-z]{1,24}[0-9]/.test(value),
    digitWithin: /[A-Za-z][0-9]{1,8}[A-Za-z]/.test(value),
    zigzag: /[A-Z][a-z][A-Z]/.test(value),
  };
}

/** Letters, digits and symbols; or letters between digits; or capitals in zigzag with a digit. */
const isStrict = ({ lower, upper, digit, symbol, interleaved, zigzag }: Mix): boolean =>
  ((lower || upper) && digit && symbol) || interleaved || (zigzag && digit);

const isMixed = (mix: Mix): boolean => isStrict(mix) || (mix.lower && mix.upper && mix.digit);

const mixCheck =
  (isEnough: (mix: Mix) => boolean): Check =>
  (value) =>
    !HARMLESS.some((shape) => shape.test(value)) && isEnough(mixOf(value));

/**
 * Whether a value's kinds of characters are mixed as in a secret that was made by chance or by a person who was asked
 * for a strong password, and not as in a word, an identifier, a path or a number. For values that nothing but their
 * name tells: where identifiers are unlikely to stand, take the loose check, where they are likely, the strict one.
 */
export const MIXED = {
  mixed_loose: mixCheck((mix) => isMixed(mix) || mix.digitWithin),
  mixed: mixCheck(isMixed),
  mixed_strict: mixCheck(isStrict),
} satisfies Readonly<Record<string, Check>>;
