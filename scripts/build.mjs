// Bundles the agent and its command into dist/weir.cjs, its threads into files beside it, and lays the prepared rules there.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { IMAGE_FILE, imageOf } from "../agent/src/rules/image.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Escapes all but ASCII, so that V8 keeps the source at one byte a character and reads it faster. */
const inAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Bundles a program into one file of dist. */
async function bundle(source, name) {
  const built = await rolldown({
    input: join(root, source),
    platform: "node",
    transform: { define: { WEIR_VERSION: JSON.stringify(version) } },
    logLevel: "warn",
  });
  // As CommonJS: what `import` makes of Node's own modules reads every export of theirs, and so loads all that they load
  // late.
  const { output } = await built.generate({ format: "cjs", codeSplitting: false });
  await built.close();
  writeFileSync(join(root, "dist", name), inAscii(output[0].code));
}

mkdirSync(join(root, "dist"), { recursive: true });
writeFileSync(join(root, "dist", IMAGE_FILE), imageOf(join(root, "rules"), version));
await bundle("agent/src/dns/worker.ts", "dns-worker.cjs");
await bundle("agent/src/hosts/build-worker.ts", "hosts-worker.cjs");
await bundle("agent/src/main.ts", "weir.cjs");
