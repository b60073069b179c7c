import { hostMatch, ISOLATED_SCRIPTS, PAGE_SCRIPTS } from "../../manifest.ts";
import { api } from "../shared/browser.ts";
import type { HostOutcome, OwnHost } from "../shared/messages.ts";
import { hostWritten } from "../shared/host.ts";
import { isWithin } from "./coverage.ts";
import type { Coverage } from "./coverage.ts";

/** Most hosts that a person adds. */
const MAX_OWN_HOSTS = 100;

/** The hosts that the person added: their pages are guarded as those of the package, while the permission lasts. */
export interface OwnHosts {
  list(): Promise<readonly OwnHost[]>;
  /** Those whose permission is in force, as they were last seen. */
  active(): readonly string[];
  add(text: string): Promise<HostOutcome>;
  remove(text: string): Promise<HostOutcome>;
  /** Brings the scripts in line with hosts and permissions: after a start, an update, a permission taken back. */
  settle(): Promise<void>;
}

const isPermitted = async (host: string): Promise<boolean> =>
  api.permissions.contains({ origins: [hostMatch(host)] });

const stored = async (): Promise<readonly string[]> => {
  const { hosts = [] } = await api.storage.local.get<{ hosts?: readonly string[] }>("hosts");
  return hosts;
};

const idsOf = (host: string): readonly [string, string] => [`${host} guards`, `${host} page`];

function scriptsOf(host: string): chrome.scripting.RegisteredContentScript[] {
  const [guards, page] = idsOf(host);
  const common: Omit<chrome.scripting.RegisteredContentScript, "id" | "js"> = {
    matches: [hostMatch(host)],
    runAt: "document_start",
    allFrames: true,
    matchOriginAsFallback: true,
  };
  return [
    { ...common, id: guards, js: [...ISOLATED_SCRIPTS], world: "ISOLATED" },
    { ...common, id: page, js: [...PAGE_SCRIPTS], world: "MAIN" },
  ];
}

/** Registers what is missing and takes away what no longer belongs. */
async function settleScripts(hosts: readonly string[]): Promise<void> {
  const known = new Set((await api.scripting.getRegisteredContentScripts()).map(({ id }) => id));
  const wanted = new Set(hosts.flatMap(idsOf));
  const gone = [...known].filter((id) => !wanted.has(id));
  if (gone.length > 0) await api.scripting.unregisterContentScripts({ ids: gone });
  const missing = hosts.flatMap(scriptsOf).filter(({ id }) => !known.has(id));
  if (missing.length > 0) await api.scripting.registerContentScripts(missing);
}

/** What the person's own hosts depend on, and who is told of them. */
export interface OwnHostsOptions {
  readonly coverage: Coverage;
  /** Does the administrator forbid changes? */
  readonly isLocked: () => Promise<boolean>;
  /** Told which of them are guarded, each time that this was settled. */
  readonly settled: (active: readonly string[]) => void;
}

/** Starts keeping the person's own hosts. */
export function ownHosts({ coverage, isLocked, settled }: OwnHostsOptions): OwnHosts {
  let active: readonly string[] = [];
  const list = async (): Promise<readonly OwnHost[]> =>
    Promise.all((await stored()).map(async (host) => ({ host, active: await isPermitted(host) })));
  const settle = async (): Promise<void> => {
    active = (await list()).filter((each) => each.active).map(({ host }) => host);
    await settleScripts(active);
    settled(active);
  };
  const put = async (hosts: readonly string[]): Promise<void> => {
    await api.storage.local.set({ hosts });
    await settle();
  };
  return {
    list,
    active: () => active,
    settle,
    add: async (text) => {
      if (await isLocked()) return "locked";
      const host = hostWritten(text);
      if (host === undefined) return "not_a_host";
      const hosts = await stored();
      if (isWithin(host, hosts) || isWithin(host, coverage.shipped)) return "already_covered";
      if (!(await isPermitted(host)) || hosts.length >= MAX_OWN_HOSTS) return "not_permitted";
      await put([...hosts, host]);
      return "added";
    },
    remove: async (text) => {
      if (await isLocked()) return "locked";
      const hosts = await stored();
      const host = hostWritten(text);
      if (host === undefined || !hosts.includes(host)) return "not_a_host";
      // What an administrator granted can't be given back, and the host is no longer guarded all the same.
      await api.permissions.remove({ origins: [hostMatch(host)] }).catch(() => false);
      await put(hosts.filter((each) => each !== host));
      return "removed";
    },
  };
}
