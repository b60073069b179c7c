// `npm run bench:dns`: the DNS layer beside dnsmasq and unbound, in interleaved rounds, with dnsperf as the client.
// Prints what the layer costs as a multiple of what each of them costs, and writes docs/reference/bench-dns.md. Needs /proc.
// ROWS=cached,memory measures the rows whose figure holds one of these words alone, and writes nothing.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { HOSTILE_ROWS } from "./dns-hostile.ts";
import {
  OUTSTANDING,
  ROUNDS,
  SECONDS,
  beside,
  besideAll,
  compare,
  quantile,
  times,
} from "./dns-compare.ts";
import type { DataOf } from "./dns-compare.ts";
import { FREE_ZONE, bundleWeir, isInstalled, load, startPeer, startUpstream } from "./dns-peers.ts";
import type { Peer, Running } from "./dns-peers.ts";
import { distinctNames } from "./host-names.ts";
import { median, residentMb } from "./server-process.ts";

const FIRST_PORT = 21_000;
/** After so long V8 has given back what a thread that is over left behind. */
const SETTLE_MS = 12_000;

const missing = ["dnsperf", "knotd", "dig", "dnsmasq", "unbound"].filter(
  (program) => !isInstalled(program),
);
if (missing.length > 0) {
  process.stdout.write(`not installed: ${missing.join(", ")}; nothing was measured\n`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "weir-bench-dns-"));
const rows: string[] = [];
/** Words of the rows that are measured; none for all. */
const wanted = (process.env["ROWS"] ?? "").split(",").filter(Boolean);

/** Measures a row, where it is wanted. */
async function row(figure: string, goal: string, measure: () => Promise<string>): Promise<void> {
  if (wanted.length > 0 && !wanted.some((word) => figure.includes(word))) return;
  const measured = await measure();
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
  const servers = await startAll(list, [
    "weir",
    "weir-unchecked",
    "floor",
    "forwarding floor",
    "dnsmasq",
    "unbound",
  ]);
  const without = (...peers: readonly Peer[]): Map<Peer, Running> =>
    new Map([...servers].filter(([peer]) => !peers.includes(peer)));
  const own = without("weir-unchecked", "forwarding floor");
  const blockedData = listedQueries("blocked", names, (i) => i % 2 === 1);
  await row("blocked, 10 000 names", "CPU, p50 <= 1.0x dnsmasq; p99 <= 1.1x", async () =>
    besideAll(await compare(own, () => blockedData), ["dnsmasq", "unbound", "floor"]),
  );
  const cachedData = linesFile("cached", 500, (i) => `c${i}.${FREE_ZONE} A`);
  await row("cached", "CPU <= 1.1x dnsmasq; p50 <= 1.0x unbound", async () =>
    besideAll(await compare(own, () => cachedData), ["dnsmasq", "unbound", "floor"]),
  );
  let files = 0;
  const fresh: DataOf = (_round, _peer, purpose) => {
    const mark = (files++).toString(36);
    const count = purpose === "cpu" ? 200_000 : 30_000;
    return linesFile("fresh", count, (i) => `f${mark}-${i.toString(36)}.${FREE_ZONE} A`);
  };
  const forwarding = without("floor");
  let forwarded: ReturnType<typeof compare> | undefined;
  const forward = async (): ReturnType<typeof compare> =>
    (forwarded ??= compare(forwarding, fresh));
  await row(
    "forwarded, not cached",
    "p50 <= 0.75x dnsmasq, <= 0.7x unbound; CPU <= 0.8x unbound",
    async () => besideAll(await forward(), ["dnsmasq", "unbound", "forwarding floor"]),
  );
  await row("all checks of answers, beside none", "<= 1.15x", async () =>
    beside(await forward(), "weir-unchecked").replace("weir-unchecked: ", ""),
  );
  await stopAll(servers);
  await row("main thread busy for 80 % of the time", "p99 <= 1.5x idle", async () => {
    const weir = await startFree(list);
    const measured = await compareBusy(weir, blockedData);
    await weir.stop();
    return measured;
  });
}

