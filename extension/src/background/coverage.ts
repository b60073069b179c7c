import { hostOfUrl } from "../shared/host.ts";

/** A match pattern of a host and all names under it, as manifests have them. */
const HOST_MATCH = /^https:\/\/\*\.([^/*]+)\/\*$/;

/** The host of a match pattern; undefined where it is of another kind. */
export const hostOfMatch = (pattern: string): string | undefined => HOST_MATCH.exec(pattern)?.[1];

/** Which pages are guarded. */
export interface Coverage {
  /** Hosts of the package, each with all names under it. */
  readonly shipped: readonly string[];
  /** Hosts under those that are not guarded. */
  readonly excluded: readonly string[];
}

/** What a manifest's content scripts cover. */
export function coverageOf(
  scripts: readonly {
    readonly matches?: readonly string[] | undefined;
    readonly exclude_matches?: readonly string[] | undefined;
  }[],
): Coverage {
  const hosts = (lists: readonly (readonly string[])[]): string[] => [
    ...new Set(lists.flat().flatMap((pattern) => hostOfMatch(pattern) ?? [])),
  ];
  return {
    shipped: hosts(scripts.map(({ matches = [] }) => matches)),
    excluded: hosts(scripts.map(({ exclude_matches: excluded = [] }) => excluded)),
  };
}

/** Is a name one of these hosts, or under one? */
export const isWithin = (name: string, hosts: readonly string[]): boolean =>
  hosts.some((host) => name === host || name.endsWith(`.${host}`));

/** Is a page at this address guarded, with `own` hosts that the person added? */
export function isGuarded(url: string, { shipped, excluded }: Coverage, own: readonly string[]) {
  const host = hostOfUrl(url);
  if (host === undefined || new URL(url).protocol !== "https:") return false;
  return isWithin(host, own) || (isWithin(host, shipped) && !isWithin(host, excluded));
}
