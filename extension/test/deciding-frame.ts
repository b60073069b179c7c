import { join } from "node:path";
import { CANARY_PREFIX, fillTemplate, routeRules, seededRandom } from "@weir/engine";
import { loadRules } from "../../agent/src/rules/load.ts";
import type { BackgroundLink } from "../src/content/background-link.ts";
import { createDecider } from "../src/content/decide.ts";
import type { Decider, Said } from "../src/content/decide.ts";
import { packRules } from "../src/scanner/packed-rules.ts";
import { createScanner } from "../src/scanner/scanner.ts";
import type { AgentVerdict, Push, Question } from "../src/shared/messages.ts";
import type { Settings } from "../src/shared/settings.ts";
import { SETTINGS as ANY_SETTINGS } from "./settings.ts";

/** A limit that a test's text can exceed. */
export const SETTINGS: Settings = { ...ANY_SETTINGS, maxScanBytes: 4096 };

export const CLEAN: AgentVerdict = { blocked: false, patternName: "", score: 0 };
export const BLOCKED: AgentVerdict = { blocked: true, patternName: "Late", score: 9 };
export const UNSURE = `some words ${CANARY_PREFIX}${"ABCDEFGH".repeat(2)}`;
export const secret = fillTemplate("{checksummed:ghp_}", seededRandom("decide"));
export const SECRET = `deploy with ${secret} tonight`;

const { patterns, exclusions } = loadRules(join(import.meta.dirname, "../../rules"));
const rules = packRules(routeRules(patterns, exclusions));

export interface Frame {
  readonly decider: Decider;
  /** What was asked of the background, in order. */
  readonly asked: Question[];
  readonly late: string[];
  /** What is called back where the background went away. */
  readonly endings: (() => void)[];
  /** How often the rules were built, and how often a request came before. */
  built: number;
  cold: number;
  verdict: AgentVerdict;
  isHeld: boolean;
  /** What the background's answers wait for. */
  answered: Promise<void>;
  tell(push: Push): void;
}

/** A frame's decider over the shipped rules, with a background that answers as it is told. */
export function frame(settings: Partial<Settings> | undefined, hasRules = true): Frame {
  const asked: Question[] = [];
  const late: string[] = [];
  const listeners: ((push: Push) => void)[] = [];
  const endings: (() => void)[] = [];
  const state = {
    verdict: CLEAN,
    isHeld: false,
    built: 0,
    cold: 0,
    answered: Promise.resolve(),
  };
  const told = settings === undefined ? undefined : { ...SETTINGS, ...settings };
  const link: BackgroundLink = {
    ask: async (question) => {
      asked.push(question);
      await state.answered;
      return { kind: "done" };
    },
    verdict: async (content, sessionId) => {
      asked.push({ kind: "scan", content, ...(sessionId === undefined ? {} : { sessionId }) });
      return state.verdict;
    },
    settings: () => told,
    settled: async () => told,
    onPush: (listener) => void listeners.push(listener),
    onEnd: (listener) => void endings.push(listener),
  };
  const scanner = createScanner(() => {
    state.built++;
    return hasRules ? rules : undefined;
  });
  if (told !== undefined) scanner.update("", told);
  const decider = createDecider({
    scanner,
    link,
    isTabHeld: () => state.isHeld,
    onCold: () => state.cold++,
    onLate: (_said, patternName) => late.push(patternName),
  });
  const tell = (push: Push) => {
    for (const listener of listeners) listener(push);
  };
  return Object.assign(state, { decider, asked, late, endings, tell });
}

/** Something written into a composer. */
export function composed(): (text: string) => Said {
  const composer = { host: {} as Element, sessionId: "composer", tail: "" };
  return (text) => ({ text, composer });
}

/** Lets the agent be told: that happens once the event is over. */
export const afterwards = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
