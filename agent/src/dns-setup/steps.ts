import { errorClass, systemCode } from "../errors.ts";
import { printable } from "../printable.ts";
import {
  contentOf,
  dropBeside,
  dropFolder,
  isHalfWritten,
  isSameState,
  makeFolder,
  readFileState,
  UnfitFileError,
  writeFileState,
} from "./disk.ts";
import { listServices, serversOf, setServers } from "./macos-commands.ts";
import { under } from "./paths.ts";
import { CommandError, runOrThrow } from "./reload-commands.ts";
import { atPointOf } from "./state-file.ts";
import type { FileState, RestoreDeps, Step } from "./types.ts";
import { addRule, ourNamespaces, removeRules } from "./windows-commands.ts";

type FileStep = Step & { readonly kind: "file" };
type ServiceStep = Step & { readonly kind: "service" };

/** How a step stands: as it was before, in force, changed by somebody else, or beyond reading. */
export type StepStanding = "before" | "in_force" | "foreign" | "unreadable";

/** What became of taking one step back. */
export type Undone =
  | { readonly kind: "back" }
  | { readonly kind: "foreign"; readonly line: string }
  | { readonly kind: "failed"; readonly line: string };

/** Everybody may read what a resolver reads. */
const NEW_FILE_MODE = 0o644;

/** Leaves an owner as it is (chown(2)). */
const SAME_OWNER = -1;

/** A file's state once its step has been taken. */
const stateAfter = ({ before, after }: FileStep): FileState =>
  before.kind === "file"
    ? { ...before, content: after }
    : { kind: "file", content: after, mode: NEW_FILE_MODE, uid: SAME_OWNER, gid: SAME_OWNER };

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at]);

/** Takes a step. Throws the system's errors and CommandError. */
export function takeStep(deps: RestoreDeps, step: Step): void {
  switch (step.kind) {
    case "folder":
      makeFolder(under(deps, step.path));
      return;
    case "file":
      writeFileState(under(deps, step.path), stateAfter(step), atPointOf(deps));
      return;
    case "service":
      runOrThrow(deps, setServers(step.service, step.after));
      return;
    case "nrpt":
      // Rules of ours that an agent left behind before would stand beside the new ones.
      runOrThrow(deps, removeRules());
      for (const namespaces of step.namespaces) runOrThrow(deps, addRule(namespaces, step.server));
  }
}

function fileStanding(deps: RestoreDeps, { path, before, after }: FileStep): StepStanding {
  const now = readFileState(under(deps, path));
  const content = contentOf(now);
  if (content?.equals(after) === true) return "in_force";
  if (isSameState(now, before)) return "before";
  const old = contentOf(before);
  const isHalf = content !== undefined && old !== undefined && isHalfWritten(content, old, after);
  return isHalf ? "in_force" : "foreign";
}

function serviceStanding(deps: RestoreDeps, { service, before, after }: ServiceStep): StepStanding {
  const now = serversOf(deps.run, service);
  if (now === undefined) {
    const services = listServices(deps.run);
    return services === undefined || services.includes(service) ? "unreadable" : "foreign";
  }
  if (isSameList(now, after)) return "in_force";
  return isSameList(now, before) ? "before" : "foreign";
}

/** How a step stands now. */
export function standingOf(deps: RestoreDeps, step: Step): StepStanding {
  try {
    switch (step.kind) {
      case "folder":
        return "in_force";
      case "file":
        return fileStanding(deps, step);
      case "service":
        return serviceStanding(deps, step);
      case "nrpt": {
        const now = ourNamespaces(deps.run);
        if (now === undefined) return "unreadable";
        return isSameList(now, step.namespaces.flat().toSorted()) ? "in_force" : "before";
      }
    }
  } catch (error) {
    return error instanceof UnfitFileError ? "foreign" : "unreadable";
  }
}

/** What a step is about, for people. */
export function subjectOf(step: Step): string {
  switch (step.kind) {
    case "folder":
    case "file":
      return printable(step.path);
    case "service":
      return `the resolvers of "${printable(step.service)}"`;
    case "nrpt":
      return "weir's name resolution rules";
  }
}

/** What went wrong, without any content. */
export function failureText(error: unknown): string {
  if (error instanceof CommandError) return printable(error.message);
  const code = systemCode(error);
  if (code === "EPERM") return "EPERM; lsattr tells whether it is marked immutable (i)";
  return code === "" ? errorClass(error) : code;
}

function undoStanding(deps: RestoreDeps, step: Step): void {
  switch (step.kind) {
    case "folder":
      dropFolder(under(deps, step.path));
      return;
    case "file":
      writeFileState(under(deps, step.path), step.before, atPointOf(deps));
      return;
    case "service":
      runOrThrow(deps, setServers(step.service, step.before));
      return;
    case "nrpt":
      runOrThrow(deps, removeRules());
  }
}

/** Takes a step back, unless somebody else has changed the same thing since. Never throws. */
export function undoStep(deps: RestoreDeps, step: Step): Undone {
  try {
    if (step.kind === "file") dropBeside(under(deps, step.path));
    const standing = standingOf(deps, step);
    if (standing === "unreadable") {
      return { kind: "failed", line: `${subjectOf(step)} can't be read` };
    }
    if (standing === "foreign") {
      return {
        kind: "foreign",
        line: `somebody else has changed ${subjectOf(step)}; it was left alone`,
      };
    }
    if (standing === "in_force" || step.kind === "nrpt") undoStanding(deps, step);
    return { kind: "back" };
  } catch (error) {
    return { kind: "failed", line: `${subjectOf(step)}: ${failureText(error)}` };
  }
}
