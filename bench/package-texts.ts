// Real text that everybody has who installed the project: what the packages in `node_modules` come with.
import { globSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";

const FOLDER = join(import.meta.dirname, "../node_modules");

/** Larger files are made by machines, and texts longer than this are not needed. */
const MOST_FILE_CHARS = 256 * 1024;
const MOST_CHARS = 2 * 1024 * 1024;

/** The files of a kind, in the order of their names, one behind the other. */
function filesOf(pattern: string): string {
  let text = "";
  for (const path of globSync(pattern, { cwd: FOLDER }).toSorted()) {
    const content = readFileSync(join(FOLDER, path), "utf8");
    if (content.length <= MOST_FILE_CHARS) text += `${content}\n`;
    if (text.length > MOST_CHARS) break;
  }
  return text.slice(0, MOST_CHARS);
}

/** What packages say of themselves: prose with code, addresses, tables and settings. */
export const readmes = (): string => filesOf("{*,@*/*}/README.md");

/** What they are made of. */
export const sources = (): string => filesOf("{*,@*/*}/{lib,src,dist}/*.js");

/** So much of one package is enough, and so much of all. */
const MOST_OF_PACKAGE = 256 * 1024;
const MOST_OF_ALL = 16 * 1024 * 1024;

/** The package of a path within the folder. */
const packageOf = (path: string): string =>
  path
    .split(sep)
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/");

/** Files of all kinds that people paste from, of as many packages as there are: in the order of their names, each whole. */
export function* mixedFiles(): Generator<string> {
  const taken = new Map<string, number>();
  let all = 0;
  const pattern = "**/*.{md,txt,html,css,js,mjs,cjs,ts,json,yml,yaml,toml,sh,svg,map}";
  for (const path of globSync(pattern, { cwd: FOLDER }).toSorted()) {
    const name = packageOf(path);
    const size = statSync(join(FOLDER, path)).size;
    const before = taken.get(name) ?? 0;
    if (size > MOST_FILE_CHARS || before + size > MOST_OF_PACKAGE) continue;
    taken.set(name, before + size);
    all += size;
    if (all > MOST_OF_ALL) return;
    yield readFileSync(join(FOLDER, path), "utf8");
  }
}
