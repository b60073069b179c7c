import { finish, foremostFindings, redact, scan, withTokenShapes } from "@weir/engine";
import type { Ruleset, ScanPolicy, Steps } from "@weir/engine";
import type { Severity } from "@weir/schema";
import { BASELINE_VERSION } from "../shared/build.ts";
import { DEFAULT_POLICY } from "../shared/default-policy.ts";
import type { RulesState } from "../shared/fail-policy.ts";
import type { Settings } from "../shared/settings.ts";
import { unpackInSteps } from "./packed-rules.ts";

/** What the frame's own engine says of a text; never what was found. */
export interface LocalVerdict {
  readonly blocked: boolean;
  /** Empty where nothing blocked. */
  readonly patternName: string;
  readonly score: number;
  readonly severity: Severity | undefined;
  /** How many stretches of the text block. */
  readonly findings: number;
  /** For the next scan of the same composer. It holds content: keep it in memory alone. */
  readonly tail: string;
  /** Does something in the text, however it is encoded, have a canary's shape? Whether it is one, only the agent knows. */
  readonly canary: boolean;
}

/** The engine of a frame, over the rules of the package or those that the background handed over. */
export interface Scanner {
  /**
   * Undefined where there are no rules. Builds them first where that was not done. Never throws: a fault of the engine
   * blocks, with an empty `patternName`.
   */
  scan(text: string, tail?: string): LocalVerdict | undefined;
  /** The text with placeholders for what blocks; undefined where there are no rules. */
  redact(text: string): string | undefined;
  /** The stretches of the text that block, each once. They are content: keep them in memory alone. */
  values(text: string): readonly string[];
  /** Are the rules built? */
  ready(): boolean;
  /** Does a step of building the rules; false where nothing is left to build. */
  prepare(): boolean;
  /** How the rules stand, for the fail policy. */
  state(): RulesState;
  /** The version of the rules that the frame has. */
  version(): string;
  /**
   * Takes settings up, and with them rules that the background handed over; empty text leaves the rules as they are,
   * unless the settings call for the package's again.
   */
  update(preparedText: string, settings: Settings): void;
}

/** A fault of the engine is no verdict, and what nobody judged does not count as clean (contract, "internal fault"). */
const FAULT: LocalVerdict = {
  blocked: true,
  patternName: "",
  score: 0,
  severity: undefined,
  findings: 0,
  tail: "",
  canary: false,
};

/** What is in force: replaced as a whole, never edited. */
interface Held {
  readonly version: string;
  readonly policy: ScanPolicy;
  /** The version that the background last called the one in force, where the agent lately said so. */
  readonly confirmed: string | undefined;
}

/** Rules that are built of a text when they are first needed, or step by step before. */
interface Building {
  /** Done to its end where it is not; undefined where the text is none of rules. */
  whole(): Ruleset | undefined;
  /** What there is without doing anything more. */
  readonly built: Ruleset | undefined;
  readonly isBroken: boolean;
  /** Does a step; false where none is left. */
  step(): boolean;
}

function buildingOf(textOf: () => string | undefined): Building {
  let source: (() => string | undefined) | undefined = textOf;
  let steps: Steps<Ruleset | undefined> | undefined;
  let built: Ruleset | undefined;
  let isOver = false;
  const begun = (): Steps<Ruleset | undefined> => (steps ??= unpackInSteps(source?.() ?? ""));
  const end = (ruleset: Ruleset | undefined): void => {
    built = ruleset && withTokenShapes(ruleset);
    isOver = true;
    // The text is a megabyte, which nobody needs any more.
    source = steps = undefined;
  };
  return {
    whole: () => {
      if (!isOver) end(finish(begun()));
      return built;
    },
    get built() {
      return built;
    },
    get isBroken() {
      return isOver && built === undefined;
    },
    step: () => {
      if (isOver) return false;
      const { done, value } = begun().next();
      if (done === true) end(value);
      return true;
    },
  };
}

/** Makes the scanner of a frame. `rulesText` gives the package's rules when they are first needed. */
export function createScanner(rulesText: () => string | undefined): Scanner {
  let held: Held = {
    version: BASELINE_VERSION,
    policy: DEFAULT_POLICY,
    confirmed: undefined,
  };
  let building = buildingOf(rulesText);
  return {
    scan: (text, tail = "") => {
      const rules = building.whole();
      try {
        return rules === undefined ? undefined : judge(rules, held.policy, text, tail);
      } catch {
        return FAULT;
      }
    },
    redact: (text) => {
      const rules = building.whole();
      return rules === undefined ? undefined : redact(rules, held.policy, text).content;
    },
    values: (text) => {
      const rules = building.whole();
      const stretches = rules === undefined ? [] : redact(rules, held.policy, text).redactions;
      return [...new Set(stretches.map(({ start, end }) => text.slice(start, end)))];
    },
    ready: () => building.built !== undefined,
    prepare: () => building.step(),
    state: () => {
      if (building.isBroken) return "none";
      return held.confirmed === held.version ? "fresh" : "stale";
    },
    version: () => held.version,
    update: (preparedText, settings) => {
      const { policy, rulesFresh, rulesVersion } = settings;
      const confirmed = rulesFresh ? rulesVersion : undefined;
      held = { ...held, policy, confirmed };
      const isBack = rulesVersion === BASELINE_VERSION && held.version !== BASELINE_VERSION;
      if (preparedText === "" && !isBack) return;
      held = { ...held, version: rulesVersion };
      building = buildingOf(isBack ? rulesText : () => preparedText);
    },
  };
}

function judge(ruleset: Ruleset, policy: ScanPolicy, text: string, tail: string): LocalVerdict {
  const result = scan(ruleset, policy, text, { tail });
  const blocking = foremostFindings(result.findings);
  const named = blocking.find(({ finding }) => finding.pattern.name === result.patternName);
  return {
    blocked: result.blocked,
    patternName: result.patternName,
    score: result.score,
    severity: named?.severity,
    findings: blocking.length,
    tail: result.tail,
    canary: result.findings.some(({ finding }) => finding.pattern.category === "canary"),
  };
}
