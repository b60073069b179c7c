import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { FIRST_OWN_LIST, HOST_LISTS, listOrder, MAX_OWN_LISTS } from "@weir/engine";
import type { ListNumber } from "@weir/engine";

/** The lists that ship with Weir, in the folder of rules. */
const SHIPPED = ["ai_allowed", "ai_chat_dlp", "ai_chat_blocked", "ai_other", "doh_hosts"] as const;

/** The folder of this machine's own lists, relative to the folder of rules. */
export const LOCAL_FOLDER = "local";

/** This machine's own lists, relative to the folder of rules. */
export const LOCAL_LISTS = {
  allow: join(LOCAL_FOLDER, "allow_domains.txt"),
  block: join(LOCAL_FOLDER, "block_domains.txt"),
} as const;

/** This machine's own lists: what it lets through, and what it blocks. */
export type LocalKind = keyof typeof LOCAL_LISTS;

/** The numbers of this machine's own lists. */
export const LOCAL_LIST: Readonly<Record<LocalKind, ListNumber>> = {
  allow: HOST_LISTS.indexOf("local_allow"),
  block: HOST_LISTS.indexOf("local_block"),
};

/**
 * What is settled in memory of names of this machine's own lists: on which of them each stands, or that it stands on
 * neither. The files say nothing more of these names.
 */
export type LocalChanges = ReadonlyMap<string, LocalKind | "neither">;

/** Every name stands as the files have it. */
export const NO_LOCAL_CHANGES: LocalChanges = new Map();

/** Where lists of hosts come from. */
export interface HostSources {
  /** The folder of rules. */
  readonly folder: string;
  /** The folder of the shipped rules: where a shipped list comes from that the folder of rules doesn't have. */
  readonly shippedFolder?: string;
  /** More lists: one named like a shipped list takes its place, any other is a list of its own (Tier 4). */
  readonly paths: readonly string[];
  /** What the manifest says of shipped files: name -> hex SHA-256. */
  readonly manifest: ReadonlyMap<string, string>;
  /** Laid over the files of this machine's own lists. */
  readonly localChanges?: LocalChanges;
}

/** One file of hosts and the list that it fills. */
export interface ListFile {
  readonly path: string;
  readonly list: ListNumber;
  /** Is it one of this machine's own lists? They may be missing. */
  readonly isLocal: boolean;
  /** What the manifest says that it hashes to; undefined where that says nothing of it. */
  readonly sha256: string | undefined;
}

/** The files that a table is made of, and why others of `rule_paths` are none of them. */
export interface ListFiles {
  /** In the order in which they enter the table; a later one wins. */
  readonly files: readonly ListFile[];
  /** The names of the lists from `FIRST_OWN_LIST` on. */
  readonly ownLists: readonly string[];
  readonly faults: readonly string[];
}

const NAME = /^[a-z][a-z0-9_-]{0,63}$/;

/** The name of a list by its file: what stands before the last dot, in lower case. */
export const listNameOf = (path: string): string =>
  basename(path)
    .replace(/\.[^.]*$/, "")
    .toLowerCase();

/**
 * May the list of a file be without a name? Those that say what is watched or blocked may not: they would let everything
 * through, as if all were well.
 */
export function mayBeEmpty(path: string): boolean {
  const name = listNameOf(path);
  return name === "ai_allowed" || !SHIPPED.some((known) => known === name);
}

/** The operator's lists: name -> path; and what keeps a path from being one. */
function ownFiles(paths: readonly string[]) {
  const own = new Map<string, string>();
  const shipped = new Map<string, string>();
  const faults: string[] = [];
  for (const [i, path] of paths.entries()) {
    const name = listNameOf(path);
    const files = SHIPPED.some((known) => known === name) ? shipped : own;
    if (!NAME.test(name) || (files === own && HOST_LISTS.some((known) => known === name))) {
      faults.push(
        `rule_paths[${i}]: the file's name can't be a category's; use letters, digits, - and _, and no name of Weir's own lists`,
      );
    } else if (files.has(name)) {
      faults.push(`rule_paths[${i}]: another list has this file name; rename one of them`);
    } else if (files === own && own.size === MAX_OWN_LISTS) {
      faults.push(`rule_paths[${i}]: there are ${MAX_OWN_LISTS} lists already; join some of them`);
    } else files.set(name, path);
  }
  return { own, shipped, faults };
}

/** The files that fill the table, and what is wrong with the paths. */
export function listFiles({ folder, shippedFolder, paths, manifest }: HostSources): ListFiles {
  const { own: ownPaths, shipped, faults } = ownFiles(paths);
  const byList = new Map<ListNumber, ListFile>();
  for (const name of SHIPPED) {
    const list = HOST_LISTS.indexOf(name);
    const given = shipped.get(name);
    const file = `${name}.txt`;
    const own = join(folder, file);
    const hasOwn = shippedFolder === undefined || manifest.has(file) || existsSync(own);
    const path = given ?? (hasOwn ? own : join(shippedFolder, file));
    const sha256 = path === own ? manifest.get(file) : undefined;
    byList.set(list, { path, list, isLocal: false, sha256 });
  }
  for (const [i, path] of [...ownPaths.values()].entries()) {
    const list = FIRST_OWN_LIST + i;
    byList.set(list, { path, list, isLocal: false, sha256: undefined });
  }
  for (const kind of ["allow", "block"] as const) {
    const list = HOST_LISTS.indexOf(`local_${kind}`);
    const path = join(folder, LOCAL_LISTS[kind]);
    byList.set(list, { path, list, isLocal: true, sha256: undefined });
  }
  const files = listOrder(ownPaths.size).flatMap((list) => byList.get(list) ?? []);
  return { files, ownLists: [...ownPaths.keys()], faults };
}
