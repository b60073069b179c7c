// The first step of `npm start` and `npm test`, in plain JavaScript for any Node from 18 on: installs what the lockfile
// asks for where it is missing, then hands over to the Node that the lockfile pins.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "node_modules", ".weir-lockfile-sha256");
const tasks = {
  start: ["agent/bin/weir.mjs", "run"],
  test: ["scripts/test.ts"],
};

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Runs a program on this terminal, hands it the signals that come, and leaves with its exit code where that is not 0. */
async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
  const forward = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const code = await new Promise((resolve) => {
    child.on("error", ({ message }) => {
      console.error(`weir: cannot run ${command}: ${message}`);
      resolve(1);
    });
    child.on("exit", (status, signal) => resolve(status ?? 128 + constants.signals[signal]));
  });
  if (code !== 0) process.exit(code);
  for (const signal of SIGNALS) process.off(signal, forward);
}

async function install() {
  const lockfile = readFileSync(join(root, "package-lock.json"));
  const wanted = createHash("sha256").update(lockfile).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("weir: installing dependencies (npm ci)");
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", args, { shell: process.platform === "win32", stdio: ["ignore", 2, 2] });
  writeFileSync(stamp, wanted);
}

/** The pinned Node, or this one where the registry has none for this platform and this one is new enough. */
function pinnedNode() {
  const binary = process.platform === "win32" ? "node.exe" : "node";
  const pinned = join(
    root,
    "node_modules",
    `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`,
    "bin",
    binary,
  );
  if (existsSync(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 24 || (major === 24 && minor >= 11)) return process.execPath;
  console.error(
    `weir: needs Node 24.11 or later on ${process.platform}-${process.arch}; this is ${process.version}`,
  );
  return process.exit(1);
}

const [task, ...args] = process.argv.slice(2);
const script = tasks[task];
if (script === undefined) {
  console.error(`usage: node scripts/bootstrap.mjs ${Object.keys(tasks).join("|")}`);
  process.exit(2);
}
await install();
await run(pinnedNode(), [...script, ...args]);
