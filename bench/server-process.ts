// A server in a process of its own, as a benchmark sees it: when it answers, and what it costs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** One request and its whole answer. Rejects where nobody answers. */
export async function ask(
  port: number,
  method: string,
  path: string,
  { body, token }: { readonly body?: unknown; readonly token?: string } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const text = body === undefined ? "" : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: "127.0.0.1",
      method,
      path,
      headers: {
        "Content-Length": Buffer.byteLength(text),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
    });
    sent.on("error", reject).on("response", (answer: IncomingMessage) => {
      let received = "";
      answer.setEncoding("utf8").on("data", (part: string) => (received += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text: received }));
    });
    sent.end(text);
  });
}

/** A started server. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** Milliseconds from the start of the process to its first answer of a scan. */
  readonly startMs: number;
  readonly kill: () => Promise<void>;
}

const POLL_MS = 1;
const GIVE_UP_MS = 30_000;

/** Starts a server and asks it for a scan until it answers. */
export async function startServer(
  words: readonly string[],
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const started = performance.now();
  const child = spawn(words[0] ?? "", words.slice(1), {
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  for (;;) {
    try {
      // One after the other, as a person's first scan would come.
      await ask(port, "POST", "/api/dlp/scan", {
        body: { content: "a text with nothing to find" },
      });
      break;
    } catch {
      if (performance.now() - started > GIVE_UP_MS) throw new Error("the server does not answer");
      await sleep(POLL_MS);
    }
  }
  const startMs = performance.now() - started;
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await once(child, "close");
  };
  return { pid: child.pid ?? 0, port, startMs, kill };
}

const field = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? Number.NaN);

/** Resident memory of a process in MB (proc(5)). */
export const residentMb = (pid: number): number =>
  field(readFileSync(`/proc/${pid}/status`, "utf8"), "VmRSS") / 1024;

/** How often all threads of a process together have gone to sleep and been woken since they began (proc(5)). */
export const wakeUps = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) =>
      field(readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8"), "voluntary_ctxt_switches"),
    )
    .reduce((sum, count) => sum + count, 0);

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
