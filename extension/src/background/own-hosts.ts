import { hostMatch, hostOrigins } from "../../manifest.ts";
import { api } from "../shared/browser.ts";
import type { HostOutcome, OwnHost } from "../shared/messages.ts";
import { hostWritten } from "../shared/host.ts";
import { isWithin } from "./coverage.ts";
import type { Coverage } from "./coverage.ts";
import type { ManagedPolicy } from "./managed-policy.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { pageScripts, settlePageScripts } from "./page-scripts.ts";

/** Most hosts that a person adds. */
const MAX_OWN_HOSTS = 100;

/** The hosts that the person added: their pages are guarded as those of the package, while the permission lasts. */
export interface OwnHosts {
  list(): Promise<readonly OwnHost[]>;
  /** Those whose permission is in force, as they were last seen. */
  active(): readonly string[];
  add(text: string): Promise<HostOutcome>;
  remove(text: string): Promise<HostOutcome>;
  /** Brings the scripts in line with hosts, permissions and policy: after a start, an update, a permission taken back. */
  settle(): Promise<void>;
}

const isHostPermitted = async (host: string): Promise<boolean> =>
  api.permissions.contains({ origins: [hostMatch(host)] });

const stored = async (): Promise<readonly string[]> => {
  const { hosts = [] } = await api.storage.local.get<{ hosts?: readonly string[] }>("hosts");
  return hosts;
};

/** What the person's own hosts depend on, and who is told of them. */
export interface OwnHostsOptions {
  readonly coverage: Coverage;
  /** What the administrator has set, asked for whenever it matters. */
  readonly policy: () => Promise<ManagedPolicy>;
  /** Told which of them are guarded, each time that this was settled. */
  readonly settled: (active: readonly string[]) => void;
}

/** Starts keeping the person's own hosts. */
export function ownHosts({ coverage, policy, settled }: OwnHostsOptions): OwnHosts {
  let active: readonly string[] = [];
  const list = async (): Promise<readonly OwnHost[]> =>
    Promise.all(
      (await stored()).map(async (host) => ({ host, active: await isHostPermitted(host) })),
    );
  const settling = oneAtATime(async () => {
    active = (await list()).filter((each) => each.active).map(({ host }) => host);
    settled(active);
    const { strict } = await policy();
    await settlePageScripts(pageScripts({ coverage, own: active, strict }));
  });
  const settle = async (): Promise<void> => settling.fresh();
  const put = async (hosts: readonly string[]): Promise<void> => {
    await api.storage.local.set({ hosts });
    await settle();
  };
  return {
    list,
    active: () => active,
    settle,
    add: async (text) => {
      if ((await policy()).lockHosts) return "locked";
      const host = hostWritten(text);
      if (host === undefined) return "not_a_host";
      const hosts = await stored();
      if (isWithin(host, hosts) || isWithin(host, coverage.shipped)) return "already_covered";
      if (!(await isHostPermitted(host)) || hosts.length >= MAX_OWN_HOSTS) return "not_permitted";
      await put([...hosts, host]);
      return "added";
    },
    remove: async (text) => {
      if ((await policy()).lockHosts) return "locked";
      const hosts = await stored();
      const host = hostWritten(text);
      if (host === undefined || !hosts.includes(host)) return "not_a_host";
      // What an administrator granted can't be given back, and the host is no longer guarded all the same.
      await api.permissions.remove({ origins: hostOrigins(host) }).catch(() => false);
      await put(hosts.filter((each) => each !== host));
      return "removed";
    },
  };
}