/** The main thread of the process busy four fifths of the time in every second round; the client keeps to its core. */
async function compareBusy(weir: Running, data: string): Promise<string> {
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
  return `${times(busy, quiet)} (${busy.toFixed(0)}/${quiet.toFixed(0)} us)`;
}

async function compareLarge(): Promise<void> {
  const names = distinctNames("list-1m", 1_000_000);
  const list = linesFile("list-1m", names.length, (i) => names[i] ?? "");
  const servers = await startAll(list, ["weir", "floor", "dnsmasq", "unbound"]);
  await sleep(SETTLE_MS);
  const memory = new Map([...servers].map(([peer, { pid }]) => [peer, residentMb(pid)]));
  const kinds: readonly (readonly [string, Ask])[] = [
    ["the listed names themselves", () => false],
    ["`www.` before them", () => true],
  ];
  for (const [kind, isBelow] of kinds) {
    const data = listedQueries("blocked-1m", names, isBelow);
    await row(`blocked, 1 000 000 names: ${kind}`, "CPU <= 0.15x dnsmasq", async () =>
      besideAll(await compare(servers, () => data), ["dnsmasq", "unbound", "floor"]),
    );
  }
  const mb = (peer: Peer): number => memory.get(peer) ?? Number.NaN;
  await row(
    "memory with 1 000 000 names",
    "<= 0.85x dnsmasq, <= 0.15x unbound",
    async () =>
      `dnsmasq: ${times(mb("weir"), mb("dnsmasq"))}; unbound: ${times(mb("weir"), mb("unbound"))} (${mb("weir").toFixed(0)}/${mb("dnsmasq").toFixed(0)}/${mb("unbound").toFixed(0)} MB; floor: ${mb("floor").toFixed(0)} MB)`,
  );
  await stopAll(servers);
  await row("1 000 000 names built and swapped under 5000 queries a second", "0 lost", async () => {
    const weir = await startFree(list);
    const data = listedQueries("blocked-1m", names, (i) => i % 2 === 1);
    const measured = await reloadUnderLoad(weir, data);
    await weir.stop();
    return measured;
  });
}

async function reloadUnderLoad(weir: Running, data: string): Promise<string> {
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
  return `${lost} lost of ${queries}, ${reloads} reloads`;
}

try {
  for (const [what, costUs] of HOSTILE_ROWS) {
    await row(what, "<= 100 us of CPU", async () => `${costUs().toFixed(0)} us`);
  }
  await compareSmall();
  await compareLarge();
} finally {
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (wanted.length === 0) {
  writeFileSync(
    join(import.meta.dirname, "..", "docs", "reference", "bench-dns.md"),
    `<!-- Made by node bench/dns.ts. -->

# What a DNS query costs

Medians of ${ROUNDS} interleaved rounds on one machine (Node ${process.versions.node}, ${process.platform}-${process.arch}), beside dnsmasq and unbound (one thread) from
Debian with the same list and the same upstream, which is Knot DNS. The client is dnsperf with EDNS: ${OUTSTANDING} queries outstanding for
CPU time, which is that of all threads of the process, and one for p50 and p99, with client and server on cores of their
own and before other processes. What hostile messages cost is told of code that is compiled. Times are of one machine, most of them the kernel's; the ratios are what to compare.

\`floor\` is the least that a server on Node can cost: a thread that sends every datagram back and reads nothing in it. The
\`forwarding floor\` passes each one on with a new id and from a new port, and its answer back, and checks nothing. Names are as
lists have them, of different lengths; where the row says nothing else, every second query is for a listed name and the others
for \`www.\` before one, which dnsmasq finds slower.

| figure | goal | measured |
|---|---|---|
${rows.join("\n")}
`,
  );
}
