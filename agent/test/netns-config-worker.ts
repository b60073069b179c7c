// Runs as root of a user, network and mount namespace of its own, whose /etc is a folder of the test: the real agent and the
// real command on a configuration that is named and has a data folder of its own.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { agentHome, startAgent } from "./agent-process.ts";
import { weir } from "./run-cli.ts";

const base = process.argv[2] ?? "";
const FORMER = "nameserver 127.0.0.3\n";
const RESOLV_CONF = "/etc/resolv.conf";

const must = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: "utf8" });

const etc = join(base, "etc");
mkdirSync(etc);
writeFileSync(join(etc, "resolv.conf"), FORMER);
must("mount", "--bind", etc, "/etc");
must("mount", "-t", "tmpfs", "tmpfs", "/run");
must("ip", "link", "set", "lo", "up");

const home = agentHome();
const file = join(home.path, "own.yaml");
const listen = "dns_listen: 127.0.0.1:53\napi_listen: 127.0.0.1:9191\nupstream_dns: 127.0.0.3\n";
writeFileSync(file, `data_dir: ${home.dataDir}\n${listen}`, { mode: 0o600 });
/** Without the configuration that is named, commands look elsewhere. */
const env = { ...home.env, WEIR_DATA_DIR: join(home.path, "elsewhere") };
const run = async (...args: string[]) => {
  const { code, out, err } = await weir(args, { env });
  return { code, out, err };
};
const agent = await startAgent(home, {
  args: ["--config", file, "--listen", "127.0.0.1:9191", "--dns-listen", "127.0.0.1:53"],
});
const seen: Record<string, unknown> = {
  installed: (await run("dns", "install", "--full", "--config", file)).code,
  uninstalledElsewhere: await run("dns", "uninstall"),
  restoredElsewhere: (await run("dns", "restore", "--after-crash")).code,
  status: (await run("dns", "status")).out,
  isOurs: readFileSync(RESOLV_CONF, "utf8") !== FORMER,
  restored: (await run("dns", "restore", "--config", file)).code,
  isBack: readFileSync(RESOLV_CONF, "utf8") === FORMER,
  again: (await run("dns", "install", "--full", "--config", file)).code,
  uninstalled: await run("dns", "uninstall", "--config", file),
  isGone: readFileSync(RESOLV_CONF, "utf8") === FORMER,
};
await agent.stop();
home[Symbol.dispose]();
process.stdout.write(JSON.stringify(seen));
