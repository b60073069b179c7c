import { browserHints } from "./browser-policies.ts";
import { MANAGER_TEXTS } from "./describe.ts";
import { detectManager } from "./detect.ts";
import { rivalLines } from "./rivals.ts";
import { readState, statePath } from "./state-file.ts";
import type { DnsPhase, ReadState } from "./state-file.ts";
import { standingOf, subjectOf } from "./steps.ts";
import type { StepStanding } from "./steps.ts";
import type { DnsListener, DnsManager, DnsMode, DnsSetupDeps } from "./types.ts";

/** How the system's resolvers and Weir stand to each other. */
export interface DnsStatus {
  /** What decides which resolver is asked; null where Weir does not know the system. */
  readonly manager: DnsManager | null;
  /** Null where nothing is set up. */
  readonly mode: DnsMode | null;
  readonly phase: DnsPhase | "none" | "unusable";
  /** Is every change still as Weir made it? */
  readonly isInForce: boolean;
  /** Does Weir answer where it listens? */
  readonly answers: boolean;
  /** Does a name that programs look up come to Weir? In scoped mode only names of the lists should. */
  readonly systemReachesWeir: boolean;
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
function answerFaults(mode: DnsMode, { answers, systemReachesWeir }: Answers): readonly string[] {
  if (!answers) return ["weir does not answer, so names sent to it fail"];
  const isMissed = mode === "full" && !systemReachesWeir;
  return isMissed ? ["names that programs look up do not come to weir"] : [];
}

/** Looks at the system, changes nothing, needs no rights but those to read the state file. */
export async function dnsStatus(deps: DnsSetupDeps, listener: DnsListener): Promise<DnsStatus> {
  const read = readState(deps);
  const state = read.kind === "state" ? read.state : undefined;
  const manager = detectManager(deps);
  const where = state?.listener ?? listener;
  const answers = await deps.probe.answersAt(where);
  // Without a network the probe's name is gone as well; where Weir does not answer, nothing can have come to it.
  const systemReachesWeir = answers && (await deps.probe.systemReachesWeir());
  const changed = stepFaults(deps, read);
  const isInForce = state?.phase === "in_force" && changed.length === 0;
  const answered = isInForce ? answerFaults(state.mode, { answers, systemReachesWeir }) : [];
  return {
    manager: manager ?? null,
    mode: state?.mode ?? null,
    phase: state?.phase ?? (read.kind === "none" ? "none" : "unusable"),
    isInForce,
    answers,
    systemReachesWeir,
    faults: [...phaseFaults(deps, read), ...changed, ...answered],
    rivals: rivalLines(deps, manager, where.host),
    browsers: browserHints(deps),
  };
}

const yesNo = (is: boolean): string => (is ? "yes" : "no");

/** The status as lines for people. */
export function dnsStatusLines(status: DnsStatus): readonly string[] {
  const { manager, mode, isInForce, answers, systemReachesWeir, faults, rivals, browsers } = status;
  const rows: readonly (readonly [string, string])[] = [
    ["managed by", manager === null ? "unknown" : MANAGER_TEXTS[manager]],
    ["mode", mode ?? "none"],
    ["in force", yesNo(isInForce)],
    ["weir answers", yesNo(answers)],
    ["names reach", systemReachesWeir ? "weir" : "another resolver"],
    ...faults.map((fault) => ["fault", fault] as const),
    ...rivals.map((rival) => ["others", rival] as const),
    ...browsers.map((browser) => ["browsers", browser] as const),
  ];
  return rows.map(([name, value]) => `${name.padEnd(15)}${value}`);
}
