// `npm run bench:dns`: the DNS layer beside dnsmasq and unbound, in interleaved rounds, with dnsperf as the client.
// Prints what the layer costs as a multiple of what each of them costs, and writes docs/reference/bench-dns.md. Needs /proc.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { worstCosts } from "./dns-hostile.ts";
import { FREE_ZONE, bundleWeir, cpuNs, isInstalled, load } from "./dns-peers.ts";
import { startPeer, startUpstream } from "./dns-peers.ts";
import type { Peer, Running } from "./dns-peers.ts";
import { distinctNames } from "./host-names.ts";
import { median, residentMb } from "./server-process.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const SECONDS = 2;
const OUTSTANDING = 50;
const FIRST_PORT = 21_000;

const missing = ["dnsperf", "knotd", "dig", "dnsmasq", "unbound"].filter(
  (program) => !isInstalled(program),
);
if (missing.length > 0) {
  process.stdout.write(`not installed: ${missing.join(", ")}; nothing was measured\n`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "weir-bench-dns-"));
const rows: string[] = [];
function row(figure: string, goal: string, measured: string): void {
  rows.push(`| ${figure} | ${goal} | ${measured} |`);
  process.stdout.write(`${figure}: ${measured} (goal ${goal})\n`);
}

/** A file of lines, one for each number below `count`. */
function linesFile(name: string, count: number, line: (index: number) => string): string {
  const path = join(folder, name);
  writeFileSync(path, `${Array.from({ length: count }, (_, i) => line(i)).join("\n")}\n`);
  return path;
}

/** Queries for the names of a list in an order that jumps about, every second one for a name below. */
function listedQueries(name: string, names: readonly string[], isBelow: Ask): string {
  return linesFile(name, Math.min(names.length, 200_000), (i) => {
    const listed = names[(i * 618_033) % names.length] ?? "";
    return `${isBelow(i) ? "www." : ""}${listed} A`;
  });
}

/** Is the query of a number for a name below the listed one? */
type Ask = (index: number) => boolean;

/** Medians of one kind of query against one server. */
interface Figures {
  readonly cpuUs: number;
  readonly p50: number;
  readonly p99: number;
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** Queries of each round, so that what was not asked yet stays so. */
type DataOf = (round: number, peer: Peer, purpose: "cpu" | "latency") => string;

/** Measures servers that run side by side, one after the other in each round. */
async function compare(
  servers: ReadonlyMap<Peer, Running>,
  dataOf: DataOf,
): Promise<Map<Peer, Figures>> {
  const seen = new Map<Peer, Samples>();
  for (const peer of servers.keys()) seen.set(peer, { cpu: [], p50: [], p99: [] });
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [peer, server] of servers) {
      const before = cpuNs(server.pid);
      const busy = await load({
        server,
        data: dataOf(round, peer, "cpu"),
        seconds: SECONDS,
        outstanding: OUTSTANDING,
      });
      const cpuUs = (cpuNs(server.pid) - before) / 1000 / busy.queries;
      const quiet = await load({
        server,
        data: dataOf(round, peer, "latency"),
        seconds: SECONDS / 2,
        outstanding: 1,
        withLatencies: true,
      });
      // The first round warms caches and compilers up.
      const samples = seen.get(peer);
      if (round === 0 || samples === undefined) continue;
      samples.cpu.push(cpuUs);
      samples.p50.push(quantile(quiet.latencies, 0.5));
      samples.p99.push(quantile(quiet.latencies, 0.99));
    }
  }
  return new Map(
    [...seen].map(([peer, { cpu, p50, p99 }]) => [
      peer,
      { cpuUs: median(cpu), p50: median(p50), p99: median(p99) },
    ]),
  );
}

interface Samples {
  readonly cpu: number[];
  readonly p50: number[];
  readonly p99: number[];
}

const times = (ours: number, theirs: number): string => `${(ours / theirs).toFixed(2)}x`;

