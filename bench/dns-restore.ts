// `node bench/dns-restore.ts`: for how long other names are gone once the agent is killed in full mode, with what a service
// manager does: in a network namespace, with the system's own resolver. Needs the build (`npm run build`) and a machine that
// lets it make namespaces.
import { join } from "node:path";
import process from "node:process";
import { canEnterNamespace, runInNamespace } from "../agent/test/netns.ts";

const ROUNDS = 5;

process.env["WEIR_TEST_PROGRAM"] ??= join(import.meta.dirname, "../dist/weir.cjs");
if (canEnterNamespace) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { status, stdout, stderr } = runInNamespace("netns-agent-worker.ts", "full");
    if (status !== 0) throw new Error(stderr);
    const { goneMs } = JSON.parse(stdout) as { goneMs: number };
    times.push(goneMs);
  }
  const [least, median, most] = [0, ROUNDS >> 1, ROUNDS - 1].map((at) =>
    Math.round(times.toSorted((a, b) => a - b)[at] ?? 0),
  );
  process.stdout.write(
    `other names after kill -9 in full mode: gone for ${median} ms (${least} to ${most}) (goal <= 2000 ms)\n`,
  );
} else {
  process.stdout.write("not measured: this machine lets nobody make a namespace\n");
}
