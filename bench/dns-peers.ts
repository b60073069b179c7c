// The servers that bench/dns.ts compares, each in a process of its own with the same list and the same upstream, and
// what dnsperf measures of them.
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { rolldown } from "rolldown";

/** Names under it are all answered by the upstream, by one record. */
export const FREE_ZONE = "bench.example";

/** `floor` sends back what it gets, as little as a server on Node can do; `forwarding floor` asks the upstream first. */
export type Peer = "weir" | "weir-unchecked" | "floor" | "forwarding floor" | "dnsmasq" | "unbound";

/** Is a program there? */
export const isInstalled = (program: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${program}`], { env: withSbin() }).status === 0;

/** Servers of Debian are outside of a person's path. */
const withSbin = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin`,
});

const isAllowed = (words: readonly string[]): boolean =>
  spawnSync(words[0] ?? "", words.slice(1)).status === 0;

/** Keeps a program on one of the cores, where that can be. */
function onCore(words: readonly string[], core: number): string[] {
  const prefix = ["taskset", "-c", String(core)];
  return isAllowed([...prefix, "true"]) ? [...prefix, ...words] : [...words];
}

const canBeFirst = isAllowed(["chrt", "-r", "1", "true"]);

/** Lets a program run before whatever else the machine does, where that is allowed. */
const beforeOthers = (words: readonly string[]): readonly string[] =>
  canBeFirst ? ["chrt", "-r", "1", ...words] : words;

/** Lets all threads of a process run before whatever else the machine does, or as others again, where that is allowed. */
function putFirst(pid: number, isFirst: boolean): void {
  const how = isFirst ? ["-r", "-p", "1"] : ["-o", "-p", "0"];
  if (canBeFirst) isAllowed(["chrt", "-a", ...how, String(pid)]);
}

/** Servers run on one core, whoever asks them and whom they ask on another. */
const SERVER_CORE = 0;
const CLIENT_CORE = 1;

/** A process that was started. */
export interface Running {
  readonly pid: number;
  readonly port: number;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
  /** Does it run on any core? */
  readonly isFree?: boolean;
}

