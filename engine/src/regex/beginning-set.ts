import { kindAt } from "./alphabet.ts";
import { BEGINNING_CHARS, DEAD, OPEN } from "./beginning-dfa.ts";
import type { BeginningDfa } from "./beginning-dfa.ts";

/** Beyond this, texts are no longer told apart. */
const MAX_STATES = 1024;

const ASCII = 128;
const NOT_BUILT = -1;

/** One expression of a set. */
export interface Member {
  readonly id: number;
  readonly dfa: BeginningDfa;
}

/** What is left of the set after some characters. */
interface State {
  /** The ids of the members of which a match may still go on. */
  readonly ids: readonly number[];
  /** Those that the next character decides about, and the state of each. */
  readonly members: readonly Member[];
  readonly states: readonly number[];
  /** The others, of which nothing further is known. */
  readonly open: readonly number[];
  /** For each ASCII character, the number of the state behind it. */
  readonly next: Int16Array;
}

/**
 * Which of several expressions may match at a place, told for all of them by reading a few characters once: the product of
 * their automata, built as texts need it. It may name one that does not match, never omit one that does.
 */
export class BeginningSet {
  private readonly members: readonly Member[];
  private readonly always: readonly number[];
  /** The states to start in, by the kind of the character before. */
  private readonly starts: (State | undefined)[] = [];
  private readonly states: State[] = [];
  private readonly numbers = new Map<string, number>();

  /** `always` are ids that every answer holds. */
  constructor(members: readonly Member[], always: readonly number[] = []) {
    this.members = members;
    this.always = always;
  }

  /** The ids of those of which a match may go on at `at`. */
  at(text: string, at: number): readonly number[] {
    let state = this.start(text, at);
    const end = Math.min(text.length, at + BEGINNING_CHARS);
    for (let i = at; i < end && state.members.length > 0; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= ASCII) break;
      const number = state.next[unit] ?? NOT_BUILT;
      const next = number === NOT_BUILT ? this.step(state, unit) : this.states[number];
      if (next === undefined) break;
      state = next;
    }
    return state.ids;
  }

  private start(text: string, at: number): State {
    const kind = kindAt(text, at - 1);
    const known = this.starts[kind];
    if (known !== undefined) return known;
    const states = this.members.map(({ dfa }) => dfa.start(kind));
    const made = stateOf(this.members, states, this.always);
    this.starts[kind] = made;
    return made;
  }

  /** Builds the state behind a character; undefined where there are too many. */
  private step(from: State, unit: number): State | undefined {
    const states = from.members.map(({ dfa }, i) => dfa.next(from.states[i] ?? DEAD, unit));
    const number = this.intern(from.members, states, from.open);
    from.next[unit] = number;
    return this.states[number];
  }

  private intern(
    members: readonly Member[],
    states: readonly number[],
    open: readonly number[],
  ): number {
    const made = stateOf(members, states, open);
    const key = `${made.members.map(({ id }, i) => `${id}:${made.states[i]}`).join()}|${made.open.join()}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    if (this.states.length >= MAX_STATES) return NOT_BUILT;
    this.states.push(made);
    this.numbers.set(key, this.states.length - 1);
    return this.states.length - 1;
  }
}

function stateOf(
  members: readonly Member[],
  states: readonly number[],
  open: readonly number[],
): State {
  const isUndecided = (_: Member, i: number): boolean => states[i] !== DEAD && states[i] !== OPEN;
  const opened = members.filter((_, i) => states[i] === OPEN).map(({ id }) => id);
  const left = members.filter(isUndecided);
  const all = [...open, ...opened];
  return {
    ids: [...all, ...left.map(({ id }) => id)],
    members: left,
    states: states.filter((state) => state !== DEAD && state !== OPEN),
    open: all,
    next: new Int16Array(left.length > 0 ? ASCII : 0).fill(NOT_BUILT),
  };
}
