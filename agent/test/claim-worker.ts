// Claims one data folder after the other, each at its time, and tells which it got. Holds them until it is killed.
import { join } from "node:path";
import process from "node:process";
import { AgentError } from "../src/errors.ts";
import { claimDataFolder } from "../src/pid-file.ts";

const [, , folder = "", count = "0", firstMs = "0", stepMs = "0"] = process.argv;

const claims: Disposable[] = [];

function isWon(dataFolder: string): boolean {
  try {
    claims.push(claimDataFolder(dataFolder));
    return true;
  } catch (error) {
    if (error instanceof AgentError && error.code === "agent_running") return false;
    throw error;
  }
}

const won: number[] = [];
for (let i = 0; i < Number(count); i++) {
  // No timer is exact enough for all to come at once.
  while (Date.now() < Number(firstMs) + i * Number(stepMs));
  if (isWon(join(folder, String(i)))) won.push(i);
}
process.stdout.write(`${JSON.stringify(won)}\n`);
setInterval(() => undefined, 1000);
