import type { Severity } from "@weir/schema";
import type { LocalVerdict, Scanner } from "../scanner/scanner.ts";
import { isBeyond } from "../scanner/size.ts";
import { DEFAULT_MAX_SCAN_BYTES } from "../shared/default-policy.ts";
import { fallbackOf, FIRST_PRESET } from "../shared/fail-policy.ts";
import type { AgentVerdict, Undecided } from "../shared/messages.ts";
import { ALLOWED_MS, allowedTexts } from "../shared/allowed-texts.ts";
import type { Allowance, AllowedTexts } from "../shared/allowed-texts.ts";
import type { BackgroundLink } from "./background-link.ts";
import type { Composer } from "./composers.ts";
import { toldOf } from "./told.ts";
import type { Told } from "./told.ts";

/** What is about to be handed over. */
export interface Said {
  readonly text: string;
  /** What goes with it and can't be seen, such as the markup of a formatted paste. */
  readonly unseen?: string;
  /** Where it goes; absent for requests and forms, which are no pieces of one text. */
  readonly composer?: Composer;
}

/** Something must not leave, and what the person is told of it: never the text. */
export interface Stop {
  readonly act: "stop";
  /** Something was found; it is too large to be scanned; nobody could judge it. */
  readonly reason: "finding" | "too_large" | "unchecked";
  readonly patternName: string;
  readonly severity: Severity | undefined;
  readonly count: number;
  readonly score?: number;
  /** Is it for the person to say whether it goes on, where nothing was found? */
  readonly isAsked: boolean;
}

/** Something may leave. */
export interface LetGo {
  readonly act: "let-go";
  /** Why the agent did not judge it, where it should have; or that nobody did. */
  readonly without?: Undecided | "no_rules";
}

/** What becomes of something that is about to leave the frame. */
export type Decision = Stop | LetGo;

/** Decides what may leave the frame. */
export interface Decider {
  /** At once; undefined where the agent has to be asked before. */
  now(said: Said): Decision | undefined;
  /** With the agent's verdict, or by the fail policy without it. */
  held(said: Said): Promise<Decision>;
  /** Of a request that can wait: at once where the rules are built; else by the agent, while the page goes on. */
  awaited(said: Said): Promise<Decision>;
  /** At once and without the agent, where nothing can wait. */
  alone(said: Said): Decision;
  /** The text with placeholders; undefined where nothing in it can be replaced. */
  redact(text: string): string | undefined;
  /**
   * Lets what is stopped in this text through in later requests of the page. Settles once the tab's other frames and the
   * background have heard of it, or give no answer: what is put into the page may be sent at once, from any of them.
   */
  allow(text: string): Promise<void>;
  /** Remembers a text that is put into the page, so that sending it does not count again. */
  inserted(text: string): void;
}

/** What a decider judges by, and whom it tells. */
export interface DeciderParts {
  readonly scanner: Scanner;
  readonly link: BackgroundLink;
  /** Are all requests of the tab held for the agent? */
  readonly isTabHeld: () => boolean;
  /** A request was there before the rules were built. */
  readonly onCold: () => void;
  /** The agent stops a text that was let go. */
  readonly onLate: (said: Said, patternName: string) => void;
}

const LET_GO: LetGo = { act: "let-go" };

type Verdict = Exclude<AgentVerdict, { readonly undecided: Undecided }>;

const contentOf = ({ text, unseen }: Said): string =>
  unseen === undefined || unseen === "" ? text : `${text}\n${unseen}`;

const found = ({
  patternName,
  severity,
  findings,
  score,
}: Pick<LocalVerdict, "patternName" | "severity" | "findings" | "score">): Stop => ({
  act: "stop",
  reason: "finding",
  patternName,
  severity,
  count: findings,
  score,
  isAsked: false,
});

/** What nobody could judge. */
export const unjudged = (why: Undecided, isAsked: boolean): Stop => ({
  act: "stop",
  reason: why === "too_large" ? "too_large" : "unchecked",
  patternName: "",
  severity: undefined,
  count: 0,
  isAsked,
});

/** What happens without the agent's verdict to a text in which the own engine, where there is one, found nothing. */
function fallback(
  { scanner, link }: DeciderParts,
  why: Undecided,
  local: LocalVerdict | undefined,
): Decision {
  const preset = link.settings()?.preset ?? FIRST_PRESET;
  switch (fallbackOf(preset, why, local === undefined ? "none" : scanner.state())) {
    case "own-engine":
      return { act: "let-go", without: why };
    case "allow-warn":
      return { act: "let-go", without: "no_rules" };
    case "ask-user":
      return unjudged(why, true);
    case "block":
      return unjudged(why, false);
  }
}

/** Asks the agent, each text once; of a request, without what the person let through. */
function asking({ link, onLate }: DeciderParts, told: Told, allowed: Allowing) {
  const ask = (said: Said): Promise<AgentVerdict> => {
    const whole = contentOf(said);
    const content = said.composer === undefined ? allowed.without(whole) : whole;
    const known = told.verdict(content);
    if (known !== undefined) return known;
    const verdict = link.verdict(content, said.composer?.sessionId);
    told.remember(content, verdict);
    return verdict;
  };
  return {
    ask,
    /** Tells the agent of a text that is stopped anyway, once the page has had its event. */
    tellStopped: (said: Said): void => {
      setTimeout(() => void ask(said));
    },
    /** Tells the agent of a text that was let go, once the page has had its event. */
    tellLetGo: (said: Said): void => {
      setTimeout(async () => {
        if (said.composer === undefined && told.holdsInserted(said.text)) return;
        const verdict = await ask(said);
        if ("blocked" in verdict && verdict.blocked) onLate(said, verdict.patternName);
      });
    },
  };
}

type Allowing = Pick<AllowedTexts, "without">;

