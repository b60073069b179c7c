import { kindAt } from "./alphabet.ts";
import { BEGINNING_CHARS, DEAD, OPEN } from "./beginning-dfa.ts";
import type { BeginningDfa } from "./beginning-dfa.ts";
import {
  DEMAND,
  HEAD_CELLS,
  LAST,
  NEXT,
  NEXT_BITS,
  NOT_BUILT,
  SetTransitions,
} from "./set-transitions.ts";

/** Beyond this, texts are no longer told apart, until the states are forgotten. */
const MAX_STATES = 2048;

/** So often was a state wanted that there was no room for: those that are held are of texts that come no more. */
const WANTED = MAX_STATES / 2;

/** Beyond this, ways to write a word are no longer kept, until the states are forgotten. */
const MAX_STARTS = 256;

const ASCII = 128;
/** On the number of a state that no further character changes. */
const SETTLED = 1 << 14;
const NUMBER = SETTLED - 1;

/** One expression of a set: how texts go on from where a word of `length` units begins. Nothing is known where it has no automaton. */
export interface Member {
  readonly length: number;
  readonly dfa: BeginningDfa | undefined;
  /** What a text has to hold around a match, as bits. */
  readonly kinds: number;
}

/** A text, and for each of its units a byte: itself where it is of ASCII, else one beyond that. */
export interface SetText {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/**
 * The state to start in behind a word as it is written, which a character of a `KIND_*` stands before, where some kinds are
 * missing.
 */
interface Start {
  readonly kind: number;
  readonly missing: number;
  readonly word: string;
  readonly number: number;
}

const NO_MEMBERS: readonly never[] = [];

const NO_START: Start = { kind: -1, missing: 0, word: "", number: 0 };

/** What is left of the set after some characters. */
interface State<M> {
  /** The members of which a match may still go on. */
  readonly left: readonly M[];
  /** For each of them its state, `OPEN` where nothing further is known. */
  readonly states: readonly number[];
  /** The number of another state with the same hash, or `NOT_BUILT`. */
  readonly other: number;
}

/** The kinds that all of some members demand; where there is none, all. */
const demandedByAll = (members: readonly Member[]): number =>
  members.reduce((kinds, each) => kinds & each.kinds, -1);

/** Gives the characters of ASCII that no member tells apart one class; answers the classes and how many there are. */
function classesOf(members: readonly Member[]): { classes: Uint8Array; count: number } {
  let classes = new Uint8Array(ASCII);
  let count = 1;
  for (const alphabet of new Set(members.flatMap(({ dfa }) => dfa?.classes ?? []))) {
    const numbers = new Map<number, number>();
    const finer = new Uint8Array(ASCII);
    for (let unit = 0; unit < ASCII; unit++) {
      const pair = ((classes[unit] ?? 0) << 8) | (alphabet[unit] ?? 0);
      const number = numbers.get(pair) ?? numbers.size;
      numbers.set(pair, number);
      finer[unit] = number;
    }
    classes = finer;
    count = numbers.size;
    if (count === ASCII) break;
  }
  return { classes, count };
}

/**
 * Which of several expressions may match around a place where words end that they hold, told for all of them by reading a few
 * characters once: the product of their automata, built as texts need it. It may name one that does not match, never omit
 * one that does.
 */
export class BeginningSet<M extends Member> {
  private readonly members: readonly M[];
  /** The place of each member among them. */
  private readonly places: ReadonlyMap<M, number>;
  /** Kinds of which one is missing from many texts: who demands it is left out there from the start. */
  private readonly rare: number;
  private readonly states: State<M>[] = [];
  /** For each hash the number of the state that was built last. */
  private readonly numbers = new Map<number, number>();
  /** By the longest word as it is written. */
  private readonly starts = new Map<string, Start[]>();
  private startCount = 0;
  private readonly classes: Uint8Array;
  /** The start that was asked for last: most texts write a word in one way. */
  private last: Start = NO_START;
  private readonly transitions: SetTransitions;
  /** How often there was no room for a state. */
  private wanted = 0;

  constructor(members: readonly M[], rare: number) {
    const { classes, count } = classesOf(members);
    this.members = members;
    this.rare = rare & members.reduce((all, { kinds }) => all | kinds, 0);
    this.places = new Map(members.map((member, i) => [member, i]));
    this.classes = classes;
    this.transitions = new SetTransitions(count);
  }

