// Runs as root of a user, network, mount and process namespace of its own: the real agent and command, and programs that
// look names up as the system tells them: curl, getent and Chromium. All names exist, at one resolver that is also a web
// server; which of them are reached is for Weir to say.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { installDns } from "../src/dns-setup/install.ts";
import type { DnsSetupDeps } from "../src/dns-setup/types.ts";
import { agentHome, startAgent } from "./agent-process.ts";
import { NETWORK_MANAGER_ANSWERS, recordedRunner } from "./dns-setup-machine.ts";
import { weir } from "./run-cli.ts";

const [, , base = "", scenario = ""] = process.argv;

const UPSTREAM = "127.0.0.3";
/** What its web server says. */
const WHO = "who-answers";
/** On the shipped list of Tier 3, and on none. */
const BLOCKED = "cahtgpt.com";
const OTHER = "other.example";

const LOOK_UP = ["getent", "ahosts"] as const;
const BROWSER = [
  "chromium",
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
] as const;

/** A dnsmasq that stays in the foreground and reads nothing that it is not given. */
const DNSMASQ = [
  // It would change to another user, of which this namespace has none.
  ["--no-daemon", "--no-resolv", "--no-hosts", "--cache-size=0", "--log-facility=-"],
  ["--pid-file=", "--bind-interfaces"],
].flat();

/** What Chromium and glibc want of /etc beside what the test writes itself. */
const KEPT = [
  ["alternatives", "chromium", "chromium.d", "fonts", "group", "ld.so.cache", "ld.so.conf"],
  ["ld.so.conf.d", "localtime", "passwd", "ssl"],
].flat();

const must = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: "utf8" });

/** An /etc of the test's own, in which names are looked up at the upstream, and a /run without any service. */
function ownSystem(): void {
  const [etc, real] = [join(base, "etc"), join(base, "real")];
  for (const folder of [etc, real]) mkdirSync(folder);
  must("mount", "--bind", "/etc", real);
  for (const name of KEPT) {
    if (existsSync(join(real, name))) symlinkSync(join(real, name), join(etc, name));
  }
  writeFileSync(join(etc, "nsswitch.conf"), "hosts: files dns\n");
  writeFileSync(join(etc, "hosts"), "127.0.0.1 localhost\n");
  writeFileSync(join(etc, "resolv.conf"), RESOLV_CONF);
  must("mount", "--bind", etc, "/etc");
  must("mount", "-t", "tmpfs", "tmpfs", "/run");
  must("ip", "link", "set", "lo", "up");
  // With the loopback alone, Chromium takes itself for disconnected and says that of every name.
  must("ip", "link", "add", "veth0", "type", "veth", "peer", "name", "veth1");
  must("ip", "address", "add", "192.0.2.1/24", "dev", "veth0");
  for (const device of ["veth0", "veth1"]) must("ip", "link", "set", device, "up");
}

/** A machine that is busy answers late; who is not there is known at once. */
const OPTIONS = "options timeout:5 attempts:1\n";
const RESOLV_CONF = `nameserver ${UPSTREAM}\n${OPTIONS}`;

/** Starts a program and waits for a word of it. */
async function startUntil(
  word: string,
  command: string,
  args: readonly string[],
): Promise<ChildProcess> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes(word)) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => reject(new Error(`${command} ended: ${said}`)));
  });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

const urlOf = (name: string): string => `http://${name}/`;

/** What getent and curl see of a name: its address, and who answers. */
function look(name: string): { readonly getent: string; readonly curl: string } {
  const { stdout } = spawnSync(LOOK_UP[0], [LOOK_UP[1], name], { encoding: "utf8" });
  const curl = spawnSync("curl", ["--silent", "--max-time", "20", urlOf(name)], {
    encoding: "utf8",
  });
  return { getent: stdout.split(/\s/)[0] ?? "", curl: curl.stdout || `exit ${curl.status}` };
}

interface NetLog {
  readonly events: readonly {
    readonly source: { readonly id: number };
    readonly params?: { readonly url?: string; readonly net_error?: number };
  }[];
}

