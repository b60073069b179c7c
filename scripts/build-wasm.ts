// Compiles engine/wasm with AssemblyScript into modules of engine/src/wasm. `--check` tells whether they are up to date;
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

/** A module that the engine embeds: its source, the file that holds it, and what it is called there. */
export interface EmbeddedModule {
  readonly source: string;
  readonly file: string;
  readonly name: string;
  readonly what: string;
}

export const MODULES: readonly EmbeddedModule[] = [
  {
    source: "filter.ts",
    file: join(folder, "module.ts"),
    name: "MODULE",
    what: "The filter's WebAssembly module in base64.",
  },
  {
    source: "survey.ts",
    file: join(folder, "survey-module.ts"),
    name: "SURVEY_MODULE",
    what: "The survey's WebAssembly module in base64.",
  },
];

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
    join(folder, "survey-layout.ts"),
  ])
    hash.update(readFileSync(path, "utf8").replaceAll("\r\n", "\n"));
  return `// SHA-256 of the sources: ${hash.digest("hex")}`;
}

/** What the file of a module must be. */
export function compileModule({ source, name, what }: EmbeddedModule): string {
  const temporary = mkdtempSync(join(tmpdir(), "weir-wasm-"));
  try {
    const binary = join(temporary, "module.wasm");
    const { status, stderr } = spawnSync(
      process.execPath,
      [COMPILER, `engine/wasm/${source}`, "-o", binary, ...OPTIONS],
      { cwd: root, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`AssemblyScript's compiler failed:\n${stderr}`);
    return `// Made by scripts/build-wasm.ts of engine/wasm.
${sourceMark()}

/** ${what} */
export const ${name} =
  "${readFileSync(binary).toString("base64")}";
`;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function main(): void {
  const { values } = parseArgs({ options: { check: { type: "boolean" } } });
  for (const each of MODULES) {
    const source = compileModule(each);
    if (values.check !== true) {
      writeFileSync(each.file, source);
    } else if (source !== readFileSync(each.file, "utf8")) {
      process.stderr.write(
        `${each.file} is not what engine/wasm gives: run node scripts/build-wasm.ts.\n`,
      );
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
