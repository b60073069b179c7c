// What one kind of query costs servers that run side by side, for bench/dns.ts.
import process from "node:process";
import { cpuNs, load } from "./dns-peers.ts";
import type { Peer, Running } from "./dns-peers.ts";
import { median } from "./server-process.ts";

/** Rounds that are measured, beside one that warms caches and compilers up. */
export const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
/** Seconds of each load. */
export const SECONDS = 2;
/** Queries on their way while CPU time is measured. */
export const OUTSTANDING = 50;

/** Medians of one kind of query against one server, in microseconds. */
export interface Figures {
  readonly cpuUs: number;
  readonly p50: number;
  readonly p99: number;
}

export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** Queries of each round, so that what was not asked yet stays so. */
export type DataOf = (round: number, peer: Peer, purpose: "cpu" | "latency") => string;

/** Measures servers that run side by side, one after the other in each round. */
export async function compare(
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

export const times = (ours: number, theirs: number): string => `${(ours / theirs).toFixed(2)}x`;

/** What Weir takes of each figure beside a peer. */
export function beside(
  figures: ReadonlyMap<Peer, Figures>,
  peer: Peer,
  ours: Peer = "weir",
): string {
  const a = figures.get(ours);
  const b = figures.get(peer);
  if (a === undefined || b === undefined) return `${peer}: not measured`;
  return (
    `${peer}: CPU ${times(a.cpuUs, b.cpuUs)}, p50 ${times(a.p50, b.p50)}, p99 ${times(a.p99, b.p99)} ` +
    `(${a.cpuUs.toFixed(1)}/${b.cpuUs.toFixed(1)} us, ${a.p50.toFixed(0)}/${b.p50.toFixed(0)} us, ${a.p99.toFixed(0)}/${b.p99.toFixed(0)} us)`
  );
}

export const besideAll = (figures: ReadonlyMap<Peer, Figures>, peers: readonly Peer[]): string =>
  peers.map((peer) => beside(figures, peer)).join("; ");
