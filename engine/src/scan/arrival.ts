import { BeginningSet } from "../regex/beginning-set.ts";
import type { BeginningDfa } from "../regex/beginning-dfa.ts";
import { eitherGate, GateTable, openBefore, OPEN_GATE } from "../regex/gate.ts";
import type { Gate, LiteralGate } from "../regex/gate.ts";
import type { EndingWord, WordAutomaton } from "./aho-corasick.ts";
import type { PreparedRules } from "./prepare-rules.ts";
import type { Route } from "./route.ts";
import type { Surroundings } from "./surroundings.ts";

/** What an arrival has to know of a pattern. */
interface Admitted {
  readonly index: number;
  readonly route: Route;
  readonly surroundings: Surroundings;
}

/** A pattern of which a match may hold a word of so many units. */
export interface Entrance {
  readonly pattern: number;
  readonly length: number;
  readonly surroundings: Surroundings;
}

/** An entrance, and what may stand around the word. */
interface GatedEntrance extends Entrance {
  readonly gate: Gate;
  readonly isPrefix: boolean;
}

/** An entrance as a set of them asks for it. */
interface SetEntrance extends Entrance {
  readonly dfa: BeginningDfa | undefined;
}

/** So many entrances are each asked for their own gate. */
const FEW = 3;

/** The gates of few entrances, or what passes one of theirs. The longest word has `length` units. */
function gatesOf(entrances: readonly GatedEntrance[], length: number): readonly LiteralGate[] {
  if (entrances.length <= FEW) return entrances;
  const gates = entrances.map((each) =>
    each.length === length ? each.gate : openBefore(each.gate),
  );
  return [{ gate: gates.reduce(eitherGate), length }];
}

/** What the words may be part of that end at one place, told by what stands around them. */
export class Arrival {
  /** The words that are hotwords of patterns looked for near them, and the canaries' prefix. */
  readonly others: readonly EndingWord[];
  private readonly entrances: readonly GatedEntrance[];
  /** Of the longest word, in UTF-16 units. */
  private readonly length: number;
  private set: BeginningSet<SetEntrance> | undefined;

  constructor(entrances: readonly GatedEntrance[], others: readonly EndingWord[], length: number) {
    this.others = others;
    this.entrances = entrances;
    this.length = length;
    this.set = undefined;
  }

  /**
   * The patterns of which a match may hold a word that ends before `after`, where their gates are open; one too many at times,
   * never one less.
   */
  at(text: string, after: number): readonly Entrance[] {
    const { entrances, length } = this;
    // A single pattern that begins here would read the same text again.
    if (entrances.length === 1 && entrances[0]?.isPrefix === true) return entrances;
    this.set ??= new BeginningSet(
      entrances.map((entrance) => ({ ...entrance, dfa: entrance.surroundings.after() })),
    );
    return this.set.at(text, after - length, after);
  }

  /** The gates one of which has to be open. */
  gates(): readonly LiteralGate[] {
    return gatesOf(this.entrances, this.length);
  }
}

const NO_WORDS: readonly EndingWord[] = [];

/** On an entry of a number whose words count by themselves as well; the row of its gates is above it. */
const HAS_OTHERS = 1;
const NOT_MADE = -1;

/** What may begin where words end; arrivals are made when a text first needs them. */
export class Arrivals {
  private readonly make: (end: number) => Arrival;
  private readonly known: Arrival[] = [];
  private readonly gates = new GateTable();
  /** For each number of the automaton: of most places of a text, this and their gates are all that is looked at. */
  private readonly entries: Int32Array;

  constructor(ends: number, make: (end: number) => Arrival) {
    this.make = make;
    this.entries = new Int32Array(ends).fill(NOT_MADE);
  }

  /** Where words end before `after`: the arrival, if something may begin there with one of them. */
  openAt(end: number, text: string, after: number): Arrival | undefined {
    let entry = this.entries[end] ?? NOT_MADE;
    if (entry === NOT_MADE) entry = this.add(end);
    return this.gates.isOpen(entry >> 1, text, after) ? this.known[end] : undefined;
  }

  /** The words that count by themselves, of those that end there; `openAt` was asked before. */
  othersAt(end: number): readonly EndingWord[] {
    const hasOthers = ((this.entries[end] ?? 0) & HAS_OTHERS) !== 0;
    return hasOthers ? (this.known[end]?.others ?? NO_WORDS) : NO_WORDS;
  }

  private add(end: number): number {
    const arrival = this.make(end);
    const row = this.gates.add(arrival.gates());
    const entry = (row << 1) | (arrival.others.length === 0 ? 0 : HAS_OTHERS);
    this.known[end] = arrival;
    this.entries[end] = entry;
    return entry;
  }
}

/** The arrivals of an automaton, for its patterns. */
export function arrivalsOf(
  automaton: WordAutomaton,
  { admits, gates, canaryWord }: PreparedRules,
  patterns: readonly Admitted[],
): Arrivals {
  return new Arrivals(automaton.ends, (end) => {
    const words = automaton.wordsAt(end);
    const entrances = words.flatMap(({ word, length }) => {
      const { literal = [], gates: own = [] } = admits[word] ?? {};
      return literal.flatMap((index, i) => {
        const pattern = patterns[index];
        if (pattern === undefined) return [];
        const { surroundings, route } = pattern;
        const gate = gates[own[i] ?? -1] ?? OPEN_GATE;
        return [{ pattern: index, length, surroundings, gate, isPrefix: route.kind === "prefix" }];
      });
    });
    const others = words.filter(
      ({ word }) => word === canaryWord || (admits[word]?.hotword.length ?? 0) > 0,
    );
    return new Arrival(entrances, others, words[0]?.length ?? 0);
  });
}
