// A pause of the DNS layer: asked for by the command and the API, and ended.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Config, parse } from "@weir/schema";
import type { Counters } from "@weir/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_CHANGES, openDnsLayer } from "../src/dns-layer.ts";
import type { LogEvent } from "../src/log.ts";
import { lookUp } from "./dns-parts.ts";
import { BLOCKED, closeUpstream, homeWith, openUpstream, startHosts } from "./hosts-agent.ts";
import { containing } from "./matchers.ts";

beforeAll(openUpstream);
afterAll(closeUpstream);

test("a pause lets every name through until it is ended, and both the status and the command tell", async () => {
  using home = homeWith("");
  const { agent, change, rcode } = await startHosts(home);
  const paused = async (): Promise<number> =>
    (
      (await agent.ask("GET", "/api/status")).data as {
        layers: { dns: { paused_seconds: number } };
      }
    ).layers.dns.paused_seconds;
  expect([await rcode(BLOCKED), await paused()]).toEqual(["NXDOMAIN", 0]);
  const { run } = home;
  expect(await run("dns", "pause", "5")).toMatchObject({ code: 0 });
  expect(await paused()).toBeGreaterThan(0);
  expect((await run("status")).out).toContain("paused for 5 min");
  const shown = JSON.parse((await run("dns", "status", "--json")).out) as {
    layer: { paused_seconds: number };
  };
  expect(shown.layer.paused_seconds).toBeGreaterThan(0);
  expect((await run("dns", "status")).out).toContain("paused for 5 min");
  expect(await run("dns", "test", BLOCKED)).toMatchObject({
    code: 0,
    out: containing("answer: forwarded: filtering is paused for 5 min; then NXDOMAIN"),
  });
  expect(await run("dns", "test", "duck.onion")).toMatchObject({
    code: 1,
    out: containing("\nanswer: NXDOMAIN\n"),
  });
  expect(await run("dns", "resume")).toMatchObject({ code: 0 });
  expect(await run("dns", "test", BLOCKED)).toMatchObject({
    code: 1,
    out: containing("answer: NXDOMAIN"),
  });
  expect([await rcode(BLOCKED), await paused()]).toEqual(["NXDOMAIN", 0]);
  for (const minutes of ["0", "1441", "1.5", "soon", "-1"]) {
    expect([minutes, (await run("dns", "pause", "--", minutes)).code]).toEqual([minutes, 2]);
  }
  expect((await change("POST", "/api/dns/pause", { minutes: 1441 })).status).toBe(400);
  await agent.stop();
  expect(await run("dns", "pause", "5")).toMatchObject({ code: 3 });
});

test("of an agent that is busy nothing is told or taken for granted; without one the files tell", async () => {
  using home = homeWith("");
  const { agent } = await startHosts(home);
  const { run } = home;
  expect(await run("dns", "pause", "5")).toMatchObject({ code: 0 });
  agent.signal("SIGSTOP");
  const busy = {
    code: 3,
    out: "",
    err: containing("the agent is there and does not answer in time"),
  };
  expect(await run("dns", "test", BLOCKED)).toMatchObject(busy);
  expect(await run("dns", "test", BLOCKED, "--json")).toMatchObject(busy);
  expect(await run("dns", "resume")).toMatchObject(busy);
  // What the system has set up is told all the same.
  expect((await run("dns", "status")).out).toMatch(
    /^managed by [^]*^dns layer {6}the agent is there and does not answer in time$/m,
  );
  const shown = JSON.parse((await run("dns", "status", "--json")).out) as object;
  expect(shown).toMatchObject({ in_force: false, layer: null, busy: true });
  for (const name of Object.keys(shown)) expect(name).toMatch(/^[a-z_]+$/);
  agent.signal("SIGCONT");
  expect(await run("dns", "test", BLOCKED)).toMatchObject({ code: 0, out: containing("paused") });
  expect(await run("dns", "resume")).toMatchObject({ code: 0 });
  await agent.stop();
  expect(await run("dns", "test", BLOCKED)).toMatchObject({
    code: 1,
    out: containing("answer: NXDOMAIN"),
  });
  expect((await run("dns", "status")).out).toContain("dns layer      no agent answers");
});

