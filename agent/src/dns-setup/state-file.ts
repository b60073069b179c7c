import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../errors.ts";
import { dropBeside, writeOwnFile } from "./disk.ts";
import { isStep, isTextList, isObject } from "./state-shape.ts";
import type { StoredStep } from "./state-shape.ts";
import type { DnsListener, DnsManager, DnsMode, FileState, RestoreDeps, Step } from "./types.ts";

/** The file within the data folder that keeps what was before. */
export const DNS_STATE_FILE = "dns-setup.json";

const FORMAT = 1;

/**
 * How far a set-up is: being put in force or taken back; in force; taken back until the agent runs again; taken back by somebody
 * who wants it so, until somebody installs it again.
 */
export type DnsPhase = "changing" | "in_force" | "suspended" | "restored";

/** What is kept of a set-up. */
export interface DnsState {
  readonly phase: DnsPhase;
  readonly mode: DnsMode;
  readonly manager: DnsManager;
  readonly listener: DnsListener;
  /** The names of scoped mode, as they were asked for. */
  readonly names: readonly string[];
  /** Did roll-back leave something alone because somebody else had changed it? */
  readonly isForeign: boolean;
  readonly steps: readonly Step[];
}

/** A state file as it was read: none, one that can't be used, or the state. */
export type ReadState =
  | { readonly kind: "none" }
  | { readonly kind: "unusable"; readonly reason: string }
  | { readonly kind: "state"; readonly state: DnsState };

const MODES: readonly unknown[] = ["scoped", "full"] satisfies readonly DnsMode[];
const PHASES: readonly unknown[] = [
  "changing",
  "in_force",
  "suspended",
  "restored",
] satisfies readonly DnsPhase[];
const MANAGERS: readonly unknown[] = [
  "resolved",
  "network_manager",
  "resolv_conf",
  "macos",
  "windows",
] satisfies readonly DnsManager[];

/** Largest state file: two contents of a megabyte in base64, and names. */
const MAX_STATE_BYTES = 8 * 1024 * 1024;

const OPEN_TO_OTHERS = 0o077;

/** The path of the file by which a set-up can be rolled back. */
export const statePath = (deps: RestoreDeps): string => join(deps.stateFolder, DNS_STATE_FILE);

const storeFile = (state: FileState): unknown =>
  state.kind === "file" ? { ...state, content: state.content.toString("base64") } : state;

const storeStep = (step: Step): unknown =>
  step.kind === "file"
    ? { ...step, before: storeFile(step.before), after: step.after.toString("base64") }
    : step;

const loadFile = (state: (StoredStep & { readonly kind: "file" })["before"]): FileState =>
  state.kind === "file" ? { ...state, content: Buffer.from(state.content, "base64") } : state;

const loadStep = (step: StoredStep): Step =>
  step.kind === "file"
    ? { ...step, before: loadFile(step.before), after: Buffer.from(step.after, "base64") }
    : step;

/** Has it the shape of a kept state? */
function isStored(value: unknown): value is Omit<DnsState, "steps"> & { steps: StoredStep[] } {
  if (!isObject(value) || value["format"] !== FORMAT) return false;
  const { phase, mode, manager, listener, names, isForeign, steps } = value;
  return (
    PHASES.includes(phase) &&
    MODES.includes(mode) &&
    MANAGERS.includes(manager) &&
    isObject(listener) &&
    typeof listener["host"] === "string" &&
    typeof listener["port"] === "number" &&
    isTextList(names) &&
    typeof isForeign === "boolean" &&
    Array.isArray(steps) &&
    steps.every(isStep)
  );
}

/**
 * Roll-back writes what this file says wherever it says, as an administrator. So it must be a file of this very user,
 * closed to others.
 */
function readSafely(path: string, uid: number | undefined): string | { readonly reason: string } {
  const noFollow = uid === undefined ? 0 : constants.O_NOFOLLOW;
  const file = openSync(path, constants.O_RDONLY | noFollow);
  try {
    const stats = fstatSync(file);
    const isOurs = uid === undefined || (stats.uid === uid && (stats.mode & OPEN_TO_OTHERS) === 0);
    if (!stats.isFile() || !isOurs)
      return { reason: "belongs to another user or is open to others" };
    if (stats.size > MAX_STATE_BYTES) return { reason: "is too large" };
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** What was kept of a set-up. Never throws. */
export function readState(deps: RestoreDeps): ReadState {
  try {
    const text = readSafely(statePath(deps), deps.uid);
    if (typeof text !== "string") return { kind: "unusable", reason: text.reason };
    const value: unknown = JSON.parse(text);
    if (!isStored(value)) return { kind: "unusable", reason: "is of another format" };
    const { phase, mode, manager, listener, names, isForeign } = value;
    const steps = value.steps.map(loadStep);
    return {
      kind: "state",
      state: { phase, mode, manager, listener, names, isForeign, steps },
    };
  } catch (error) {
    if (systemCode(error) === "ENOENT") return { kind: "none" };
    const reason = error instanceof SyntaxError ? "is damaged" : "can't be read";
    return { kind: "unusable", reason };
  }
}

/** Keeps a state, whole and on the disk when this returns. Throws the system's errors. */
export function saveState(deps: RestoreDeps, state: DnsState): void {
  const stored = { format: FORMAT, ...state, steps: state.steps.map(storeStep) };
  writeOwnFile(statePath(deps), `${JSON.stringify(stored)}\n`, atPointOf(deps));
}

/** Forgets the set-up. Throws the system's errors. */
export function dropState(deps: RestoreDeps): void {
  dropBeside(statePath(deps));
  rmSync(statePath(deps), { force: true });
}

/** Whom to tell of the points where the process could be killed; nobody but in tests. */
export const atPointOf = ({ atPoint }: RestoreDeps): ((point: string) => void) =>
  atPoint ?? (() => undefined);
