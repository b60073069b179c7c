// Bundles the agent and its command into dist/weir.js.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const bundle = await rolldown({
  input: join(root, "agent/src/main.ts"),
  platform: "node",
  transform: { define: { WEIR_VERSION: JSON.stringify(version) } },
  logLevel: "warn",
});
await bundle.write({ file: join(root, "dist/weir.js"), format: "esm", codeSplitting: false });
await bundle.close();
