import { CLASSES, DELIMITER, isTemplate } from "./value-shape.ts";

/** The classes that characters are held against, narrowest first. */
const TRIED = [
  "digits",
  "hex",
  "HEX",
  "base32",
  "lower_digits",
  "upper_digits",
  "base62",
  "base64url",
  "base64",
];

/** The kinds of characters that a shape is told by. */
const KINDS = ["digits", "lower", "upper"];

/** What parts the groups of a value such as `4711-0815`. */
const SIGN = /[-_./+#]/;

/** The words before the random part of a value, such as `sk_live_`. */
const HEAD = /^(?:[A-Za-z]{1,12}[0-9]{0,2}[_.-]){0,4}/;

/** A shorter random part tells nothing. */
const LEAST_CHARS = 8;

/** A shape that random characters have more seldom than this is none of chance; one of groups that signs part need not be as rare. */
const UNLIKELY = 0.001;
const UNLIKELY_GROUPS = 0.01;

/** One value alone tells a shape where as many characters and more are of one kind side by side, on average. */
const CHARS_PER_RUN = 4;

const CHARS = Array.from({ length: 0x5f }, (_, i) => String.fromCharCode(0x20 + i));

const isOf = (name: string, text: string): boolean =>
  new RegExp(`^[${CLASSES[name] ?? ""}]*$`).test(text);

/** Fewer letters, or characters, are of a narrow class by chance. */
const LEAST_HEX_LETTERS = 4;
const LEAST_BASE32_CHARS = 16;

const mayBe = (name: string, text: string): boolean => {
  if (name === "base32") return text.length >= LEAST_BASE32_CHARS;
  return !/^hex$/i.test(name) || text.replaceAll(/[^A-Za-z]/g, "").length >= LEAST_HEX_LETTERS;
};

const narrowest = (text: string): string | undefined =>
  TRIED.find((name) => isOf(name, text) && mayBe(name, text));

const kindsOf = (text: string): string[] =>
  Array.from(text, (char) => KINDS.find((name) => isOf(name, char)) ?? "");

/** The part of an alphabet that is of a kind, from 0 to 1. */
function shareOf(kind: string, alphabet: string): number {
  const all = CHARS.filter((char) => isOf(alphabet, char));
  return all.filter((char) => isOf(kind, char)).length / all.length;
}

/** Like parts side by side as one each, with their number. */
function runsOf(kinds: readonly string[]): { readonly kind: string; readonly length: number }[] {
  const runs: { kind: string; length: number }[] = [];
  for (const kind of kinds) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.length += 1;
    else runs.push({ kind, length: 1 });
  }
  return runs;
}

/** The same group of each value, such as `4711` and `4712`. */
interface Group {
  readonly texts: readonly string[];
  /** Of which kind each character is, where that is the same in all; undefined where it is not. */
  readonly kinds: readonly string[] | undefined;
}

