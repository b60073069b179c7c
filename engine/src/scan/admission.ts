import type { BeginningDfa } from "../regex/beginning-dfa.ts";
import { BeginningSet } from "../regex/beginning-set.ts";
import type { Route } from "./route.ts";

/** What an admission has to know of a pattern. */
export interface Admitted {
  readonly index: number;
  readonly route: Route;
  /** How its matches go on from the literal, where that is known. */
  readonly beginning: () => BeginningDfa | undefined;
}

/** The patterns that a word admits, by the word's place in a text. */
export class Admission {
  /** Indexes of the patterns of which the word is a hotword, wherever it stands. */
  readonly hotwords: readonly number[];
  private readonly patterns: readonly Admitted[];
  private readonly indexes: readonly number[];
  private set: BeginningSet | undefined;

  /** `patterns` are those whose matches hold the word. */
  constructor(patterns: readonly Admitted[], hotwords: readonly number[]) {
    this.hotwords = hotwords;
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
    const always = this.patterns.filter(({ beginning }) => beginning() === undefined);
    return new BeginningSet(
      this.patterns.flatMap(({ index, beginning }) => {
        const dfa = beginning();
        return dfa === undefined ? [] : [{ id: index, dfa }];
      }),
      always.map(({ index }) => index),
    );
  }
}