/** With which of its error numbers (net_error_list.h) Chromium's own log says that an address could not be loaded. */
function netErrors(path: string, url: string): readonly number[] {
  const { events } = JSON.parse(readFileSync(path, "utf8")) as NetLog;
  const ids = new Set(
    events.filter(({ params }) => params?.url === url).map(({ source }) => source.id),
  );
  const errors = events.flatMap(({ source, params }) =>
    ids.has(source.id) ? (params?.net_error ?? []) : [],
  );
  return [...new Set(errors)];
}

/** What Chromium shows of a name: the page that was served, or why there is none. */
function browse(name: string): string {
  const [profile, log] = [join(base, "profile"), join(base, "netlog.json")];
  rmSync(profile, { recursive: true, force: true });
  const files = [`--user-data-dir=${profile}`, `--log-net-log=${log}`];
  const browsed = spawnSync(
    BROWSER[0],
    [...BROWSER.slice(1), ...files, "--timeout=20000", "--dump-dom", urlOf(name)],
    { encoding: "utf8", timeout: 120_000, env: { ...process.env, HOME: base } },
  );
  if (browsed.stdout.includes(WHO)) return WHO;
  const isDone = browsed.status === 0;
  return isDone ? `net errors ${netErrors(log, urlOf(name)).join()}` : `exit ${browsed.status}`;
}

const lookBoth = () => ({ other: look(OTHER), blocked: look(BLOCKED) });

const home = agentHome();
const runIn =
  ({ env }: Pick<typeof home, "env">) =>
  async (...args: string[]) => {
    const { code, err } = await weir(args, { env });
    return code === 0 ? "done" : `exit ${code}: ${err}`;
  };
const run = runIn(home);

/** The agent where its configuration says, so that the commands find it. */
async function startReal(dnsListen: string) {
  home.writeConfig(`upstream_dns: ${UPSTREAM}\ndns_listen: ${dnsListen}\n`);
  return startAgent(home, { args: ["--listen", "127.0.0.1:9191", "--dns-listen", dnsListen] });
}

/** What a service manager does: once the agent is gone, `weir dns restore --after-crash`. Answers how long names were gone. */
async function restoreAfterKill(agent: Awaited<ReturnType<typeof startReal>>): Promise<number> {
  const restored = agent.ended().then(async () => run("dns", "restore", "--after-crash"));
  const killedMs = performance.now();
  await agent.kill();
  await restored;
  for (;;) {
    const isBack = look(OTHER).getent === UPSTREAM;
    const ms = performance.now() - killedMs;
    if (isBack || ms > 20_000) return ms;
  }
}

/** Full mode, set up, killed, restored and resumed by the real command. */
async function full(): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = { before: { ...lookBoth(), chromium: browse(BLOCKED) } };
  let agent = await startReal("127.0.0.1:53");
  seen["installed"] = await run("dns", "install", "--full");
  seen["status"] = await run("dns", "status");
  const chromium = { other: browse(OTHER), blocked: browse(BLOCKED) };
  seen["inForce"] = { ...lookBoth(), chromium };
  const paused = [await run("dns", "pause", "5"), lookBoth(), await run("dns", "resume")];
  seen["paused"] = [...paused, lookBoth()];
  seen["goneMs"] = await restoreAfterKill(agent);
  seen["restored"] = lookBoth();
  agent = await startReal("127.0.0.1:53");
  seen["resumed"] = await run("dns", "resume");
  seen["afterResume"] = lookBoth();
  seen["uninstalled"] = await run("dns", "uninstall");
  await agent.stop();
  seen["after"] = lookBoth();
  seen["isIdentical"] = readFileSync("/etc/resolv.conf", "utf8") === RESOLV_CONF;
  return seen;
}

/** Set up by an account that has never run the agent, as root's is where a user runs it. */
async function byAnother(): Promise<Record<string, unknown>> {
  const agent = await startReal("127.0.0.1:53");
  using other = agentHome(`upstream_dns: ${UPSTREAM}\ndns_listen: 127.0.0.1:53\n`);
  const dns = async (...args: string[]) => runIn(other)("dns", ...args);
  const dryRun = [await dns("install", "--full", "--dry-run"), existsSync(other.dataDir)];
  const installed = await dns("install", "--full");
  const inForce = look(BLOCKED);
  const uninstalled = await dns("uninstall");
  const isIdentical = readFileSync("/etc/resolv.conf", "utf8") === RESOLV_CONF;
  await dns("install", "--full");
  writeFileSync("/etc/resolv.conf", "nameserver 192.0.2.9\n");
  const left = (await dns("uninstall")).split("\n")[0];
  await agent.stop();
  return { dryRun, installed, inForce, uninstalled, isIdentical, left };
}

