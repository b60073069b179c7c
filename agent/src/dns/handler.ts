// From a client's message to its answer: read, probe of a loop, pause, cache, decide, special names, upstream. The names in it are never kept
// but in the cache, and never told.
import { HOST_ACTIONS, decideWire } from "@weir/engine";
import type { HostRules } from "@weir/engine";
import { checkAnswer } from "./answer-filter.ts";
import { createCache } from "./cache.ts";
import type { AnswerCache, KeptAnswer } from "./cache.ts";
import { Flight, Flights, Miss } from "./flights.ts";
import { HEADER_BYTES, readQuery } from "./message.ts";
import type { Query } from "./message.ts";
import type { ExpectProbe } from "./loop-probe.ts";
import { isSameKey, keyHash } from "./question-key.ts";
import {
  BLOCK_TTL_SEC,
  absentAnswer,
  answerFrom,
  limitTtls,
  blockedAnswer,
  refusalAnswer,
  unreachableAnswer,
} from "./reply.ts";
import type { Resolver } from "./resolver.ts";
import { createSpecialNames } from "./special-names.ts";
import type { SpecialNames, SpecialSettings } from "./special-names.ts";

/**
 * Clients that wait for upstreams, and so at most as many questions on their way, each of which may have a socket; beyond, who
 * asks next is told SERVFAIL. To give up who waits longest instead would leave that question's attempt running.
 */
const MAX_WAITING = 2048;

/** How long a client may keep an answer of a pause, in seconds, so that the pause ends soon after its end. */
const PAUSE_TTL_SEC = 10;

/** How long it is remembered that no upstream answers (RFC 9520 3.2). */
const UNREACHABLE_SEC = 1;

const ALLOW = HOST_ACTIONS.indexOf("allow");
const INSPECT = HOST_ACTIONS.indexOf("inspect");
const BLOCK = HOST_ACTIONS.indexOf("block");

/** How queries are answered beside the lists. */
export interface HandlerSettings extends SpecialSettings {
  /** Take the keys of Encrypted Client Hello out of answers for inspected names: while the proxy reads their traffic. */
  readonly stripEch: boolean;
  /** Hold the names that an answer leads to against the lists; false only to measure what that costs. */
  readonly checkAnswers: boolean;
}

/** What is counted. */
export interface Counts {
  /** A well-formed query of a client. */
  readonly query: () => void;
  /** A list made the answer NXDOMAIN. */
  readonly block: () => void;
}

/** What a handler of queries needs of the rest of the thread. */
export interface HandlerDeps {
  readonly resolver: Resolver;
  readonly counts: Counts;
  /** Milliseconds, never going back. */
  readonly nowMs: () => number;
}

/** Answers the messages of both listeners, and is told what they are to be judged by. */
export interface Handler {
  /** The answer; a Miss to be forwarded; undefined for what is not answered. `message` is kept and not changed. */
  readonly answer: (message: Uint8Array, isStream: boolean) => Uint8Array | Miss | undefined;
  /** Asks upstream. `reply` is called once, with a SERVFAIL where there is no answer. */
  readonly forward: (miss: Miss, reply: (answer: Uint8Array) => void) => void;
  /** Puts rules in force from the next message on. What was kept or asked before was judged by the old ones: nobody new gets it. */
  readonly setRules: (rules: HostRules) => void;
  readonly setSettings: (settings: HandlerSettings) => void;
  /** Until when nothing is blocked, in the time of `nowMs`; 0 for now. */
  readonly pauseUntil: (ms: number) => void;
  readonly expectProbe: ExpectProbe;
  readonly flush: () => void;
}

/** Makes a handler of queries. */
export const createHandler = (
  deps: HandlerDeps,
  rules: HostRules,
  settings: HandlerSettings,
): Handler => new QueryHandler(deps, rules, settings);

class QueryHandler implements Handler {
  private readonly resolver: Resolver;
  private readonly counts: Counts;
  private readonly nowMs: () => number;
  private readonly cache: AnswerCache;
  private readonly flights = new Flights();
  private waiting = 0;
  /** Counts what was forgotten: what was asked before is not kept. */
  private era = 0;
  private rules: HostRules;
  private settings: HandlerSettings;
  private special: SpecialNames;
  private pausedUntilMs = 0;
  private probe: Query | undefined;
  private onProbe = (): void => undefined;

  constructor(
    { resolver, counts, nowMs }: HandlerDeps,
    rules: HostRules,
    settings: HandlerSettings,
  ) {
    this.resolver = resolver;
    this.counts = counts;
    this.nowMs = nowMs;
    this.cache = createCache(nowMs);
    this.rules = rules;
    this.settings = settings;
    this.special = createSpecialNames(settings);
  }

