import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { markersIn, searchDatabase, searchFiles } from "./privacy-search.ts";
import { temporaryHome } from "./run-cli.ts";

const LABEL = "Qz7labelMark9x";

test("the search of the proof of privacy finds a mark in a file, a name and a column, in every form, and a time", () => {
  using scratch = temporaryHome();
  const path = join(scratch.path, `x${LABEL}`);
  const mark = { m: LABEL };
  for (const text of [
    LABEL,
    LABEL.toUpperCase(),
    Buffer.from(LABEL).toString("hex"),
    ...["", "a", "ab"].map((before) => Buffer.from(`${before}${LABEL} after`).toString("base64")),
  ]) {
    writeFileSync(path, "before ");
    appendFileSync(path, text);
    expect(searchFiles([path], mark)).toEqual([`${path}: m`, `${path}: m`]);
    expect(markersIn(text, mark)).toEqual(["m"]);
  }
  expect(markersIn(Buffer.from(`x${LABEL}`, "utf16le"), mark)).toEqual(["m"]);
  expect(markersIn("nothing", mark)).toEqual([]);
  const database = join(scratch.path, "x.db");
  const db = new DatabaseSync(database);
  db.exec("CREATE TABLE t (a TEXT, b BLOB, c INT, d INT, e ANY) STRICT");
  const insert = db.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?)");
  insert.run("x", Buffer.from(LABEL), 1_790_000_000, 7, 1_790_000_000_000);
  insert.run(LABEL, Buffer.from("x"), 0, 8, "x");
  db.close();
  expect(searchDatabase(database, mark)).toEqual(["t.a: m", "t.b: m", "t.c: time", "t.e: time"]);
});