/** What Weir takes of each figure beside a peer. */
function beside(figures: ReadonlyMap<Peer, Figures>, peer: Peer, ours: Peer = "weir"): string {
  const a = figures.get(ours);
  const b = figures.get(peer);
  if (a === undefined || b === undefined) return `${peer}: not measured`;
  return (
    `${peer}: CPU ${times(a.cpuUs, b.cpuUs)}, p50 ${times(a.p50, b.p50)}, p99 ${times(a.p99, b.p99)} ` +
    `(${a.cpuUs.toFixed(1)}/${b.cpuUs.toFixed(1)} us, ${a.p50.toFixed(0)}/${b.p50.toFixed(0)} us, ${a.p99.toFixed(0)}/${b.p99.toFixed(0)} us)`
  );
}

const besideAll = (figures: ReadonlyMap<Peer, Figures>, peers: readonly Peer[]): string =>
  peers.map((peer) => beside(figures, peer)).join("; ");

let nextPort = FIRST_PORT;
await bundleWeir(folder);
const upstream = await startUpstream(folder, nextPort++);

async function startAll(list: string, peers: readonly Peer[]): Promise<Map<Peer, Running>> {
  const servers = new Map<Peer, Running>();
  for (const peer of peers) {
    const options = { folder, port: nextPort++, list, upstreamPort: upstream.port };
    servers.set(peer, await startPeer(peer, options));
  }
  return servers;
}

/** The layer on any core: its threads are to run side by side. */
const startFree = async (list: string): Promise<Running> =>
  startPeer("weir", { folder, port: nextPort++, list, upstreamPort: upstream.port, isFree: true });

async function stopAll(servers: ReadonlyMap<Peer, Running>): Promise<void> {
  for (const server of servers.values()) await server.stop();
}

async function compareSmall(): Promise<void> {
  const names = distinctNames("list-10k", 10_000);
  const list = linesFile("list-10k", names.length, (i) => names[i] ?? "");
  const servers = await startAll(list, ["weir", "weir-unchecked", "floor", "dnsmasq", "unbound"]);
  const own = new Map([...servers].filter(([peer]) => peer !== "weir-unchecked"));
  const blockedData = listedQueries("blocked", names, (i) => i % 2 === 1);
  const blocked = await compare(own, () => blockedData);
  row(
    "blocked, 10 000 names",
    "CPU, p50 <= 1.0x dnsmasq; p99 <= 1.1x",
    besideAll(blocked, ["dnsmasq", "unbound", "floor"]),
  );
  const cachedData = linesFile("cached", 500, (i) => `c${i}.${FREE_ZONE} A`);
  const cached = await compare(own, () => cachedData);
  row(
    "cached",
    "CPU <= 1.1x dnsmasq; p50 <= 1.0x unbound",
    besideAll(cached, ["dnsmasq", "unbound", "floor"]),
  );
  let files = 0;
  const fresh: DataOf = (_round, _peer, purpose) => {
    const mark = (files++).toString(36);
    const count = purpose === "cpu" ? 200_000 : 30_000;
    return linesFile("fresh", count, (i) => `f${mark}-${i.toString(36)}.${FREE_ZONE} A`);
  };
  const forwarding = new Map([...servers].filter(([peer]) => peer !== "floor"));
  const forwarded = await compare(forwarding, fresh);
  row(
    "forwarded, not cached",
    "p50 <= 0.75x dnsmasq, <= 0.7x unbound; CPU <= 0.8x unbound",
    besideAll(forwarded, ["dnsmasq", "unbound"]),
  );
  row(
    "all checks of answers, beside none",
    "<= 1.15x",
    beside(forwarded, "weir-unchecked").replace("weir-unchecked: ", ""),
  );
  await stopAll(servers);
  const weir = await startFree(list);
  await compareBusy(weir, blockedData);
  await weir.stop();
}

