import type { Run } from "./types.ts";

/** One line of what `resolvectl dns` and its kin print: whose setting it is, and its values. */
export interface ResolvedSetting {
  /** Empty for the global one, else the link's name, such as `eth0`. */
  readonly link: string;
  readonly values: readonly string[];
}

/** What `resolvectl dns`, `resolvectl domain` or `resolvectl dnsovertls` answers; empty where it can't. */
export function resolvedSettings(
  run: Run,
  what: "dns" | "domain" | "dnsovertls",
): readonly ResolvedSetting[] {
  const { status, stdout } = run("resolvectl", [what]);
  if (status !== 0) return [];
  return stdout.split("\n").flatMap((line) => {
    const parts = /^(?:Global|Link \d+ \(([^)]+)\)): ?(.*)$/.exec(line.trim());
    const values = parts?.[2]?.split(/\s+/).filter((value) => value !== "") ?? [];
    return parts === null ? [] : [{ link: parts[1] ?? "", values }];
  });
}
