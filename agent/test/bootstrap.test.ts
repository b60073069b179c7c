import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { agentHome } from "./agent-process.ts";
import { writeRules } from "./fixture-rules.ts";

const clone = fileURLToPath(new URL("../../", import.meta.url));

/** A folder from which the first step of `npm start` runs the real agent, with nothing to install. */
function started(folder: string): string {
  mkdirSync(join(folder, "scripts"), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  cpSync(join(clone, "scripts/bootstrap.mjs"), join(folder, "scripts/bootstrap.mjs"));
  symlinkSync(join(clone, "agent"), join(folder, "agent"));
  writeFileSync(join(folder, "package-lock.json"), "{}");
  const stamp = createHash("sha256").update("{}").digest("hex");
  writeFileSync(join(folder, "node_modules", ".weir-lockfile-sha256"), stamp);
  return join(folder, "scripts/bootstrap.mjs");
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s to the first step of npm start stops the agent",
  async (signal) => {
    using home = agentHome();
    const words = [started(join(home.path, "clone")), "start", "--listen", "127.0.0.1:0"];
    const rules = ["--no-dns", "--rules", writeRules(home.path)];
    const child = spawn(process.execPath, [...words, ...rules], {
      env: { ...process.env, ...home.env, LOG_LEVEL: "", NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let out = "";
    child.stdout.on("data", (text: Buffer) => (out += text.toString()));
    await expect.poll(() => out, { timeout: 30_000 }).toContain("curl");
    const pidFile = join(home.dataDir, "weir.pid");
    const agent = Number(readFileSync(pidFile, "latin1").split("\n")[0]);
    try {
      child.kill(signal);
      expect(await once(child, "exit")).toEqual([0, null]);
      expect(existsSync(pidFile)).toBe(false);
      expect(() => process.kill(agent, 0)).toThrow("ESRCH");
    } finally {
      if (existsSync(pidFile)) process.kill(agent);
    }
  },
  60_000,
);
