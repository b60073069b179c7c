import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acmeKey, temporaryFolder, writeRules } from "./fixture-rules.ts";
import { weir } from "./run-cli.ts";

const folder = temporaryFolder();

beforeAll(() => writeRules(folder.path));
afterAll(() => folder.remove());

const scan = async (...args: readonly string[]) =>
  weir(["scan", "--rules", folder.path, ...args], { cwd: folder.path });

test("a file whose text is packed is told, since it is not clean where nobody looked", async () => {
  const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.from([0, 1, 2])]);
  writeFileSync(join(folder.path, "report.docx"), zip);
  writeFileSync(join(folder.path, "dump.sql.gz"), gzipSync(acmeKey("packed")));
  const { code, out, err } = await scan("report.docx", "dump.sql.gz");
  expect([code, out]).toEqual([0, ""]);
  expect(err).toMatch(/^note: report\.docx is a ZIP archive.*\nnote: dump\.sql\.gz is gzip: .*\n$/);
  expect((await scan("--quiet", "dump.sql.gz")).err).toBe("");
});
