/** A source of numbers in [0, 1). */
export type Random = () => number;

const WORDS = (
  "the a of and in to for with on at by from as has had will would can could may one two three many few " +
  "house river garden market bridge winter summer morning evening window letter table street village mountain forest " +
  "train station harbour ship captain teacher doctor farmer baker painter writer reader child mother father sister " +
  "password secret key token account number card address phone name birth security access login user system server " +
  "network report meeting budget project plan question answer reason result problem solution example history future " +
  "walks runs reads writes opens closes finds loses keeps gives takes makes builds breaks carries follows leads holds " +
  "old new small large quiet loud bright dark early late simple strange green blue red white warm cold empty full"
).split(" ");

/** Words of identifiers: none that names a secret, because a hash beside such a name may be one. */
const NAMES = (
  "user account order item cart invoice customer session request response cursor label layer region config client server " +
  "buffer index count total page cache queue worker job task event message channel handler router path query header body " +
  "parser node tree list map value field record table column row cell image file folder stream socket timer retry limit"
).split(" ");

const PEOPLE =
  "Anna Bodil Carlos Dilek Emil Fatima Greta Hugo Ines Jonas Karin Luca Mina Nils Olga Pavel Quentin Rosa Sven Tessa".split(
    " ",
  );

const SURNAMES =
  "Albers Brandt Castell Dorn Ekberg Ferro Grimm Hallberg Ivanov Jansen Kovacs Lindqvist Moreau Novak Osei Petrova".split(
    " ",
  );

export const pick = <T>(random: Random, items: readonly T[], fallback: T): T =>
  items[Math.floor(random() * items.length)] ?? fallback;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A sentence of drawn words, with `space` between them and `stop` at its end. */
function sentenceOf(random: Random, words: readonly string[], space = " ", stop = "."): string {
  const drawn = Array.from({ length: 5 + Math.floor(random() * 14) }, () =>
    pick(random, words, "the"),
  );
  const comma = space === "" ? "，" : `,${space}`;
  return capital(drawn.join(random() < 0.1 ? comma : space)) + stop;
}

/** A few sentences of drawn words, and an empty line. */
export function paragraphOf(
  random: Random,
  words: readonly string[] = WORDS,
  space = " ",
  stop = ".",
): string {
  const sentences = Array.from({ length: 3 + Math.floor(random() * 5) }, () =>
    sentenceOf(random, words, space, stop),
  );
  return `${sentences.join(space)}\n\n`;
}

/** Does a number keep to the check digit of payment cards and IMEIs (ISO/IEC 7812-1, annex B)? */
function hasLuhnDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, i) => {
      const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** Digits for the `#` of a form, until the whole number fails the check of payment cards. */
function notLuhn(random: Random, form: string): string {
  for (;;) {
    const text = form.replaceAll("#", () => String(Math.floor(random() * 10)));
    if (!hasLuhnDigit(text.replaceAll(/\D/g, ""))) return text;
  }
}

const name = (random: Random): string => pick(random, NAMES, "value");

/** What a template of noise can name beside the generators of the engine. */
const SLOTS: Readonly<Record<string, (random: Random, argument: string) => string>> = {
  word: (random) => pick(random, WORDS, "the"),
  Word: (random) => capital(pick(random, WORDS, "the")),
  name,
  Name: (random) => capital(name(random)),
  camel: (random) => name(random) + capital(name(random)),
  Pascal: (random) => capital(name(random)) + capital(name(random)),
  snake: (random) => `${name(random)}_${name(random)}`,
  kebab: (random) => `${name(random)}-${name(random)}`,
  CONST: (random) => `${name(random)}_${name(random)}`.toUpperCase(),
  person: (random) => `${pick(random, PEOPLE, "Anna")} ${pick(random, SURNAMES, "Dorn")}`,
  first: (random) => pick(random, PEOPLE, "Anna"),
  sentence: (random) => sentenceOf(random, WORDS),
  paragraph: (random) => paragraphOf(random).trimEnd(),
  no_luhn: notLuhn,
};

/** Replaces the slots of a template; whatever else stands in braces stays for `fillTemplate`. */
export const fillSlots = (template: string, random: Random): string =>
  template.replaceAll(/\{(\w+)(?::([^{}]*))?\}/g, (slot, named: string, argument?: string) =>
    Object.hasOwn(SLOTS, named) ? (SLOTS[named]?.(random, argument ?? "") ?? slot) : slot,
  );
