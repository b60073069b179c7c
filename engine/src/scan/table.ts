import type { Stretch } from "./cells.ts";

/** What a text has of tables of one kind. */
export interface Tables {
  /** The heading of the column that a place stands in; undefined where it stands below none. */
  readonly headingOf: (at: number) => Stretch | undefined;
  /** The beginning of the rows below the heading that a place stands in; undefined where it heads none. */
  readonly rowsBelow: (at: number) => Stretch | undefined;
}

/** So much is looked at of the rows below a heading, in UTF-16 units: behind a value that is found there, the search goes on. */
const FIRST_ROWS = 1024;

/** The beginning of the rows of a text that begin at `start`. */
export const firstRows = (text: string, start: number): Stretch => ({
  start,
  end: Math.min(text.length, start + FIRST_ROWS),
});
