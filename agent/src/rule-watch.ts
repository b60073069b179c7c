// Which files a running agent keeps an eye on. It does so whatever layers it has: shipped files are held against their
// manifest without DNS too.
import { join } from "node:path";
import { listFiles } from "./hosts/list-files.ts";
import { watchLists } from "./hosts/watch.ts";
import { RULE_FILES, shippedRulesDir } from "./rules/locate.ts";
import { MANIFEST_FILE, readManifest } from "./rules/manifest.ts";

/** Where the rules in force come from. */
export interface WatchedRules {
  readonly folder: string;
  /** The lists that an operator added. */
  readonly paths: readonly string[];
}

/** A watch of files that can become others. */
export interface RuleWatch extends Disposable {
  /** Watches from now on what the rules in force come from; nothing that changes meanwhile is missed. */
  readonly renew: () => void;
}

/** The lists, the rules, and all that the manifest names. */
function watchedFiles({ folder, paths }: WatchedRules): string[] {
  const manifest = readManifest(folder).sha256;
  const { files } = listFiles({ folder, shippedFolder: shippedRulesDir(), paths, manifest });
  const names = [RULE_FILES.patterns, RULE_FILES.exclusions, MANIFEST_FILE, ...manifest.keys()];
  return [...files.map(({ path }) => path), ...names.map((name) => join(folder, name))];
}

/** A watch of the files that rules come from, which calls back once they are quiet; nothing is watched before it is renewed. */
export function watchRules(rules: () => WatchedRules, onChange: () => void): RuleWatch {
  let watching: Disposable | undefined;
  const renew = (): void => {
    const before = watching;
    watching = watchLists(watchedFiles(rules()), () => {
      // Another manifest can name other files.
      renew();
      onChange();
    });
    before?.[Symbol.dispose]();
  };
  return { renew, [Symbol.dispose]: () => watching?.[Symbol.dispose]() };
}
