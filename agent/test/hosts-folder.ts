// A folder of lists for tests: real files in a folder of their own.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const SHIPPED = join(import.meta.dirname, "../../rules");

export interface HostsFolder {
  readonly path: string;
  /** Writes a file below the folder and answers its path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly [Symbol.dispose]: () => void;
}

/**
 * A folder with the five shipped lists, of which each that is not given has one name that nobody asks for; with
 * `isShipped`, as they are shipped.
 */
export function hostsFolder(
  given: Readonly<Record<string, string>> = {},
  isShipped = false,
): HostsFolder {
  const path = mkdtempSync(join(tmpdir(), "weir-hosts-"));
  const write = (name: string, content: string | Uint8Array): string => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  for (const list of ["ai_allowed", "ai_chat_dlp", "ai_chat_blocked", "ai_other", "doh_hosts"]) {
    if (isShipped) cpSync(join(SHIPPED, `${list}.txt`), join(path, `${list}.txt`));
    else write(`${list}.txt`, given[list] ?? `${list.replaceAll("_", "-")}.invalid\n`);
  }
  return {
    path,
    write,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
