import { readdirSync } from "node:fs";
import { RESOLV_CONF } from "../resolv-conf.ts";
import { textAt, under } from "./paths.ts";
import { NM_FILE } from "./plan-linux.ts";
import { DROP_IN } from "./plan-resolved.ts";
import type { DnsMode, RestoreDeps } from "./types.ts";
import { ourNamespaces } from "./windows-commands.ts";

/** A set-up that the system itself tells of, whoever keeps what was there before. */
export interface Traces {
  readonly mode: DnsMode;
  /** What is marked as Weir's, for people. */
  readonly subjects: readonly string[];
}

const RESOLVER_FOLDER = "/etc/resolver";

/** What every file of a set-up says of itself. */
const MARK = /^# Made by weir dns install --(full|scoped);/m;

/** Files that are named, of those of macOS, of which there is one for each name. */
const MAX_SUBJECTS = 3;

function macosFiles(deps: RestoreDeps): readonly string[] {
  try {
    return readdirSync(under(deps, RESOLVER_FOLDER)).map((name) => `${RESOLVER_FOLDER}/${name}`);
  } catch {
    return [];
  }
}

function windowsTraces({ run }: RestoreDeps): Traces | undefined {
  const namespaces = ourNamespaces(run) ?? [];
  if (namespaces.length === 0) return undefined;
  const mode = namespaces.includes(".") ? "full" : "scoped";
  return { mode, subjects: ["weir's name resolution rules"] };
}

/**
 * What the system's own settings say of a set-up; undefined where none is marked as Weir's. The full mode of macOS leaves no
 * mark: network services hold addresses alone.
 */
export function tracesOf(deps: RestoreDeps): Traces | undefined {
  if (deps.platform === "win32") return windowsTraces(deps);
  const isMac = deps.platform === "darwin";
  const paths = isMac ? macosFiles(deps) : [RESOLV_CONF, DROP_IN, NM_FILE];
  const marked = paths.flatMap((path) => {
    const mode = MARK.exec(textAt(deps, path) ?? "")?.[1];
    return mode === undefined ? [] : [{ path, mode }];
  });
  const [first] = marked;
  if (first === undefined) return undefined;
  const subjects = marked.slice(0, MAX_SUBJECTS).map(({ path }) => path);
  return { mode: first.mode === "full" ? "full" : "scoped", subjects };
}
