import {
  hostMatch,
  ISOLATED_SCRIPTS,
  PAGE_SCRIPTS,
  STRICT_SCRIPTS,
  topmostHosts,
} from "../../manifest.ts";
import { api } from "../shared/browser.ts";
import { isWithin } from "./coverage.ts";
import type { Coverage } from "./coverage.ts";

type PageScript = chrome.scripting.RegisteredContentScript;

/** What the scripts that are registered beside those of the manifest depend on. */
export interface PageScriptFacts {
  readonly coverage: Coverage;
  /** Hosts that the person added and permits. */
  readonly own: readonly string[];
  /** Are the settings strict? */
  readonly strict: boolean;
}

/** Whose pages a script is for: a word for its id, and hosts with those under them that are left out. */
interface Pages {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly excluded: readonly string[];
}

const scriptFor = (
  { name, hosts, excluded }: Pages,
  kind: "guards" | "page" | "strict",
  js: readonly string[],
): PageScript => ({
  id: `${name} ${kind}`,
  matches: hosts.map(hostMatch),
  ...(excluded.length === 0 ? {} : { excludeMatches: excluded.map(hostMatch) }),
  js: [...js],
  world: kind === "page" ? "MAIN" : "ISOLATED",
  runAt: "document_start",
  allFrames: true,
  matchOriginAsFallback: true,
});

/**
 * The scripts that are to be registered: the guards of the person's own hosts, and, while the settings are strict, the one
 * that says so in every guarded page before the first script of the page runs.
 */
export function pageScripts({ coverage, own, strict }: PageScriptFacts): readonly PageScript[] {
  const { shipped, excluded } = coverage;
  // Firefox runs a script in a page once for each registration that names the page.
  const hosts = [...topmostHosts(own), ...excluded.filter((host) => isWithin(host, own))];
  const ownPages = [...new Set(hosts)].map((host): Pages => ({
    name: host,
    hosts: [host],
    excluded: shipped.filter((each) => isWithin(each, [host])),
  }));
  // No host has this name: those that are added have a dot.
  const allPages = [...ownPages, { name: "shipped", hosts: shipped, excluded }];
  return [
    ...ownPages.flatMap((pages) => [
      scriptFor(pages, "guards", ISOLATED_SCRIPTS),
      scriptFor(pages, "page", PAGE_SCRIPTS),
    ]),
    ...(strict ? allPages.map((pages) => scriptFor(pages, "strict", STRICT_SCRIPTS)) : []),
  ];
}

/** Registers what is missing and takes away what no longer belongs. */
export async function settlePageScripts(wanted: readonly PageScript[]): Promise<void> {
  const known = new Set((await api.scripting.getRegisteredContentScripts()).map(({ id }) => id));
  const ids = new Set(wanted.map(({ id }) => id));
  const gone = [...known].filter((id) => !ids.has(id));
  if (gone.length > 0) await api.scripting.unregisterContentScripts({ ids: gone });
  const missing = wanted.filter(({ id }) => !known.has(id));
  if (missing.length > 0) await api.scripting.registerContentScripts(missing);
}
