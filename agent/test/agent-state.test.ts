import { existsSync, mkdirSync, readFileSync, statSync, chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { parse, PRESET_NAMES, StatusAnswer } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import type { Agent } from "./agent-process.ts";
import { acmeKey, weakNote, writeRules } from "./fixture-rules.ts";
import { containing, matching } from "./matchers.ts";
import { weir } from "./run-cli.ts";

const presets = fileURLToPath(new URL("../../presets/", import.meta.url));

/** Starts the command in a home, without waiting for it to listen; for what ends by itself. */
const runIn = async (home: { readonly env: Readonly<Record<string, string>> }, args: string[]) =>
  weir(["run", "--listen", "127.0.0.1:0", "--no-dns", ...args], { env: home.env });

/** Has the agent hear SIGHUP and answers the first event that it brings. */
async function reload(agent: Agent) {
  const before = agent.events().length;
  agent.signal("SIGHUP");
  const isTold = ({ event }: { event: string }): boolean =>
    event === "config_reloaded" || event === "config_refused";
  await expect.poll(() => agent.events().slice(before).some(isTold)).toBe(true);
  return agent.events().slice(before);
}

describe("weir run", () => {
  test.each(PRESET_NAMES)("starts on the %s preset's file", async (preset) => {
    const text = readFileSync(join(presets, `config.${preset}.example.yaml`), "utf8");
    using home = agentHome(text);
    const agent = await startAgent(home);
    const { data } = await agent.ask("GET", "/api/status");
    expect(parse(StatusAnswer, data)).toMatchObject({
      ok: true,
      value: { status: "ok", preset, store: { state: "ok", fault: null, set_aside: 0 } },
    });
    expect(statSync(home.dataDir).mode & 0o777).toBe(0o700);
    for (const name of ["api-token", "weir.db", "weir.pid"]) {
      expect([name, statSync(join(home.dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    expect(await agent.stop()).toBe(0);
    expect(agent.events()).toContainEqual(
      expect.objectContaining({ event: "stopping", reason: "SIGTERM" }),
    );
    expect(existsSync(join(home.dataDir, "weir.pid"))).toBe(false);
  });

  test.each<readonly [string, string, number, string]>([
    [
      "an unknown key",
      "api_listn: 127.0.0.1:1\n",
      0o600,
      "config.yaml:1:1: api_listn: is not a known key",
    ],
    ["a wrong value", "log_level: loud\n", 0o600, "config.yaml:1:1: log_level: must be"],
    [
      "a file that others can change",
      "preset: team\n",
      0o666,
      "can be changed by others; mend it: chmod 600",
    ],
  ])("is refused with exit code 2 and the fault's line: %s", async (_name, text, mode, line) => {
    using home = agentHome(text);
    chmodSync(home.configPath, mode);
    const { code, out, err } = await runIn(home, []);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(line);
    expect(err).toContain("\nhint: ");
    expect(existsSync(home.dataDir)).toBe(false);
  });

  test("is refused where the file that was named is not there, and where LOG_LEVEL is wrong", async () => {
    using home = agentHome();
    expect(await runIn(home, ["--config", "nowhere.yaml"])).toMatchObject({
      code: 2,
      err: matching(
        /^error: the configuration file that was named is not there\n {2}.*nowhere\.yaml/,
      ),
    });
    const env = { ...home.env, LOG_LEVEL: "loud" };
    expect(await weir(["run"], { env })).toMatchObject({ code: 2, err: containing("LOG_LEVEL") });
  });

  test("is refused on a data folder that is open to others, can't be made, or has a bad token", async () => {
    using home = agentHome();
    mkdirSync(home.dataDir);
    chmodSync(home.dataDir, 0o755);
    expect(await runIn(home, [])).toMatchObject({ code: 2, err: containing("mend it: chmod 700") });
    chmodSync(home.dataDir, 0o700);
    writeFileSync(join(home.dataDir, "api-token"), "nonsense");
    chmodSync(join(home.dataDir, "api-token"), 0o600);
    expect(await runIn(home, [])).toMatchObject({ code: 2, err: containing("weir token rotate") });
    chmodSync(join(home.dataDir, "api-token"), 0o644);
    expect(await runIn(home, [])).toMatchObject({ code: 2, err: containing("mend it: chmod 600") });
    writeFileSync(join(home.path, "file"), "");
    const env = { ...home.env, WEIR_DATA_DIR: join(home.path, "file") };
    expect(await runIn({ env }, [])).toMatchObject({ code: 2, err: containing("data_dir") });
  });

  test("is refused where an agent runs on the same data folder, and not where one was killed there", async () => {
    using home = agentHome();
    const first = await startAgent(home);
    const { code, err } = await runIn(home, []);
    expect(code).toBe(2);
    expect(err).toContain("an agent runs on this data folder already");
    expect(err).toContain("another data_dir (or WEIR_DATA_DIR where the file sets none)");
    expect((await first.ask("GET", "/api/stats")).status).toBe(200);
    await first.kill();
    expect(existsSync(join(home.dataDir, "weir.pid"))).toBe(true);
    const second = await startAgent(home);
    expect(await second.stop()).toBe(0);
  });

  test("takes rules, the largest content and the layer's address from the configuration", async () => {
    using home = agentHome();
    const rules = writeRules(join(home.path));
    home.writeConfig(`rules_dir: ${rules}\nmax_scan_bytes: 1024\nlog_level: debug\n`);
    const agent = await startAgent(home);
    expect((await agent.ask("GET", "/api/status")).data).toMatchObject({ patterns: 4 });
    expect((await agent.scan(acmeKey("config"))).pattern_name).toBe("Acme Key");
    const large = await agent.ask("POST", "/api/dlp/scan", { body: { content: "x".repeat(1025) } });
    expect(large.status).toBe(413);
    expect(agent.events().map(({ event }) => event)).toContain("scan");
    await agent.stop();
  });

  test("goes on with a store of a newer version, and tells", async () => {
    using home = agentHome();
    const first = await startAgent(home);
    await first.stop();
    const db = new DatabaseSync(join(home.dataDir, "weir.db"));
    db.exec("PRAGMA user_version = 99");
    db.close();
    const agent = await startAgent(home);
    expect(agent.log()).toContain("warning: the store was written by a newer weir");
    expect(agent.events()).toContainEqual(
      expect.objectContaining({ event: "store_state", state: "failed" }),
    );
    expect((await agent.ask("GET", "/api/status")).data).toMatchObject({
      status: "degraded",
      store: { state: "failed", fault: "newer_version" },
    });
    expect(await agent.scan("x")).toMatchObject({ blocked: false });
    await agent.stop();
  });
});

test("SIGUSR1 opens no debugger", async () => {
  using home = agentHome();
  const agent = await startAgent(home);
  agent.signal("SIGUSR1");
  expect(await agent.scan("x")).toMatchObject({ blocked: false });
  expect(await agent.stop()).toBe(0);
  expect(agent.log()).not.toContain("ebugger");
});

describe("SIGHUP", () => {
  test("takes up a changed file; a faulty one changes nothing and is told with the number of faults", async () => {
    using home = agentHome("thresholds:\n  low: 4\n");
    const rules = writeRules(home.path);
    const agent = await startAgent(home, { args: ["--rules", rules] });
    const note = weakNote("hup");
    expect((await agent.scan(note)).blocked).toBe(false);
    home.writeConfig("thresholds:\n  low: 1\nmax_scan_bytes: 1024\nlog_level: debug\n");
    expect((await reload(agent)).map(({ event }) => event)).toEqual(["config_reloaded"]);
    expect((await agent.scan(note)).blocked).toBe(true);
    const large = { body: { content: "x".repeat(1025) } };
    expect((await agent.ask("POST", "/api/dlp/scan", large)).status).toBe(413);
    await expect.poll(() => agent.events().map(({ event }) => event)).toContain("scan");

    home.writeConfig("thresholds:\n  low: 0\nlog_levl: info\nmax_scan_bytes: 2048\n");
    expect((await reload(agent)).at(-1)).toMatchObject({ event: "config_refused", faults: 2 });
    expect((await agent.scan(note)).blocked).toBe(true);
    expect((await agent.ask("POST", "/api/dlp/scan", large)).status).toBe(413);
    expect(await agent.stop()).toBe(0);
  });

  test("tells the keys that wait for a restart, and --listen goes on winning", async () => {
    using home = agentHome("api_listen: 127.0.0.1:9999\nproxy_enabled: true\n");
    const agent = await startAgent(home);
    expect(agent.events()).toContainEqual(
      expect.objectContaining({ event: "keys_without_effect", keys: ["proxy_enabled"] }),
    );
    home.writeConfig("api_listen: 127.0.0.1:9998\ndns_listen: 127.0.0.1:15354\n");
    expect(await reload(agent)).toContainEqual(
      expect.objectContaining({ event: "restart_needed", keys: ["dns_listen"] }),
    );
    expect((await agent.ask("GET", "/api/stats")).status).toBe(200);
    await agent.stop();
  });

  test("takes up changed rules with the canaries in force; faulty rules change nothing", async () => {
    using home = agentHome();
    const rules = writeRules(home.path);
    const agent = await startAgent(home, { args: ["--rules", rules] });
    const { token } = await agent.create("payroll");
    writeRules(home.path, { patterns: "{" });
    expect((await reload(agent)).at(-1)).toMatchObject({ event: "config_refused" });
    expect((await agent.scan(acmeKey("hup"))).blocked).toBe(true);
    const local = [
      { name: "Own", severity: "critical", regex: "own-[0-9]{6}", prefix: "own-", score_weight: 2 },
    ];
    writeRules(home.path, { local: { patterns: local } });
    expect((await reload(agent)).at(-1)).toMatchObject({ event: "config_reloaded", patterns: 5 });
    expect((await agent.scan("own-274913")).pattern_name).toBe("Own");
    expect((await agent.scan(token)).pattern_name).toBe("Canary:payroll");
    home.writeConfig("canary_enabled: false\n");
    await reload(agent);
    expect((await agent.scan(token)).blocked).toBe(false);
    const another = await home.run("canary", "create", "late");
    expect(another).toMatchObject({ code: 2, out: "", err: containing("canary_enabled: true") });
    expect(await agent.canaries()).toMatchObject([{ token, trigger_count: 1 }]);
    await agent.stop();
  });

  test("keeps what was changed through the API over the new configuration", async () => {
    using home = agentHome("preset: team\n");
    const agent = await startAgent(home);
    const token = home.token();
    await agent.ask("PUT", "/api/dlp/config", { token, body: { thresholds: { high: 50 } } });
    home.writeConfig("preset: team\nthresholds: { medium: 60, high: 70 }\n");
    await reload(agent);
    expect((await agent.ask("GET", "/api/dlp/config")).data).toMatchObject({
      thresholds: { critical: 1, high: 50, medium: 60, low: 4 },
    });
    await agent.stop();
  });
});

describe("a restart", () => {
  test.each([
    ["personal", 50],
    ["team", 2],
  ])("on the %s preset finds the threshold %d that was set to 50", async (preset, high) => {
    using home = agentHome(`preset: ${preset}\n`);
    const first = await startAgent(home);
    const token = home.token();
    const body = { thresholds: { high: 50 } };
    expect((await first.ask("PUT", "/api/dlp/config", { token, body })).data).toMatchObject(body);
    await first.stop();
    const second = await startAgent(home);
    expect((await second.ask("GET", "/api/dlp/config")).data).toMatchObject({
      thresholds: { high },
    });
    await second.stop();
  });

  test("finds the counters and the token as they were", async () => {
    using home = agentHome("stats_flush_interval: 1h\n");
    const first = await startAgent(home);
    const { token } = await first.create("payroll");
    await first.scan("nothing");
    await first.scan(token);
    const apiToken = home.token();
    await first.stop();
    const second = await startAgent(home);
    expect((await second.ask("GET", "/api/stats")).data).toMatchObject({
      dlp_scans_total: 2,
      dlp_blocks_total: 1,
    });
    expect(home.token()).toBe(apiToken);
    expect(await second.canaries()).toMatchObject([{ trigger_count: 1 }]);
    expect((await second.scan(token)).pattern_name).toBe("Canary:payroll");
    await second.stop();
  });

  test("after kill -9 finds every canary that was answered and none that was deleted, and what was flushed", async () => {
    using home = agentHome("stats_flush_interval: 10ms\n");
    const first = await startAgent(home);
    const [kept, deleted] = [await first.create("kept"), await first.create("deleted")];
    await first.scan(kept.token);
    const token = home.token();
    expect((await first.ask("DELETE", `/api/dlp/canary/${deleted.id}`, { token })).status).toBe(
      204,
    );
    const last = await first.create("last");
    await expect
      .poll(() => {
        using db = new DatabaseSync(join(home.dataDir, "weir.db"), { readOnly: true });
        return db.prepare("SELECT dlp_scans_total AS scans FROM counters").get();
      })
      .toEqual({ scans: 1 });
    await first.kill();
    const second = await startAgent(home);
    expect((await second.canaries()).map(({ id }) => id)).toEqual([kept.id, last.id]);
    expect((await second.scan(last.token)).pattern_name).toBe("Canary:last");
    expect((await second.scan(deleted.token)).blocked).toBe(false);
    expect((await second.ask("GET", "/api/stats")).data).toMatchObject({ dlp_scans_total: 3 });
    expect((await second.ask("GET", "/api/status")).data).toMatchObject({ store: { state: "ok" } });
    await second.stop();
  });
});
