// Real text that everybody has who installed the project: what the packages in `node_modules` come with.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

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
