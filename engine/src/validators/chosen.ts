import { withLetters } from "./leet.ts";
import { areJoinedUntold, areUntold, tells, wordsOf } from "./told-words.ts";
import { isUnspoken } from "./unspoken.ts";

/** Words run together and a number behind them: the shorter the words, the longer the number; or words joined by a sign. */
const WORDS_AND_NUMBER =
  /^[.@_*]?(?:[a-z]{8,24}\d{2,6}|[a-z]{9,24}\d|[a-z]{5,7}\d{3,8}|[a-z]{4}\d{3,6}|[a-z]{3}(?:19[4-9]|20[0-2])\d|[a-z]{5,14}[-_.]\d{3,4}|[a-z]{3,14}[-_.][a-z]{4,14}[-_.]?\d{2,4}|[a-z]{2,14}[-_.][a-z]{2,14}[-_.][a-z]{2,14}[-_.]?\d{1,4}|[a-z]{4,12}[:;,/+=~][A-Z]\d{2,6})[!?.*#_+]?$/;

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
  /office|welcome|qwert|asdf|zxcv|abcd|efgh|xyz|foobar|letmein|hunter(?!\d{3})|swordfish|whatever|something|nothing|insert|changeit|correcthorse|kubernet|jenkins|tomcat|acme|lorem|ipsum|dolor|alice|johndoe/;

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

/**
 * Is a value a password as people choose them where nobody asks for more, such as two names and a year, or as programs make them to
 * be typed? Not where a word of programs is in it. Only where nothing but a password is expected: much else is written so.
 */
export const isChosen = (value: string): boolean =>
  isNumberAmongWords(value) ||
  isLeetRow(value) ||
  PLATE_OR_LABEL.test(value) ||
  isRowOfWords(value) ||
  (WORD_AND_NUMBERS.test(value) && !MONTH.test(value)) ||
  areMixedGroups(value) ||
  (isUnspoken(value) && !STAND_INS.test(value) && !tells(value)) ||
  (WORDS_AND_NUMBER.test(value) &&
    !ANY_NUMBER.test(value) &&
    !STAND_INS.test(value) &&
    (/[-_.][a-z]/.test(value) ? areJoinedUntold(value) : !tells(value)));
