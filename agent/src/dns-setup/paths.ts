import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join, posix } from "node:path";
import type { RestoreDeps } from "./types.ts";

/** Most links behind one name, as in Linux. */
const MAX_LINKS = 40;

/** An absolute path beneath the root. */
export const under = ({ root }: RestoreDeps, path: string): string =>
  root === "/" ? path : join(root, path);

/** The text of a file beneath the root; undefined where it can't be read. */
export function textAt(deps: RestoreDeps, path: string): string | undefined {
  try {
    return readFileSync(under(deps, path), "utf8");
  } catch {
    return undefined;
  }
}

/** The path that a name leads to when links are followed; undefined where they go round in a circle. */
export function followLinks(deps: RestoreDeps, path: string): string | undefined {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const stats = lstatSync(under(deps, at), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() !== true) return at;
    at = posix.resolve(posix.dirname(at), readlinkSync(under(deps, at)));
  }
  return undefined;
}

/** Folders that must be made for a path to have one, the outermost first. */
export function missingFolders(deps: RestoreDeps, path: string): readonly string[] {
  const missing: string[] = [];
  for (let at = posix.dirname(path); at !== "/"; at = posix.dirname(at)) {
    if (lstatSync(under(deps, at), { throwIfNoEntry: false }) !== undefined) break;
    missing.unshift(at);
  }
  return missing;
}

/** A path as a shell takes it. */
const shellWord = (path: string): string =>
  /^[\w./~:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** The command that somebody without rights would have to give, on the same configuration; `words` stand behind `weir`. */
export function asAdministrator({ platform, config }: RestoreDeps, words: string): string {
  const given = config === undefined ? words : `${words} --config ${shellWord(config)}`;
  return platform === "win32"
    ? `in a terminal run as administrator: weir ${given}`
    : `sudo weir ${given}`;
}
