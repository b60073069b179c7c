#!/usr/bin/env node
// The command as it is started from a clone, in plain JavaScript for any Node from 18 on: bundles the sources where the
// bundle is out of date, and runs it on this Node, or on the one that the lockfile pins where this one is too old.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bundle = join(root, "dist", "weir.cjs");
const sourceFolders = ["agent/src", "engine/src", "schema/src"].map((folder) => join(root, folder));
const rules = join(root, "rules");

/** The exit code of a build that has said itself what is wrong. */
const TOLD = 2;

/** What mends a Node that is missing or not whole. While it is being written, it can't be started either. */
const INSTALL_AGAIN =
  "run npm install again; where npm is installing just now, wait until it is done";

/** Ends with a line that says what to do. */
function fail(message, hint) {
  process.stderr.write(`error: ${message}\nhint: ${hint}\n`);
  process.exit(2);
}

/** This Node where it is new enough, which saves a process, else the pinned one. The first step of `npm start` and `npm test` has chosen already. */
function findNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 24 || (major === 24 && minor >= 11)) return process.execPath;
  const isWindows = process.platform === "win32";
  const folder = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
  const pinned = join(root, "node_modules", folder, "bin", isWindows ? "node.exe" : "node");
  if (existsSync(pinned)) return pinned;
  if (!existsSync(join(root, "node_modules")))
    return fail("weir is not installed yet", `run npm install in ${root}`);
  return fail(
    `weir needs Node 24.11 or later; this is ${process.version}`,
    `install Node 24, or ${INSTALL_AGAIN}`,
  );
}

/** The time in milliseconds at which a file under a folder was changed last. */
function newestChange(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestChange(path) : statSync(path).mtimeMs);
  }
  return newest;
}

const isOlder = (folder, ms) => !existsSync(folder) || newestChange(folder) <= ms;

function readManifest(folder) {
  const path = join(folder, "manifest.json");
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/**
 * Is the bundle made of these rules? Their manifest tells, and not the time of their files: one that is changed by hand is
 * none of the manifest's, and no build would take it.
 */
function hasTheseRules(bundledMs) {
  const built = readManifest(join(root, "dist", "shipped"));
  if (built === undefined) return false;
  return built === readManifest(rules) || isOlder(rules, bundledMs);
}

function isBundleCurrent() {
  if (!existsSync(bundle)) return false;
  const bundledMs = statSync(bundle).mtimeMs;
  return sourceFolders.every((folder) => isOlder(folder, bundledMs)) && hasTheseRules(bundledMs);
}

function build(node) {
  if (!existsSync(join(root, "node_modules")))
    fail("weir is not installed yet", `run npm install in ${root}`);
  const { status } = spawnSync(node, [join(root, "scripts", "build.mjs")], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status === TOLD) process.exit(TOLD);
  if (status !== 0) fail("weir could not be bundled", `run npm install in ${root}, then try again`);
}

/** Runs the bundle in this process where its Node will do, else in one of its own on this terminal, and ends as it ended. */
function run(node) {
  if (node === process.execPath) return createRequire(import.meta.url)(bundle);
  const failed = () => fail("the Node that weir needs could not be started", INSTALL_AGAIN);
  let child;
  try {
    child = spawn(node, [bundle, ...process.argv.slice(2)], { stdio: "inherit" });
  } catch {
    // Of some failures, such as a file that is still written to, there is no event.
    return failed();
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("error", failed);
  return child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

const node = findNode();
if (!isBundleCurrent()) build(node);
run(node);
