import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryHome } from "./run-cli.ts";

// The README's commands, run as they stand, and what they print compared with what the README shows.

const root = fileURLToPath(new URL("../../", import.meta.url));

/** `npx weir` in a clone runs the clone's own command; here a shell function does so without npm. */
const NPX = 'npx() { shift; node agent/bin/weir.mjs "$@"; }';

/** The `$ command` lines of the README's console blocks, each with the output that follows it. */
function readmeExamples(): { readonly command: string; readonly output: string }[] {
  const [, ...blocks] = readFileSync(join(root, "README.md"), "utf8").split("```console\n");
  return blocks.map((block) => {
    const [command = "", ...output] = (block.split("\n```")[0] ?? "").split("\n");
    return { command: command.replace(/^\$ /, ""), output: output.join("\n") };
  });
}

const home = temporaryHome();
let agent: ChildProcess;
let address = "";

beforeAll(async () => {
  agent = spawn(process.execPath, ["agent/bin/weir.mjs", "run", "--listen", "127.0.0.1:0"], {
    cwd: root,
    env: { ...process.env, ...home.env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const text of agent.stdout ?? []) {
    address = /127\.0\.0\.1:\d+/.exec(String(text))?.[0] ?? "";
    if (address !== "") break;
  }
});

afterAll(async () => {
  agent.kill("SIGTERM");
  if (agent.exitCode === null) await once(agent, "exit");
  home[Symbol.dispose]();
});

test.each(readmeExamples())("README: $command", ({ command, output }) => {
  const script = `${NPX}\n${command.replaceAll("127.0.0.1:9191", address)}`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script], {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      ...home.env,
      PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
    },
  });
  expect(`${stdout}${stderr}`.trim()).toBe(output.trim());
});
