// Compiles engine/wasm with AssemblyScript into engine/src/wasm/module.ts. `--check` tells whether that is up to date;
// `--compiler FILE` names another asc.js than that of node_modules.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = join(root, "engine/wasm");

/** The file that the engine imports. */
export const MODULE_FILE = join(root, "engine/src/wasm/module.ts");

/** AssemblyScript's compiler as npm installs it. */
const COMPILER = join(root, "node_modules/assemblyscript/bin/asc.js");

const OPTIONS = "--runtime stub --importMemory --enable simd -O3 --converge --noAssert".split(" ");

/** The compiler, where it is installed. */
export const installedCompiler = (): string | undefined =>
  existsSync(COMPILER) ? COMPILER : undefined;

/** A line that tells from which sources a module was made, so that an old one is known without the compiler, too. */
export function sourceMark(): string {
  const hash = createHash("sha256").update(OPTIONS.join(" "));
  const files = readdirSync(sources).filter((name) => /(?<!\.d)\.ts$/.test(name));
  for (const path of [
    ...files.sort().map((name) => join(sources, name)),
    join(root, "engine/src/wasm/layout.ts"),
  ])
    hash.update(readFileSync(path, "utf8").replaceAll("\r\n", "\n"));
  return `// SHA-256 of the sources: ${hash.digest("hex")}`;
}

/** What `MODULE_FILE` must be, by the compiler at this path. */
export function compileModule(compiler: string): string {
  const folder = mkdtempSync(join(tmpdir(), "weir-wasm-"));
  try {
    const binary = join(folder, "filter.wasm");
    const { status, stderr } = spawnSync(
      process.execPath,
      [compiler, "engine/wasm/filter.ts", "-o", binary, ...OPTIONS],
      { cwd: root, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`AssemblyScript's compiler failed:\n${stderr}`);
    return `// Made by scripts/build-wasm.ts of engine/wasm.
${sourceMark()}

/** The filter's WebAssembly module in base64. */
export const MODULE =
  "${readFileSync(binary).toString("base64")}";
`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function main(): void {
  const { values } = parseArgs({
    options: { check: { type: "boolean" }, compiler: { type: "string" } },
  });
  const compiler = values.compiler ?? installedCompiler();
  if (compiler === undefined) {
    process.stderr.write(
      "AssemblyScript is not installed: run `npm install`, or name its asc.js with --compiler FILE.\n",
    );
    process.exitCode = 1;
    return;
  }
  const source = compileModule(compiler);
  if (values.check !== true) {
    writeFileSync(MODULE_FILE, source);
  } else if (source !== readFileSync(MODULE_FILE, "utf8")) {
    process.stderr.write(
      `${MODULE_FILE} is not what engine/wasm gives: run node scripts/build-wasm.ts.\n`,
    );
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
