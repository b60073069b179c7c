import { BeginningSet } from "../regex/beginning-set.ts";
import type { BeginningDfa } from "../regex/beginning-dfa.ts";
import { eitherGate, GateTable, openBefore, OPEN_GATE } from "../regex/gate.ts";
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
  /** The row of its gate. */
  readonly row: number;
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
  /** The row of the gate that everything passes which passes one of the entrances'. */
  readonly row: number;
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
 * What is kept of a number of the automaton: the row of its gates; what all of its entrances demand, and from how far before to how
 * far behind; what all demand that its words admit by themselves.
 */
const ENTRY_CELLS = 8;
const NOT_MADE = -1;
/** No text has all kinds: a number without words of such a sort is told at once. */
const NEVER = -1;

/** The kinds that all of some things demand. */
const demandedByAll = (all: readonly { readonly kinds: number }[]): number =>
  all.reduce((kinds, each) => kinds & each.kinds, NEVER);

/** What may begin where words end; arrivals are made when a text first needs them. */
export class Arrivals {
  private readonly make: (end: number, gates: GateTable) => Arrival;
  private readonly known: Arrival[] = [];
  private readonly gates = new GateTable();
  /** For each number of the automaton: of most places of a text, this and one gate are all that is looked at. */
  private readonly entries: Int32Array;

  constructor(ends: number, make: (end: number, gates: GateTable) => Arrival) {
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
      let entry = entries[cell] ?? NOT_MADE;
      if (entry === NOT_MADE) entry = this.add(end);
      const demanded = entries[cell + 1] ?? 0;
      const from = after - (entries[cell + 2] ?? 0);
      const to = after + (entries[cell + 3] ?? 0);
      if ((~supply.all & demanded) === 0 && this.gates.isOpen(entry, bytes, after)) {
        const missing = ~supply.within(from, to);
        if ((missing & demanded) === 0) this.tell(end, after, missing, text, visitor);
      }
      if ((~supply.all & (entries[cell + 4] ?? 0)) === 0)
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
      const { pattern, length, kinds, before, behind, row } = each;
      if ((kinds & missing) !== 0) continue;
      if (asksGates && !this.gates.isOpen(row, bytes, after)) continue;
      if (supply.has(kinds, after - before, after + behind)) onEntrance(pattern, after - length);
    }
  }

  private add(end: number): number {
    const arrival = this.make(end, this.gates);
    const { entrances, row, others } = arrival;
    const most = (of: (each: Entrance) => number): number => Math.max(0, ...entrances.map(of));
    const before = most((each) => each.before);
    const behind = most((each) => each.behind);
    this.known[end] = arrival;
    const cells = [row, demandedByAll(entrances), before, behind, demandedByAll(others)];
    this.entries.set(cells, end * ENTRY_CELLS);
    return row;
  }
}

const setOf = ({ entrances }: Arrival): BeginningSet<SetEntrance> =>
  new BeginningSet(
    entrances.map((entrance) => ({ ...entrance, dfa: entrance.surroundings.handOver() })),
    RARE_KINDS,
  );

/** The row of what passes one of the gates of words that end in the same place, the longest of them `length` units. */
function rowOfEither(
  all: readonly { readonly gate: Gate; readonly length: number }[],
  length: number,
  gates: GateTable,
): number {
  if (all.length === 0) return gates.add([]);
  const wide = all.map((each) => (each.length === length ? each.gate : openBefore(each.gate)));
  return gates.add([{ gate: wide.reduce(eitherGate), length }]);
}

/** The arrivals of an automaton, for its patterns. */
export const arrivalsOf = (
  automaton: WordAutomaton,
  { admits, gates: known, canaryWord }: PreparedRules,
  patterns: readonly { readonly surroundings: Surroundings; readonly demand: Demand }[],
): Arrivals =>
  new Arrivals(automaton.ends, (end, gates) => {
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
    const row = rowOfEither(admitted, longest, gates);
    const entrances = admitted.map(({ gate, ...each }) => ({
      ...each,
      row: gates.add([{ gate, length: each.length }]),
    }));
    const others = words.flatMap(({ word, length: chars }) => {
      const admittedBy = admits[word]?.hotword ?? [];
      if (word === canaryWord) return [{ word, length: chars, kinds: 0 }];
      if (admittedBy.length === 0) return [];
      const demands = admittedBy.flatMap((pattern) => patterns[pattern]?.demand ?? []);
      return [{ word, length: chars, kinds: demandedByAll(demands) }];
    });
    return { entrances, row, length: longest, others, asked: 0, set: undefined };
  });
