import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

/**
 * The program that tests start: the sources, or what `WEIR_TEST_PROGRAM` names. `npm test` names the bundle that it has
 * just built, which is what people run and starts faster.
 */
export const PROGRAM =
  process.env["WEIR_TEST_PROGRAM"] ?? fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** How a command ended and what it said. */
export interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** How a command is started. */
export interface CliOptions {
  /** What stands on standard input; by default nothing. */
  readonly input?: string | Uint8Array | Iterable<Uint8Array>;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another script than the sources' own. */
  readonly script?: string;
  /** Told all of standard output whenever there is more, and able to stop the process. */
  readonly onOut?: (out: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** An account of its own for a process: nothing of the real one is read or written. Disposing of it removes it. */
export function temporaryHome(): Disposable & {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
} {
  const path = mkdtempSync(join(tmpdir(), "weir-home-"));
  return {
    path,
    env: {
      HOME: path,
      WEIR_CONFIG: "",
      WEIR_DATA_DIR: join(path, "data"),
      XDG_CONFIG_HOME: join(path, "config"),
      XDG_STATE_HOME: join(path, "state"),
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Runs the real command in a process and a home of its own. */
export async function weir(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { input = "", cwd = process.cwd(), env = {}, script = PROGRAM } = options;
  using home = temporaryHome();
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, ...home.env, LOG_LEVEL: "", NO_COLOR: "1", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    options.onOut?.(out, (signal) => child.kill(signal));
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  // A command that does not read its input closes it early.
  child.stdin.on("error", () => undefined);
  const chunks = typeof input === "string" || input instanceof Uint8Array ? [input] : input;
  Readable.from(chunks, { objectMode: true }).pipe(child.stdin);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}
