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
/** An agent is idle after 10 seconds; V8 looks every 8 for a time to give memory back, until it has found one. */
const SETTLE_MS = 90_000;
const KILLS = 1000;
const PORT = 19_391;

const root = join(import.meta.dirname, "..");
const hasProc = existsSync("/proc/self/status");

const home = mkdtempSync(join(tmpdir(), "weir-bench-"));

/** How a server is started. */
interface Candidate {
  readonly words: readonly string[];
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
}

const REQUIRE = ["-e", 'const { createServer } = require("node:http");'] as const;
const IMPORT = ["--input-type=module", "-e", 'import { createServer } from "node:http";'] as const;

/** A server that reads a body and answers; what Node needs for that is the least that any agent needs. */
function bare(load: readonly string[], port: number): Candidate {
  const code = `${load.at(-1)}
createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.setHeader("Content-Type", "application/json");
    response.end('{"blocked":false,"pattern_name":"","score":0}');
  });
}).listen(${port}, "127.0.0.1");`;
  return { words: [process.execPath, ...load.slice(0, -1), code], port };
}

/** The agent alone, and with its DNS layer, which is a thread of its own. */
const NO_DNS = ["--no-dns"];
const WITH_DNS = ["--dns-listen", "127.0.0.1:0"];

/** The agent, with its files in a folder. */
function weir(port: number, folder = home, options: readonly string[] = NO_DNS): Candidate {
  const program = [process.execPath, join(root, "dist", "weir.cjs")];
  const words = [...program, "run", "--listen", `127.0.0.1:${port}`, ...options];
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder, WEIR_DATA_DIR: "" };
  return { words, port, env };
}

const rows: string[] = [];
const row = (figure: string, goal: string, measured: string): void => {
  rows.push(`| ${figure} | ${goal} | ${measured} |`);
  process.stdout.write(`${figure}: ${measured} (goal ${goal})\n`);
};
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** Starts each server in turn, several times over; answers the times. */
async function compareStarts(): Promise<void> {
  const candidates = [bare(REQUIRE, PORT), bare(IMPORT, PORT), weir(PORT)];
  const starts = candidates.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { words, env }] of candidates.entries()) {
      const server = await startServer(words, PORT, env);
      starts[i]?.push(server.startMs);
      await server.kill();
    }
  }
  const [required = 0, imported = 0, agent = 0] = starts.map(median);
  row(
    "start to first answered scan",
    "<= 3x a bare server",
    `${ms(agent)}: ${(agent / required).toFixed(1)}x of a bare server that requires \`node:http\` (${ms(required)}), ${(agent / imported).toFixed(1)}x of one that imports it (${ms(imported)})`,
  );
}

/** What each server costs while nobody asks it for anything, all of them at once. */
async function compareIdle(): Promise<void> {
  const memoryGoal = ["resident memory, idle, all rules loaded", "<= bare + 30 MB"] as const;
  const wakeUpGoal = ["wake-ups, idle", "<= 1 in 10 s"] as const;
  if (!hasProc) {
    row(...memoryGoal, "not measured here");
    return row(...wakeUpGoal, "not measured here");
  }
  const folders = ["idle", "idle-dns"].map((name) => join(home, name));
  const candidates = [
    bare(REQUIRE, PORT),
    bare(IMPORT, PORT + 1),
    weir(PORT + 2, folders[0], NO_DNS),
    weir(PORT + 3, folders[1], WITH_DNS),
  ];
  const servers = await Promise.all(
    candidates.map(async ({ words, port, env }) => startServer(words, port, env)),
  );
  await sleep(SETTLE_MS);
  const [required = 0, imported = 0, alone = 0, whole = 0] = servers.map(({ pid }) =>
    residentMb(pid),
  );
  row(
    ...memoryGoal,
    `${alone.toFixed(0)} MB: ${(alone - required).toFixed(0)} MB more than a bare server that requires \`node:http\`, ${(alone - imported).toFixed(0)} MB more than one that imports it; its DNS layer adds ${(whole - alone).toFixed(0)} MB`,
  );
  const before = servers.map(({ pid }) => wakeUps(pid));
  await sleep(IDLE_MS);
  const [peer, , , agent] = servers.map(({ pid }, i) =>
    (((wakeUps(pid) - (before[i] ?? 0)) * 10_000) / IDLE_MS).toFixed(1),
  );
  await Promise.all(servers.map(async ({ kill }) => kill()));
  return row(...wakeUpGoal, `${agent} in 10 s, with its DNS layer (a bare server: ${peer})`);
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
  const { words, env } = weir(PORT);
  const server = await startServer(words, PORT, env);
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
await compareIdle();
await compareCanaries();
if (process.argv.includes("--full")) killStores();
rmSync(home, { recursive: true, force: true });
writeFileSync(
  join(root, "docs", "reference", "bench-agent.md"),
  `<!-- Made by npm run bench:agent; with --full, it kills the store a thousand times as well. -->

# What the agent costs as a process

The start is the median of ${ROUNDS} interleaved rounds on one machine (Node ${process.versions.node}, ${process.platform}-${process.arch}); the bare servers, which
only read a body and answer, ran in the same rounds. What an idle server costs is read of all of them at once, ${SETTLE_MS / 1000} seconds
after they had started and answered one request. Figures in milliseconds are weak on a busy machine, the ratios are what counts.

| figure | goal | measured |
|---|---|---|
${rows.join("\n")}
`,
);
