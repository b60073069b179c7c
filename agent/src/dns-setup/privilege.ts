import { asAdministrator } from "./paths.ts";
import { refuse } from "./refusals.ts";
import type { DnsRefusal } from "./refusals.ts";
import type { RestoreDeps, Run } from "./types.ts";
import { isAdministrator } from "./windows-commands.ts";

/** May a process of this user change the resolvers? On Windows a command tells. */
export function isSystemPrivileged(platform: string, uid: number | undefined, run: Run): boolean {
  return platform === "win32" ? isAdministrator(run) : uid === 0;
}

/** Refuses where this process may not change the resolvers; `words` is the command behind `weir`. */
export function requirePrivilege(deps: RestoreDeps, words: string): DnsRefusal | undefined {
  return deps.isPrivileged()
    ? undefined
    : refuse("dns_not_privileged", asAdministrator(deps, words));
}
