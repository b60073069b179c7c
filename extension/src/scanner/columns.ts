/** A list of records, told as one list for each of their fields: what is alike then stands together, which packs well. */
export type Columns = Readonly<Record<string, readonly unknown[]>>;

const isRecord = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === "object" && data !== null && !Array.isArray(data);

/** The columns of records, but those left out; null stands for a field that a record has not. No field of theirs may be null. */
export function columnsOf(records: readonly object[], leftOut: readonly string[] = []): Columns {
  const rows = records.map((record) => new Map<string, unknown>(Object.entries(record)));
  const keys = new Set(rows.flatMap((row) => [...row.keys()]));
  for (const key of leftOut) keys.delete(key);
  return Object.fromEntries([...keys].map((key) => [key, rows.map((row) => row.get(key) ?? null)]));
}

/** The records of columns, each without the fields that are null. Throws where the data are no columns of one length. */
export function recordsOf(data: unknown): Record<string, unknown>[] {
  const columns = isRecord(data) ? Object.entries(data) : [];
  const records: Record<string, unknown>[] = [];
  for (const [key, column] of columns) {
    if (!Array.isArray(column)) throw new TypeError("no column");
    if (records.length === 0) for (const _ of column) records.push({});
    if (column.length !== records.length) throw new TypeError("columns of several lengths");
    for (const [i, record] of records.entries()) {
      const cell: unknown = column[i];
      if (cell !== null) record[key] = cell;
    }
  }
  return records;
}
