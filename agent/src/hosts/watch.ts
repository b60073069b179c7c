import { watch } from "node:fs";
import type { FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";

/** How long a folder must be quiet before its lists are read: editors write a file in several steps. */
export const QUIET_MS = 200;

/** What ends a watch. */
export interface ListWatch {
  readonly [Symbol.dispose]: () => void;
}

/** Names by the folders that hold them: the files themselves, and each folder within the one above it. */
function namesByFolder(paths: readonly string[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  const note = (path: string): void => {
    const folder = dirname(path);
    names.set(folder, (names.get(folder) ?? new Set()).add(basename(path)));
  };
  for (const path of paths) {
    note(path);
    note(dirname(path));
  }
  return names;
}

/**
 * Watches the folders of list files, since editors replace a file rather than write into it, and calls back once they have
 * been quiet for `QUIET_MS`. A folder that is not there yet is watched from when it appears in a folder that is. Holds no
 * timer while nothing happens, and keeps no process alive.
 */
export function watchLists(paths: readonly string[], onChange: () => void): ListWatch {
  const folders = namesByFolder(paths);
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  const close = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const open = (folder: string, names: ReadonlySet<string>): void => {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || names.has(name)) changed(name ?? "");
      });
      watcher.on("error", () => close(folder));
      watchers.set(folder, watcher);
    } catch {
      // Not there yet, or the system has no watch to give: `weir reload` reads the lists then.
    }
  };
  const openAll = (): void => {
    for (const [folder, names] of folders) if (!watchers.has(folder)) open(folder, names);
  };
  const changed = (name: string): void => {
    // What watches a folder that was put in another's place hears nothing any more.
    for (const folder of folders.keys()) if (basename(folder) === name) close(folder);
    clearTimeout(timer);
    timer = setTimeout(() => {
      openAll();
      onChange();
    }, QUIET_MS);
    timer.unref();
  };
  openAll();
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const folder of watchers.keys()) close(folder);
    },
  };
}