/** What the person lets through in the frame; the background is told of it, and again where it was away. */
function allowing({ scanner, link }: DeciderParts) {
  const allowed = allowedTexts();
  const tell = async (allowance: Allowance): Promise<unknown> =>
    link.ask({ ...allowance, kind: "allow-once" });
  // At once: what wakes the background next may be the request that they are for.
  link.onEnd(() => allowed.live().forEach((allowance) => void tell(allowance)));
  link.onPush((push) => {
    if (push.kind === "allowed") allowed.allow(push);
  });
  return {
    without: (text: string) => allowed.without(text),
    allow: async (text: string): Promise<void> => {
      const stretches = scanner.values(text);
      const until = Date.now() + ALLOWED_MS;
      const all = stretches.length > 0 ? stretches : [text];
      const allowances = all.map((content): Allowance => ({ content, until }));
      for (const allowance of allowances) allowed.allow(allowance);
      await Promise.all(allowances.map(tell));
    },
  };
}

/** What the own engine says of a text; of a request, without what the person let through. Undefined without rules. */
function judging(scanner: Scanner, allowed: Allowing) {
  return (said: Said): LocalVerdict | undefined => {
    const content = contentOf(said);
    const verdict = scanner.scan(content, said.composer?.tail);
    if (verdict?.blocked !== true || said.composer !== undefined) return verdict;
    const rest = allowed.without(content);
    return rest === content ? verdict : scanner.scan(rest);
  };
}

/** What a frame remembers of its decisions. */
function memory({ link }: DeciderParts, told: Told) {
  let lastLetGo: string | undefined;
  link.onPush(({ kind }) => {
    if (kind === "allowed") return;
    told.forget();
    lastLetGo = undefined;
  });
  return {
    /** Was this let go just before? An editor is told of a paste twice. */
    isRepeated: (said: Said): boolean => contentOf(said) === lastLetGo,
    keep: (said: Said, local: LocalVerdict | undefined, decision: Decision): Decision => {
      if (said.composer !== undefined && local !== undefined) said.composer.tail = local.tail;
      if (decision.act === "stop") return decision;
      lastLetGo = contentOf(said);
      if (said.composer !== undefined) told.inserted(said.text);
      return decision;
    },
  };
}

const verdictDecision = ({ blocked, patternName, score }: Verdict): Decision =>
  blocked ? found({ patternName, score, severity: undefined, findings: 1 }) : LET_GO;

/** Decides with the agent's verdict; with the own engine's too, where that is known, or the agent does not say that all is well. */
function decidingByAgent(
  parts: DeciderParts,
  ask: (said: Said) => Promise<AgentVerdict>,
  judge: ReturnType<typeof judging>,
  keep: ReturnType<typeof memory>["keep"],
) {
  return async (said: Said, known?: LocalVerdict): Promise<Decision> => {
    const verdict = await ask(said);
    if ("blocked" in verdict && !verdict.blocked) return keep(said, known, LET_GO);
    const local = known ?? judge(said);
    if (local?.blocked === true) return keep(said, local, found(local));
    const decision =
      "undecided" in verdict ? fallback(parts, verdict.undecided, local) : verdictDecision(verdict);
    return keep(said, local, decision);
  };
}

/** What the own engine's verdict alone is good for. */
function bounds({ scanner, link }: DeciderParts) {
  return {
    isTooLarge: (said: Said): boolean =>
      isBeyond(contentOf(said), link.settings()?.maxScanBytes ?? DEFAULT_MAX_SCAN_BYTES),
    isSure: (local: LocalVerdict): boolean =>
      !local.canary && scanner.state() === "fresh" && link.settings()?.strict === false,
  };
}

/** Makes the decisions of a frame. */
export function createDecider(parts: DeciderParts): Decider {
  const { scanner, link, isTabHeld, onCold } = parts;
  const told = toldOf();
  const allowed = allowing(parts);
  const judge = judging(scanner, allowed);
  const agent = asking(parts, told, allowed);
  const { isRepeated, keep } = memory(parts, told);
  const { isTooLarge, isSure } = bounds(parts);
  const stopHere = (said: Said, local: LocalVerdict): Decision => {
    agent.tellStopped(said);
    return keep(said, local, found(local));
  };
  const now = (said: Said): Decision | undefined => {
    if (link.settings() === undefined || isTooLarge(said)) return undefined;
    if (isRepeated(said) && !isTabHeld()) return LET_GO;
    const local = judge(said);
    if (local?.blocked === true) return stopHere(said, local);
    if (local === undefined || !isSure(local) || isTabHeld()) return undefined;
    agent.tellLetGo(said);
    return keep(said, local, LET_GO);
  };
  const byAgent = decidingByAgent(parts, agent.ask, judge, keep);
  const held = async (said: Said): Promise<Decision> => {
    await link.settled();
    if (isTooLarge(said)) return fallback(parts, "too_large", undefined);
    const local = judge(said);
    return local?.blocked === true ? stopHere(said, local) : byAgent(said, local);
  };
  return {
    now,
    held,
    awaited: async (said) => {
      if (scanner.ready()) return now(said) ?? held(said);
      onCold();
      await link.settled();
      return isTooLarge(said) ? held(said) : byAgent(said);
    },
    alone: (said) => {
      if (isTooLarge(said)) return fallback(parts, "too_large", undefined);
      const local = judge(said);
      if (local?.blocked === true) return stopHere(said, local);
      if (isTabHeld()) return unjudged("late", false);
      agent.tellLetGo(said);
      return fallback(parts, "late", local);
    },
    redact: (text) => {
      const redacted = scanner.redact(text);
      return redacted === text ? undefined : redacted;
    },
    allow: allowed.allow,
    inserted: (text) => told.inserted(text),
  };
}
