import { withLetters } from "./leet.ts";
import { areJoinedUntold, areUntold, tells, wordsOf } from "./told-words.ts";
import { isUnspoken } from "./unspoken.ts";

/** Words run together and a number behind them: the shorter the words, the longer the number; or words joined by a sign. */
const WORDS_AND_NUMBER =
  /^[.@_*]?(?:[a-z]{8,24}\d{2,6}|[a-z]{9,24}\d|[a-z]{6,7}\d{2}|[a-z]{5,7}\d{3,8}|[a-z]{4}\d{3,6}|[a-z]{3}(?:19[4-9]|20[0-2])\d|[a-z]{5,14}[-_.]\d{3,4}|[a-z]{3,14}[-_.][a-z]{4,14}[-_.]?\d{2,4}|[a-z]{2,14}[-_.][a-z]{2,14}[-_.][a-z]{2,14}[-_.]?\d{1,4}|[a-z]{4,12}[:;,/+=~][A-Z]\d{2,6})[!?.*#_+]?$/;

/** Numbers that stand for any. */
const ANY_NUMBER =
  /(?:^|\D)(?:0?123|1234(?:56?)?|(?:65?)?4321|0{3,6}|1{3,6}|9{3,6}|(?:19|20)\d\d(?:0\d|1[0-2]))[!?.*#]?$/;

/** Three words or more, joined all in one way, and one number, behind one of them or between two. */
const NUMBER_AMONG_WORDS =
  /^(?=[^\d]*\d{1,4}[^\d]*$)(?:[A-Za-z][a-z]{2,11}\d{0,4}([-_. /]))(?:(?:[A-Za-z][a-z]{2,11}\d{0,4}|\d{2,4})\1){0,6}(?:[A-Za-z][a-z]{2,11}\d{0,4}|\d{2,4})[!?]?$/;

/** Words run together, and signs behind them. */
const WORDS_AND_SIGN = /^(?=.{9})[A-Z]?[a-z]{1,12}(?:[A-Z][a-z]{1,12}){1,4}[*_!+?%#]{1,3}$/;

/** Three capitalised words or more, run together. */
const WORDS_RUN_TOGETHER = /^(?:[A-Z][a-z]{2,11}){3,5}$/;

/** A word between two numbers, in brackets before one, and capitals around one. */
const WORD_AND_NUMBERS =
  /^\d{3,6}([-_.+])[a-z]{3,12}\1\d{3,6}$|^[[({][A-Z][a-z]{2,12}[\])}]\d{2,6}[!?]?$|^[A-Z]{4,14}\d{2,4}[A-Z]{2,6}$/;
const MONTH = /[-_.](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

/** Groups of letters and digits in one case, as programs make them to be typed. */
const GROUPS = /^(?:(?:[a-z\d]{4,6}-){2,5}[a-z\d]{4,6}|(?:[A-Z\d]{4,6}-){2,5}[A-Z\d]{4,6})$/;

/** Do two of such groups or more have a digit before a letter, and are they no hexadecimal? */
const areMixedGroups = (value: string): boolean =>
  GROUPS.test(value) &&
  /[g-z]/i.test(value) &&
  value.split("-").filter((group) => /\d[a-z]/i.test(group)).length > 1;

/** What is on number plates of cars, and what manufacturers print on routers and servers. */
const PLATE_OR_LABEL =
  /^(?:[A-Z]{1,3}-[A-Z]{1,2}\d{2,4}[!?.*+]{0,2}|[A-Z]{3,6}\d{2}[A-Z]{2,3}|\d{20}|(?:\d{4}-){4}\d{4})$/;

/** Letters side by side on a keyboard or in the alphabet, and words that people put where a password is to be. */
const STAND_INS =
  /office|welcome|qwert(?!y\d{3})|asdf|zxcv|abcd|efgh|xyz|foobar|letmein(?!\d{3})|hunter(?!\d{3})|swordfish|whatever|something|nothing|insert|changeit|correcthorse|kubernet|jenkins|tomcat|acme|lorem|ipsum|dolor|alice|johndoe/;

/** Is it such words and a number, and nothing named by them? */
function isNumberAmongWords(value: string): boolean {
  if (!NUMBER_AMONG_WORDS.test(value)) return false;
  const words = wordsOf(value.replaceAll(/\d/g, "")).filter((word) => word !== "");
  return words.length > 2 && areUntold(words);
}

/** Digits that stand for letters within a word. */
const LEET = /(?<=[a-z])[013457](?=[a-z])/g;

/** Two words or more, joined by a sign, and a number. */
const WORDS_JOINED = /^[a-z]{4,14}([-_.+])[a-z]{4,14}(?:\1[a-z]{3,14}){0,3}[-_.+]?\d{2,4}[!?.*#]?$/;

/** A word and the same one again, a sign between, and a number. */
const WORD_TWICE = /^([a-z]{3,12})[-_.*+!#]\1\d{1,4}[!?.*]?$/i;

/**
 * One digit among letters that can be spoken, as pwgen(1) makes passwords where nobody asks for more. A 2 and a 4 are words to
 * programs.
 */
const SPOKEN = /^(?=.{8,12}$)[a-z]{3,8}[^24\D][a-z]{1,5}$/;
const NUMBERED_NAMES =
  /utf8|oauth|ipv[46]|base[36]|sha[1235]|md[45]|log4|web[23]|http[23]|x(?:64|86)|[ehmr]2[em]|i18n|l10n|h26[45]|mp[34]|v\d|2fa|c3p0|d3|3d|2d|o365|py3|qt[56]|gl[2-4]|neo4j|lz4|bz2|k8s|s3/;

/** Is it a word twice, or what a program made to be spoken, and nothing named by it? */
const isSpoken = (value: string): boolean =>
  (WORD_TWICE.test(value) || (SPOKEN.test(value) && !NUMBERED_NAMES.test(value))) &&
  !STAND_INS.test(value) &&
  !tells(value.toLowerCase());

/** Is it words in a row, with signs behind them or capitals before each, and nothing named by them? */
function isRowOfWords(value: string): boolean {
  if (!WORDS_AND_SIGN.test(value) && !WORDS_RUN_TOGETHER.test(value)) return false;
  const words = (value.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
  return areUntold(words) && !words.some(tells);
}

/** Is it words that are written with digits for some of their letters, as in `k1wi-juniper-690`, and a number? */
function isLeetRow(value: string): boolean {
  const words = withLetters(value, LEET);
  return words !== value && WORDS_JOINED.test(words) && areUntold(wordsOf(words));
}

/** Is it words and a number, and nothing named by them? */
const isWordsAndNumber = (value: string): boolean =>
  WORDS_AND_NUMBER.test(value) &&
  !ANY_NUMBER.test(value) &&
  !STAND_INS.test(value) &&
  (/[-_.][a-z]/.test(value) ? areJoinedUntold(value) : !tells(value));

const isByChance = (value: string): boolean =>
  isUnspoken(value) && !STAND_INS.test(value) && !tells(value);

const WAYS: readonly ((value: string) => boolean)[] = [
  isNumberAmongWords,
  isLeetRow,
  (value) => PLATE_OR_LABEL.test(value),
  isRowOfWords,
  isSpoken,
  (value) => WORD_AND_NUMBERS.test(value) && !MONTH.test(value),
  areMixedGroups,
  isByChance,
  isWordsAndNumber,
];

/**
 * Is a value a password as people choose them where nobody asks for more, such as two names and a year, or as programs make them to
 * be typed? Not where a word of programs is in it. Only where nothing but a password is expected: much else is written so.
 */
export const isChosen = (value: string): boolean => WAYS.some((isSo) => isSo(value));
