import { BeginningSet } from "../regex/beginning-set.ts";
import type { BeginningDfa } from "../regex/beginning-dfa.ts";
import {
  eitherGate,
  GATE_CELLS,
  isGateOpen,
  layGate,
  openBefore,
  OPEN_GATE,
} from "../regex/gate.ts";
import type { Gate } from "../regex/gate.ts";
import type { EndingWord, Ends, WordAutomaton } from "./aho-corasick.ts";
import type { PreparedRules } from "./prepare-rules.ts";
import type { Demand } from "./needs.ts";
import { RARE_KINDS } from "./supply.ts";
import type { Supply } from "./supply.ts";
import type { TextBytes } from "./text-bytes.ts";
import type { Surroundings } from "./surroundings.ts";

/** A pattern of which a match may hold a word of so many units. */
interface Entrance {
  readonly pattern: number;
  readonly length: number;
  /** Where its gate stands among those of its arrival. */
  readonly gate: number;
  readonly surroundings: Surroundings;
  /** What has to stand from so many units before the word's end to so many behind it. */
  readonly kinds: number;
  readonly before: number;
  readonly behind: number;
}

/** An entrance as a set of them asks for it. */
interface SetEntrance extends Entrance {
  readonly dfa: BeginningDfa | undefined;
}

/** A word that counts by itself in a text that has some kinds of things: all that it admits demands them. */
interface Counting extends EndingWord {
  readonly kinds: number;
}

/** What the words may be part of that end at one place. */
interface Arrival {
  readonly entrances: readonly Entrance[];
  readonly gates: Int32Array;
  /** What passes one of the entrances' gates passes this one. */
  readonly gate: Gate;
  /** Of the longest word, in UTF-16 units. */
  readonly length: number;
  /** The words that are hotwords of patterns looked for near them, and the canaries' prefix. */
  readonly others: readonly Counting[];
  /** How often somebody came to it while there was no set of the entrances. */
  asked: number;
  set: BeginningSet<SetEntrance> | undefined;
}

/** Told of what words may be part of. */
export interface Visitor {
  /** A pattern of which a match may hold a word, and where the word begins. */
  readonly onEntrance: (pattern: number, start: number) => void;
  /** A word that counts by itself, and where it stands. */
  readonly onWord: (word: number, start: number, after: number) => void;
}

/** A text and what stands where in it. */
export interface SuppliedText {
  readonly content: TextBytes;
  readonly supply: Supply;
}

/**
 * A set of automata takes longer to build than a text to be scanned, and tells more than gates in less time from then on. It
 * is built where words have ended so often.
 */
const OFTEN = 64;

/** Does a single pattern begin with the word? Its expression reads on from there itself. */
const isSinglePrefix = ({ entrances }: Arrival): boolean =>
  entrances.length === 1 && entrances[0]?.surroundings.isAtStart === true;

const NO_WORDS: readonly Counting[] = [];

/**
 * What is kept of a number of the automaton, in one line of a processor's cache: what all of its entrances demand, and from how
 * far before to how far behind; what all demand that its words admit by themselves; a gate.
 */
const ENTRY_CELLS = 16;
const GATE_CELL = ENTRY_CELLS - GATE_CELLS;
const NOT_MADE = -1;
/** No text has all kinds: a number without words of such a sort is told at once. */
const NEVER = -1;

/** The kinds that all of some things demand. */
const demandedByAll = (all: readonly { readonly kinds: number }[]): number =>
  all.reduce((kinds, each) => kinds & each.kinds, NEVER);

/** What may begin where words end; arrivals are made when a text first needs them. */
export class Arrivals {
  private readonly make: (end: number) => Arrival;
  private readonly known: Arrival[] = [];
  /** For each number of the automaton: of most places of a text, this is all that is looked at. */
  private readonly entries: Int32Array;

  constructor(ends: number, make: (end: number) => Arrival) {
    this.make = make;
    this.entries = new Int32Array(ends * ENTRY_CELLS).fill(NOT_MADE);
  }

  /** Tells what the words may be part of that end at some places of a text; one pattern too many at times, never one less. */
  openAt({ ends, places, count }: Ends, text: SuppliedText, visitor: Visitor): void {
    const { entries } = this;
    const { supply } = text;
    const { bytes } = text.content;
    for (let i = 0; i < count; i++) {
      const end = ends[i] ?? 0;
      const after = places[i] ?? 0;
      const cell = end * ENTRY_CELLS;
      if (entries[cell + 1] === NOT_MADE) this.add(end);
      const demanded = entries[cell] ?? NEVER;
      if ((~supply.all & demanded) === 0 && isGateOpen(entries, cell + GATE_CELL, bytes, after)) {
        const from = after - (entries[cell + 1] ?? 0);
        const missing = ~supply.within(from, after + (entries[cell + 2] ?? 0));
        if ((missing & demanded) === 0) this.tell(end, after, missing, text, visitor);
      }
      if ((~supply.all & (entries[cell + 3] ?? NEVER)) === 0)
        this.tellOthers(end, after, text, visitor);
    }
  }

