// Shipped files that are changed while the agent runs, whatever layers it has and wherever its rules come from by then.
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Config, parse } from "@weir/schema";
import { createHostsLayer } from "../src/hosts-layer.ts";
import { shippedRulesDir } from "../src/rules/locate.ts";
import { readManifest } from "../src/rules/manifest.ts";
import { createTamper } from "../src/tamper.ts";
import { agentHome, startAgent } from "./agent-process.ts";
import type { AgentHome } from "./agent-process.ts";
import { lookUp } from "./dns-parts.ts";

const LISTED = "ai_chat_blocked.txt";

let home: AgentHome;
beforeEach(() => {
  home = agentHome();
});
afterEach(() => home[Symbol.dispose]());

/** A folder with the shipped rules and their manifest. */
function copyRules(name: string): string {
  const to = join(home.path, name);
  for (const file of [...readManifest(shippedRulesDir()).sha256.keys(), "manifest.json"]) {
    cpSync(join(shippedRulesDir(), file), join(to, file));
  }
  return to;
}

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
  const folder = copyRules("rules");
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

test("after a reload the folder and the lists that it names are watched", async () => {
  const first = copyRules("first");
  const second = copyRules("second");
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
  const folder = copyRules("rules");
  const config = parse(Config, { dns_listen: "127.0.0.1:0", upstream_dns: "127.0.0.1:9" });
  if (!config.ok) throw new Error("the configuration of the test has faults");
  const log = { isOn: () => false, write: () => undefined };
  const tamper = createTamper({ count: () => undefined, log, warn: () => undefined });
  const layer = createHostsLayer({
    terminal: { err: () => undefined } as never,
    config: () => config.value,
    folder: () => folder,
    policies: { read: () => ({}), set: () => false },
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
