import type { RuleFault } from "@weir/engine";
import type { SchemaFault } from "@weir/schema";
import { printable } from "../printable.ts";
import { jsonPlaces } from "./json-places.ts";

/** The list of a rule file, and the word for one of its entries. */
export type RuleList = "patterns" | "exclusions";

/** A fault of a rule file. */
export interface FileFault {
  /** Of the entry that has it, from 0; undefined where the file itself has it. */
  readonly index?: number;
  /** Its place, such as `patterns[3].regex`; empty for the whole file. */
  readonly path: string;
  /** Place, reason and cure in words. */
  readonly text: string;
}

/** Faults shown of one file; a file with more of them is broken as a whole. */
const MAX_SHOWN = 50;

/** The entries as they stand in the file, whatever they are. A bare list is a file's list. */
export function entriesOf(data: unknown, list: RuleList): readonly unknown[] {
  const entries = Array.isArray(data) ? data : fieldOf(data, list);
  return Array.isArray(entries) ? entries : [];
}

/** An object's own field; undefined where it has none of the name, or where `data` is no object. */
export function fieldOf(data: unknown, key: string): unknown {
  if (typeof data !== "object" || data === null) return undefined;
  return Object.entries(data).find(([name]) => name === key)?.[1];
}

/** `patterns[3] "Acme Key"`, or `exclusions[3]`: how an entry is named in a fault. */
export function entryLabel(list: RuleList, index: number, entry: unknown): string {
  const name = fieldOf(entry, "name");
  const shown = typeof name === "string" ? ` "${printable(name.slice(0, 80))}"` : "";
  return `${list}[${index}]${shown}`;
}

/** What the shape knows for the canaries' own detectors, and a file that names it is refused for. */
const RESERVED_CHOICE = ' or "canary"';

/** A fault of the shape, with the entry's name beside its number. */
export function shapeFault(
  list: RuleList,
  entries: readonly unknown[],
  { path, problem }: SchemaFault,
): FileFault {
  const place = /^[a-z]+\[([0-9]+)\]\.?(.*)$/.exec(path);
  if (place === null) return { path: "", text: `${printable(path) || "the file"}: ${problem}` };
  const index = Number(place[1]);
  const field = printable(place[2] ?? "");
  const label = entryLabel(list, index, entries[index]);
  return {
    index,
    path,
    text: `${label}${field === "" ? "" : ` ${field}`}: ${problem.replace(RESERVED_CHOICE, "")}`,
  };
}

/** A fault that the shape alone doesn't show, such as an expression that can't be read; with the entry's name beside its number. */
export function entryFault(
  list: RuleList,
  index: number,
  entry: unknown,
  { field, problem }: RuleFault,
): FileFault {
  const text = `${entryLabel(list, index, entry)} ${field}: ${printable(problem)}`;
  return { index, path: `${list}[${index}].${field}`, text };
}

/** The line of a place in the text of a rule file; undefined where the place is the whole file. */
export function lineFinder(text: string, list: RuleList): (path: string) => number | undefined {
  let places: ReturnType<typeof jsonPlaces> | undefined;
  const isBare = text.trimStart().startsWith("[");
  return (path) => {
    if (path === "") return undefined;
    places ??= jsonPlaces(text);
    return places.lineOf(isBare ? path.slice(list.length) : path);
  };
}

/** Puts the file's name and the line before each fault and cuts a list that nobody would read. */
export function namedFaults(
  file: string,
  faults: readonly FileFault[],
  lineOf: (path: string) => number | undefined = () => undefined,
): string[] {
  const name = printable(file);
  const shown = faults.slice(0, MAX_SHOWN).map(({ path, text }) => {
    const line = lineOf(path);
    return `${name}${line === undefined ? "" : `:${line}`}: ${text}`;
  });
  const left = faults.length - shown.length;
  return left > 0 ? [...shown, `${name}: and ${left} more`] : shown;
}
