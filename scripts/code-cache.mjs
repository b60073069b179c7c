// The code that V8 makes of the program, kept for its next start.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

/** How long the program may take for its first answer, and between two looks whether it answers. */
const GIVE_UP_MS = 20_000;
const POLL_MS = 20;

const hook = new URL("keep-code.mjs", import.meta.url).href;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Asks a program for one scan until it answers, as long as it runs. */
async function untilScanned(child, port) {
  const giveUpMs = performance.now() + GIVE_UP_MS;
  while (child.exitCode === null && performance.now() < giveUpMs) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/dlp/scan`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ content: "a text with nothing to find" }),
      });
      await answer.text();
      return;
    } catch {
      await sleep(POLL_MS);
    }
  }
  throw new Error("it does not answer");
}

/** The builder's surroundings without their settings of Weir and of Node. */
function surroundings(folder) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:WEIR|NODE)_/.test(name));
  return { ...Object.fromEntries(kept), WEIR_DATA_DIR: join(folder, "data") };
}

/**
 * What V8 has made of a program once it has started as an agent and answered a scan: the functions that a start needs, and
 * none besides. Throws where the agent can't be started here.
 */
export async function codeOf(program) {
  const folder = mkdtempSync(join(tmpdir(), "weir-build-"));
  const config = join(folder, "config.yaml");
  writeFileSync(config, "preset: personal\n");
  const port = await freePort();
  const words = ["run", "--no-dns", "--listen", `127.0.0.1:${port}`, "--config", config];
  const child = fork(program, words, {
    execArgv: ["--import", hook],
    env: surroundings(folder),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = once(child, "exit");
  try {
    await untilScanned(child, port);
    const file = join(folder, "code");
    child.send(file);
    await ended;
    return readFileSync(file);
  } finally {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
