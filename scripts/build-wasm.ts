// Compiles engine/wasm with AssemblyScript into a module of engine/src/wasm. `--check` tells whether that is up to date.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = join(root, "engine/wasm");

const folder = join(root, "engine/src/wasm");

/** Where the engine embeds the module. */
export const EMBEDDED = join(folder, "module.ts");

/** AssemblyScript's compiler as npm installs it. */
const COMPILER = fileURLToPath(new URL("../bin/asc.js", import.meta.resolve("assemblyscript/asc")));

const OPTIONS = "--runtime stub --importMemory --enable simd -O3 --converge --noAssert".split(" ");

/** A line that tells from which sources the modules were made, so that an old one is known without the compiler, too. */
export function sourceMark(): string {
  const hash = createHash("sha256").update(OPTIONS.join(" "));
  const files = readdirSync(sources).filter((name) => /(?<!\.d)\.ts$/.test(name));
  for (const path of [
    ...files.sort().map((name) => join(sources, name)),
    join(folder, "layout.ts"),
    join(root, "engine/src/scan/escape-kinds.ts"),
  ])
    hash.update(readFileSync(path, "utf8").replaceAll("\r\n", "\n"));
  return `// SHA-256 of the sources: ${hash.digest("hex")}`;
}

/** What that file must be. */
export function compileModule(): string {
  const temporary = mkdtempSync(join(tmpdir(), "weir-wasm-"));
  try {
    const binary = join(temporary, "module.wasm");
    const { status, stderr } = spawnSync(
      process.execPath,
      [COMPILER, "engine/wasm/module.ts", "-o", binary, ...OPTIONS],
      { cwd: root, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`AssemblyScript's compiler failed:\n${stderr}`);
    return `// Made by scripts/build-wasm.ts of engine/wasm.
${sourceMark()}

/** The engine's WebAssembly module in base64. */
export const MODULE =
  "${readFileSync(binary).toString("base64")}";
`;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function main(): void {
  const { values } = parseArgs({ options: { check: { type: "boolean" } } });
  const source = compileModule();
  if (values.check !== true) {
    writeFileSync(EMBEDDED, source);
  } else if (source !== readFileSync(EMBEDDED, "utf8")) {
    process.stderr.write(
      `${EMBEDDED} is not what engine/wasm gives: run node scripts/build-wasm.ts.\n`,
    );
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
