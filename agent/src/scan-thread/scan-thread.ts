// Long scans as the agent sees them: one thread does them in the order in which they came. It is started when there is one, again
// after it has failed, and ended when there was none for a while.
import process from "node:process";
import type { Worker } from "node:worker_threads";
import type { PreparedRules, Ruleset } from "@weir/engine";
import type { Look, Looked, LookElsewhere } from "../look.ts";
import { createTurns } from "../turns.ts";
import type { Order } from "./messages.ts";

/** How long the thread stays without work, in milliseconds; so long its code is warm and its memory taken. */
const IDLE_MS = 60_000;

const MIB = 1024 * 1024;

/** The heap that the thread may take, in MiB: the texts that take most need some 90 times their size. */
const heapFor = (contentBytes: number): number =>
  Math.max(512, 128 * Math.ceil(contentBytes / MIB));

/** The thread's program: beside this file in the sources, and in the bundle a file of its own. */
const WORKER_FILE = import.meta.url.endsWith(".ts")
  ? new URL("./worker.ts", import.meta.url)
  : new URL("./scan-worker.cjs", import.meta.url);

/** Limits of the thread. What the configuration can change is asked for each time. */
export interface ScanThreadOptions {
  /** Largest content as it is now, in bytes of UTF-8. */
  readonly maxScanBytes: () => number;
  readonly idleMs?: number;
  /** The heap of a thread that is started now, in MiB. */
  readonly heapMib?: () => number;
}

/** Long scans; disposing of it ends them. */
export interface ScanThread extends Disposable {
  /** Looks at a content by the rules that it is given, after those that were asked for before. */
  readonly look: LookElsewhere;
  readonly isRunning: () => boolean;
}

/** Who waits for the thread's answer. */
interface Waiter {
  readonly resolve: (looked: Looked) => void;
  readonly reject: (error: Error) => void;
}

/** A thread, and the rules that it has. */
interface Running {
  readonly worker: Worker;
  rules: PreparedRules | undefined;
  waiter: Waiter | undefined;
}

/** The thread ended before it had answered. Why is not told: it could hold content. */
class ScanThreadError extends Error {}

/** Settles like `work`, or with undefined when `gone` aborts before. */
const untilGone = async <T>(work: Promise<T>, gone: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    gone.addEventListener("abort", () => resolve(undefined), { once: true });
    work.then(resolve, reject);
  });

/** No thread yet, and what starts one. */
export function createScanThread({
  maxScanBytes,
  idleMs = IDLE_MS,
  heapMib = () => heapFor(maxScanBytes()),
}: ScanThreadOptions): ScanThread {
  const turns = createTurns();
  let running: Running | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Running => {
    const resourceLimits = { maxOldGenerationSizeMb: heapMib() };
    const threads = process.getBuiltinModule("node:worker_threads");
    const worker = new threads.Worker(WORKER_FILE, { env: {}, resourceLimits });
    worker.unref();
    const thread: Running = { worker, rules: undefined, waiter: undefined };
    const fail = (): void => {
      if (running === thread) running = undefined;
      thread.waiter?.reject(new ScanThreadError());
    };
    worker.on("message", (looked: Looked) => thread.waiter?.resolve(looked));
    worker.on("error", fail).on("exit", fail);
    return thread;
  };

  const end = (): void => {
    clearTimeout(idle);
    void running?.worker.terminate();
    running = undefined;
  };

  const order = ({ prepared, canaries }: Ruleset, look: Look, waiter: Waiter): void => {
    const thread = (running ??= start());
    const message: Order = {
      look,
      canaries,
      rules: thread.rules === prepared ? undefined : prepared,
    };
    thread.rules = prepared;
    thread.waiter = waiter;
    thread.worker.postMessage(message, []);
  };

  const ask = async (ruleset: Ruleset, look: Look): Promise<Looked> => {
    clearTimeout(idle);
    try {
      return await new Promise((resolve, reject) => order(ruleset, look, { resolve, reject }));
    } finally {
      // It would keep what the thread has answered.
      if (running !== undefined) running.waiter = undefined;
      idle = setTimeout(end, idleMs).unref();
    }
  };

  return {
    isRunning: () => running !== undefined,
    look: async (ruleset, look, gone) => {
      const endTurn = await turns.take("", gone);
      if (endTurn === undefined) return undefined;
      // What the thread has begun it ends, though nobody waits: to start it again takes longer than most scans.
      return untilGone(ask(ruleset, look).finally(endTurn), gone);
    },
    [Symbol.dispose]: end,
  };
}
