import type { Command, DnsManager, RestoreDeps } from "./types.ts";
import { clearCache } from "./windows-commands.ts";

/**
 * The commands that make a manager read its settings anew. On the way back a service that does not run is not started.
 */
export function reloadCommands(manager: DnsManager, isWayBack: boolean): readonly Command[] {
  switch (manager) {
    case "resolved":
      return [["systemctl", isWayBack ? "try-restart" : "restart", "systemd-resolved"]];
    case "network_manager":
      return [["nmcli", "general", "reload", "dns-full"]];
    case "resolv_conf":
      return [];
    case "macos":
      return [
        ["dscacheutil", "-flushcache"],
        ["killall", "-HUP", "mDNSResponder"],
      ];
    case "windows":
      return [clearCache()];
  }
}

/** A command as somebody would type it. */
export const commandText = (command: Command): string =>
  command.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `"${word}"`)).join(" ");

/** A command of the system that failed. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Longest text that is shown of what a command said. */
const MAX_SAID = 300;

/** Runs a command. Throws a CommandError with what it said. */
export function runOrThrow({ run }: RestoreDeps, command: Command): void {
  const [program, ...args] = command;
  const { status, stderr, stdout } = run(program, args);
  if (status === 0) return;
  const said = (stderr.trim() || stdout.trim()).slice(0, MAX_SAID);
  throw new CommandError(
    `${commandText(command)}: status ${status}${said === "" ? "" : `, ${said}`}`,
  );
}
