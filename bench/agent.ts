// `npm run bench:agent`: what the agent costs as a process, beside a bare Node HTTP server in the same run. `--full` kills
// the store a thousand times as well. Needs /proc for memory and wake-ups.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { noise } from "../corpus/noise.ts";
import { ask, median, residentMb, startServer, wakeUps } from "./server-process.ts";
import type { ServerProcess } from "./server-process.ts";

const ROUNDS = 9;
const IDLE_MS = 60_000;
/** How long after the first scan memory is read. */
const IDLE_AFTER_MS = 3000;
/** V8 looks every 8 seconds for a time to give memory back, until it has found one. */
const SETTLE_MS = 180_000;
const KILLS = 1000;
const PORT = 19_391;

const root = join(import.meta.dirname, "..");
const hasProc = existsSync("/proc/self/status");

/** A server that reads a body and answers; what Node needs for that is the least that any agent needs. */
const bareCode = (load: string, port = PORT): string => `${load}
createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.setHeader("Content-Type", "application/json");
    response.end('{"blocked":false,"pattern_name":"","score":0}');
  });
}).listen(${port}, "127.0.0.1");`;

const REQUIRE = 'const { createServer } = require("node:http");';
const BARE = [process.execPath, "-e", bareCode(REQUIRE)];
const BARE_IMPORT = [
  process.execPath,
  "--input-type=module",
  "-e",
  bareCode('import { createServer } from "node:http";'),
];

const home = mkdtempSync(join(tmpdir(), "weir-bench-"));
const env = { HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, WEIR_DATA_DIR: "" };
const LISTEN = ["--listen", `127.0.0.1:${PORT}`];
const PROGRAM = [process.execPath, join(root, "dist", "weir.cjs"), "run", ...LISTEN];
/** The agent alone, and with its DNS layer, which is a thread of its own. */
const WEIR = [...PROGRAM, "--no-dns"];
const WITH_DNS = [...PROGRAM, "--dns-listen", "127.0.0.1:0"];

const rows: string[] = [];
const row = (figure: string, goal: string, measured: string): void => {
  rows.push(`| ${figure} | ${goal} | ${measured} |`);
  process.stdout.write(`${figure}: ${measured} (goal ${goal})\n`);
};
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** Starts each server in turn, several times over; answers the times and the memory of each. */
async function compareStarts(): Promise<void> {
  const candidates = [BARE, BARE_IMPORT, WEIR, WITH_DNS];
  const starts = candidates.map((): number[] => []);
  const memory = candidates.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, words] of candidates.entries()) {
      const server = await startServer(words, PORT, env);
      starts[i]?.push(server.startMs);
      await sleep(IDLE_AFTER_MS);
      if (hasProc) memory[i]?.push(residentMb(server.pid));
      await server.kill();
    }
  }
  const [bare = 0, imported = 0, , weir = 0] = starts.map(median);
  row(
    "start to first answered scan",
    "<= 3x a bare server",
    `${ms(weir)}: ${(weir / bare).toFixed(1)}x of a bare server that requires \`node:http\` (${ms(bare)}), ${(weir / imported).toFixed(1)}x of one that imports it (${ms(imported)})`,
  );
  const [bareMb = 0, importedMb = 0, weirMb = 0, dnsMb = 0] = memory.map(median);
  const measured = `${weirMb.toFixed(0)} MB: ${(weirMb - bareMb).toFixed(0)} MB more than a bare server that requires \`node:http\`, ${(weirMb - importedMb).toFixed(0)} MB more than one that imports it; its DNS layer adds ${(dnsMb - weirMb).toFixed(0)} MB`;
  row(
    "resident memory, idle, all rules loaded",
    "<= bare + 30 MB",
    hasProc ? measured : "not measured here",
  );
}