  answer = (message: Uint8Array, isStream: boolean): Uint8Array | Miss | undefined => {
    const query = readQuery(message, isStream);
    if (query === undefined) return undefined;
    if ("rcode" in query) return refusalAnswer(message, query.rcode);
    if (this.probe !== undefined && isSameKey(this.probe, query)) {
      this.onProbe();
      return absentAnswer(query);
    }
    this.counts.query();
    const hash = keyHash(query);
    if (this.isPaused()) return this.answerPaused(query, hash);
    // What is kept was judged by the rules and settings that are in force: a change of either flushes it.
    const kept = this.cache.find(hash, query);
    if (kept !== undefined) return this.answerKept(kept.answer, query, kept.ageSec);
    const action = decideWire(this.rules, message, HEADER_BYTES);
    if (action === BLOCK) return this.blocked(query);
    if (action !== ALLOW) {
      const special = this.special.answer(query);
      if (special !== undefined) return special;
    }
    return this.missed(query, hash, action);
  };

  forward = (miss: Miss, reply: (answer: Uint8Array) => void): void => {
    const { query } = miss;
    const paused = this.isPaused();
    this.waiting++;
    const other = paused ? undefined : this.flights.find(miss);
    if (other !== undefined) {
      other.waiters.push({ query, reply });
      return;
    }
    const flight = new Flight(miss, { query, reply });
    if (!paused) this.flights.add(flight);
    const { era } = this;
    this.resolver.ask(query, paused, (message) => {
      const found = message === undefined ? "unreachable" : this.judge(miss, message, paused);
      this.land(flight, found);
      // Asked and judged by what changed meanwhile, it is good for those who wait and no others.
      if (!paused && era === this.era) this.keep(miss, found);
    });
  };

  setRules = (rules: HostRules): void => {
    this.rules = rules;
    this.flush();
  };

  setSettings = (settings: HandlerSettings): void => {
    this.settings = settings;
    this.special = createSpecialNames(settings);
    this.flush();
  };

  pauseUntil = (ms: number): void => {
    this.pausedUntilMs = ms;
    this.flush();
  };

  expectProbe: ExpectProbe = (question, onSeen) => {
    this.probe = question;
    this.onProbe = onSeen;
    return () => {
      if (this.probe === question) this.probe = undefined;
    };
  };

  flush = (): void => {
    this.era++;
    this.cache.flush();
    this.flights.seal();
  };

  /** A pause ends at the first query after its time, so that no timer is needed. */
  private isPaused(): boolean {
    if (this.pausedUntilMs === 0) return false;
    if (this.nowMs() < this.pausedUntilMs) return true;
    this.pauseUntil(0);
    return false;
  }

  private missed(query: Query, hash: number, action: number): Uint8Array | Miss {
    return this.waiting < MAX_WAITING ? new Miss(query, hash, action) : unreachableAnswer(query);
  }

  private answerPaused(query: Query, hash: number): Uint8Array | Miss {
    const special = this.special.answerInPause(query);
    const isOwn =
      special !== undefined && decideWire(this.rules, query.message, HEADER_BYTES) !== ALLOW;
    return isOwn ? special : this.missed(query, hash, 0);
  }

  private blocked(query: Query): Uint8Array {
    this.counts.block();
    return blockedAnswer(query);
  }

  private answerKept(answer: KeptAnswer, query: Query, ageSec: number): Uint8Array {
    if (answer === "blocked") return this.blocked(query);
    return answer === "unreachable" ? unreachableAnswer(query) : answerFrom(answer, query, ageSec);
  }

  private judge({ query, action }: Miss, reply: Uint8Array, paused: boolean): KeptAnswer {
    // A name that a list names itself is judged by that alone, wherever it leads.
    const isJudged = action === 0 && this.settings.checkAnswers && !paused;
    const checked = checkAnswer(reply, query.questionEnd, {
      rules: isJudged ? this.rules : undefined,
      isInspected: action === INSPECT,
      stripEch: this.settings.stripEch && !paused,
    });
    if (checked === "malformed") return "unreachable";
    if (paused && checked !== "blocked") limitTtls(checked, PAUSE_TTL_SEC);
    return checked;
  }

  private keep({ query, hash }: Miss, answer: KeptAnswer): void {
    this.cache.store(hash, query, answer, keepSecOf(answer));
  }

  private land(flight: Flight, answer: KeptAnswer): void {
    const { waiters } = flight;
    flight.waiters = [];
    this.flights.remove(flight);
    this.waiting -= waiters.length;
    for (const { query, reply } of waiters) reply(this.answerKept(answer, query, 0));
  }
}

function keepSecOf(answer: KeptAnswer): number {
  if (answer === "blocked") return BLOCK_TTL_SEC;
  return answer === "unreachable" ? UNREACHABLE_SEC : answer.keepSec;
}