  /**
   * Those of which a match may go on at `after`, where the words end; the longest of them begins at `at`. None where all
   * that are left demand one of the `missing` kinds.
   */
  at({ text, bytes }: SetText, at: number, after: number, missing: number): readonly M[] {
    if (this.wanted > WANTED) this.forget();
    const { classes, transitions } = this;
    // Beyond, a member's automaton tells nothing: its tree was cut there.
    const end = Math.min(text.length, at + BEGINNING_CHARS);
    let number = this.start(text, at, after, missing & this.rare);
    let { heads } = transitions;
    for (let i = after; i < end && (number & SETTLED) === 0; i++) {
      const head = number * HEAD_CELLS;
      if (((heads[head + DEMAND] ?? 0) & missing) !== 0) return NO_MEMBERS;
      const unit = bytes[i] ?? ASCII;
      if (unit >= ASCII) break;
      const cls = classes[unit] ?? 0;
      const last = heads[head + LAST] ?? NOT_BUILT;
      let next = last >> NEXT_BITS === cls ? last & NEXT : transitions.other(head, cls);
      if (next === NOT_BUILT) {
        next = this.build(number, cls, unit);
        if (next === NOT_BUILT) break;
        ({ heads } = transitions);
      }
      number = next;
    }
    return this.states[number & NUMBER]?.left ?? this.members;
  }

  /** Makes room for the states of other texts; the members keep theirs. */
  private forget(): void {
    this.wanted = 0;
    this.states.length = 0;
    this.numbers.clear();
    this.starts.clear();
    this.startCount = 0;
    this.last = NO_START;
    this.transitions.clear();
  }

  private start(text: string, at: number, after: number, missing: number): number {
    const kind = kindAt(text, at - 1);
    const { last } = this;
    if (last.kind === kind && last.missing === missing && text.startsWith(last.word, at))
      return last.number;
    const word = text.slice(at, after);
    const isWanted = (each: Start): boolean => each.kind === kind && each.missing === missing;
    this.last = this.starts.get(word)?.find(isWanted) ?? this.buildStart(kind, missing, word);
    return this.last.number;
  }

  private buildStart(kind: number, missing: number, written: string): Start {
    // A part of a text would keep the text.
    const word = Array.from(written).join("");
    const members = this.members.filter(({ kinds }) => (kinds & missing) === 0);
    const states = members.map(({ dfa, length }) => {
      const before = word.length - length;
      const own = before === 0 ? kind : kindAt(word, before - 1);
      return dfa?.behind(own, word.slice(before)) ?? OPEN;
    });
    const start = { kind, missing, word, number: this.intern(members, states) };
    if (this.startCount < MAX_STARTS) {
      this.startCount++;
      this.starts.set(word, [...(this.starts.get(word) ?? []), start]);
    } else this.wanted++;
    return start;
  }

  /** Builds a transition; `NOT_BUILT` where there are too many states. */
  private build(number: number, cls: number, unit: number): number {
    const next = this.step(number, unit);
    if (next !== NOT_BUILT) this.transitions.add(number, cls, next);
    return next;
  }

  /** Builds the state behind a character; `NOT_BUILT` where there are too many. */
  private step(number: number, unit: number): number {
    const from = this.states[number];
    if (from === undefined) return NOT_BUILT;
    if (this.states.length >= MAX_STATES) {
      this.wanted++;
      return NOT_BUILT;
    }
    const states = from.left.map(({ dfa }, i) => {
      const state = from.states[i] ?? OPEN;
      return state === OPEN ? OPEN : (dfa?.next(state, unit) ?? OPEN);
    });
    return this.intern(from.left, states);
  }

  private intern(members: readonly M[], states: readonly number[]): number {
    const isWhole = !states.includes(DEAD);
    const left = isWhole ? members : members.filter((_, i) => states[i] !== DEAD);
    const own = isWhole ? states : states.filter((state) => state !== DEAD);
    const hash = this.hashOf(left, own);
    const other = this.numbers.get(hash) ?? NOT_BUILT;
    for (let number = other; number !== NOT_BUILT;) {
      const known = this.states[number & NUMBER];
      if (known === undefined) break;
      if (areSame(known.left, left) && areSame(known.states, own)) return number;
      number = known.other;
    }
    const index = this.states.push({ left, states: own, other }) - 1;
    const number = own.every((state) => state === OPEN) ? index | SETTLED : index;
    this.numbers.set(hash, number);
    this.transitions.addState(index, demandedByAll(left));
    return number;
  }

  private hashOf(left: readonly M[], states: readonly number[]): number {
    let hash = left.length;
    for (let i = 0; i < left.length; i++) {
      const member = left[i];
      const place = member === undefined ? 0 : (this.places.get(member) ?? 0);
      hash = Math.imul(hash ^ ((place << 11) | ((states[i] ?? 0) + 1)), 0x0100_0193);
      hash ^= hash >>> 15;
    }
    return hash;
  }
}

const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some === others || (some.length === others.length && some.every((each, i) => each === others[i]));
