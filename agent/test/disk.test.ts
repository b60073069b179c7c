// Disks that take no file. They are mounted in a namespace of their own, which needs Linux and the right to make one; where
// that is missing, the run says that these were skipped.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import { acmeKey, writeRules } from "./fixture-rules.ts";
import { PROGRAM } from "./run-cli.ts";
import { canaryOf, dataFolder, olderStore } from "./store-folder.ts";

const IN_NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"] as const;
const TO_NAMESPACE = ["nsenter", "--user", "--preserve-credentials", "--mount"] as const;
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
    ["is full", "nr_inodes=1,mode=700", "full", "its disk is full"],
    ["is read-only", "ro,mode=700", "read_only", "its disk takes no changes"],
  ])("%s scans, says so, and needs no token for it", async (_, options, state, reason) => {
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
    expect(agent.log()).toContain(
      "warning: weir.pid can't be written, so commands find this agent",
    );
    home.writeConfig(`api_listen: 127.0.0.1:${agent.port}\n`);
    const inside = [...TO_NAMESPACE.slice(1), "--target", String(agent.pid)];
    for (const words of [["canary", "list"], ["reload"]]) {
      const { status: code, stderr } = spawnSync(
        TO_NAMESPACE[0],
        [...inside, process.execPath, PROGRAM, ...words],
        { encoding: "utf8", env: { ...process.env, ...home.env }, cwd: "/" },
      );
      expect([code, stderr]).toEqual([2, expect.stringContaining(`  ${reason}; an agent on it`)]);
    }
    expect(agent.signal("SIGTERM")).toBe(true);
    expect(await agent.ended()).toBe(0);
  });

  test("is read-only blocks the canaries of an earlier version's store, and says that nothing can be changed", async () => {
    using home = agentHome();
    using elsewhere = dataFolder();
    mkdirSync(home.dataDir, { mode: 0o700 });
    const store = olderStore(elsewhere.path, 1);
    const mounting = `mount -t tmpfs -o mode=700 tmpfs "$0" && cp "$1" "$0" &&
      mount -o remount,ro "$0" && shift && exec "$@"`;
    const agent = await startAgent(home, {
      args: ["--rules", writeRules(home.path)],
      wrapper: [...IN_NAMESPACE, "sh", "-c", mounting, home.dataDir, store],
    });
    expect(await agent.scan(canaryOf(7).token)).toMatchObject({
      blocked: true,
      pattern_name: "Canary:label 7",
    });
    expect((await agent.ask("GET", "/api/status")).data).toMatchObject({
      store: { state: "read_only", fault: null },
    });
    expect(agent.signal("SIGTERM")).toBe(true);
    expect(await agent.ended()).toBe(0);
  });

  test("has room again is in order by the next asking: the store, the token, the file of the process", async () => {
    using home = agentHome();
    mkdirSync(home.dataDir, { mode: 0o700 });
    const mounting = `mount -t tmpfs -o nr_inodes=1,mode=700 tmpfs "$0" && {
      (for i in $(seq 600); do [ -e "$HOME/room" ] && break; sleep 0.1; done
       mount -o remount,nr_inodes=1000 "$0") & exec "$@"; }`;
    const agent = await startAgent(home, {
      args: ["--rules", writeRules(home.path)],
      wrapper: [...IN_NAMESPACE, "sh", "-c", mounting, home.dataDir],
    });
    const store = async () =>
      ((await agent.ask("GET", "/api/status")).data as { store: { state: string } }).store.state;
    expect(await store()).toBe("full");
    await agent.scan(acmeKey("before"));
    writeFileSync(join(home.path, "room"), "");
    await expect.poll(store, { timeout: 20_000, interval: 500 }).toBe("ok");
    expect(agent.events()).toContainEqual(
      expect.objectContaining({ event: "store_state", state: "ok" }),
    );
    const seen = join("/proc", String(agent.pid), "root", home.dataDir);
    const token = readFileSync(join(seen, "api-token"), "utf8").trim();
    expect(readFileSync(join(seen, "weir.pid"), "utf8")).toContain(agent.url);
    const body = { label: "after" };
    expect((await agent.ask("POST", "/api/dlp/canary", { token, body })).status).toBe(201);
    expect((await agent.ask("GET", "/api/stats")).data).toMatchObject({ dlp_blocks_total: 1 });
    expect(agent.signal("SIGTERM")).toBe(true);
    expect(await agent.ended()).toBe(0);
  });
});

test.runIf(canMount.status === 0).each([
  ["is full", "nr_inodes=1", "its disk is full; make room on it"],
  ["is read-only", "ro", "its disk takes no changes"],
])("a command that can't write since the disk %s says so", (_, options, reason) => {
  using home = agentHome();
  const mounting = `mount -t tmpfs -o ${options} tmpfs "$0" && exec "$@"`;
  const disk = join(home.path, "disk");
  mkdirSync(disk);
  const run = (...words: readonly string[]) =>
    spawnSync(
      IN_NAMESPACE[0],
      [...IN_NAMESPACE.slice(1), "sh", "-c", mounting, disk, process.execPath, PROGRAM, ...words],
      { encoding: "utf8", env: { ...process.env, ...home.env }, cwd: home.path },
    );
  const pattern = ["Acme Own", "--category", "cloud", "--example", "acme_{base62:36}"];
  const rules = ["--rules", writeRules(home.path)];
  const made = run("rules", "new", ...pattern, ...rules, "--file", join(disk, "own.json"));
  const written = run("config", "init", "--path", join(disk, "config.yaml"), "--preset", "team");
  for (const { status, stderr } of [made, written]) {
    expect([status, stderr]).toEqual([2, expect.stringContaining(`  ${reason}`)]);
    expect(stderr).not.toContain("permission");
  }
});

describe.runIf(canMount.status === 0)("a store that was opened on a full disk", () => {
  const report = (): unknown => {
    using home = agentHome();
    const worker = join(import.meta.dirname, "full-disk-worker.ts");
    const mounting = 'mount -t tmpfs -o size=1m,nr_inodes=100,mode=700 tmpfs "$0" && exec "$@"';
    const words = [...IN_NAMESPACE.slice(1), "sh", "-c", mounting, home.path];
    const { stdout, stderr } = spawnSync(
      IN_NAMESPACE[0],
      [...words, process.execPath, worker, home.path],
      { encoding: "utf8" },
    );
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout);
  };

  test("holds in force what is there, keeps what is new once there is room, and says where only a new start reads another", () => {
    const full = { state: "full", fault: null, set_aside: 0 };
    const ok = { state: "ok", fault: null, set_aside: 0 };
    expect(report()).toEqual({
      fresh: { opened: full, tooSoon: full, later: ok, insert: "done", kept: [1, 1] },
      killed: { opened: full, canaries: 2, later: ok, insert: "done", kept: [3, 0] },
      earlier: { opened: full, canaries: 40, later: ok, insert: "done", kept: [41, 7] },
      exchanged: {
        opened: full,
        canaries: 0,
        later: { state: "read_only", fault: "restart_needed", set_aside: 0 },
        insert: "unavailable",
        kept: [40, 7],
      },
      withoutLog: { opened: full, canaries: 40, later: ok, insert: "done", kept: [41, 7] },
    });
  });
});
