// What starts the bundle, dist/weir.cjs: runs the program beside it with the code that V8 made of it when it was built, which
// saves a third of a start. Another V8, or another program, has its code made anew. Nothing is written here: who starts the
// agent need not be who installed it. Built for the bundle alone; the sources start with main.ts.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

/** Bytes of a SHA-256. */
const KEY_BYTES = 32;

const folder = import.meta.dirname;

/**
 * The code that was kept of a source, behind the hash of both: V8 itself compares nothing but lengths, and code that is
 * damaged would end the process.
 */
function keptCode(source: Buffer): Buffer | undefined {
  try {
    const kept = readFileSync(join(folder, "program.code"));
    const code = kept.subarray(KEY_BYTES);
    const key = createHash("sha256").update(source).update(code).digest();
    return kept.subarray(0, KEY_BYTES).equals(key) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** The program as the build wraps it. */
const isProgram = (value: unknown): value is (require: NodeJS.Require, file: string) => void =>
  typeof value === "function";

const filename = join(folder, "program.cjs");
const source = readFileSync(filename);
const cachedData = keptCode(source);
const script = new Script(source.toString("latin1"), {
  filename,
  ...(cachedData === undefined ? {} : { cachedData }),
});
const program: unknown = script.runInThisContext();
if (isProgram(program)) program(createRequire(filename), filename);
