// The DNS layer as the agent sees it: a thread that is started again when it ends, and what is known of it.
import process from "node:process";
import type { Worker } from "node:worker_threads";
import type { HostRules } from "@weir/engine";
import { systemClock } from "../clock.ts";
import type { DnsEndpoint, DnsFault, DnsSettings } from "./settings.ts";
import { COUNT } from "./worker-messages.ts";
import type { FromWorker, Order, WorkerStart } from "./worker-messages.ts";

/** After so many crashes in a row the layer is told to have failed; the thread is started again all the same. */
const MAX_CRASHES = 3;
/** A thread that ran this long before it crashed is the first of a row. */
const STEADY_MS = 60_000;
/** How long it is waited before the second start anew; doubled with each crash. The first one comes at once. */
const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 60_000;

/** How long a thread may take to close its sockets. */
const STOP_MS = 1000;

/**
 * The heap holds short-lived objects alone, and answers and lists stand outside of it; a larger young generation takes memory
 * and saves no time. A thread that wants more is broken and starts again.
 */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 6 };

/** What can be told of the layer, with fields that hold no name, address or query. */
export type DnsEvent =
  | { readonly event: "dns_started"; readonly port: number; readonly ipv6: boolean }
  | { readonly event: "dns_fault"; readonly fault: DnsFault }
  | { readonly event: "dns_recovered" }
  | { readonly event: "dns_restarted"; readonly crashes: number }
  | { readonly event: "dns_failed"; readonly fault: DnsFault }
  | { readonly event: "dns_stopped" };

/** How the DNS layer starts, and whom it tells what happens to it. */
export interface DnsOptions {
  readonly endpoint: DnsEndpoint;
  /** Over memory that threads share, where neither a start nor a change of rules is to copy them. */
  readonly rules: HostRules;
  readonly settings: DnsSettings;
  readonly onEvent: (event: DnsEvent) => void;
  /** Told a while after something was counted: `takeCounts` has it. */
  readonly onCounted?: () => void;
}

/** How the DNS layer stands. No name that was asked for is in it. */
export interface DnsStatus {
  readonly state: "running" | "off" | "failed";
  readonly lastError: DnsFault | null;
  /** Where it listens; 0 where it does not. */
  readonly port: number;
  readonly hasIpv6: boolean;
  /** How much longer nothing is blocked; 0 where no pause is on. */
  readonly pausedMs: number;
}

/** What changes the layer answers once the thread answers queries by it; at once where the layer is over or has failed. */
export interface DnsService {
  readonly status: () => DnsStatus;
  /** What was counted since the last time. */
  readonly takeCounts: () => { readonly queries: number; readonly blocks: number };
  readonly setRules: (rules: HostRules) => Promise<void>;
  readonly setSettings: (settings: DnsSettings) => Promise<void>;
  /** Blocks nothing for so many minutes, in memory alone; 0 ends it. */
  readonly pause: (minutes: number) => Promise<void>;
  /** Forgets answers and connections, as when the network changed. */
  readonly flush: () => Promise<void>;
  /** Ends the thread. Nothing is answered any more. */
  readonly stop: () => Promise<void>;
}

/** The thread's program: beside this file in the sources, and in the bundle a file of its own. */
const WORKER_FILE = import.meta.url.endsWith(".ts")
  ? new URL("./worker.ts", import.meta.url)
  : new URL("./dns-worker.cjs", import.meta.url);

/** Starts the layer. Resolves once it serves, or cannot: its status tells. */
export async function startDns(options: DnsOptions): Promise<DnsService> {
  const layer = new Layer(options);
  await layer.start();
  return layer;
}

class Layer implements DnsService {
  private readonly counts = new Uint32Array(new SharedArrayBuffer(8));
  /** What of them was taken. */
  private readonly taken = new Uint32Array(2);
  private readonly endpoint: DnsEndpoint;
  private readonly onEvent: (event: DnsEvent) => void;
  private readonly onCounted: (() => void) | undefined;
  private rules: HostRules;
  private settings: DnsSettings;
  private worker: Worker | undefined;
  private state: DnsStatus["state"] = "off";
  private lastError: DnsFault | null = null;
  private port = 0;
  private hasIpv6 = false;
  private pausedUntilMs = 0;
  /** Crashes in a row, and when the thread was started last. */
  private crashes = 0;
  private startedMs = 0;
  private restart: NodeJS.Timeout | undefined;
  private isStopping = false;
  /** The address can't be listened on: another thread could not either. */
  private isRefused = false;
  /** How many orders were given, and who waits for which of them. */
  private ordered = 0;
  private readonly waiting = new Map<number, () => void>();

  constructor({ endpoint, rules, settings, onEvent, onCounted }: DnsOptions) {
    this.endpoint = endpoint;
    this.rules = rules;
    this.settings = settings;
    this.onEvent = onEvent;
    this.onCounted = onCounted;
  }

