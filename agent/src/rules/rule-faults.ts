import type { RuleFault } from "@weir/engine";
import type { SchemaFault } from "@weir/schema";
import { printable } from "../printable.ts";

/** The list of a rule file, and the word for one of its entries. */
export type RuleList = "patterns" | "exclusions";

/** Faults shown of one file; a file with more of them is broken as a whole. */
const MAX_SHOWN = 50;

/** The entries as they stand in the file, whatever they are. A bare list is a file's list. */
export function entriesOf(data: unknown, list: RuleList): readonly unknown[] {
  const entries = Array.isArray(data) ? data : fieldOf(data, list);
  return Array.isArray(entries) ? entries : [];
}

function fieldOf(data: unknown, key: string): unknown {
  if (typeof data !== "object" || data === null) return undefined;
  return Object.entries(data).find(([name]) => name === key)?.[1];
}

/** `patterns[3] "Acme Key"`, or `exclusions[3]`: how an entry is named in a fault. */
export function entryLabel(list: RuleList, index: number, entry: unknown): string {
  const name = fieldOf(entry, "name");
  const shown = typeof name === "string" ? ` "${printable(name.slice(0, 80))}"` : "";
  return `${list}[${index}]${shown}`;
}

/** A fault of the shape, with the entry's name beside its number. */
export function shapeFault(
  list: RuleList,
  entries: readonly unknown[],
  fault: SchemaFault,
): string {
  const place = /^[a-z]+\[([0-9]+)\]\.?(.*)$/.exec(fault.path);
  if (place === null) return `${printable(fault.path) || "the file"}: ${fault.problem}`;
  const index = Number(place[1]);
  const field = printable(place[2] ?? "");
  return `${entryLabel(list, index, entries[index])}${field === "" ? "" : ` ${field}`}: ${fault.problem}`;
}

/** A fault beyond the shape. */
export function entryFault(label: string, { field, problem }: RuleFault): string {
  return `${label} ${field}: ${printable(problem)}`;
}

/** Puts the file's name before each fault and cuts a list that nobody would read. */
export function namedFaults(file: string, faults: readonly string[]): string[] {
  const shown = faults.slice(0, MAX_SHOWN).map((fault) => `${printable(file)}: ${fault}`);
  const left = faults.length - shown.length;
  return left > 0 ? [...shown, `${printable(file)}: and ${left} more`] : shown;
}
