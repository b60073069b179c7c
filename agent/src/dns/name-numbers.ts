// Numbers of names, more of them than one table has room for.
import { buildHostTable, findWireName } from "@weir/engine";
import type { HostTable } from "@weir/engine";
import { HEADER_BYTES } from "./message.ts";

/** A name with its number, from 1 up. It stands for itself and for all names under it. */
export interface NumberedName {
  readonly name: string;
  readonly number: number;
}

/** Says in a table that the next one has the number: the highest that a table takes. */
const NEXT = 63;

/** How many numbers stand in one table. */
const ROOM = NEXT - 1;

function tablesOf(names: readonly NumberedName[]): readonly HostTable[] {
  const tables: HostTable[] = [];
  let rest = names;
  // At most as many tables as numbers.
  for (let taken = 0; rest.length > 0; taken += ROOM) {
    const before = taken;
    // A name of a later table stands here too, or a shorter one above it would win.
    const entries = rest.map(({ name, number }) => ({
      name,
      list: Math.min(number - before, NEXT),
    }));
    tables.push(buildHostTable(entries));
    rest = rest.filter(({ number }) => number - before > ROOM);
  }
  return tables;
}

/**
 * Answers the number of the most specific name that a question is under, 0 for none. A later entry takes the place of an
 * earlier one of the same name, whose number is lower.
 */
export function numberNames(names: readonly NumberedName[]): (message: Uint8Array) => number {
  const tables = tablesOf(names);
  return (message) => {
    for (let at = 0; at < tables.length; at++) {
      const table = tables[at];
      const found = table === undefined ? 0 : findWireName(table, message, HEADER_BYTES);
      if (found !== NEXT) return found <= 0 ? 0 : found + at * ROOM;
    }
    return 0;
  };
}
