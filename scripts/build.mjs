// Bundles the agent and its command into dist, started by dist/weir.cjs, its threads into files beside it, and lays the
// prepared rules and copies of their files there.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { IMAGE_FILE, imageOf } from "../agent/src/rules/image.ts";
import { COPIES_FOLDER } from "../agent/src/rules/integrity.ts";
import { MANIFEST_FILE, readManifest } from "../agent/src/rules/manifest.ts";
import { codeOf } from "./code-cache.mjs";
import { goodRules } from "./good-rules.ts";
import { inAscii } from "./in-ascii.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const rules = goodRules(root);
const manifest = readManifest(rules);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The programs of threads, and their sources. */
const THREADS = {
  "dns-worker.cjs": "agent/src/dns/worker.ts",
  "hosts-worker.cjs": "agent/src/hosts/build-worker.ts",
  "rules-worker.cjs": "agent/src/rules/read-worker.ts",
  "scan-worker.cjs": "agent/src/scan-thread/worker.ts",
};

/**
 * For commander, an empty module in the place of Node's that starts processes: it would load it, and all that it needs, for
 * subcommands that are programs of their own, of which there are none.
 */
const startingNoPrograms = {
  name: "starting-no-programs",
  resolveId: (id, importer) =>
    id === "node:child_process" && /[\\/]commander[\\/]/.test(importer ?? "")
      ? "\0none"
      : undefined,
  load: (id) => (id === "\0none" ? "export default {};" : undefined),
};

/** The code of a program in one piece, without what only people read: V8 keeps the source for as long as it runs. */
async function bundle(source) {
  const built = await rolldown({
    input: join(root, source),
    platform: "node",
    transform: {
      define: {
        WEIR_VERSION: JSON.stringify(version),
        WEIR_MANIFEST_SHA256: JSON.stringify(manifest.ownSha256),
      },
    },
    plugins: [startingNoPrograms],
    logLevel: "warn",
  });
  // As CommonJS: what `import` makes of Node's own modules reads every export of theirs, and so loads all that they load
  // late.
  const { output } = await built.generate({
    format: "cjs",
    codeSplitting: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await built.close();
  return inAscii(output[0].code);
}

/** Lays a copy of each shipped file of rules beside the program, for where one is changed later. */
function copyRules() {
  const copies = join(root, "dist", COPIES_FOLDER);
  if (rules === copies) return;
  rmSync(copies, { recursive: true, force: true });
  mkdirSync(copies);
  for (const name of [...manifest.sha256.keys(), MANIFEST_FILE]) {
    copyFileSync(join(rules, name), join(copies, name));
  }
}

/** Lays the program there, the code that V8 makes of it, and what starts it with that. */
async function layProgram() {
  const [program, code, start] = ["program.cjs", "program.code", "weir.cjs"].map((name) =>
    join(root, "dist", name),
  );
  // As Node would wrap it: what V8 makes is of a whole source.
  const source = `(function (require, __filename) {${await bundle("agent/src/main.ts")}\n})`;
  writeFileSync(program, source);
  rmSync(code, { force: true });
  writeFileSync(start, await bundle("agent/src/start.ts"));
  try {
    const kept = await codeOf(start);
    const key = createHash("sha256").update(source).update(kept).digest();
    writeFileSync(code, Buffer.concat([key, kept]));
  } catch (error) {
    console.error(`no code is kept for the next start, which takes longer: ${error.message}`);
  }
}

mkdirSync(join(root, "dist"), { recursive: true });
writeFileSync(join(root, "dist", IMAGE_FILE), imageOf(rules, version));
copyRules();
for (const [file, source] of Object.entries(THREADS)) {
  writeFileSync(join(root, "dist", file), await bundle(source));
}
await layProgram();
