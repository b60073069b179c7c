import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Something that must not turn up, by a name for people. */
export type Markers = Readonly<Record<string, string>>;

/** The ways in which a marker may stand in bytes: as it is in any case, in UTF-16, in hexadecimal and in base64. */
function formsOf(marker: string): string[] {
  const bytes = Buffer.from(marker);
  // Base64 depends on where in three bytes the marker begins; its ends depend on what stands around it.
  const packed = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return text.slice(before === 0 ? 0 : before + 1, -4);
  });
  return [
    bytes.toString("latin1"),
    Buffer.from(marker, "utf16le").toString("latin1"),
    bytes.toString("hex"),
    ...packed,
    ...packed.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
  ].map((form) => form.toLowerCase());
}

/** The names of the markers that stand in some bytes, in whatever form. */
export function markersIn(bytes: Buffer | string, markers: Markers): string[] {
  const text = (typeof bytes === "string" ? Buffer.from(bytes) : bytes)
    .toString("latin1")
    .toLowerCase();
  return Object.entries(markers)
    .filter(([, marker]) => formsOf(marker).some((form) => text.includes(form)))
    .map(([name]) => name);
}

/** Every file, folder, link and socket below a folder. */
export function everythingBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...everythingBelow(path)] : [path];
  });
}

/** Where markers stand in names and files: `path: marker`. */
export function searchFiles(paths: readonly string[], markers: Markers): string[] {
  return paths.flatMap((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    const held = stats?.isFile()
      ? readFileSync(path)
      : stats?.isSymbolicLink()
        ? readlinkSync(path)
        : "";
    return [...markersIn(path, markers), ...markersIn(held, markers)].map(
      (name) => `${path}: ${name}`,
    );
  });
}

/** A Unix time of these decades, in seconds, milliseconds, microseconds or nanoseconds. */
function looksLikeTime(value: unknown): boolean {
  if (typeof value !== "bigint" && typeof value !== "number") return false;
  const wanted = Number(value);
  return [1, 1e3, 1e6, 1e9].some((unit) => wanted / unit > 1e9 && wanted / unit < 4e9);
}

/** Every column of every table and view of a database: `table.column: marker`, or `table.column: time`. */
export function searchDatabase(path: string, markers: Markers): string[] {
  using db = new DatabaseSync(path, { readOnly: true });
  const names = db
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main'")
    .all()
    .map(({ name }) => String(name));
  const found = new Set<string>();
  for (const table of names) {
    const statement = db.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`);
    statement.setReadBigInts(true);
    for (const row of statement.all()) {
      for (const [column, value] of Object.entries(row)) {
        const place = `${table}.${column}`;
        if (looksLikeTime(value)) found.add(`${place}: time`);
        const bytes = value instanceof Uint8Array ? Buffer.from(value) : String(value);
        for (const name of markersIn(bytes, markers)) found.add(`${place}: ${name}`);
      }
    }
  }
  return [...found].toSorted();
}
