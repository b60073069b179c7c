// Disks that take no file. They are mounted in a namespace of their own, which needs Linux and the right to make one; where
// that is missing, the run says that these were skipped.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import { acmeKey, writeRules } from "./fixture-rules.ts";

const IN_NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"] as const;
const canMount = spawnSync(IN_NAMESPACE[0], [
  ...IN_NAMESPACE.slice(1),
  "mount",
  "-t",
  "tmpfs",
  "tmpfs",
  "/mnt",
]);

describe.runIf(canMount.status === 0)("an agent whose data folder's disk", () => {
  test.each([
    ["is full", "nr_inodes=1,mode=700", "full"],
    ["is read-only", "ro,mode=700", "read_only"],
  ])("%s scans, says so, and needs no token for it", async (_, options, state) => {
    using home = agentHome();
    mkdirSync(home.dataDir, { mode: 0o700 });
    const mounting = `mount -t tmpfs -o ${options} tmpfs "$0" && exec "$@"`;
    const agent = await startAgent(home, {
      args: ["--rules", writeRules(home.path)],
      wrapper: [...IN_NAMESPACE, "sh", "-c", mounting, home.dataDir],
    });
    expect((await agent.scan(acmeKey("disk"))).pattern_name).toBe("Acme Key");
    expect((await agent.ask("GET", "/api/status")).data).toMatchObject({
      status: "degraded",
      store: { state, fault: null },
    });
    expect((await agent.ask("GET", "/api/stats")).data).toMatchObject({ dlp_blocks_total: 1 });
    expect((await agent.ask("GET", "/api/dlp/canary", { token: "0".repeat(64) })).status).toBe(401);
    const events = agent.events().map(({ event }) => event);
    expect(events).toContain("pid_file_unwritable");
    expect(events).toContain("token_unavailable");
    expect(agent.signal("SIGTERM")).toBe(true);
    expect(await agent.ended()).toBe(0);
  });
});