  /** Resolves once the thread serves, or has ended. */
  start = async (): Promise<void> =>
    new Promise((resolve) => {
      this.startedMs = performance.now();
      const workerData: WorkerStart = {
        // The port that was found stays the same when the thread is started again.
        endpoint: { ...this.endpoint, port: this.port || this.endpoint.port },
        rules: this.rules,
        settings: this.settings,
        pauseMs: this.pausedMs(),
        counts: this.counts,
      };
      const begunWith = this.ordered;
      const threads = process.getBuiltinModule("node:worker_threads");
      const worker = new threads.Worker(WORKER_FILE, { workerData, resourceLimits: HEAP_LIMITS });
      this.worker = worker;
      worker.on("message", (message: FromWorker) => {
        this.hear(message);
        if (message.kind !== "listening") return;
        // What was ordered of a thread before it stands in what this one began with.
        this.settle((number) => number <= begunWith);
        resolve();
      });
      // What an error says can hold a name: that there was one is all that is told.
      worker.on("error", () => undefined);
      worker.on("exit", () => {
        this.ended(worker);
        resolve();
      });
    });

  status = (): DnsStatus => ({
    state: this.state,
    lastError: this.lastError,
    port: this.state === "running" ? this.port : 0,
    hasIpv6: this.hasIpv6,
    pausedMs: this.pausedMs(),
  });

  takeCounts = (): { readonly queries: number; readonly blocks: number } => ({
    queries: this.takeCount(COUNT.queries),
    blocks: this.takeCount(COUNT.blocks),
  });

  setRules = async (rules: HostRules): Promise<void> => {
    this.rules = rules;
    return this.order({ kind: "rules", rules: this.rules });
  };

  setSettings = async (settings: DnsSettings): Promise<void> => {
    this.settings = settings;
    return this.order({ kind: "settings", settings });
  };

  pause = async (minutes: number): Promise<void> => {
    this.pausedUntilMs = systemClock.nowMs() + minutes * 60_000;
    return this.order({ kind: "pause", ms: this.pausedMs() });
  };

  flush = async (): Promise<void> => this.order({ kind: "flush" });

  stop = async (): Promise<void> => {
    const { worker } = this;
    if (worker !== undefined) void this.order({ kind: "stop" });
    this.isStopping = true;
    this.settle();
    clearTimeout(this.restart);
    if (worker !== undefined) {
      const ended = new Promise((resolve) => worker.on("exit", resolve));
      const late = setTimeout(() => void worker.terminate(), STOP_MS);
      await ended;
      clearTimeout(late);
    }
    this.state = "off";
    this.onEvent({ event: "dns_stopped" });
  };

  private takeCount(place: number): number {
    const count = Atomics.load(this.counts, place);
    const since = (count - (this.taken[place] ?? 0)) >>> 0;
    this.taken[place] = count;
    return since;
  }

  private pausedMs(): number {
    return Math.max(0, this.pausedUntilMs - systemClock.nowMs());
  }

  /** Resolves once the thread has carried out the order, or one that begins with it serves; at once where the layer has failed. */
  private async order(order: Order): Promise<void> {
    if (this.isStopping) return;
    const number = ++this.ordered;
    this.worker?.postMessage({ order, number });
    if (this.state === "failed") return;
    await new Promise<void>((resolve) => this.waiting.set(number, resolve));
  }

  /** Nobody waits any more for the orders of some numbers. */
  private settle(isOver: (number: number) => boolean = () => true): void {
    for (const [number, resolve] of this.waiting) {
      if (!isOver(number)) continue;
      this.waiting.delete(number);
      resolve();
    }
  }

  private hear(message: FromWorker): void {
    switch (message.kind) {
      case "listening":
        this.port = message.port;
        this.hasIpv6 = message.hasIpv6;
        this.state = "running";
        if (this.lastError === "crashed") this.lastError = null;
        this.onEvent({ event: "dns_started", port: message.port, ipv6: message.hasIpv6 });
        return;
      case "refused":
        this.isRefused = true;
        this.fail(message.fault);
        return;
      case "done":
        this.settle((number) => number === message.number);
        return;
      case "counted":
        this.onCounted?.();
        return;
      case "fault":
        this.lastError = message.fault ?? null;
        if (message.fault === undefined) this.onEvent({ event: "dns_recovered" });
        else this.onEvent({ event: "dns_fault", fault: message.fault });
    }
  }

  private fail(fault: DnsFault): void {
    this.state = "failed";
    this.lastError = fault;
    this.onEvent({ event: "dns_failed", fault });
    this.settle();
  }

  private ended(worker: Worker): void {
    if (this.worker === worker) this.worker = undefined;
    if (this.isStopping || this.isRefused) return;
    const isSteady = performance.now() - this.startedMs > STEADY_MS;
    this.crashes = isSteady ? 1 : this.crashes + 1;
    const { crashes } = this;
    if (crashes < MAX_CRASHES) {
      this.state = "off";
      this.lastError = "crashed";
      this.onEvent({ event: "dns_restarted", crashes });
    } else this.fail("crashed");
    const waitMs = crashes === 1 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (crashes - 2), LAST_WAIT_MS);
    this.restart = setTimeout(() => void this.start(), waitMs);
  }
}
