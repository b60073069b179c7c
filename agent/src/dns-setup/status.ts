import type { StatusAnswer } from "@weir/schema";
import { browserHints } from "./browser-policies.ts";
import { MANAGER_TEXTS } from "./describe.ts";
import { detectManager } from "./detect.ts";
import { probedName } from "./probe.ts";
import { rivalLines } from "./rivals.ts";
import { readState, statePath } from "./state-file.ts";
import type { DnsPhase, DnsState, ReadState } from "./state-file.ts";
import { standingOf, subjectOf } from "./steps.ts";
import type { StepStanding } from "./steps.ts";
import { tracesOf } from "./traces.ts";
import type { Traces } from "./traces.ts";
import type { DnsListener, DnsManager, DnsMode, DnsSetupDeps } from "./types.ts";

/** The agent's own word on its DNS layer. */
type Layer = StatusAnswer["layers"]["dns"];

/** How the system's resolvers and Weir stand to each other. */
export interface DnsStatus {
  /** What decides which resolver is asked; null where Weir does not know the system. */
  readonly manager: DnsManager | null;
  /** Null where nothing is set up. */
  readonly mode: DnsMode | null;
  /** `elsewhere`: the system's settings are Weir's, and what was before is kept in another data folder, or out of reach. */
  readonly phase: DnsPhase | "none" | "unusable" | "elsewhere";
  /** Is every change still as Weir made it? Elsewhere, do the system's settings say that they are Weir's? */
  readonly isInForce: boolean;
  /** What the agent says of its DNS layer; null where no agent answers. */
  readonly layer: Layer | null;
  /** Is an agent there that does not answer in time? */
  readonly isBusy: boolean;
  /** Does Weir answer where it listens? */
  readonly answers: boolean;
  /** Does a name that programs look up come to Weir, in scoped mode one of the lists? Null where it can't be told. */
  readonly systemReachesWeir: boolean | null;
  /** What is not as it should be. */
  readonly faults: readonly string[];
  /** Who else may have a say. */
  readonly rivals: readonly string[];
  /** Browsers that may go round the system's resolver. */
  readonly browsers: readonly string[];
}

type Answers = Pick<DnsStatus, "answers" | "systemReachesWeir">;

const STANDING_TEXTS: Readonly<Record<Exclude<StepStanding, "in_force">, string>> = {
  before: "is as it was before weir",
  foreign: "was changed by somebody else",
  unreadable: "can't be read",
};

const PHASE_FAULTS = {
  none: [],
  in_force: [],
  changing: ["a set-up was cut off half way: weir dns uninstall takes it back"],
  suspended: ["taken back while the agent was down: weir dns install puts it in force again"],
  restored: ["taken back by weir dns restore: weir dns install puts it in force again"],
} as const;

function phaseFaults(deps: DnsSetupDeps, read: ReadState): readonly string[] {
  if (read.kind === "unusable") return [`${statePath(deps)} ${read.reason}`];
  return PHASE_FAULTS[read.kind === "state" ? read.state.phase : "none"];
}

/** The changes of a set-up that are no longer as Weir made them. */
function stepFaults(deps: DnsSetupDeps, read: ReadState): string[] {
  if (read.kind !== "state") return [];
  return read.state.steps.flatMap((step) => {
    const standing = standingOf(deps, step);
    return standing === "in_force" ? [] : [`${subjectOf(step)} ${STANDING_TEXTS[standing]}`];
  });
}

/** What real questions say, where the set-up is in force. */
function answerFaults({ answers, systemReachesWeir }: Answers): readonly string[] {
  if (!answers) return ["weir does not answer, so names sent to it fail"];
  const isMissed = systemReachesWeir === false;
  return isMissed ? ["names that programs look up do not come to weir"] : [];
}

/** What the layer's last error means to whoever looks at names. */
const LAYER_FAULTS: Readonly<Record<string, string>> = {
  port_in_use: "something else listens on dns_listen",
  port_refused: "weir may not listen on the port of dns_listen",
  address_unavailable: "this machine has no such address as dns_listen",
  crashed: "the DNS layer crashed",
  upstream_invalid: "upstream_dns names something that is no resolver",
  no_upstream: "weir knows no resolver to forward to; is there a network?",
  upstream_loop: "a resolver that weir forwards to leads back to weir",
  upstream_unreachable: "no resolver that weir forwards to answers; is there a network?",
  captive_portal: "the network asks for a log-in first",
  lists_faulty: "lists of hosts have faults and are not all in force",
};

const layerFaults = (layer: Layer | undefined): readonly string[] =>
  layer === undefined || layer.last_error === null
    ? []
    : [LAYER_FAULTS[layer.last_error] ?? layer.last_error];

