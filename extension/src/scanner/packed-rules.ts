import { finish, indexRulesInSteps, rulesetOf } from "@weir/engine";
import type { RoutedRules, Ruleset, Steps } from "@weir/engine";
import { columnsOf, recordsOf } from "./columns.ts";
import { joinLists, splitList } from "./lists.ts";
import { literalAt, placeOf } from "./literal-places.ts";
import { tellWhole } from "./repeats.ts";

/** Numbers that were given in the order of their first use, from 0 on: 0 for the first use of one, else the number and 1. */
function byFirstUse(lists: readonly (readonly number[])[]): number[][] {
  let used = 0;
  const told = (each: number): number => {
    if (each !== used) return each + 1;
    used++;
    return 0;
  };
  return lists.map((list) => list.map(told));
}

/** The numbers of such lists. */
function fromFirstUse(lists: readonly (readonly number[])[]): number[][] {
  let used = 0;
  return lists.map((list) => list.map((each) => (each === 0 ? used++ : each - 1)));
}

/** Shortens texts so that `tellWhole` undoes it. */
type Shorten = (texts: readonly string[]) => readonly string[];

/** Needs without what of their core is the same as of their token. */
const withoutAlike = ({
  coreChars,
  coreWithin,
  ...needs
}: RoutedRules["patterns"][number]["needs"]) => ({
  ...needs,
  ...(coreChars === needs.tokenChars ? {} : { coreChars }),
  ...(coreWithin === needs.tokenWithin ? {} : { coreWithin }),
});

/** The needs that those were. */
const withAlike = (needs: Record<string, unknown> = {}): object => ({
  coreChars: needs["tokenChars"],
  coreWithin: needs["tokenWithin"],
  ...needs,
});

/**
 * The rules with their patterns in columns, those of what is alike in all of them beside the others. A pattern's name, hotwords
 * and literals are much the same words: they stand together, as a compressor forgets what stood farther away.
 */
function inColumns({ patterns, ...rest }: RoutedRules, shorten?: Shorten) {
  const regexes = patterns.map(({ regex }) => regex);
  const places = patterns.map(({ regex, route }) => placeOf(route.literals, regex));
  const { signs, lists } = joinLists(
    patterns.flatMap(({ hotwords, route }, i) => [
      hotwords,
      places[i]?.chars === undefined ? route.literals : [],
    ]),
  );
  // Three of each pattern.
  const words = patterns.flatMap(({ name }, i) => [name, ...lists.slice(2 * i, 2 * i + 2)]);
  return {
    ...rest,
    patterns: columnsOf(patterns, ["needs", "route", "name", "hotwords", "gates", "regex"]),
    regexes: shorten?.(regexes) ?? regexes,
    isShort: shorten !== undefined,
    ownGates: byFirstUse(patterns.map(({ gates }) => gates)),
    needs: columnsOf(patterns.map(({ needs }) => withoutAlike(needs))),
    routes: columnsOf(
      patterns.map(({ route }) => route),
      ["literals"],
    ),
    places: columnsOf(places),
    words: { signs, lists: shorten?.(words) ?? words },
  };
}

/**
 * Rules as a text: JSON in which nothing ends a comment. What the expressions tell is worked out, what a frame gathers in a
 * moment is not.
 */
export const packRules = (routed: RoutedRules, shorten?: Shorten): string =>
  JSON.stringify(inColumns(routed, shorten)).replaceAll("*/", String.raw`*\/`);

/** Backslashes of JSON, which expressions are full of, by a sign that they hardly ever hold, and the other way round. */
const swapped = (text: string): string =>
  text.replaceAll(/\\\\|`/g, (found) => (found === "`" ? String.raw`\\` : "`"));

const SCRIPT_HEAD = "globalThis.weirRules=()=>{/*";
const SCRIPT_TAIL = "*/};\n";

/**
 * The script that lays packed rules ready in a frame: a function that holds them as its comment. A browser passes over a comment in
 * a quarter of the time of a string, and keeps no copy of it.
 */
export const rulesScript = (packed: string): string => SCRIPT_HEAD + swapped(packed) + SCRIPT_TAIL;

/** The packed rules of such a script or of its function, as text; undefined where it is another one. */
export function packedRulesOf(code: string): string | undefined {
  const start = code.indexOf("/*");
  const end = code.lastIndexOf("*/");
  return start < 0 || end < 0 ? undefined : swapped(code.slice(start + 2, end));
}

/** The script before this one puts the package's rules there (`rulesScript`). */
declare global {
  // oxlint-disable-next-line no-var
  var weirRules: (() => void) | undefined;
}

/** The packed rules of the package, where its script of rules ran; else undefined. */
export const rulesHere = (): string | undefined => packedRulesOf(String(globalThis.weirRules));

/** Told by its parts alone: the text is the package's own, or the background made it. */
const isPacked = (data: unknown): data is ReturnType<typeof inColumns> =>
  typeof data === "object" && data !== null && "places" in data && "gates" in data;

/** Told by its parts alone, as well. */
const areRules = (data: object): data is RoutedRules => "patterns" in data && "gates" in data;

/** The rules that were told in columns. */
function* fromColumns({
  patterns,
  needs,
  routes,
  places,
  words,
  regexes,
  isShort,
  ownGates,
  ...rest
}: ReturnType<typeof inColumns>): Steps<object> {
  const gates = fromFirstUse(ownGates);
  const allNeeds = recordsOf(needs);
  const allRoutes = recordsOf(routes);
  const allPlaces = recordsOf(places);
  const whole = isShort ? tellWhole : (texts: readonly string[]) => texts;
  const expressions = whole(regexes);
  yield;
  const told = whole(words.lists);
  const lists = told.map((list, i) => (i % 3 === 0 ? list : splitList(list, words.signs)));
  yield;
  const records = recordsOf(patterns).map((own, i) => {
    const name = lists[3 * i];
    const hotwords = lists[3 * i + 1];
    const regex = expressions[i] ?? "";
    const literals = literalAt(allPlaces[i], regex) ?? lists[3 * i + 2];
    const route = { ...allRoutes[i], literals };
    return {
      ...own,
      name,
      hotwords,
      regex,
      gates: gates[i],
      needs: withAlike(allNeeds[i]),
      route,
    };
  });
  return { ...rest, patterns: records };
}

/**
 * The ruleset of a text that `packRules` made; undefined for any other. Takes some 0.2 s for the shipped rules when a page has
 * just loaded, no step of it more than a quarter.
 */
export function* unpackInSteps(text: string): Steps<Ruleset | undefined> {
  try {
    const packed: unknown = JSON.parse(text);
    if (!isPacked(packed)) return undefined;
    yield;
    const rules = yield* fromColumns(packed);
    if (!areRules(rules)) return undefined;
    yield;
    const prepared = yield* indexRulesInSteps(rules);
    yield;
    return rulesetOf(prepared);
  } catch {
    return undefined;
  }
}

/** The same at once. */
export const unpackRules = (text: string): Ruleset | undefined => finish(unpackInSteps(text));
