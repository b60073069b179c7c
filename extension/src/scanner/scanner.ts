import { CANARY_PREFIX, foremostFindings, redact, scan } from "@weir/engine";
import type { Ruleset, ScanPolicy } from "@weir/engine";
import type { Severity } from "@weir/schema";
import { BASELINE_VERSION } from "../shared/build.ts";
import { DEFAULT_POLICY } from "../shared/default-policy.ts";
import type { RulesState } from "../shared/fail-policy.ts";
import type { Settings } from "../shared/settings.ts";
import { unpackRules } from "./packed-rules.ts";

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
  /** Does something in the text have a canary's shape? Whether it is one, only the agent knows. */
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

const tokenShape = (prefix: string): RegExp => new RegExp(`${prefix}[A-Z2-7]{16}`, "i");

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
  /** Text that was not parsed yet. */
  readonly text: string | undefined;
  readonly version: string;
  readonly policy: ScanPolicy;
  readonly canary: RegExp;
  /** The version that the background last called the one in force, where the agent lately said so. */
  readonly confirmed: string | undefined;
}

/** Makes the scanner of a frame. `rulesText` gives the package's rules when they are first needed. */
export function createScanner(rulesText: () => string | undefined): Scanner {
  let held: Held = {
    text: undefined,
    version: BASELINE_VERSION,
    policy: DEFAULT_POLICY,
    canary: tokenShape(CANARY_PREFIX),
    confirmed: undefined,
  };
  let ruleset: Ruleset | undefined;
  let isBroken = false;
  const build = (): Ruleset | undefined => {
    if (ruleset !== undefined || isBroken) return ruleset;
    const text = held.text ?? rulesText();
    ruleset = text === undefined ? undefined : unpackRules(text);
    isBroken = ruleset === undefined;
    held = { ...held, text: undefined };
    return ruleset;
  };
  return {
    scan: (text, tail = "") => {
      const rules = build();
      try {
        return rules === undefined ? undefined : judge(rules, held, text, tail);
      } catch {
        return FAULT;
      }
    },
    redact: (text) => {
      const rules = build();
      return rules === undefined ? undefined : redact(rules, held.policy, text).content;
    },
    values: (text) => {
      const rules = build();
      const stretches = rules === undefined ? [] : redact(rules, held.policy, text).redactions;
      return [...new Set(stretches.map(({ start, end }) => text.slice(start, end)))];
    },
    ready: () => ruleset !== undefined,
    state: () => {
      if (isBroken) return "none";
      return held.confirmed === held.version ? "fresh" : "stale";
    },
    version: () => held.version,
    update: (preparedText, settings) => {
      const { policy, canaryPrefix, rulesFresh, rulesVersion } = settings;
      const confirmed = rulesFresh ? rulesVersion : undefined;
      const canary = tokenShape(canaryPrefix);
      held = { ...held, policy, canary, confirmed };
      const isBack = rulesVersion === BASELINE_VERSION && held.version !== BASELINE_VERSION;
      if (preparedText === "" && !isBack) return;
      held = { ...held, text: isBack ? undefined : preparedText, version: rulesVersion };
      ruleset = undefined;
      isBroken = false;
    },
  };
}

function judge(ruleset: Ruleset, held: Held, text: string, tail: string): LocalVerdict {
  const result = scan(ruleset, held.policy, text, { tail });
  const blocking = foremostFindings(result.findings);
  const named = blocking.find(({ finding }) => finding.pattern.name === result.patternName);
  return {
    blocked: result.blocked,
    patternName: result.patternName,
    score: result.score,
    severity: named?.severity,
    findings: blocking.length,
    tail: result.tail,
    canary: held.canary.test(text),
  };
}
