import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { agentHome } from "./agent-process.ts";
import { writeRules } from "./fixture-rules.ts";
import { PROGRAM } from "./run-cli.ts";

/** Starts an agent on a terminal of its own and takes the terminal away once the agent runs. */
async function startAndHangUp(home: ReturnType<typeof agentHome>, before: string) {
  const rules = writeRules(home.path);
  const words = [process.execPath, PROGRAM, "run", "--listen", "127.0.0.1:0", "--no-dns"];
  const command = `${before} ${words.join(" ")} --rules ${rules} >out 2>err`;
  const terminal = spawn("script", ["-qec", command, "/dev/null"], {
    cwd: home.path,
    env: { ...process.env, ...home.env, LOG_LEVEL: "", NO_COLOR: "1" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  const log = (): string => readFileSync(join(home.path, "err"), "utf8");
  await expect.poll(() => existsSync(join(home.path, "err")) && log()).toContain('"started"');
  terminal.kill("SIGKILL");
  await once(terminal, "exit");
  return log;
}

test("an agent stops when its terminal is gone", async () => {
  using home = agentHome();
  const log = await startAndHangUp(home, "");
  await expect.poll(log).toContain('"stopped"');
  expect(log()).not.toContain("config_reloaded");
});

test("an agent that nohup started outlives its terminal", async () => {
  using home = agentHome();
  const log = await startAndHangUp(home, "nohup");
  await expect.poll(log).toContain('"config_reloaded"');
  expect(log()).not.toContain('"stopping"');
  const pidFile = join(home.dataDir, "weir.pid");
  process.kill(Number(readFileSync(pidFile, "latin1").split("\n")[0]));
  await expect.poll(() => existsSync(pidFile)).toBe(false);
});
