/** Words that stand in nearly every text, so that a value near one is no more likely to be what a pattern looks for. */
const LITTLE_WORDS: ReadonlySet<string> = new Set(
  (
    "a about all also an and any are as at be been but by can do for from had has have he her his how i if in into is it its " +
    "may me more my new no not nr num of old on one only or other our out over per she so some such than that the their them " +
    "then there they this to two up us use used was we were what when which who will with would you your"
  ).split(" "),
);

/** Is it a word of nearly every text, in any case? */
export const isLittleWord = (word: string): boolean => LITTLE_WORDS.has(word.toLowerCase());
