// The thread of the DNS server: queries do not wait for scans, nor scans for queries.
import { parentPort, workerData } from "node:worker_threads";
import { systemCode } from "../errors.ts";
import type { Counts } from "./handler.ts";
import { startDnsServer } from "./server.ts";
import type { DnsServer } from "./server.ts";
import type { DnsFault } from "./settings.ts";
import { COUNT } from "./worker-messages.ts";
import type { FromWorker, Order, ToWorker, WorkerStart } from "./worker-messages.ts";

const FAULT_OF: Readonly<Record<string, DnsFault>> = {
  EADDRINUSE: "port_in_use",
  EACCES: "port_refused",
  EPERM: "port_refused",
  EADDRNOTAVAIL: "address_unavailable",
};

/** Counts are there to be taken at any time; that there are some is told this often, and not while nothing is asked. */
const COUNTED_MS = 5000;

const tell = (message: FromWorker): void => parentPort?.postMessage(message, []);

async function obey(server: DnsServer, order: Order): Promise<void> {
  switch (order.kind) {
    case "rules":
      server.setRules(order.rules);
      return;
    case "settings":
      await server.setSettings(order.settings);
      return;
    case "pause":
      server.pause(order.ms);
      return;
    case "flush":
      await server.flush();
      return;
    case "stop":
      await server.close();
      parentPort?.close();
  }
}

function increment(counts: Uint32Array, place: number): void {
  counts[place] = (counts[place] ?? 0) + 1;
}

/** Counts, and tells so in a while. Nobody else writes the counts while this thread runs. */
function counter(counts: Uint32Array): Counts {
  let timer: NodeJS.Timeout | undefined;
  const tellCounted = (): void => {
    timer = undefined;
    tell({ kind: "counted" });
  };
  return {
    query: () => {
      increment(counts, COUNT.queries);
      timer ??= setTimeout(tellCounted, COUNTED_MS).unref();
    },
    block: () => increment(counts, COUNT.blocks),
  };
}

async function start({ endpoint, rules, settings, pauseMs, counts }: WorkerStart): Promise<void> {
  const waiting: ToWorker[] = [];
  let take = (message: ToWorker): void => void waiting.push(message);
  parentPort?.on("message", (message: ToWorker) => take(message));
  const server = await startDnsServer(endpoint, rules, settings, {
    counts: counter(counts),
    onFault: (fault) => tell({ kind: "fault", fault }),
  });
  if (pauseMs > 0) server.pause(pauseMs);
  const carryOut = async ({ order, number }: ToWorker): Promise<void> => {
    await obey(server, order);
    tell({ kind: "done", number });
  };
  take = (message) => void carryOut(message);
  for (const message of waiting) take(message);
  tell({ kind: "listening", port: server.port, hasIpv6: server.hasIpv6 });
}

// What is handed to a thread has no type of its own.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
start(workerData as WorkerStart).catch((error: unknown) => {
  const fault = FAULT_OF[systemCode(error)];
  if (fault === undefined) throw error;
  tell({ kind: "refused", fault });
  parentPort?.close();
});
