import { buildTables } from "../scan/word-tables.ts";
import type { WordTable } from "../scan/word-tables.ts";
import { COLUMNS } from "./layout.ts";

/** An automaton whose characters fit into the columns of a row. */
export interface ColumnTable {
  readonly table: WordTable;
  /** For each class of characters of the original table, its column. */
  readonly columns: Uint8Array;
  /** For each word of the table, the words that look the same where classes share a column. */
  readonly wordsOf: (own: number) => readonly number[];
  /** Words that are to be looked at again where they are found, since classes of their characters share a column. */
  readonly doubtful: readonly number[];
}

/** Stands for a class in words that are spelt in classes; a letter without cases, so that nothing is shared but what should be. */
const CLASS_LETTERS = 0x4e00;

/** Classes that have a column each, as long as there are enough; they come first, since words are full of them. */
const classesAlone = (kinds: number): number => Math.max(0, 2 * (COLUMNS - 1) - kinds);

/** The column of a class where there are too many classes. */
function sharedColumn(kind: number, kinds: number): number {
  const alone = classesAlone(kinds);
  return kind <= alone ? kind : alone + 1 + ((kind - alone - 1) % (COLUMNS - 1 - alone));
}

/** The class of each of a word's characters, by the classes of a table. */
export function classReader(table: WordTable): (unit: number) => number {
  const others = new Map<number, number>();
  for (const [i, unit] of table.units.entries()) others.set(unit, table.unitClasses[i] ?? 0);
  return (unit) => (unit < 128 ? table.classes[unit] : others.get(unit)) ?? 0;
}

/** A table over columns: the table itself where its classes fit; else one over words in which classes share columns. */
export function columnTable(table: WordTable, words: readonly string[]): ColumnTable {
  const kinds = table.width - 1;
  if (kinds < COLUMNS) {
    const columns = Uint8Array.from({ length: table.width }, (_, kind) => kind);
    return { table, columns, wordsOf: (own) => [own], doubtful: [] };
  }
  const classOf = classReader(table);
  const letterOf = (kind: number): number => CLASS_LETTERS + sharedColumn(kind, kinds);
  const alone = classesAlone(kinds);
  const doubtful: number[] = [];
  const alike = new Map<string, number[]>();
  for (const [state, length] of table.lengths.entries()) {
    if (length === 0) continue;
    const own = table.own[state] ?? 0;
    const word = words[own] ?? "";
    const classes = Array.from({ length }, (_, i) => classOf(word.charCodeAt(i)));
    if (classes.some((kind) => kind > alone)) doubtful.push(own);
    const spelt = String.fromCharCode(...classes.map(letterOf));
    alike.set(spelt, [...(alike.get(spelt) ?? []), own]);
  }
  const groups = [...alike.values()];
  const coarse = buildTables([...alike.keys()]).other;
  const columnOf = classReader(coarse);
  const columns = Uint8Array.from({ length: table.width }, (_, kind) =>
    kind === 0 ? 0 : columnOf(letterOf(kind)),
  );
  return { table: coarse, columns, wordsOf: (own) => groups[own] ?? [], doubtful };
}
