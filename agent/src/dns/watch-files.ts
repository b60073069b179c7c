import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** A change of the network comes as several writes. */
const SETTLE_MS = 200;

/**
 * Calls back a while after one of the files changed, came or went. Their folders are watched, since files are replaced by
 * others of the same name; a folder that is not there is not. Answers what ends it.
 */
export function watchFiles(paths: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  };
  const watchers = paths.flatMap((path) => {
    try {
      const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
        if (name === basename(path)) settle();
      });
      return [watcher.on("error", () => watcher.close())];
    } catch {
      // No such folder on this system.
      return [];
    }
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