/** Scoped mode through NetworkManager's dnsmasq: a real one, which reads the file of the real set-up. */
async function scoped(): Promise<Record<string, unknown>> {
  const agent = await startReal("127.0.0.1:15353");
  mkdirSync("/etc/NetworkManager/dnsmasq.d", { recursive: true });
  const deps: DnsSetupDeps = {
    platform: "linux",
    root: "/",
    stateFolder: home.dataDir,
    uid: process.getuid?.(),
    isPrivileged: () => true,
    run: recordedRunner(NETWORK_MANAGER_ANSWERS, []),
    probe: { answersAt: async () => true, systemReachesWeir: async () => true },
  };
  const listener = { host: "127.0.0.1", port: 15_353 };
  const { ok } = await installDns(deps, { mode: "scoped", listener, names: [BLOCKED] });
  const dnsmasq = await startUntil("started", "dnsmasq", [
    ...DNSMASQ,
    "--listen-address=127.0.0.1",
    `--server=${UPSTREAM}`,
    "--conf-file=/etc/NetworkManager/dnsmasq.d/weir.conf",
  ]);
  writeFileSync("/etc/resolv.conf", `nameserver 127.0.0.1\n${OPTIONS}`);
  const inForce = { ...lookBoth(), chromium: { other: browse(OTHER), blocked: browse(BLOCKED) } };
  await agent.kill();
  const killed = lookBoth();
  await end(dnsmasq);
  return { installed: ok, inForce, killed };
}

/** What `weir dns status` says of answers and names. */
async function status(): Promise<Record<string, unknown>> {
  const { out } = await weir(["dns", "status", "--json"], { env: home.env });
  const { layer, answers, faults, ...rest } = JSON.parse(out) as Record<string, unknown>;
  const { last_error, paused_seconds } = layer as Record<string, unknown>;
  const isPaused = paused_seconds !== 0;
  return { answers, systemReachesWeir: rest["system_reaches_weir"], faults, last_error, isPaused };
}

/** What `weir dns status` says once the layer has an error: a look-up may give up before the agent does. */
async function statusWithError(): Promise<Record<string, unknown>> {
  for (let tries = 0; tries < 20; tries++) {
    const said = await status();
    if (said["last_error"] !== null) return said;
    look(OTHER);
    await sleep(500);
  }
  return status();
}

/** A machine without a network: nobody answers but this machine's own programs. */
async function offline(): Promise<Record<string, unknown>> {
  const agent = await startReal("127.0.0.1:53");
  const seen: Record<string, unknown> = { nobody: await status() };
  const denying = [...DNSMASQ, "--listen-address=127.0.0.4", "--address=/#/"];
  const filter = await startUntil("started", "dnsmasq", denying);
  writeFileSync("/etc/resolv.conf", "nameserver 127.0.0.4\n");
  seen["otherFilter"] = await status();
  seen["installed"] = await run("dns", "install", "--full");
  seen["inForce"] = await status();
  // Whether Weir has noticed by now that the system asked the filter or not, nobody answers it from here on.
  await end(filter);
  seen["looked"] = look(OTHER);
  seen["unreachable"] = await statusWithError();
  seen["paused"] = [await run("dns", "pause", "5"), await status()];
  await agent.kill();
  return seen;
}

const SCENARIOS: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  full,
  byAnother,
  scoped,
  offline,
};

ownSystem();
const responder = join(import.meta.dirname, "netns-responder.ts");
const isOffline = scenario === "offline";
const upstream = isOffline
  ? undefined
  : await startUntil("listening", process.execPath, [responder, UPSTREAM, WHO]);
const seen = await SCENARIOS[scenario]?.();
if (upstream !== undefined) await end(upstream);
home[Symbol.dispose]();
process.stdout.write(JSON.stringify(seen));
