import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Canary } from "@weir/schema";
import { PROGRAM, temporaryHome, weir } from "./run-cli.ts";

/** A home with a configuration file and a data folder, for agents one after the other. */
export function agentHome(config?: string) {
  const home = temporaryHome();
  const configPath = join(home.path, "config", "weir", "config.yaml");
  const dataDir = join(home.path, "data");
  const writeConfig = (text: string): void => {
    mkdirSync(join(home.path, "config", "weir"), { recursive: true, mode: 0o700 });
    writeFileSync(configPath, text, { mode: 0o600 });
  };
  if (config !== undefined) writeConfig(config);
  return {
    ...home,
    configPath,
    dataDir,
    writeConfig,
    token: () => readFileSync(join(dataDir, "api-token"), "utf8").trim(),
    /** Runs a command in this home. */
    run: async (...args: string[]) => weir(args, { env: home.env, cwd: home.path }),
  };
}

export type AgentHome = ReturnType<typeof agentHome>;

/** How an agent is started. */
export interface AgentOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What stands before the program on the command line. */
  readonly wrapper?: readonly string[];
}

/** A running agent. */
export type Agent = Awaited<ReturnType<typeof startAgent>>;

/** A request to a running agent. */
export interface AgentRequest {
  readonly body?: unknown;
  readonly token?: string;
}

/**
 * A nameless file that a child writes its error stream to: what it told before it answered is read
 * at once, where a pipe's end may hear of it later.
 */
function errorFile() {
  const path = join(tmpdir(), `weir-log-${randomUUID()}`);
  const fd = openSync(path, "wx+", 0o600);
  rmSync(path);
  let kept: string | undefined;
  const text = (): string => {
    if (kept !== undefined) return kept;
    const bytes = Buffer.alloc(fstatSync(fd).size);
    const read = readSync(fd, bytes, 0, bytes.length, 0);
    return bytes.toString("utf8", 0, read);
  };
  const close = (): void => {
    kept = text();
    closeSync(fd);
  };
  return { fd, text, close };
}

/** Starts the real agent in a process of its own and answers once it listens. */
export async function startAgent(home: AgentHome, options: AgentOptions = {}) {
  const { args = [], env = {}, wrapper = [] } = options;
  const listen = args.includes("--listen") ? [] : ["--listen", "127.0.0.1:0"];
  const dns = args.includes("--dns-listen") ? [] : ["--no-dns"];
  const words = [...wrapper, process.execPath, PROGRAM, "run", ...listen, ...dns, ...args];
  const err = errorFile();
  const child = spawn(words[0] ?? "", words.slice(1), {
    cwd: home.path,
    env: { ...process.env, ...home.env, LOG_LEVEL: "", NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", err.fd],
  });
  let out = "";
  const exited = once(child, "close");
  child.once("close", err.close);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      const found = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(out)?.[0];
      if (found !== undefined && out.includes("curl")) resolve(found);
    });
    child.once("close", () => reject(new Error(`the agent ended: ${err.text()}`)));
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      // A program that traces it ends with it.
      process.kill(
        Number(readFileSync(join(home.dataDir, "weir.pid"), "utf8").split("\n")[0]),
        signal,
      );
    }
    await exited;
    return child.exitCode;
  };
  const ask = async (method: string, path: string, { body, token }: AgentRequest = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const data: unknown = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, data, text };
  };
  const scan = async (content: string) =>
    (await ask("POST", "/api/dlp/scan", { body: { content } })).data as {
      blocked: boolean;
      pattern_name: string;
    };
  const create = async (label: string): Promise<Canary> =>
    (await ask("POST", "/api/dlp/canary", { body: { label }, token: home.token() })).data as Canary;
  const canaries = async (): Promise<readonly Canary[]> =>
    ((await ask("GET", "/api/dlp/canary", { token: home.token() })).data as { canaries: Canary[] })
      .canaries;
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    out: () => out,
    log: err.text,
    /** The events of the log so far, by name. */
    events: () =>
      err
        .text()
        .split("\n")
        .slice(0, -1)
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as { event: string } & Record<string, unknown>),
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** The exit code, once it has ended by itself or by a signal. */
    ended: async () => {
      await exited;
      return child.exitCode;
    },
    stop: async () => end("SIGTERM"),
    kill: async () => end("SIGKILL"),
    ask,
    scan,
    create,
    canaries,
  };
}
