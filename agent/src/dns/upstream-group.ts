// Several resolvers for the same names: the first that is well is asked, and another where it fails.
import { rcodeOf } from "./answer-filter.ts";
import { RCODE } from "./message.ts";
import type { Query } from "./message.ts";
import type { Outcome, Upstream } from "./upstream.ts";

/** How many attempts of one query may run out of time. */
const MAX_TIMEOUTS = 2;

/** How long an upstream that failed is passed over; doubled with each failure. */
const FIRST_PAUSE_MS = 1000;
const LAST_PAUSE_MS = 60_000;

/** Whether a group can be reached: told when it is first known, and when it changes. */
export type Reach = "reachable" | "unreachable";

interface Member {
  readonly upstream: Upstream;
  /** Until when it is passed over, and for how long the next time. */
  restsUntilMs: number;
  restMs: number;
  isProbed: boolean;
  /** It answered FORMERR or NOTIMP to EDNS and a plain query well (RFC 6891 7). */
  isPlain: boolean;
}

/** Resolvers that answer for the same names, in order of preference. */
export interface UpstreamGroup {
  /**
   * Asks until one answers. `done` is called once: with a message whose id is 0, which can be a SERVFAIL or REFUSED that
   * all of them agree on, or with undefined where none answers.
   */
  readonly ask: (query: Query, done: (answer: Uint8Array | undefined) => void) => void;
  readonly reset: () => void;
  /** Ends what is on its way without an answer, before it returns. */
  readonly close: () => void;
}

const isRefusal = (answer: Uint8Array): boolean =>
  rcodeOf(answer) === RCODE.SERVFAIL || rcodeOf(answer) === RCODE.REFUSED;

const isAgainstEdns = (answer: Uint8Array): boolean =>
  rcodeOf(answer) === RCODE.FORMERR || rcodeOf(answer) === RCODE.NOTIMP;

const isResting = ({ restsUntilMs }: Member): boolean => restsUntilMs > 0;

function rest(member: Member): void {
  member.restsUntilMs = performance.now() + member.restMs;
  member.restMs = Math.min(member.restMs * 2, LAST_PAUSE_MS);
}

function recover(member: Member): void {
  member.restsUntilMs = 0;
  member.restMs = FIRST_PAUSE_MS;
}

/** Asks one member, and once more without EDNS where that is what it cannot read. */
function askMember(member: Member, query: Query, done: (outcome: Outcome) => void): void {
  if (member.isPlain) {
    member.upstream.ask(query, "plain", done);
    return;
  }
  member.upstream.ask(query, "edns", (outcome) => {
    if (typeof outcome === "string" || !isAgainstEdns(outcome)) {
      done(outcome);
      return;
    }
    member.upstream.ask(query, "plain", (second) => {
      if (typeof second !== "string" && !isAgainstEdns(second)) member.isPlain = true;
      done(typeof second === "string" ? outcome : second);
    });
  });
}

/** Makes a group. `onReach` is told of the first query whether one answers or all fail, and then when that changes. */
export const createGroup = (
  upstreams: readonly Upstream[],
  onReach: (reach: Reach) => void,
): UpstreamGroup => new Group(upstreams, onReach);

const NOBODY: readonly Member[] = [];

/** One query, while members are asked for it. */
interface Search {
  readonly query: Query;
  readonly order: readonly Member[];
  readonly done: (answer: Uint8Array | undefined) => void;
  refused: readonly Member[];
  refusal: Uint8Array | undefined;
  timeouts: number;
}

class Group implements UpstreamGroup {
  private readonly members: readonly Member[];
  /** Whom to ask while all are well. */
  private readonly order: readonly Member[];
  private readonly onReach: (reach: Reach) => void;
  /** Not known yet: what was told of the group before this one may be true no more. */
  private reach: Reach | undefined;
  private isClosed = false;

  constructor(upstreams: readonly Upstream[], onReach: (reach: Reach) => void) {
    this.members = upstreams.map((upstream) => ({
      upstream,
      restsUntilMs: 0,
      restMs: FIRST_PAUSE_MS,
      isProbed: false,
      isPlain: false,
    }));
    // One alone is asked twice: a datagram can get lost.
    this.order = this.members.length === 1 ? [...this.members, ...this.members] : this.members;
    this.onReach = onReach;
  }

  ask = (query: Query, done: (answer: Uint8Array | undefined) => void): void => {
    let { order } = this;
    if (this.members.some(isResting)) {
      order = this.inOrder();
      this.probe(order, query);
    }
    this.next({ query, order, done, refused: NOBODY, refusal: undefined, timeouts: 0 }, 0);
  };

  reset = (): void => {
    for (const member of this.members) {
      member.upstream.reset();
      recover(member);
    }
  };

  close = (): void => {
    this.isClosed = true;
    for (const { upstream } of this.members) upstream.close();
  };

  /** Those that are well, then those that rest, the one whose rest ends first before the others. */
  private inOrder(): readonly Member[] {
    if (this.members.length === 1) return this.order;
    const well = this.members.filter((member) => !isResting(member));
    const resting = this.members.filter(isResting);
    return [...well, ...resting.sort((a, b) => a.restsUntilMs - b.restsUntilMs)];
  }

  /** Asks one that has rested beside one that is well, so that nobody waits to learn whether it answers again. */
  private probe([first, ...others]: readonly Member[], query: Query): void {
    if (first === undefined || isResting(first)) return;
    const nowMs = performance.now();
    const member = others.find(isResting);
    if (member === undefined || member.restsUntilMs > nowMs || member.isProbed) return;
    member.isProbed = true;
    askMember(member, query, (outcome) => {
      member.isProbed = false;
      if (typeof outcome === "string" || isRefusal(outcome)) rest(member);
      else recover(member);
    });
  }

  private next(search: Search, index: number): void {
    if (this.isClosed) {
      search.done(undefined);
      return;
    }
    const member = search.order[index];
    if (member === undefined || search.timeouts >= MAX_TIMEOUTS) {
      this.tell(search.refusal === undefined ? "unreachable" : "reachable");
      search.done(search.refusal);
      return;
    }
    askMember(member, search.query, (outcome) => this.judge(search, index, member, outcome));
  }

  private judge(search: Search, index: number, member: Member, outcome: Outcome): void {
    const { order, refused, done } = search;
    if (typeof outcome === "string") {
      if (outcome === "timeout") search.timeouts++;
      if (member.restsUntilMs <= performance.now()) rest(member);
      this.next(search, index + 1);
    } else if (isRefusal(outcome)) {
      search.refusal ??= outcome;
      search.refused = [...refused, member];
      // To ask the same one again would be answered the same.
      this.next(search, order[index + 1] === member ? order.length : index + 1);
    } else {
      recover(member);
      // It is them, not the name.
      for (const other of refused) if (other !== member) rest(other);
      this.tell("reachable");
      done(outcome);
    }
  }

  private tell(reach: Reach): void {
    if (reach === this.reach) return;
    this.reach = reach;
    this.onReach(reach);
  }
}
