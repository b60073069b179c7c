// Shipped files that are changed while the agent runs, whatever layers it has and wherever its rules come from by then.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Config, parse } from "@weir/schema";
import { createHostsLayer } from "../src/hosts-layer.ts";
import { createTamper } from "../src/tamper.ts";
import { agentHome, startAgent } from "./agent-process.ts";
import type { AgentHome } from "./agent-process.ts";
import { lookUp } from "./dns-parts.ts";
import { acmeKey } from "./fixture-rules.ts";
import { copyRules, writeShipment } from "./operator-rules.ts";

const LISTED = "ai_chat_blocked.txt";

let home: AgentHome;
beforeEach(() => {
  home = agentHome();
});
afterEach(() => home[Symbol.dispose]());

async function start(args: readonly string[] = []) {
  const agent = await startAgent(home, { args });
  const tamper = async (): Promise<unknown> =>
    ((await agent.ask("GET", "/api/status")).data as { tamper_state: unknown }).tamper_state;
  const reload = async (): Promise<void> => {
    const count = (): number =>
      agent.events().filter(({ event }) => event === "config_reloaded").length;
    const before = count();
    agent.signal("SIGHUP");
    await expect.poll(count, { timeout: 20_000 }).toBe(before + 1);
  };
  return { agent, tamper, reload };
}

test("without the DNS layer changed files are found all the same, and the way back is too", async () => {
  const folder = copyRules(join(home.path, "rules"));
  home.writeConfig(`rules_dir: ${folder}\ndns_enabled: false\n`);
  const { agent, tamper } = await start();
  for (const name of [LISTED, "dlp_patterns.json"]) {
    const good = readFileSync(join(folder, name));
    expect(await tamper()).toBe("normal");
    writeFileSync(join(folder, name), "");
    await expect.poll(tamper, { timeout: 10_000 }).toBe("detected");
    writeFileSync(join(folder, name), good);
    await expect.poll(tamper, { timeout: 10_000 }).toBe("normal");
  }
  const manifest = readFileSync(join(folder, "manifest.json"));
  writeFileSync(join(folder, "manifest.json"), "{");
  await expect.poll(tamper, { timeout: 10_000 }).toBe("detected");
  expect(agent.log()).toContain("manifest.json: is not the manifest that the rules came with");
  writeFileSync(join(folder, "manifest.json"), manifest);
  await expect.poll(tamper, { timeout: 10_000 }).toBe("normal");
  await agent.stop();
});

test("once the patterns are mended, they are in force before the state is normal", async () => {
  const folder = writeShipment(join(home.path, "rules"));
  const patterns = join(folder, "dlp_patterns.json");
  const good = readFileSync(patterns);
  writeFileSync(patterns, '{"patterns": []}');
  home.writeConfig(`rules_dir: ${folder}\n`);
  const { agent, tamper } = await start();
  const key = acmeKey("mended");
  expect([await tamper(), (await agent.scan(key)).blocked]).toEqual(["detected", false]);
  const canary = await agent.create("kept");
  writeFileSync(patterns, good);
  await expect.poll(tamper).toBe("normal");
  expect((await agent.scan(key)).pattern_name).toBe("Acme Key");
  expect((await agent.scan(canary.token)).pattern_name).toBe("Canary:kept");
  expect(agent.events().map(({ event }) => event)).toContain("tamper_cleared");
  await agent.stop();
});

test("mended rules come into force while another file still differs", async () => {
  const folder = writeShipment(join(home.path, "rules"), { [LISTED]: "listed.example\n" });
  const [patterns, list] = [join(folder, "dlp_patterns.json"), join(folder, LISTED)];
  const good = readFileSync(patterns);
  writeFileSync(patterns, '{"patterns": []}');
  writeFileSync(list, "");
  home.writeConfig(`rules_dir: ${folder}\n`);
  const { agent, tamper } = await start();
  writeFileSync(patterns, good);
  const blocks = async () => (await agent.scan(acmeKey("partly"))).blocked;
  await expect.poll(blocks).toBe(true);
  expect(await tamper()).toBe("detected");
  writeFileSync(list, "listed.example\n");
  await expect.poll(tamper).toBe("normal");
  await agent.stop();
});

