import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { AgentError, systemCode } from "./errors.ts";
import { openDatabase, sqliteFault } from "./store/sqlite.ts";
import type { Database } from "./store/sqlite.ts";
import { createFile, replaceFile } from "./whole-file.ts";

/** The file within the data folder that names the process of the running agent. */
export const PID_FILE = "weir.pid";

/**
 * The file within the data folder whose lock an agent holds as long as it runs, also where it can't write the other: a
 * database without a table, which stays.
 */
const LOCK_FILE = "weir.pid.lock";

/** How long the system may take to tell of a process, in milliseconds. */
const PS_MS = 2000;

/** A process: its number, and when it started, since numbers are used again; empty on Windows. */
interface Identity {
  readonly pid: number;
  readonly start: string;
  /** Where its API listens, such as `http://127.0.0.1:9191`; undefined until it does. */
  readonly url: string | undefined;
  /** Of its configuration, as `configMark` has it; undefined where an earlier version wrote the file. */
  readonly config: string | undefined;
}

/** What tells configuration files apart; a path itself can hold a person's name. Without a file, one runs on the defaults. */
export const configMark = (path: string | undefined): string =>
  path === undefined ? "none" : createHash("sha256").update(path).digest("hex");

/** The seconds since 1970 at which a process started, by ps(1); empty where that doesn't tell, undefined where it could not. */
function startByPs(pid: number, ps: string): string | undefined {
  if (process.platform === "win32") return "";
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  try {
    // The same words whatever the language and the hour of the year, in which the file may have been written.
    const env = { LC_ALL: "C", TZ: "UTC" };
    const args = ["-o", "lstart=", "-p", String(pid)];
    const told = execFileSync(ps, args, {
      env,
      encoding: "latin1",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: PS_MS,
    });
    const ms = Date.parse(`${told.trim()} UTC`);
    return Number.isNaN(ms) ? "" : String(ms / 1000);
  } catch (error) {
    // Where it ended by itself, or is not there, another time it would tell no more.
    return ["", "ENOENT"].includes(systemCode(error)) ? "" : undefined;
  }
}

/**
 * When a process started: in clock ticks since the system did where there is a `/proc` (proc(5), field 22), else in
 * seconds since 1970. Empty where neither can be read, as on Windows; undefined where the system takes too long to tell.
 */
export function startOf(pid: number, proc = "/proc", ps = "/bin/ps"): string | undefined {
  try {
    const stat = readFileSync(join(proc, String(pid), "stat"), "latin1");
    // The name of the program stands in brackets and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "ended" : (fields[19] ?? "");
  } catch {
    return startByPs(pid, ps);
  }
}

/** Tells when a process started, as `startOf` does. */
type TellStart = (pid: number) => string | undefined;

/**
 * Is it there, and still the process that wrote the file? Undefined where the system takes too long to tell. A file without a
 * start is believed where none can be told.
 */
function isAlive({ pid, start }: Identity, tellStart: TellStart): boolean | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, and another user's.
    if (systemCode(error) !== "EPERM") return false;
  }
  const told = tellStart(pid);
  return told === undefined ? undefined : told === start;
}

/** What a file says, which is nothing where it can't be read; undefined where there is none. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    return systemCode(error) === "ENOENT" ? undefined : "";
  }
}

function parseIdentity(text: string): Identity | undefined {
  const parts =
    /^([1-9][0-9]{0,9})\n([0-9]*)\n(?:config ([0-9a-f]{64}|none)\n)?(?:(http:\/\/[\w.:[\]]{1,64})\n)?$/.exec(
      text,
    );
  if (parts === null) return undefined;
  return { pid: Number(parts[1]), start: parts[2] ?? "", config: parts[3], url: parts[4] };
}

const readIdentity = (path: string): Identity | undefined => parseIdentity(readText(path) ?? "");

/** The agent that runs on a data folder; undefined where none does for certain, and none may be signalled or given a token. */
export function runningAgent(dataFolder: string): Omit<Identity, "start"> | undefined {
  const identity = readIdentity(join(dataFolder, PID_FILE));
  return identity !== undefined && isAlive(identity, startOf) === true ? identity : undefined;
}

