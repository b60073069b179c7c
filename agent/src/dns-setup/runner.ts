import process from "node:process";
import { systemCode } from "../errors.ts";
import type { Run } from "./types.ts";

/** Longest that a command of the system may take, in milliseconds. */
const TIME_LIMIT_MS = 20_000;

/** Longest output that is taken in, in bytes. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

const NO_SUCH_COMMAND = 127;
const TOOK_TOO_LONG = 124;

/** Where an administrator's commands are looked for, whatever PATH says. */
const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

type Env = Readonly<Record<string, string | undefined>>;

const windowsOf = (env: Env): string => env["SystemRoot"] ?? "C:\\Windows";

/** What the system's commands may know of this process's surroundings. */
function surroundings(platform: string, env: Env) {
  if (platform !== "win32") return { PATH: SYSTEM_PATH, LC_ALL: "C" };
  const root = windowsOf(env);
  const folder = `${root}\\System32`;
  return { PATH: `${folder};${folder}\\WindowsPowerShell\\v1.0`, SystemRoot: root };
}

/** Where a command is: on Windows, a bare name would be looked for in the current folder first, which may be anybody's. */
function placeOf(command: string, platform: string, env: Env): string {
  if (platform !== "win32") return command;
  const folder = command === "powershell.exe" ? "WindowsPowerShell\\v1.0\\" : "";
  return `${windowsOf(env)}\\System32\\${folder}${command}`;
}

/** Runs the commands of this very system, each with a time limit, in the language of its manual. Never throws. */
export function systemRunner(platform: string, env: Env, timeLimitMs = TIME_LIMIT_MS): Run {
  return (command, args) => {
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    const { status, stdout, stderr, error } = spawnSync(placeOf(command, platform, env), args, {
      env: surroundings(platform, env),
      encoding: "utf8",
      timeout: timeLimitMs,
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    const fallback = systemCode(error) === "ETIMEDOUT" ? TOOK_TOO_LONG : NO_SUCH_COMMAND;
    // A command that could not be started has no output at all.
    const text = (output: string | null): string => output ?? "";
    return { status: status ?? fallback, stdout: text(stdout), stderr: text(stderr) };
  };
}