test.each(["is gone", "holds nonsense"])(
  "where the manifest of an operator %s, what it vouched for stays, also over a reload",
  async (what) => {
    const folder = writeShipment(join(home.path, "rules"), { [LISTED]: "listed.example\n" });
    const file = (name: string): string => join(folder, name);
    home.writeConfig(`rules_dir: ${folder}\nupstream_dns: 127.0.0.1:9\n`);
    const { agent, tamper, reload } = await start(["--dns-listen", "127.0.0.1:0"]);
    const port = Number(agent.events().find(({ event }) => event === "dns_started")?.["port"]);
    const inForce = async () => [
      (await lookUp(port, "listed.example")).rcode,
      (await agent.scan(acmeKey("vouched"))).pattern_name,
    ];
    expect([await tamper(), await inForce()]).toEqual(["normal", ["NXDOMAIN", "Acme Key"]]);
    const manifest = readFileSync(file("manifest.json"));
    const patterns = readFileSync(file("dlp_patterns.json"));
    if (what === "is gone") rmSync(file("manifest.json"));
    else writeFileSync(file("manifest.json"), "{");
    await expect.poll(tamper).toBe("detected");
    expect(agent.log()).toContain("manifest.json: is not the manifest that the rules came with");
    writeFileSync(file(LISTED), "");
    writeFileSync(file("dlp_patterns.json"), '{"patterns": []}');
    await expect.poll(agent.log).toContain("dlp_patterns.json: differs from the manifest");
    for (let reloads = 0; reloads < 2; reloads++) {
      expect([await tamper(), await inForce()]).toEqual(["detected", ["NXDOMAIN", "Acme Key"]]);
      await reload();
    }
    expect([await tamper(), await inForce()]).toEqual(["detected", ["NXDOMAIN", "Acme Key"]]);
    writeFileSync(file("manifest.json"), manifest);
    writeFileSync(file("dlp_patterns.json"), patterns);
    writeFileSync(file(LISTED), "listed.example\n");
    await expect.poll(tamper).toBe("normal");
    await agent.stop();
  },
);

test("without the DNS layer too a manifest that goes is told, and one that never was is not", async () => {
  const folder = writeShipment(join(home.path, "rules"));
  home.writeConfig(`rules_dir: ${folder}\n`);
  const { agent, tamper } = await start();
  rmSync(join(folder, "manifest.json"));
  await expect.poll(tamper).toBe("detected");
  await agent.stop();
  const { agent: next, tamper: state, reload } = await start();
  writeFileSync(join(folder, "dlp_exclusions.json"), '{ "exclusions": [] }');
  await reload();
  expect(await state()).toBe("normal");
  await next.stop();
});

test("after a reload the folder and the lists that it names are watched", async () => {
  const first = copyRules(join(home.path, "first"));
  const second = copyRules(join(home.path, "second"));
  const own = join(home.path, "own.txt");
  writeFileSync(own, "before.example\n");
  const common = "upstream_dns: 127.0.0.1:9\n";
  home.writeConfig(`rules_dir: ${first}\n${common}`);
  const { agent, tamper, reload } = await start(["--dns-listen", "127.0.0.1:0"]);
  const port = Number(agent.events().find(({ event }) => event === "dns_started")?.["port"]);
  const rcode = async (name: string) => (await lookUp(port, name)).rcode;
  home.writeConfig(`rules_dir: ${second}\nrule_paths: [${own}]\n${common}`);
  await reload();
  await expect.poll(async () => rcode("before.example")).toBe("NXDOMAIN");
  appendFileSync(own, "after.example\n");
  await expect.poll(async () => rcode("after.example"), { timeout: 10_000 }).toBe("NXDOMAIN");
  rmSync(join(first, LISTED));
  appendFileSync(join(second, "dlp_patterns.json"), "\n");
  await expect.poll(tamper, { timeout: 10_000 }).toBe("detected");
  expect(agent.log()).not.toContain(`${LISTED}: differs`);
  await agent.stop();
});

test("a file that goes behind the first reading, while the layer still starts, is missed at once", async () => {
  const folder = copyRules(join(home.path, "rules"));
  const config = parse(Config, { dns_listen: "127.0.0.1:0", upstream_dns: "127.0.0.1:9" });
  if (!config.ok) throw new Error("the configuration of the test has faults");
  const log = { isOn: () => false, write: () => undefined };
  const tamper = createTamper({ count: () => undefined, log, warn: () => undefined });
  const layer = createHostsLayer({
    terminal: { err: () => undefined } as never,
    config: () => config.value,
    folder: () => folder,
    policies: { read: () => ({}), set: () => false, forget: () => false },
    isLocked: () => false,
  });
  const opened = layer.open({
    log,
    count: () => undefined,
    warn: () => undefined,
    noteDiffering: tamper.note,
  });
  rmSync(join(folder, LISTED));
  await opened;
  await expect.poll(tamper.state, { timeout: 10_000 }).toBe("detected");
  await layer.stop();
});
