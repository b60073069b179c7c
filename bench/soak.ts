// `npm run bench:soak`: a hundred thousand bad requests to the real agent, each answered as it should be, then what that
// did to its counters, its memory and its answers. `REQUESTS=1000` for a short one.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { BAD_REQUESTS, MARKER } from "../agent/test/bad-requests.ts";
import { sendRaw } from "../agent/test/test-api.ts";
import { ask, residentMb, startServer } from "./server-process.ts";

const REQUESTS = Number(process.env["REQUESTS"] ?? 100_000);
const AT_ONCE = 8;
const PARTS = 4;
/** Requests above this size come once in so many rounds; they would fill the run with copying. */
const LARGE_BYTES = 100_000;
const LARGE_EVERY = 200;
const PORT = 19_491;

const root = join(import.meta.dirname, "..");
const home = mkdtempSync(join(tmpdir(), "weir-soak-"));
const env = { HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, WEIR_DATA_DIR: "" };
const program = join(root, "dist", "weir.cjs");
const words = [process.execPath, program, "run", "--listen", `127.0.0.1:${PORT}`];
const server = await startServer(words, PORT, env);
const counters = async (): Promise<string> => (await ask(PORT, "GET", "/api/stats")).text;

const built = BAD_REQUESTS.map((request) => ({ ...request, bytes: request.pieces(PORT) }));
const isLarge = ({ bytes }: (typeof built)[number]): boolean =>
  bytes.reduce((sum, piece) => sum + piece.length, 0) > LARGE_BYTES;
const small = built.filter((request) => !isLarge(request));

const wrong = new Map<string, number>();
const note = (what: string): void => void wrong.set(what, (wrong.get(what) ?? 0) + 1);

/** Sends `count` requests, some at once, and notes each that is not answered as it should be. */
async function send(count: number): Promise<void> {
  let sent = 0;
  const sendSome = async (): Promise<void> => {
    while (sent < count) {
      const number = sent++;
      const round = Math.floor(number / built.length);
      const kinds = round % LARGE_EVERY === 0 ? built : small;
      const request = kinds[number % kinds.length];
      if (request === undefined) return;
      try {
        const { status, text } = await sendRaw(PORT, request.bytes);
        if (status !== request.status) note(`${request.name}: ${status}`);
        if (text.includes(MARKER)) note(`${request.name}: repeated`);
      } catch {
        // A server that closes while much is still being sent can reset the connection before its answer is read.
        note(`${request.name}: no answer`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
}

await send(Math.min(REQUESTS, 10_000));
await sleep(3000);
const countedBefore = await counters();
const memory = [residentMb(server.pid)];
const started = performance.now();
for (let part = 0; part < PARTS; part++) {
  await send(Math.ceil(REQUESTS / PARTS));
  memory.push(residentMb(server.pid));
}
const seconds = (performance.now() - started) / 1000;
const countedAfter = await counters();
await server.kill();
rmSync(home, { recursive: true, force: true });

const rows = [
  ["requests, of how many kinds", `${REQUESTS}, ${built.length}`],
  ["answered otherwise than documented", `${[...wrong.values()].reduce((a, b) => a + b, 0)}`],
  ["counters that moved", countedBefore === countedAfter ? "none" : "SOME"],
  ["still answers at the end", countedAfter.includes("dlp_scans_total") ? "yes" : "NO"],
  ["resident memory at the start and after each quarter, MB", memory.map(Math.round).join(", ")],
];
for (const row of [...rows, ...wrong]) process.stdout.write(`${row.join(": ")}\n`);
process.stdout.write(`${(REQUESTS / seconds).toFixed(0)} requests a second\n`);
writeFileSync(
  join(root, "docs", "reference", "bench-soak.md"),
  `<!-- Made by npm run bench:soak. -->

# What bad requests leave behind

The bad requests of \`agent/test/bad-requests.ts\`, each on a connection of its own, ${AT_ONCE} at once, after ${Math.min(REQUESTS, 10_000)} to warm up. Those
above ${LARGE_BYTES / 1000} kB come in one round of ${LARGE_EVERY}.

| | |
|---|---|
${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}
`,
);
if (wrong.size > 0 || countedBefore !== countedAfter) process.exitCode = 1;