/** The main thread of the process busy four fifths of the time in every second round; the client keeps to its core. */
async function compareBusy(weir: Running, data: string): Promise<void> {
  const p99: Record<"quiet" | "busy", number[]> = { quiet: [], busy: [] };
  for (let round = 0; round <= 2 * ROUNDS; round++) {
    for (const state of ["quiet", "busy"] as const) {
      weir.child.stdin?.write(`${state}\n`);
      await sleep(200);
      const { latencies } = await load({
        server: weir,
        data,
        seconds: SECONDS,
        outstanding: 1,
        qps: 1000,
        withLatencies: true,
      });
      if (round > 0) p99[state].push(quantile(latencies, 0.99));
    }
  }
  weir.child.stdin?.write("quiet\n");
  const [quiet, busy] = [median(p99.quiet), median(p99.busy)];
  row(
    "main thread busy for 80 % of the time",
    "p99 <= 1.5x idle",
    `${times(busy, quiet)} (${busy.toFixed(0)}/${quiet.toFixed(0)} us)`,
  );
}

async function compareLarge(): Promise<void> {
  const names = distinctNames("list-1m", 1_000_000);
  const list = linesFile("list-1m", names.length, (i) => names[i] ?? "");
  const servers = await startAll(list, ["weir", "floor", "dnsmasq", "unbound"]);
  const memory = new Map([...servers].map(([peer, { pid }]) => [peer, residentMb(pid)]));
  const kinds: readonly (readonly [string, Ask])[] = [
    ["the listed names themselves", () => false],
    ["`www.` before them", () => true],
  ];
  for (const [kind, isBelow] of kinds) {
    const data = listedQueries("blocked-1m", names, isBelow);
    row(
      `blocked, 1 000 000 names: ${kind}`,
      "CPU <= 0.15x dnsmasq",
      besideAll(await compare(servers, () => data), ["dnsmasq", "unbound", "floor"]),
    );
  }
  const mb = (peer: Peer): number => memory.get(peer) ?? Number.NaN;
  row(
    "memory with 1 000 000 names",
    "<= 0.85x dnsmasq, <= 0.15x unbound",
    `dnsmasq: ${times(mb("weir"), mb("dnsmasq"))}; unbound: ${times(mb("weir"), mb("unbound"))} (${mb("weir").toFixed(0)}/${mb("dnsmasq").toFixed(0)}/${mb("unbound").toFixed(0)} MB; floor: ${mb("floor").toFixed(0)} MB)`,
  );
  await stopAll(servers);
  const weir = await startFree(list);
  await reloadUnderLoad(
    weir,
    listedQueries("blocked-1m", names, (i) => i % 2 === 1),
  );
  await weir.stop();
}

async function reloadUnderLoad(weir: Running, data: string): Promise<void> {
  let reloads = 0;
  weir.child.stdout?.on("data", (text: Buffer) => {
    reloads += text.toString().split("reloaded").length - 1;
  });
  const seconds = 20;
  const loading = load({ server: weir, data, seconds, outstanding: 500, qps: 5000 });
  for (let i = 0; i < 4; i++) {
    await sleep(4000);
    weir.child.stdin?.write("reload\n");
  }
  const { queries, lost } = await loading;
  row(
    "1 000 000 names built and swapped under 5000 queries a second",
    "0 lost",
    `${lost} lost of ${queries}, ${reloads} reloads`,
  );
}

try {
  for (const [what, us] of worstCosts()) row(what, "<= 100 us of CPU", `${us.toFixed(0)} us`);
  await compareSmall();
  await compareLarge();
} finally {
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(
  join(import.meta.dirname, "..", "docs", "reference", "bench-dns.md"),
  `<!-- Made by node bench/dns.ts. -->

# What a DNS query costs

Medians of ${ROUNDS} interleaved rounds on one machine (Node ${process.versions.node}, ${process.platform}-${process.arch}), beside dnsmasq and unbound (one thread) from
Debian with the same list and the same upstream, which is Knot DNS. The client is dnsperf with EDNS: ${OUTSTANDING} queries outstanding for
CPU time, which is that of all threads of the process, and one for p50 and p99, with client and server on cores of their
own and before other processes. Times are of one machine, most of them the kernel's; the ratios are what to compare.

\`floor\` is the least that a server on Node can cost: a thread that sends every datagram back and reads nothing in it. Names
are as lists have them, of different lengths; where the row says nothing else, every second query is for a listed name and the
others for \`www.\` before one, which dnsmasq finds slower.

| figure | goal | measured |
|---|---|---|
${rows.join("\n")}
`,
);