  /** The words that count by themselves, of those that end there. */
  private tellOthers(
    end: number,
    after: number,
    { supply }: SuppliedText,
    { onWord }: Visitor,
  ): void {
    const { others = NO_WORDS } = this.known[end] ?? {};
    for (const { word, length, kinds } of others)
      if ((~supply.all & kinds) === 0) onWord(word, after - length, after);
  }

  private tell(
    end: number,
    after: number,
    missing: number,
    { content, supply }: SuppliedText,
    { onEntrance }: Visitor,
  ): void {
    const { bytes } = content;
    const arrival = this.known[end];
    if (arrival === undefined) return;
    const isSingle = isSinglePrefix(arrival);
    if (!isSingle && arrival.set === undefined && ++arrival.asked > OFTEN)
      arrival.set = setOf(arrival);
    const { set, entrances, length: longest } = arrival;
    const asksGates = !isSingle && set === undefined;
    for (const each of set?.at(content, after - longest, after, missing) ?? entrances) {
      const { pattern, length, kinds, before, behind, gate } = each;
      if ((kinds & missing) !== 0) continue;
      if (asksGates && !isGateOpen(arrival.gates, gate, bytes, after)) continue;
      if (supply.has(kinds, after - before, after + behind)) onEntrance(pattern, after - length);
    }
  }

  private add(end: number): void {
    const arrival = this.make(end);
    const { entrances, gate, length, others } = arrival;
    const most = (of: (each: Entrance) => number): number => Math.max(0, ...entrances.map(of));
    const before = most((each) => each.before);
    const behind = most((each) => each.behind);
    this.known[end] = arrival;
    const cell = end * ENTRY_CELLS;
    this.entries.set([demandedByAll(entrances), before, behind, demandedByAll(others)], cell);
    layGate(this.entries, cell + GATE_CELL, gate, length);
  }
}

const setOf = ({ entrances }: Arrival): BeginningSet<SetEntrance> =>
  new BeginningSet(
    entrances.map((entrance) => ({ ...entrance, dfa: entrance.surroundings.handOver() })),
    RARE_KINDS,
  );

/** What passes one of the gates of words that end in the same place, the longest of them `longest` units, passes this one. */
function widestGate(
  all: readonly { readonly gate: Gate; readonly length: number }[],
  longest: number,
): Gate {
  const [first = OPEN_GATE, ...others] = all.map(({ gate, length }) =>
    length === longest ? gate : openBefore(gate),
  );
  return others.reduce(eitherGate, first);
}

/** The arrivals of an automaton, for its patterns. */
export const arrivalsOf = (
  automaton: WordAutomaton,
  { admits, gates: known, canaryWord }: PreparedRules,
  patterns: readonly { readonly surroundings: Surroundings; readonly demand: Demand }[],
): Arrivals =>
  new Arrivals(automaton.ends, (end) => {
    const words = automaton.wordsAt(end);
    const admitted = words.flatMap(({ word, length }) => {
      const { literal = [], gates: own = [] } = admits[word] ?? {};
      return literal.flatMap((pattern, i) => {
        const { surroundings, demand } = patterns[pattern] ?? {};
        if (surroundings === undefined || demand === undefined) return [];
        const gate = known[own[i] ?? -1] ?? OPEN_GATE;
        const { kinds } = demand;
        const [before, behind] = [demand.before + length, demand.after - length];
        return [{ pattern, length, gate, surroundings, kinds, before, behind }];
      });
    });
    const longest = words[0]?.length ?? 0;
    const gates = new Int32Array(admitted.length * GATE_CELLS);
    const entrances = admitted.map(({ gate, ...each }, i) => {
      layGate(gates, i * GATE_CELLS, gate, each.length);
      return { ...each, gate: i * GATE_CELLS };
    });
    const others = words.flatMap(({ word, length: chars }) => {
      const admittedBy = admits[word]?.hotword ?? [];
      if (word === canaryWord) return [{ word, length: chars, kinds: 0 }];
      if (admittedBy.length === 0) return [];
      const demands = admittedBy.flatMap((pattern) => patterns[pattern]?.demand ?? []);
      return [{ word, length: chars, kinds: demandedByAll(demands) }];
    });
    const gate = widestGate(admitted, longest);
    return { entrances, gates, gate, length: longest, others, asked: 0, set: undefined };
  });
