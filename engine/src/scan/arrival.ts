import { BeginningSet } from "../regex/beginning-set.ts";
import type { BeginningDfa } from "../regex/beginning-dfa.ts";
import { eitherGate, openBefore, OPEN_GATE, passes } from "../regex/gate.ts";
import type { Gate } from "../regex/gate.ts";
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

const NONE: readonly Entrance[] = [];

/** So many entrances are each asked for their own gate. */
const FEW = 3;

/** What the words may be part of that end at one place, told by what stands around them. */
export class Arrival {
  /** The words that are hotwords of patterns looked for near them, and the canaries' prefix. */
  readonly others: readonly EndingWord[];
  private readonly entrances: readonly GatedEntrance[];
  /** Of the longest word, in UTF-16 units. */
  private readonly length: number;
  /** What passes one of the entrances' gates passes it. */
  private readonly gate: Gate;
  private set: BeginningSet<SetEntrance> | undefined;

  constructor(entrances: readonly GatedEntrance[], others: readonly EndingWord[], length: number) {
    const gates = entrances.map(({ gate, length: own }) =>
      own === length ? gate : openBefore(gate),
    );
    this.others = others;
    this.entrances = entrances;
    this.length = length;
    this.gate = gates.length === 0 ? OPEN_GATE : gates.reduce(eitherGate);
    this.set = undefined;
  }

  /** The patterns of which a match may hold a word that ends before `after`; one too many at times, never one less. */
  at(text: string, after: number): readonly Entrance[] {
    const { entrances, length } = this;
    if (entrances.length === 0 || !passes(this.gate, text, after - length, after)) return NONE;
    if (entrances.length <= FEW && !this.isAnyOpen(text, after)) return NONE;
    // A single pattern that begins here would read the same text again.
    if (entrances.length === 1 && entrances[0]?.isPrefix === true) return entrances;
    this.set ??= new BeginningSet(
      entrances.map((entrance) => ({ ...entrance, dfa: entrance.surroundings.after() })),
    );
    return this.set.at(text, after - length, after);
  }

  private isAnyOpen(text: string, after: number): boolean {
    return this.entrances.some(({ gate, length }) => passes(gate, text, after - length, after));
  }
}

/** Makes arrivals when a text first needs them. */
export function arrivalsOf(
  automaton: WordAutomaton,
  { admits, gates, canaryWord }: PreparedRules,
  patterns: readonly Admitted[],
): (end: number) => Arrival {
  const make = (end: number): Arrival => {
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
  };
  const known: Arrival[] = [];
  return (end) => (known[end] ??= make(end));
}