function run(words: readonly string[], port: number): Running {
  const child = spawn(words[0] ?? "", words.slice(1), {
    env: withSbin(),
    stdio: ["pipe", "pipe", "ignore"],
  });
  const exited = once(child, "close");
  return {
    pid: child.pid ?? 0,
    port,
    child,
    stop: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Waits until dig has an answer. */
async function untilItAnswers(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const words = ["dig", "@127.0.0.1", "-p", String(port), `x.${FREE_ZONE}`, "+tries=1"];
    const { stdout } = spawnSync(words[0] ?? "", words.slice(1), { encoding: "utf8" });
    if (stdout.includes("status: NOERROR")) return;
    await sleep(100);
  }
  throw new Error("a server does not answer");
}

const SERVER_BUNDLE = "dns-server.cjs";
const FLOOR_BUNDLE = "dns-floor.cjs";

/** Bundles Weir's server and its threads, and the floor, into a folder, as the agent is: sources would be measured with what reads them. */
export async function bundleWeir(folder: string): Promise<void> {
  const sources = {
    [SERVER_BUNDLE]: "bench/dns-server.ts",
    [FLOOR_BUNDLE]: "bench/dns-floor.ts",
    "dns-worker.cjs": "agent/src/dns/worker.ts",
    "hosts-worker.cjs": "agent/src/hosts/build-worker.ts",
  };
  for (const [name, source] of Object.entries(sources)) {
    const built = await rolldown({
      input: join(import.meta.dirname, "..", source),
      platform: "node",
      logLevel: "warn",
    });
    await built.write({ file: join(folder, name), format: "cjs", codeSplitting: false });
    await built.close();
  }
}

/** A server of the zone, which all others forward to. */
export async function startUpstream(folder: string, port: number): Promise<Running> {
  const home = join(folder, "upstream");
  mkdirSync(home, { recursive: true });
  writeFileSync(
    join(home, "zone"),
    `$ORIGIN ${FREE_ZONE}.\n$TTL 3600\n@ SOA ns x 1 900 900 900 900\n@ NS ns\nns A 127.0.0.1\n* A 192.0.2.1\n`,
  );
  writeFileSync(
    join(home, "knot.conf"),
    `server:\n  rundir: "${home}"\n  listen: 127.0.0.1@${port}\n  udp-workers: 1\n  tcp-workers: 1\n  background-workers: 1\ndatabase:\n  storage: "${home}"\nzone:\n  - domain: ${FREE_ZONE}\n    file: "${join(home, "zone")}"\n`,
  );
  const words = beforeOthers(["knotd", "-c", join(home, "knot.conf")]);
  const running = run(onCore(words, CLIENT_CORE), port);
  await untilItAnswers(port);
  return running;
}

export interface PeerOptions {
  readonly folder: string;
  readonly port: number;
  /** A file with one blocked name a line. */
  readonly list: string;
  readonly upstreamPort: number;
  /** Let it run on any core? */
  readonly isFree?: boolean;
}

/** The command that starts a peer, its configuration written before. */
function commandOf(peer: Peer, { folder, port, list, upstreamPort }: PeerOptions): string[] {
  const names = readFileSync(list, "latin1").trimEnd().split("\n");
  const config = join(folder, `${peer}-${port}.conf`);
  switch (peer) {
    case "dnsmasq":
      writeFileSync(
        config,
        `no-resolv\nno-hosts\nserver=127.0.0.1#${upstreamPort}\nport=${port}\nlisten-address=127.0.0.1\nbind-interfaces\ncache-size=10000\n${names.map((name) => `local=/${name}/`).join("\n")}\n`,
      );
      return ["dnsmasq", "-k", "-C", config, "--user=root", "--pid-file="];
    case "unbound":
      writeFileSync(
        config,
        `server:\n  interface: 127.0.0.1\n  port: ${port}\n  num-threads: 1\n  username: ""\n  chroot: ""\n  directory: "${folder}"\n  pidfile: ""\n  use-syslog: no\n  do-not-query-localhost: no\n  module-config: "iterator"\n  msg-cache-size: 4m\n  rrset-cache-size: 4m\n${names.map((name) => `  local-zone: "${name}." always_nxdomain`).join("\n")}\nforward-zone:\n  name: "."\n  forward-addr: 127.0.0.1@${upstreamPort}\n`,
      );
      return ["unbound", "-d", "-c", config];
    case "floor":
      return [process.execPath, join(folder, FLOOR_BUNDLE), String(port)];
    case "forwarding floor":
      return [process.execPath, join(folder, FLOOR_BUNDLE), String(port), String(upstreamPort)];
    case "weir":
    case "weir-unchecked":
      return [
        process.execPath,
        join(folder, SERVER_BUNDLE),
        String(port),
        list,
        `127.0.0.1:${upstreamPort}`,
        ...(peer === "weir" ? [] : ["unchecked"]),
      ];
  }
}

/** Starts a peer and waits until it answers. */
export async function startPeer(peer: Peer, options: PeerOptions): Promise<Running> {
  const { isFree = false, port } = options;
  const words = commandOf(peer, options);
  const running = { ...run(isFree ? words : onCore(words, SERVER_CORE), port), isFree };
  await untilItAnswers(port);
  return running;
}

/** Nanoseconds that all threads of a process have run (Documentation/scheduler/sched-stats.rst). */
export function cpuNs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8"))
    .reduce((sum, text) => sum + Number(text.split(" ")[0]), 0);
}

/** What one run of dnsperf tells. */
export interface Measured {
  readonly queries: number;
  readonly lost: number;
  /** In microseconds; none where they were not asked for. */
  readonly latencies: readonly number[];
}

export interface LoadOptions {
  readonly server: Running;
  readonly data: string;
  readonly seconds: number;
  readonly outstanding: number;
  readonly qps?: number;
  readonly withLatencies?: boolean;
}

/** Runs dnsperf until its time is over or, for a file of names that must not be asked twice, the file is. */
export async function load(options: LoadOptions): Promise<Measured> {
  const { server, data, seconds, outstanding, qps, withLatencies = false } = options;
  const isFirst = server.isFree !== true && canBeFirst;
  const client = ["dnsperf", "-s", "127.0.0.1", "-p", String(server.port)];
  const words = onCore(isFirst ? beforeOthers(client) : client, CLIENT_CORE);
  words.push("-d", data, "-e", "-c", "1", "-T", "1");
  // Room for answers that come at once, so that none is lost by the client.
  words.push("-q", String(outstanding), "-l", String(seconds), "-b", "1024");
  if (qps !== undefined) words.push("-Q", String(qps));
  if (withLatencies) words.push("-v");
  if (isFirst) putFirst(server.pid, true);
  const child = spawn(words[0] ?? "", words.slice(1), { stdio: ["ignore", "pipe", "ignore"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  await once(child, "close");
  if (isFirst) putFirst(server.pid, false);
  const output = Buffer.concat(parts).toString("latin1");
  const number = (label: string): number =>
    Number(new RegExp(`${label}:\\s+(\\d+)`).exec(output)?.[1] ?? Number.NaN);
  const latencies = [...output.matchAll(/^> \S+ \S+ \S+ (\d+\.\d+)$/gm)];
  return {
    queries: number("Queries completed"),
    lost: number("Queries lost"),
    latencies: latencies.map(([, text = ""]) => Number(text) * 1e6),
  };
}
