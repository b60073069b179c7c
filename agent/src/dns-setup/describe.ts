import { printable } from "../printable.ts";
import { contentOf } from "./disk.ts";
import { setServers } from "./macos-commands.ts";
import { planDns } from "./plan.ts";
import type { DnsOutcome } from "./refusals.ts";
import { commandText, reloadCommands } from "./reload-commands.ts";
import type {
  Command,
  DnsRequest,
  DnsSetupDeps,
  FileState,
  Plan,
  RestoreDeps,
  Step,
} from "./types.ts";
import { addRule, removeRules } from "./windows-commands.ts";

/** What manages the resolvers, in words. */
export const MANAGER_TEXTS = {
  resolved: "systemd-resolved",
  network_manager: "NetworkManager with dnsmasq",
  resolv_conf: "/etc/resolv.conf",
  macos: "macOS",
  windows: "the name resolution policy of Windows",
} as const;

/** What is told of a set-up that could not be made as things stand. */
const SILENT =
  "weir does not answer DNS where it should now; without --dry-run this is refused until it does";

const linesOf = (content: Buffer): string[] => content.toString("latin1").trimEnd().split("\n");

function beforeLines(before: FileState): string[] {
  const content = contentOf(before);
  if (content !== undefined) return linesOf(content);
  return before.kind === "link" ? [`(a link to ${before.target})`] : [];
}

/** What goes and what comes, in the order of the files; lines in both stand once. */
function diffLines(before: readonly string[], after: readonly string[]): string[] {
  const kept = new Set(before.filter((line) => after.includes(line)));
  const gone = before.filter((line) => !kept.has(line)).map((line) => `  - ${printable(line)}`);
  const come = after.map((line) => `  ${kept.has(line) ? " " : "+"} ${printable(line)}`);
  return [...gone, ...come];
}

const runLine = (command: Command): string => `run ${commandText(command)}`;

function stepLines(step: Step): string[] {
  switch (step.kind) {
    case "folder":
      return [`make the folder ${printable(step.path)} (0755)`];
    case "file": {
      const verb = step.before.kind === "absent" ? "make" : "change";
      const mode = step.before.kind === "file" ? "" : " (0644)";
      const head = `${verb} ${printable(step.path)}${mode}`;
      return [head, ...diffLines(beforeLines(step.before), linesOf(step.after))];
    }
    case "service": {
      const before = step.before.length > 0 ? step.before.join(", ") : "those of DHCP";
      return [`${runLine(setServers(step.service, step.after))}   (now ${before})`];
    }
    case "nrpt":
      return [
        removeRules(),
        ...step.namespaces.map((namespaces) => addRule(namespaces, step.server)),
      ].map(runLine);
  }
}

/** Everything that a plan would change, a line each: each file with what goes and comes, each command. */
export function describePlan({ mode, manager, steps }: Plan): readonly string[] {
  return [
    `${mode} mode, through ${MANAGER_TEXTS[manager]}; nothing has been changed`,
    ...steps.flatMap(stepLines),
    ...reloadCommands(manager, false).map(runLine),
  ];
}

/** What an install would do, by anybody, without an agent; changes nothing. */
export function describeInstall(deps: RestoreDeps, request: DnsRequest): DnsOutcome {
  const plan = planDns(deps, request);
  if ("ok" in plan) return plan;
  return { ok: true, lines: describePlan(plan), warnings: plan.notes };
}

/** `weir dns install --dry-run`: the same, and whether the install would be refused because Weir does not answer. */
export async function tryInstall(
  deps: RestoreDeps & Pick<DnsSetupDeps, "probe">,
  request: DnsRequest,
): Promise<DnsOutcome> {
  const shown = describeInstall(deps, request);
  if (!shown.ok || (await deps.probe.answersAt(request.listener))) return shown;
  return { ...shown, warnings: [...shown.warnings, SILENT] };
}