async function reached(
  deps: DnsSetupDeps,
  state: DnsState | undefined,
  traces: Traces | undefined,
): Promise<boolean | null> {
  // Which names come to Weir is known to the state alone.
  if (traces?.mode === "scoped") return null;
  return (await deps.probe.systemReachesWeir(probedName(state))) ?? null;
}

/** How a set-up stands by what is kept of it and, where nothing is, by what the system says. */
function howItStands(deps: DnsSetupDeps) {
  const read = readState(deps);
  const state = read.kind === "state" ? read.state : undefined;
  const traces = state === undefined ? tracesOf(deps) : undefined;
  const changed = stepFaults(deps, read);
  const isWhole = state?.phase === "in_force" && changed.length === 0;
  return {
    state,
    traces,
    mode: state?.mode ?? traces?.mode ?? null,
    phase: phaseOf(read, traces),
    isInForce: isWhole || traces !== undefined,
    faults: [...phaseFaults(deps, read), ...changed],
  };
}

function phaseOf(read: ReadState, traces: Traces | undefined): DnsStatus["phase"] {
  if (read.kind === "state") return read.state.phase;
  if (read.kind === "unusable") return "unusable";
  return traces === undefined ? "none" : "elsewhere";
}

/**
 * Looks at the system, changes nothing, needs no rights but those to read the state file. `said` is what the agent says of
 * itself, where it answers, or that it is busy.
 */
export async function dnsStatus(
  deps: DnsSetupDeps,
  listener: DnsListener,
  said?: Layer | "busy",
): Promise<DnsStatus> {
  const isBusy = said === "busy";
  const layer = isBusy ? undefined : said;
  const { state, traces, mode, phase, isInForce, faults } = howItStands(deps);
  const manager = detectManager(deps);
  const where = state?.listener ?? listener;
  const answers = await deps.probe.answersAt(where);
  // Where Weir does not answer, nothing can have come to it.
  const systemReachesWeir = answers ? await reached(deps, state, traces) : false;
  const answered = isInForce ? answerFaults({ answers, systemReachesWeir }) : [];
  return {
    manager: manager ?? null,
    mode,
    phase,
    isInForce,
    layer: layer ?? null,
    isBusy,
    answers,
    systemReachesWeir,
    faults: [...faults, ...answered, ...layerFaults(layer)],
    rivals: rivalLines(deps, manager, where.host),
    browsers: browserHints(deps),
  };
}

/** The status for programs, in the names that every other document has. */
export function dnsStatusDocument(status: DnsStatus): object {
  const { manager, mode, phase, layer, answers, faults, rivals, browsers } = status;
  const { isInForce: in_force, isBusy: busy, systemReachesWeir: system_reaches_weir } = status;
  const said = { layer, busy, answers, system_reaches_weir };
  return { manager, mode, phase, in_force, ...said, faults, rivals, browsers };
}

const yesNo = (is: boolean): string => (is ? "yes" : "no");

function layerText({ layer, isBusy }: DnsStatus): string {
  if (isBusy) return "the agent is there and does not answer in time";
  if (layer === null) return "no agent answers";
  return layer.paused_seconds > 0
    ? `paused for ${Math.ceil(layer.paused_seconds / 60)} min: nothing is blocked`
    : layer.state;
}

function reachText({ systemReachesWeir, isInForce, answers }: DnsStatus): string {
  if (systemReachesWeir === null) return "can't be told";
  if (systemReachesWeir) return "weir";
  return isInForce && !answers ? "no resolver: weir does not answer" : "another resolver";
}

const forceText = ({ isInForce, phase }: DnsStatus): string =>
  phase === "elsewhere"
    ? "yes; what was before is kept by another user or configuration (sudo, --config)"
    : yesNo(isInForce);

/** The status as lines for people. */
export function dnsStatusLines(status: DnsStatus): readonly string[] {
  const { manager, mode, answers, faults, rivals, browsers } = status;
  const rows: readonly (readonly [string, string])[] = [
    ["managed by", manager === null ? "unknown" : MANAGER_TEXTS[manager]],
    ["mode", mode ?? "none"],
    ["in force", forceText(status)],
    ["dns layer", layerText(status)],
    ["weir answers", yesNo(answers)],
    ["names reach", reachText(status)],
    ...faults.map((fault) => ["fault", fault] as const),
    ...rivals.map((rival) => ["others", rival] as const),
    ...browsers.map((browser) => ["browsers", browser] as const),
  ];
  return rows.map(([name, value]) => `${name.padEnd(15)}${value}`);
}