test("a pause does not outlast a night in which the machine sleeps", async () => {
  using home = homeWith("");
  const night = join(home.path, "night");
  const clock = join(home.path, "clock.cjs");
  // The clock of the machine's own time stands still in such a night, and the time of day goes on.
  writeFileSync(
    clock,
    `const { existsSync } = require("node:fs"); const dayMs = Date.now;
    Date.now = () => dayMs() + (existsSync(${JSON.stringify(night)}) ? 8 * 3600_000 : 0);`,
  );
  const options = { env: { NODE_OPTIONS: `--require ${clock}` } };
  const { agent, change, rcode } = await startHosts(home, options);
  /** Is the name blocked? While a pause is on, the network's resolvers are asked, which may not know it either. */
  const isBlocked = async (): Promise<boolean> => {
    const blocks = async () =>
      ((await agent.ask("GET", "/api/stats")).data as Counters).dns_blocks_total;
    const before = await blocks();
    await rcode(BLOCKED);
    return (await blocks()) > before;
  };
  expect((await change("POST", "/api/dns/pause", { minutes: 30 })).status).toBe(200);
  expect(await isBlocked()).toBe(false);
  writeFileSync(night, "");
  expect(await isBlocked()).toBe(true);
  expect((await agent.ask("GET", "/api/status")).data).toMatchObject({
    layers: { dns: { paused_seconds: 0 } },
  });
  await agent.stop();
});

test("a pause ends where a reload brings the lock, and resume is not locked", async () => {
  using home = homeWith("");
  const { agent, change, rcode } = await startHosts(home);
  expect((await change("POST", "/api/dns/pause", { minutes: 600 })).status).toBe(200);
  home.writeConfig(`${readFileSync(home.configPath, "utf8")}preset: managed\n`);
  agent.signal("SIGHUP");
  await expect.poll(() => agent.log()).toContain("config_reloaded");
  await expect.poll(async () => rcode(BLOCKED)).toBe("NXDOMAIN");
  await expect.poll(() => agent.log()).toContain("dns_resumed");
  expect(await change("POST", "/api/dns/resume")).toMatchObject({
    status: 200,
    data: { paused_seconds: 0 },
  });
  expect((await change("POST", "/api/dns/pause", { minutes: 1 })).status).toBe(403);
  await agent.stop();
});

test("a pause ends by itself", async () => {
  using home = homeWith("");
  const config = parse(Config, { dns_listen: "127.0.0.1:0", upstream_dns: "127.0.0.1:9" });
  if (!config.ok) throw new Error("the configuration of the test has faults");
  const events: LogEvent[] = [];
  let blocks = 0;
  const layer = await openDnsLayer(
    { config: config.value, folder: home.path, changes: NO_CHANGES },
    {
      log: { isOn: () => true, write: (event) => events.push(event) },
      count: (name, by) => (blocks += name === "dns_blocks_total" ? by : 0),
      warn: () => undefined,
      noteDiffering: () => undefined,
    },
  );
  const started = events.find((event) => event.event === "dns_started");
  const port = started?.event === "dns_started" ? started.port : 0;
  /** Is the name blocked? While a pause is on, the network's resolvers are asked, which may not know it either. */
  const isBlocked = async (): Promise<boolean> => {
    const before = blocks;
    await lookUp(port, BLOCKED);
    layer.collect();
    return blocks > before;
  };
  expect(await isBlocked()).toBe(true);
  expect([await layer.pause(0.1), layer.status().paused_seconds]).toEqual([true, 6]);
  expect(await isBlocked()).toBe(false);
  await expect.poll(isBlocked, { timeout: 20_000 }).toBe(true);
  expect(layer.status().paused_seconds).toBe(0);
  expect(events).toContainEqual({ event: "dns_paused", minutes: 0.1 });
  await layer.stop();
});