function groupOf(texts: readonly string[]): Group {
  const [first = [], ...others] = texts.map(kindsOf);
  const isSame = others.every((kinds) => kinds.join() === first.join());
  const isOneKind = new Set(texts.flatMap(kindsOf)).size === 1;
  return { texts, kinds: isSame || isOneKind ? first : undefined };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/**
 * How probable it is that random characters of an alphabet have a shape as plain as that of these groups: what one shape has,
 * times the number of shapes that change as often from one kind to another. 1 where some group has none.
 */
function chanceOf(groups: readonly Group[], alphabet: string): number {
  const shapes = groups.map(({ kinds }) => kinds ?? []);
  if (shapes.some(({ length }) => length === 0)) return 1;
  const ofAlphabet = KINDS.filter((kind) => shareOf(kind, alphabet) > 0).length;
  const changes = sum(shapes.map((kinds) => runsOf(kinds).length - 1));
  const places = sum(shapes.map((kinds) => kinds.length - 1));
  let chance = ofAlphabet ** groups.length;
  for (let i = 0; i < changes; i++) chance *= ((ofAlphabet - 1) * (places - i)) / (i + 1);
  const all = groups.flatMap(({ texts }) => texts.flatMap(kindsOf));
  return all.reduce((product, kind) => product * shareOf(kind, alphabet), chance);
}

/** Does a group change as seldom from one kind to another as what people put together does? */
const isEasy = ({ kinds = [] }: Group): boolean =>
  runsOf(kinds).length <= Math.max(1, kinds.length / CHARS_PER_RUN);

/** A group of one value as generators: kind by kind, or of one class. */
function generators(text: string, kinds: readonly string[] | undefined, name: string): string {
  if (kinds === undefined) return `{${name}:${text.length}}`;
  return runsOf(kindsOf(text))
    .map(({ kind, length }) => `{${kind}:${length}}`)
    .join("");
}

/** Values of the same signs as templates: each group by its shape, unless that may be chance, and else by one alphabet. */
function groupedTemplates(tails: readonly string[]): string[] {
  const split = tails.map((tail) => tail.split(SIGN));
  const groups = (split[0] ?? []).map((_, i) => groupOf(split.map((texts) => texts[i] ?? "")));
  const mixed = groups.filter(({ kinds }) => kinds === undefined || new Set(kinds).size > 1);
  const ofAlphabet = (mixed.length > 0 ? mixed : groups).flatMap(({ texts }) => texts).join("");
  const alphabet = narrowest(ofAlphabet) ?? "base62";
  const inside = groups.filter(({ texts }) => isOf(alphabet, texts.join("")));
  const limit = groups.length > 1 ? UNLIKELY_GROUPS : UNLIKELY;
  const isShaped = chanceOf(inside, alphabet) < limit && (tails.length > 1 || inside.every(isEasy));
  const hasShape = (group: Group): boolean =>
    isShaped ||
    !inside.includes(group) ||
    (!mixed.includes(group) && chanceOf([group], alphabet) < UNLIKELY);
  return tails.map((tail, at) => {
    const signs = tail.split(/[0-9A-Za-z]+/);
    const parts = groups.map((group) =>
      generators(group.texts[at] ?? "", hasShape(group) ? group.kinds : undefined, alphabet),
    );
    return parts.map((part, i) => (signs[i] ?? "") + part).join("");
  });
}

const groupLengths = (tail: string): number[] => tail.split(SIGN).map(({ length }) => length);

const signsOf = (tail: string): string => tail.replaceAll(/[0-9A-Za-z]/g, "");

/** Are the signs of a value what parts it, and not characters of its alphabet? */
function isGrouped(tail: string): boolean {
  const groups = tail.split(SIGN);
  if (groups.some((group) => !/^[0-9A-Za-z]+$/.test(group))) return false;
  const isRegular = new Set(groupLengths(tail)).size === 1 && new Set(signsOf(tail)).size === 1;
  const isPlain = groups.every((group) => !/[a-z]/.test(group) || !/[A-Z]/.test(group));
  return groups.length === 1 || isRegular || isPlain;
}

/** Have all values the same groups? Where their signs stand at the same places, they are no characters of an alphabet. */
function areAlike(tails: readonly string[]): boolean {
  const [first = ""] = tails;
  if (tails.some((tail) => signsOf(tail) !== signsOf(first))) return false;
  if (tails.every(isGrouped)) return true;
  const isEven = tails.every((tail) => groupLengths(tail).join() === groupLengths(first).join());
  return isEven && tails.length > 1 && !groupLengths(first).includes(0);
}

/** Random parts as templates; undefined where no alphabet has all their characters. */
function tailTemplates(tails: readonly string[]): (string | undefined)[] {
  if (areAlike(tails)) return groupedTemplates(tails);
  if (tails.every(isGrouped)) return tails.flatMap((tail) => groupedTemplates([tail]));
  const name = narrowest(tails.join(""));
  return tails.map((tail) => (name === undefined ? undefined : `{${name}:${tail.length}}`));
}

/** The words that all values begin with and that are kept; one that has digits is rather part of a value that is short without. */
function sharedHead(values: readonly string[]): string {
  const words = values.map((value) => HEAD.exec(value)?.[0].match(/[^_.-]+[_.-]/g) ?? []);
  const [first = []] = words;
  const differs = first.findIndex((word, i) => words.some((other) => other[i] !== word));
  const shared = differs < 0 ? [...first] : first.slice(0, differs);
  const shortest = Math.min(...values.map(({ length }) => length));
  while (shortest - shared.join("").length < LEAST_CHARS && /[0-9]/.test(shared.at(-1) ?? "")) {
    shared.pop();
  }
  return shared.join("");
}

function plainTemplates(texts: readonly string[]): (string | undefined)[] {
  const values = texts.map(
    (text) => text.split(DELIMITER).toSorted((a, b) => b.length - a.length)[0] ?? "",
  );
  const head = sharedHead(values);
  const tails = values.map((value) => value.slice(head.length));
  const templates = tailTemplates(tails);
  return texts.map((text, i) => {
    const template = templates[i];
    if (template === undefined || (tails[i] ?? "").length < LEAST_CHARS) return undefined;
    return text.replace(values[i] ?? "", () => head + template);
  });
}

/**
 * Examples as templates: as they are, or with their longest plain value made into generators by what the plain values have in common,
 * so that nothing of them is kept but words before the random part. Undefined where none is long.
 */
export function asTemplates(examples: readonly string[]): (string | undefined)[] {
  const plain = [...new Set(examples.filter((example) => !isTemplate(example)))];
  const templates = plainTemplates(plain);
  return examples.map((example) =>
    isTemplate(example) ? example : templates[plain.indexOf(example)],
  );
}