async function countWakeUps(): Promise<void> {
  if (!hasProc) return row("wake-ups, idle", "<= 1 in 10 s", "not measured here");
  const servers = await Promise.all([
    startServer([process.execPath, "-e", bareCode(REQUIRE, PORT + 1)], PORT + 1),
    startServer(WITH_DNS, PORT, env),
  ]);
  await sleep(SETTLE_MS);
  const before = servers.map(({ pid }) => wakeUps(pid));
  await sleep(IDLE_MS);
  const [bare, weir] = servers.map(({ pid }, i) =>
    (((wakeUps(pid) - (before[i] ?? 0)) * 10_000) / IDLE_MS).toFixed(1),
  );
  await Promise.all(servers.map(async ({ kill }) => kill()));
  return row("wake-ups, idle", "<= 1 in 10 s", `${weir} in 10 s (a bare server: ${bare})`);
}

interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

function quantiles(values: readonly number[]): Times {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

const elapsed = async (run: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};

/** Creates and deletes canaries until told to stop; answers how long each pair took. */
async function churn(server: ServerProcess, isOver: () => boolean): Promise<number[]> {
  const token = readFileSync(join(home, "weir", "api-token"), "utf8").trim();
  const times: number[] = [];
  while (!isOver()) {
    times.push(
      await elapsed(async () => {
        const { text } = await ask(server.port, "POST", "/api/dlp/canary", {
          body: { label: "bench" },
          token,
        });
        const { id } = JSON.parse(text) as { readonly id: string };
        const { status } = await ask(server.port, "DELETE", `/api/dlp/canary/${id}`, { token });
        if (status !== 204) throw new Error(`deleting answers ${status}`);
      }),
    );
  }
  return times;
}

async function compareCanaries(): Promise<void> {
  const SCANS = 1500;
  const text = noise("prose", 3, 1024 * 1024);
  const server = await startServer(WEIR, PORT, env);
  const scanMany = async (): Promise<Times> => {
    const times: number[] = [];
    for (let i = 0; i < SCANS; i++) {
      const content = text.slice((i % 200) * 4096, (i % 200) * 4096 + 4096);
      times.push(
        await elapsed(async () => ask(server.port, "POST", "/api/dlp/scan", { body: { content } })),
      );
    }
    return quantiles(times);
  };
  await scanMany();
  const quiet = await scanMany();
  let isOver = false;
  const churning = churn(server, () => isOver);
  const busy = await scanMany();
  isOver = true;
  const meanwhile = quantiles(await churning);
  let left = 200;
  const alone = quantiles(await churn(server, () => left-- <= 0));
  await server.kill();
  const shown = ({ p50, p99, max }: Times): string =>
    `p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(max)}`;
  row(
    "create and delete a canary",
    "p50 <= 5 ms",
    `${shown(alone)}; between scans: ${shown(meanwhile)}`,
  );
  row(
    "a scan of 4 KiB over HTTP while canaries come and go",
    "<= 2x of one in quiet",
    `p50 ${(busy.p50 / quiet.p50).toFixed(2)}x, p99 ${(busy.p99 / quiet.p99).toFixed(2)}x (quiet: ${shown(quiet)}; meanwhile: ${shown(busy)})`,
  );
}

/** The test that kills the store, as often as asked; the test fails where a store does not open or a canary is lost. */
function killStores(): void {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { status } = spawnSync(process.execPath, [vitest, "run", "agent/test/store-kill.test.ts"], {
    cwd: root,
    env: { ...process.env, KILL_RUNS: String(KILLS) },
    stdio: "inherit",
  });
  const measured = status === 0 ? "0 stores that fail to open, 0 canaries lost" : "failed";
  row(`${KILLS} \`kill -9\` at random instants under load`, "0 and 0", measured);
}

await compareStarts();
await countWakeUps();
await compareCanaries();
if (process.argv.includes("--full")) killStores();
rmSync(home, { recursive: true, force: true });
writeFileSync(
  join(root, "docs", "reference", "bench-agent.md"),
  `<!-- Made by npm run bench:agent; with --full, it kills the store a thousand times as well. -->

# What the agent costs as a process

Medians of ${ROUNDS} interleaved rounds on one machine (Node ${process.versions.node}, ${process.platform}-${process.arch}); the bare servers, which only read a body and
answer, ran in the same rounds. Figures in milliseconds are weak on a busy machine, the ratios are what counts.

| figure | goal | measured |
|---|---|---|
${rows.join("\n")}
`,
);
