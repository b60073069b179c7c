import { areUntold, NAME_WORDS, tells, wordsOf } from "./told-words.ts";

/** Four words or more and a number, joined by signs: what password managers make to be typed. */
const PASSPHRASE =
  /^(?:[a-z]{3,12}[-_.+,]){3,8}(?:[a-z]{3,12}[-_.+,]?)?\d{2,6}[!?.]?$|^(?:[A-Za-z][a-z]{3,11}[-.+]){3,8}[A-Za-z][a-z]{3,11}\d[!?]?$/;

/** Three words and a number behind the last: what a password manager makes where it is asked for a number. */
const SHORT_PASSPHRASE = /^[a-z]{3,12}-[a-z]{3,12}-[a-z]{3,12}\d{1,3}$/;

/** Is the value words that nobody names a thing by, and a number behind them? */
export const isNumberedPassphrase = (value: string): boolean =>
  PASSPHRASE.test(value) && !wordsOf(value).some((word) => NAME_WORDS.has(word));

/** Is it three such words, and none that programs are made of? */
export const isShortPassphrase = (value: string): boolean =>
  SHORT_PASSPHRASE.test(value) && areUntold(wordsOf(value));

/** Words in one case or capitalised, joined all in one way. */
const ROW =
  /^(?:[a-z]{3,12}|[A-Z][a-z]{2,11})(?:([-_. ])(?:[a-z]{3,12}|[A-Z][a-z]{2,11}))(?:\1(?:[a-z]{3,12}|[A-Z][a-z]{2,11})){1,6}$/;

/** A word and the same one again, with a sign between that joins nothing else. */
const TWICE = /^([a-z]{4,12})[*!+#]\1$/;

/** Two words or more and a number, with spaces between. */
const WORDS_AND_NUMBER = /^[A-Za-z][a-z]{2,11}(?: [A-Za-z][a-z]{2,11}){1,5} \d{2,4}[!?.]?$/;

/** Lists of words hold none without: "gcm". */
const VOWEL = /[aeiouy]/;

/** A word of sentences and placeholders. */
const SAID =
  /^(?:(?:all|and|any|api|app|are|but|can|com|dein|demo|docs|does|edu|for|from|get|gov|has|have|help|here|hier|host|http|ihr|into|keep|less|make|more|must|name|need|net|new|next|none|not|off|old|one|only|org|our|out|own|prod|puts?|set|some|test|that|the|them|then|they|this|time|too|use|user|was|way|when|will|with|www|yes|your?)$|chang|enter|exist|expire|forg|ins|inv|miss|never|other|pass|phrase|place|please|replac|secret|short|some|strong|th|unknown|val|wh|within|words|wrong)/;
const isSaid = (word: string): boolean => SAID.test(word);

/**
 * Is a value three to eight words that say nothing together, as passphrases are made of (NIST SP 800-63B-4, 3.1.1; EFF's lists
 * for dice), or one word twice? Names of things in programs and sentences hold words that tell; of three words, names are made more often.
 */
export function isPassphrase(value: string): boolean {
  if (TWICE.test(value)) return !tells(value);
  if (WORDS_AND_NUMBER.test(value)) return areUntold(wordsOf(value.replace(/ \d.*$/, "")));
  const row = value.replace(/[!?*]{1,2}$/, "");
  if (!ROW.test(row)) return false;
  const words = row.toLowerCase().split(/[-_. ]/);
  if (new Set(words).size < 3 || words.some((word) => !VOWEL.test(word))) return false;
  const told = words.filter((word) => !areUntold([word]));
  // Of four words drawn from a list one may well be a program's, such as "window".
  if (words.length > 3) return told.length === 0 || (told.length === 1 && !told.some(isSaid));
  return told.length === 0 && words.every((word) => word.length > 3);
}
