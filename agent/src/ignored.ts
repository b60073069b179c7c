// What of a configuration and its rules is without effect, told and named. Only run-agent.ts imports it.
import type { StatusDeps } from "./api/status.ts";
import { plannedKeys } from "./config/commands.ts";
import { faultLine } from "./config/faults.ts";
import { unknownCategories } from "./config-names.ts";
import type { Log } from "./log.ts";
import type { LoadedRuleset } from "./rules/image.ts";
import { warner } from "./settled.ts";
import type { Settled } from "./settled.ts";
import type { Terminal } from "./terminal.ts";

/** Where it is told. */
interface TellDeps {
  readonly terminal: Terminal;
  readonly log: Log;
}

/** What is wrong with the file of this machine's own patterns, as the status has it. */
export function ownPatternsError({
  local,
}: LoadedRuleset): ReturnType<StatusDeps["ownPatternsError"]> {
  if (local.faults.length === 0) return null;
  return local.isKept ? "local_rules_kept" : "local_rules_faulty";
}

/** Logs that local rules have faults. */
export function tellLocalFaults(log: Log, { local }: LoadedRuleset): void {
  const faults = local.faults.length;
  if (faults > 0) log.write({ event: "local_rules_ignored", faults });
}

/** Tells what of a configuration and its rules is without effect. */
export function tellIgnored({ log, terminal }: TellDeps, { loaded, rules }: Settled): void {
  tellLocalFaults(log, rules);
  const keys = plannedKeys(loaded);
  if (keys.length > 0) log.write({ event: "keys_without_effect", keys });
  const unknown = unknownCategories(loaded);
  for (const fault of unknown) warner(terminal)(faultLine(fault));
  if (unknown.length > 0) log.write({ event: "policies_without_effect", policies: unknown.length });
}
