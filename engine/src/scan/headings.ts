import { markupTables } from "./headings-markup.ts";
import { rowTables } from "./headings-rows.ts";
import { statementTables } from "./headings-statements.ts";
import type { Tables } from "./table.ts";

/** The tables of a text: in markup, in statements, in lines. Nothing is read before it is first asked. */
export function tablesOf(text: string): Tables {
  let known: readonly Tables[] | undefined;
  const kinds = (): readonly Tables[] =>
    (known ??= [markupTables(text), statementTables(text), rowTables(text)]);
  const first = <T>(ask: (tables: Tables) => T | undefined): T | undefined => {
    for (const tables of kinds()) {
      const found = ask(tables);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    headingOf: (at) => first((tables) => tables.headingOf(at)),
    rowsBelow: (at) => first((tables) => tables.rowsBelow(at)),
  };
}
