/** A value that most records have, and the others in turn, each behind how many records have that one before it. */
interface Mostly {
  readonly most: unknown;
  readonly others: readonly unknown[];
}

type Column = Mostly | readonly unknown[];

/** A list of records, told as one list for each of their fields: what is alike then stands together, which packs well. */
export interface Columns {
  readonly length: number;
  readonly cells: Readonly<Record<string, Column>>;
}

/** What most of some values are, and how many. */
function mostCommon(cells: readonly unknown[]): {
  readonly value: unknown;
  readonly count: number;
} {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const written = JSON.stringify(cell);
    counts.set(written, (counts.get(written) ?? 0) + 1);
  }
  const [written, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ["null", 0]);
  return { value: JSON.parse(written), count };
}

/** A column as a list, or by what most of it is. */
function told(cells: readonly unknown[]): Column {
  const { value: most, count } = mostCommon(cells);
  if (count * 2 <= cells.length) return cells;
  const others: unknown[] = [];
  let before = 0;
  for (const cell of cells) {
    if (JSON.stringify(cell) === JSON.stringify(most)) before++;
    else {
      others.push(before, cell);
      before = 0;
    }
  }
  return { most, others };
}

/** The columns of records, but those left out; null stands for a field that a record has not. No field of theirs may be null. */
export function columnsOf(records: readonly object[], leftOut: readonly string[] = []): Columns {
  const rows = records.map((record) => new Map<string, unknown>(Object.entries(record)));
  const keys = new Set(rows.flatMap((row) => [...row.keys()]));
  for (const key of leftOut) keys.delete(key);
  const cells: Record<string, Column> = {};
  for (const key of keys) cells[key] = told(rows.map((row) => row.get(key) ?? null));
  return { length: records.length, cells };
}

const isList = (column: Column): column is readonly unknown[] => Array.isArray(column);

/** The cells of a column that is told by what most of it is, so many of them. */
function spread({ most, others }: Mostly, length: number): readonly unknown[] {
  const cells: unknown[] = [];
  for (let i = 0; i < others.length; i += 2) {
    for (let before = Number(others[i]); before > 0; before--) cells.push(most);
    cells.push(others[i + 1]);
  }
  while (cells.length < length) cells.push(most);
  return cells;
}

/** The records of columns, each without the fields that are null. Throws where the data are no columns of one length. */
export function recordsOf({ length, cells }: Columns): Record<string, unknown>[] {
  const records: Record<string, unknown>[] = Array.from({ length }, () => ({}));
  for (const [key, column] of Object.entries(cells)) {
    const own = isList(column) ? column : spread(column, length);
    if (own.length !== length) throw new TypeError("columns of several lengths");
    for (const [i, record] of records.entries()) {
      const cell = own[i];
      if (cell !== null) record[key] = cell;
    }
  }
  return records;
}
