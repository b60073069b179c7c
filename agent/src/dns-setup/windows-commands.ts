import type { Command, Run } from "./types.ts";

/** What marks our rules among those of others. */
const TAG = "Made by weir";

/** Namespaces in one rule; more make a registry value too long for some tools. */
export const MAX_NAMESPACES = 50;

const powershell = (script: string): Command => [
  "powershell.exe",
  "-NoProfile",
  "-NonInteractive",
  "-Command",
  `$ErrorActionPreference='Stop'; ${script}`,
];

/** Texts come from checked names and addresses; the quotes are doubled all the same. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const ours = `Get-DnsClientNrptRule | Where-Object { $_.Comment -eq ${quoted(TAG)} }`;

/** The command that adds one rule of ours (Add-DnsClientNrptRule). */
export function addRule(namespaces: readonly string[], server: string): Command {
  const list = namespaces.map(quoted).join(",");
  return powershell(
    `Add-DnsClientNrptRule -Namespace @(${list}) -NameServers @(${quoted(server)}) -Comment ${quoted(TAG)}`,
  );
}

/** The command that removes every rule of ours and none of others. */
export const removeRules = (): Command =>
  powershell(`${ours} | ForEach-Object { Remove-DnsClientNrptRule -Name $_.Name -Force }`);

/** The command that makes Windows forget the answers that it was given before (Clear-DnsClientCache). */
export const clearCache = (): Command => powershell("Clear-DnsClientCache");

/** A rule as `ConvertTo-Json` prints it: a list of one comes as a text. */
interface RuleJson {
  readonly Namespace?: string | readonly string[];
}

/** The namespaces of our rules, sorted; undefined where that can't be told. */
export function ourNamespaces(run: Run): readonly string[] | undefined {
  const [command, ...args] = powershell(
    `ConvertTo-Json -Compress -Depth 3 @(${ours} | Select-Object Namespace)`,
  );
  const { status, stdout } = run(command, args);
  if (status !== 0) return undefined;
  try {
    const value: unknown = JSON.parse(stdout.trim() === "" ? "[]" : stdout);
    const rules = (Array.isArray(value) ? value : [value]) as readonly RuleJson[];
    return rules.flatMap(({ Namespace = [] }) => Namespace).toSorted();
  } catch {
    return undefined;
  }
}

/** Is this process one of an administrator? `net session` is refused to everybody else. */
export const isAdministrator = (run: Run): boolean => run("net.exe", ["session"]).status === 0;
