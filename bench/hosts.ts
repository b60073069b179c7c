// `node bench/hosts.ts`: how long a name of a DNS query takes to be found, beside a Map of strings in the same run.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { buildHostTable, findWireName, seededRandom } from "@weir/engine";
import { addressQuery } from "../agent/src/dns-query.ts";
import { distinctNames, nameMaker } from "./host-names.ts";

const ROUNDS = 15;
const LOOK_UPS = 40_000;
const random = seededRandom("hosts");
const below = (limit: number): number => Math.floor(random() * limit);
const someName = nameMaker("elsewhere");

/** A query for a name in mixed case. */
const query = (name: string): Uint8Array =>
  Uint8Array.from(addressQuery(0, name), (byte, i) =>
    i % 3 === 0 && byte >= 0x61 ? byte - 0x20 : byte,
  );

const decoder = new TextDecoder();

/** What one would write first: the name as a string, and a Map asked for it and for each name above it. */
function findInMap(map: ReadonlyMap<string, number>, message: Uint8Array, at: number): number {
  const labels: string[] = [];
  for (let from = at; (message[from] ?? 0) !== 0; from += (message[from] ?? 0) + 1) {
    labels.push(decoder.decode(message.subarray(from + 1, from + 1 + (message[from] ?? 0))));
  }
  let name = labels.join(".").toLowerCase();
  for (;;) {
    const list = map.get(name);
    if (list !== undefined) return list;
    const dot = name.indexOf(".");
    if (dot < 0) return 0;
    name = name.slice(dot + 1);
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

type Find = (message: Uint8Array) => number;

/** Nanoseconds of processor time for each of the ways, medians of interleaved rounds. */
function compare(queries: readonly Uint8Array[], ways: readonly Find[], expected: number) {
  const times = ways.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, find] of ways.entries()) {
      let found = 0;
      const before = process.cpuUsage();
      for (const message of queries) found += find(message) === 0 ? 0 : 1;
      const { user, system } = process.cpuUsage(before);
      times[i]?.push(((user + system) * 1000) / queries.length);
      if (found !== expected) throw new Error(`${found} found instead of ${expected}`);
    }
  }
  return times.map(median);
}

const rows: string[] = [];
for (const size of [1000, 100_000, 1_000_000]) {
  const all = distinctNames(`hosts ${size}`, size);
  const entries = all.map((name) => ({ name, list: 5 }));
  const before = process.cpuUsage();
  const table = buildHostTable(entries);
  const building = process.cpuUsage(before);
  const buildMs = (building.user + building.system) / 1000;
  const map = new Map(entries.map(({ name, list }) => [name, list]));
  const ways: Find[] = [
    (message) => findWireName(table, message, 12),
    (message) => findInMap(map, message, 12),
  ];
  const hits = Array.from({ length: LOOK_UPS }, () => query(`www.${all[below(size)] ?? ""}`));
  const misses = Array.from({ length: LOOK_UPS }, () => query(`www.${someName()}-no.example`));
  const [hit = 0, mapHit = 0] = compare(hits, ways, hits.length);
  const [miss = 0, mapMiss = 0] = compare(misses, ways, 0);
  const bytes = (table.slots.byteLength + table.names.byteLength) / size;
  rows.push(
    `| ${size} | ${hit.toFixed(0)} ns | ${(mapHit / hit).toFixed(1)}x | ${miss.toFixed(0)} ns | ${(mapMiss / miss).toFixed(1)}x | ${bytes.toFixed(1)} | ${buildMs.toFixed(0)} ms |`,
  );
}
const page = `<!-- Made by node bench/hosts.ts. Times are of one machine; the ratios are what to compare. -->

# How fast a host is found

From the bytes of a DNS query, letters in mixed case, to the list of its most specific entry: processor time, Node
${process.version}, medians of ${ROUNDS} interleaved rounds of ${LOOK_UPS} names each.
The ratios say how many times longer a \`Map\` of strings takes in the same run.

| names | hit | Map | miss | Map | bytes a name | build |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
writeFileSync(join(import.meta.dirname, "../docs/reference/bench-hosts.md"), page);
process.stdout.write(page);
