import { indexRules, rulesetOf } from "@weir/engine";
import type { RoutedRules, Ruleset } from "@weir/engine";
import { columnsOf, recordsOf } from "./columns.ts";

/** A text in which names stand for the parts that it has often; a part may hold the names of those before it. */
export interface Shortened {
  readonly parts: readonly string[];
  readonly text: string;
}

/** Begins a name; no JSON has the character as it is. */
export const MARK = "\u0001";
const CODE = new RegExp(`${MARK}(..)`, "g");

/** The characters of a name, and how many parts may have one. */
export const NAME_CHARS = 3;
export const MOST_PARTS = 36 ** 2;

/** The name of a part by its place among them. */
export const codeOf = (place: number): string => MARK + place.toString(36).padStart(2, "0");

const asItIs = (text: string): Shortened => ({ parts: [], text });

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

/**
 * The rules with their patterns in columns, those of what is alike in all of them beside the others. A pattern's name, hotwords
 * and literals are much the same words: they stand together, as a compressor forgets what stood farther away.
 */
function inColumns({ patterns, ...rest }: RoutedRules) {
  return {
    ...rest,
    patterns: columnsOf(patterns, ["needs", "route", "name", "hotwords", "gates"]),
    ownGates: byFirstUse(patterns.map(({ gates }) => gates)),
    needs: columnsOf(patterns.map(({ needs }) => needs)),
    routes: columnsOf(
      patterns.map(({ route }) => route),
      ["literals"],
    ),
    words: patterns.map(({ name, hotwords, route }) => [name, hotwords, route.literals] as const),
  };
}

/** Changes places of two characters in a text, of which a third one is no part. */
const exchange = (text: string, one: string, other: string, third = "\u0002"): string =>
  text.replaceAll(one, third).replaceAll(other, one).replaceAll(third, other);

/**
 * A script holds the text between quotation marks, where each of these and each backslash takes one more: both change places with
 * what rules hardly have. Undoes itself.
 */
const easedForScripts = (text: string): string => exchange(exchange(text, "\\", "`"), '"', "~");

/**
 * Rules as a text: a line of JSON with the parts that `shorten` found, and the rest as JSON in which their names stand. What
 * the expressions tell is worked out, what a frame gathers in a moment is not.
 */
export function packRules(routed: RoutedRules, shorten = asItIs): string {
  const { parts, text } = shorten(JSON.stringify(inColumns(routed)));
  return easedForScripts(`${JSON.stringify(parts)}\n${text}`);
}

const isParts = (data: unknown): data is readonly string[] =>
  Array.isArray(data) && data.every((part) => typeof part === "string");

/** The JSON text that was shortened. Throws where the line of parts is none. */
function expand(eased: string): string {
  const packed = easedForScripts(eased);
  const end = packed.indexOf("\n");
  const known: unknown = JSON.parse(packed.slice(0, end));
  if (!isParts(known)) throw new TypeError("no parts");
  const parts: string[] = [];
  const fill = (text: string): string =>
    text.replaceAll(CODE, (_, code: string) => parts[Number.parseInt(code, 36)] ?? "");
  for (const part of known) parts.push(fill(part));
  return fill(packed.slice(end + 1));
}

const SCRIPT_HEAD = "globalThis.weirRules=";
const SCRIPT_TAIL = ";\n";

/** The script that lays packed rules ready in a frame, as a text that is parsed when it is first needed. */
export const rulesScript = (packed: string): string =>
  `${SCRIPT_HEAD}${JSON.stringify(packed)}${SCRIPT_TAIL}`;

/** The packed rules of such a script, for where it can't be run; undefined where it is another text. */
export function packedRulesOf(script: string): string | undefined {
  if (!script.startsWith(SCRIPT_HEAD)) return undefined;
  try {
    const text: unknown = JSON.parse(script.slice(SCRIPT_HEAD.length, -SCRIPT_TAIL.length));
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Told by its parts alone: the text is the package's own, or the background made it. */
const isPacked = (data: unknown): data is ReturnType<typeof inColumns> =>
  typeof data === "object" && data !== null && "words" in data && "gates" in data;

/** Told by its parts alone, as well. */
const areRules = (data: object): data is RoutedRules => "patterns" in data && "gates" in data;

/** The rules that were told in columns. */
function fromColumns({
  patterns,
  needs,
  routes,
  words,
  ownGates,
  ...rest
}: ReturnType<typeof inColumns>) {
  const gates = fromFirstUse(ownGates);
  const allNeeds = recordsOf(needs);
  const allRoutes = recordsOf(routes);
  const whole = recordsOf(patterns).map((own, i) => {
    const [name, hotwords, literals] = words[i] ?? [];
    const route = { ...allRoutes[i], literals };
    return { ...own, name, hotwords, gates: gates[i], needs: allNeeds[i], route };
  });
  return { ...rest, patterns: whole };
}

/** The ruleset of a text that `packRules` made; undefined for any other. Takes some 0.1 s for the shipped rules. */
export function unpackRules(text: string): Ruleset | undefined {
  try {
    const packed: unknown = JSON.parse(expand(text));
    if (!isPacked(packed)) return undefined;
    const rules = fromColumns(packed);
    return areRules(rules) ? rulesetOf(indexRules(rules)) : undefined;
  } catch {
    return undefined;
  }
}
