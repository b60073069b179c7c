import { BeginningSet } from "../regex/beginning-set.ts";
import type { Admits } from "./prepare-rules.ts";
import type { Route } from "./route.ts";
import type { SiteRule } from "./sites.ts";
import type { Surroundings } from "./surroundings.ts";

/** What an admission has to know of a pattern. */
interface Admitted {
  readonly index: number;
  readonly route: Route;
  readonly sites: SiteRule;
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

  constructor({ literal, hotword }: Admits, patterns: readonly Admitted[]) {
    this.isHotword = hotword.length > 0;
    this.byHotword = hotword.filter((index) => patterns[index]?.sites.kind !== "literal");
    this.patterns = literal.flatMap((index) => patterns[index] ?? []);
    this.indexes = literal;
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
    const isOpen = ({ surroundings }: Admitted): boolean => surroundings.after() === undefined;
    return new BeginningSet(
      this.patterns.flatMap(({ index, surroundings }) => {
        const dfa = surroundings.after();
        return dfa === undefined ? [] : [{ id: index, dfa }];
      }),
      this.patterns.filter(isOpen).map(({ index }) => index),
    );
  }
}
