import type { BeginningDfa } from "../regex/beginning-dfa.ts";
import { BeginningSet } from "../regex/beginning-set.ts";
import type { Route } from "./route.ts";

/** How the matches of a pattern stand around its literal, where that is known: each made when it is first asked for. */
export interface Surroundings {
  /** How they go on from where it begins. */
  readonly after?: () => BeginningDfa;
  /** How they lead up to it, mirrored. */
  readonly before?: (() => BeginningDfa) | undefined;
}

/** What an admission has to know of a pattern. */
export interface Admitted {
  readonly index: number;
  readonly route: Route;
  readonly surroundings: Surroundings;
}

/** The patterns that a word admits, by the word's place in a text. */
export class Admission {
  /** Is the word a hotword of a pattern that is looked for near them? */
  readonly isHotword: boolean;
  /** Indexes of the patterns that the word admits as a hotword, wherever it stands. */
  readonly byHotword: readonly number[];
  private readonly patterns: readonly Admitted[];
  private readonly indexes: readonly number[];
  private set: BeginningSet | undefined;

  /** `patterns` are those whose matches hold the word. */
  constructor(patterns: readonly Admitted[], byHotword: readonly number[], isHotword: boolean) {
    this.isHotword = isHotword;
    this.byHotword = byHotword;
    this.patterns = patterns;
    this.indexes = patterns.map(({ index }) => index);
    this.set = undefined;
  }

  /** Indexes of the patterns of which a match may hold the word that stands at `at`; one too many at times, never one less. */
  at(text: string, at: number): readonly number[] {
    const { patterns } = this;
    // A single pattern that begins here would read the same text again.
    if (patterns.length === 0 || (patterns.length === 1 && patterns[0]?.route.kind === "prefix"))
      return this.indexes;
    this.set ??= this.build();
    return this.set.at(text, at);
  }

  private build(): BeginningSet {
    const isOpen = ({ surroundings: { after } }: Admitted): boolean => after === undefined;
    return new BeginningSet(
      this.patterns.flatMap(({ index, surroundings: { after } }) =>
        after === undefined ? [] : [{ id: index, dfa: after() }],
      ),
      this.patterns.filter(isOpen).map(({ index }) => index),
    );
  }
}
