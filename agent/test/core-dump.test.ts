// A crash must not write to the disk what is scanned. Real processes are ended by SIGABRT, with core dumps allowed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import { PROGRAM } from "./run-cli.ts";

const WITH_CORES = ["sh", "-c", 'ulimit -c unlimited; exec "$@"', "sh"];
const MARKER = "Core7Marker3Qz9Vx";

const filterOf = (pid: number): number =>
  Number.parseInt(readFileSync(`/proc/${pid}/coredump_filter`, "utf8"), 16);

/** Does each core dump in a folder hold the marker? There is none where the kernel hands them to a program. */
const coresIn = (folder: string): readonly boolean[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith("core"))
    .map((name) => readFileSync(join(folder, name)).includes(MARKER));

test.runIf(process.platform === "linux")(
  "an agent that crashes leaves no content behind",
  async () => {
    using home = agentHome();
    const agent = await startAgent(home, { wrapper: WITH_CORES });
    await agent.scan(`a text that holds ${MARKER}`);
    expect(filterOf(agent.pid)).toBe(0);
    agent.signal("SIGABRT");
    await agent.ended();
    expect(coresIn(home.path)).not.toContain(true);
  },
);

test.runIf(process.platform === "linux").each(["scan", "scan --redact"])(
  "a command that crashes leaves no content behind: weir %s",
  async (command) => {
    using home = agentHome();
    const line = [...WITH_CORES, process.execPath, PROGRAM, ...command.split(" "), "-"];
    const child = spawn(line[0] ?? "", line.slice(1), {
      cwd: home.path,
      env: { ...process.env, ...home.env },
      stdio: ["pipe", "ignore", "ignore"],
    });
    const ended = once(child, "close");
    // The rest never comes: it has read this and waits.
    child.stdin.write(`a text that holds ${MARKER}`);
    //    await expect.poll(() => filterOf(child.pid ?? 0), { timeout: 10_000 }).toBe(0);
    await expect.poll(() => child.stdin.writableLength).toBe(0);
    child.kill("SIGABRT");
    await ended;
    expect(coresIn(home.path)).not.toContain(true);
  },
);
