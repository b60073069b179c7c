// What to do about an owner or a mode. A command that is printed will be run, by root too: it is told for what is Weir's or
// within the user's own home, and never for a folder that others live by.
import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { printable } from "../printable.ts";
import { ROOT_UID } from "./guarded.ts";
import type { Cure, GuardedKind, KnownChecker, Step } from "./guarded.ts";

/** How everything begins that Weir keeps in its data folder. */
const WEIRS_NAMES = /^(?:weir\.|api-token|\.?dns-setup\.json)/;

/** What lets anybody but its owner into a folder. */
const OPEN_TO_OTHERS = 0o077;

const FOR_ROOT =
  "root takes nothing of another user: run it as that user, or by sudo -H with root's own home, or with a --config of root's";

/** A path as one word of a shell. */
const quoted = (path: string): string => `'${printable(path).replaceAll("'", `'\\''`)}'`;

const command = (mend: string): Cure => ({ mend, advice: undefined });

/** To name another place, where this one is not for Weir to change. */
const elsewhere = (kind: GuardedKind): Cure => ({
  mend: undefined,
  advice:
    kind === "configuration" || kind === "key"
      ? "name a file in a folder of your own"
      : "name a folder of your own as data_dir",
});

/** The home folder where it is the user's own. */
function ownHome({ uid, home }: KnownChecker): string | undefined {
  if (home === "") return undefined;
  try {
    const real = realpathSync(home);
    return real !== "/" && statSync(real).uid === uid ? real : undefined;
  } catch {
    return undefined;
  }
}

function isAtHome(path: string, checker: KnownChecker): boolean {
  const home = ownHome(checker);
  return home !== undefined && path.startsWith(`${home}/`);
}

const isNamedForWeir = (path: string): boolean => basename(path) === "weir";

function namesIn(path: string): readonly string[] | undefined {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}

/** Does a folder hold nothing but Weir's, or stand where nothing else can be meant? */
function isForWeirAlone(path: string, checker: KnownChecker): boolean {
  const isHomely = isAtHome(path, checker);
  if (isHomely && isNamedForWeir(path)) return true;
  const names = namesIn(path);
  if (names?.every((name) => WEIRS_NAMES.test(name)) !== true) return false;
  // An empty folder of root's may be anything, such as a place to mount disks at.
  return names.length > 0 || isHomely || isNamedForWeir(path) || checker.uid !== ROOT_UID;
}

/** Is the place of a file this user's, so that nobody else lives by what stands there? */
function isOwnPlace(path: string, checker: KnownChecker): boolean {
  if (isAtHome(path, checker)) return true;
  const folder = dirname(path);
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.uid !== checker.uid) return false;
  // Most of the system is root's, but for others to reach; what they can't is root's alone.
  const isClosed = (stats.mode & OPEN_TO_OTHERS) === 0;
  return checker.uid !== ROOT_UID || isClosed || isNamedForWeir(folder);
}

function mayTakeOver({ path, stats }: Step, isTarget: boolean, checker: KnownChecker): boolean {
  if (!stats.isDirectory()) {
    return (stats.isFile() || stats.isSymbolicLink()) && isOwnPlace(path, checker);
  }
  return isAtHome(path, checker) && (!isTarget || isForWeirAlone(path, checker));
}

/** For what belongs to another user; `isTarget` where it is the file or folder itself, and not on the way there. */
export function ownerCure(
  step: Step,
  kind: GuardedKind,
  isTarget: boolean,
  checker: KnownChecker,
): Cure {
  if (mayTakeOver(step, isTarget, checker)) {
    return command(`sudo chown -h ${checker.uid} ${quoted(step.path)}`);
  }
  return checker.uid === ROOT_UID ? { mend: undefined, advice: FOR_ROOT } : elsewhere(kind);
}

/** For a folder on the way that others can write to. */
export function sharedFolderCure(
  { path, stats }: Step,
  kind: GuardedKind,
  checker: KnownChecker,
): Cure {
  const { uid } = checker;
  if (stats.uid !== uid) {
    return isNamedForWeir(path) ? command(`sudo chmod go-w ${quoted(path)}`) : elsewhere(kind);
  }
  const isHomely = path === ownHome(checker) || isAtHome(path, checker);
  return uid !== ROOT_UID || isHomely || isNamedForWeir(path)
    ? command(`chmod go-w ${quoted(path)}`)
    : elsewhere(kind);
}

/** For the file or folder itself, where its mode lets others get at it, or not even its owner. */
export function ownTargetCure(
  { path, stats }: Step,
  kind: GuardedKind,
  checker: KnownChecker,
): Cure {
  if (stats.isDirectory()) {
    return isForWeirAlone(path, checker) ? command(`chmod 700 ${quoted(path)}`) : elsewhere(kind);
  }
  const isOwn = stats.uid === checker.uid;
  const isKnown = isOwn ? isOwnPlace(path, checker) : isNamedForWeir(dirname(path));
  if (!stats.isFile() || !isKnown) return elsewhere(kind);
  // Root's may be there for others to read.
  return command(`${isOwn ? "chmod 600" : "sudo chmod go-w"} ${quoted(path)}`);
}

/** For what the user's own or root's mode keeps the agent from. */
export function closedCure({ path, stats }: Step, kind: GuardedKind, checker: KnownChecker): Cure {
  const isFolder = stats.isDirectory();
  if (stats.uid === checker.uid)
    return command(`chmod u+${isFolder ? "rwx" : "r"} ${quoted(path)}`);
  const isWeirs = isNamedForWeir(isFolder ? path : dirname(path));
  return isWeirs || isAtHome(path, checker)
    ? command(`sudo chmod a+${isFolder ? "x" : "r"} ${quoted(path)}`)
    : elsewhere(kind);
}
