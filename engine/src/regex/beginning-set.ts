import { kindAt } from "./alphabet.ts";
import { BEGINNING_CHARS, DEAD, OPEN } from "./beginning-dfa.ts";
import type { BeginningDfa } from "./beginning-dfa.ts";

/** Beyond this, texts are no longer told apart. */
const MAX_STATES = 1024;

const ASCII_BITS = 7;
const ASCII = 1 << ASCII_BITS;
const NOT_BUILT = -1;
/** On the number of a state that no further character changes. */
const SETTLED = 1 << 14;
const NUMBER = SETTLED - 1;

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
}

/**
 * Which of several expressions may match at a place, told for all of them by reading a few characters once: the product of
 * their automata, built as texts need it. It may name one that does not match, never omit one that does.
 */
export class BeginningSet {
  private readonly members: readonly Member[];
  private readonly always: readonly number[];
  private readonly states: State[] = [];
  private readonly numbers = new Map<string, number>();
  /** The number of the state to start in, by the kind of the character before. */
  private readonly starts = new Int16Array(4).fill(NOT_BUILT);
  /** For each state and ASCII character, the number of the state behind it. */
  private table = new Int16Array(ASCII * 4).fill(NOT_BUILT);

  /** `always` are ids that every answer holds. */
  constructor(members: readonly Member[], always: readonly number[] = []) {
    this.members = members;
    this.always = always;
  }

  /** The ids of those of which a match may go on at `at`. */
  at(text: string, at: number): readonly number[] {
    const end = Math.min(text.length, at + BEGINNING_CHARS);
    let number = this.start(kindAt(text, at - 1));
    for (let i = at; i < end && (number & SETTLED) === 0; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= ASCII) break;
      let next = this.table[(number << ASCII_BITS) | unit] ?? NOT_BUILT;
      if (next === NOT_BUILT) {
        next = this.step(number, unit);
        if (next === NOT_BUILT) break;
      }
      number = next;
    }
    return this.states[number & NUMBER]?.ids ?? this.always;
  }

  private start(kind: number): number {
    const known = this.starts[kind] ?? NOT_BUILT;
    if (known !== NOT_BUILT) return known;
    const states = this.members.map(({ dfa }) => dfa.start(kind));
    const number = this.intern(stateOf(this.members, states, this.always));
    this.starts[kind] = number;
    return number;
  }

  /** Builds the state behind a character; `NOT_BUILT` where there are too many. */
  private step(number: number, unit: number): number {
    const from = this.states[number];
    if (from === undefined || this.states.length >= MAX_STATES) return NOT_BUILT;
    const states = from.members.map(({ dfa }, i) => dfa.next(from.states[i] ?? DEAD, unit));
    const next = this.intern(stateOf(from.members, states, from.open));
    this.table[(number << ASCII_BITS) | unit] = next;
    return next;
  }

  private intern(state: State): number {
    const key = `${state.members.map(({ id }, i) => `${id}:${state.states[i]}`).join()}|${state.open.join()}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const index = this.states.push(state) - 1;
    const number = state.members.length === 0 ? index | SETTLED : index;
    this.numbers.set(key, number);
    const cells = (index + 1) << ASCII_BITS;
    if (cells > this.table.length) {
      const table = new Int16Array(cells * 2).fill(NOT_BUILT);
      table.set(this.table);
      this.table = table;
    }
    return number;
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
  };
}