/** A data folder that is this process's own until it is disposed of. */
export interface Claim extends Disposable {
  /** Writes the file unless it is there; false where it can't be written: nothing tells of this agent then. */
  readonly renew: () => boolean;
  /** Does no other agent have the folder for certain? Claims it where it could not be claimed before. */
  readonly isHeld: () => boolean;
  /** Tells those who look for this agent where its API listens. */
  readonly tellUrl: (url: string) => void;
}

const identityText = (config: string): string =>
  `${process.pid}\n${startOf(process.pid) ?? ""}\nconfig ${config}\n`;

/**
 * Takes the lock of a data folder, which the system takes back from whoever dies. Undefined where the disk gives none. Throws an
 * AgentError where another agent holds it.
 */
function takeLock(dataFolder: string): Database | undefined {
  let lock: Database | undefined;
  try {
    lock = openDatabase(join(dataFolder, LOCK_FILE));
    lock.exec("PRAGMA busy_timeout = 0");
    // Nothing is ever written, so that a full disk gives the lock as well: no journal, and no transaction is carried out.
    lock.exec("PRAGMA journal_mode = MEMORY");
    lock.exec("BEGIN IMMEDIATE");
    return lock;
  } catch (error) {
    lock?.close();
    if (sqliteFault(error) === "busy") throw new AgentError("agent_running");
    return undefined;
  }
}

const besideOf = (path: string): string => `${path}.${process.pid}`;

/** Who claims a data folder. */
interface Claimant {
  /** The configuration file that it runs with; undefined where it has none. */
  readonly configPath?: string | undefined;
  readonly tellStart?: TellStart;
}

/** Writes the file in the place of what a dead agent left; false where it can't be written. Throws as `claimDataFolder` does. */
function write(path: string, text: string, isLocked: boolean, tellStart: TellStart): boolean {
  try {
    if (createFile(besideOf(path), path, text)) return true;
    const identity = readIdentity(path);
    // Two agents on one store are worse than none: one that the system does not come to tell of counts as running.
    if (identity !== undefined && isAlive(identity, tellStart) !== false)
      throw new AgentError("agent_running");
    // Without the lock, this could be the file of an agent that was faster.
    if (!isLocked) return false;
    rmSync(path, { force: true });
    return createFile(besideOf(path), path, text);
  } catch (error) {
    if (error instanceof AgentError) throw error;
    return false;
  }
}

/** Replaces our own file; where that fails, what is there goes on to count. */
function replace(path: string, text: string): void {
  try {
    replaceFile(besideOf(path), path, text);
  } catch {
    // The file of a claim names the process all the same.
  }
}

/**
 * Makes a data folder this process's own, so that no two agents write to one store. A file that a dead agent left is
 * replaced. Throws an AgentError `agent_running` where another agent runs on it, as `renew` does.
 */
export function claimDataFolder(
  dataFolder: string,
  { configPath, tellStart = startOf }: Claimant = {},
): Claim {
  const path = join(dataFolder, PID_FILE);
  const text = (): string => identityText(configMark(configPath));
  const isOurs = (): boolean => readIdentity(path)?.pid === process.pid;
  let lock: Database | undefined;
  const unlock = (): void => {
    lock?.close();
    lock = undefined;
  };
  const claim = (): boolean => {
    try {
      lock ??= takeLock(dataFolder);
      return write(path, text(), lock !== undefined, tellStart);
    } catch (error) {
      unlock();
      throw error;
    }
  };
  claim();
  let known: string | undefined;
  const tellUrl = (url: string): void => {
    known = url;
    if (isOurs()) replace(path, `${text()}${url}\n`);
  };
  const renew = (): boolean => {
    if (isOurs()) return true;
    const isWritten = claim();
    if (isWritten && known !== undefined) tellUrl(known);
    return isWritten;
  };
  return {
    renew,
    isHeld: () => {
      try {
        return renew() || lock !== undefined;
      } catch (error) {
        if (!(error instanceof AgentError)) throw error;
        return false;
      }
    },
    tellUrl,
    [Symbol.dispose]: () => {
      if (isOurs()) rmSync(path, { force: true });
      unlock();
    },
  };
}
