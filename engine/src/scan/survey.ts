import type { OnEnds, WordAutomaton } from "./aho-corasick.ts";
import { digitRuns } from "./base64.ts";
import type { DigitRun } from "./base64.ts";
import { MIN_IN_PLACE } from "./base64-in-place.ts";
import { escapePlaces } from "./escape-signs.ts";
import { signsIn } from "./signs.ts";
import { supplyOf } from "./supply.ts";
import type { Supply } from "./supply.ts";
import { breaksOf, ByteArena } from "./text-bytes.ts";
import type { TextBytes } from "./text-bytes.ts";
import { findTokens } from "./tokens.ts";
import type { FoundTokens } from "./tokens.ts";

/** What passes over all of a text tell of it. */
export interface Survey {
  /** Which signs it has. */
  readonly signs: number;
  /** Where escapes may begin in it, but for those of e-mails; rising offsets. */
  readonly escapes: ArrayLike<number>;
  /** Where its line breaks stand; rising offsets. */
  readonly breaks: ArrayLike<number>;
  /** Its stretches of digits of base64, of `MIN_IN_PLACE` and more. */
  readonly runs: readonly DigitRun[];
  readonly found: FoundTokens;
  readonly supply: Supply;
}

/** Where the texts of the scan at hand lie, and what looks at all of one: it surveys it, and finds words. There is one scan at a time. */
export interface ScanMemory {
  /** The bytes of a text; they are good until `clear`. */
  readonly bytesOf: (text: string) => TextBytes;
  /** Is a text of ASCII, as far as that is told without a look at each unit? */
  readonly isAscii: (text: string) => boolean;
  /** Surveys a text; what it answers is good until `clear`. */
  readonly survey: (content: TextBytes) => Survey;
  /** Reports the places at or before `until` where words end in a text, as the automaton does. `onEnds` must not call the memory. */
  readonly findEnds: (
    automaton: WordAutomaton,
    content: TextBytes,
    onEnds: OnEnds,
    until?: number,
  ) => void;
  /** Forgets all texts: nothing of them stays behind. */
  readonly clear: () => void;
}

/** A survey in TypeScript; each part is made when it is first asked for. */
export class PlainSurvey implements Survey {
  private readonly text: string;
  private readonly bytes: Uint8Array;
  private knownSigns: number | undefined;
  private knownBreaks: readonly number[] | undefined;
  private knownFound: FoundTokens | undefined;
  private knownSupply: Supply | undefined;

  constructor({ text, bytes }: TextBytes) {
    this.text = text;
    this.bytes = bytes;
  }

  get signs(): number {
    return (this.knownSigns ??= signsIn(this.bytes));
  }

  get escapes(): readonly number[] {
    return escapePlaces(this.bytes);
  }

  get breaks(): readonly number[] {
    return (this.knownBreaks ??= breaksOf(this.text));
  }

  get runs(): readonly DigitRun[] {
    return digitRuns(this.bytes, MIN_IN_PLACE);
  }

  get found(): FoundTokens {
    return (this.knownFound ??= findTokens(this.bytes));
  }

  get supply(): Supply {
    return (this.knownSupply ??= supplyOf(this.bytes, this.found));
  }
}

const arena = new ByteArena();

/** Memory for rulesets that run in TypeScript alone. */
export const plainMemory: ScanMemory = {
  bytesOf: (text) => arena.bytesOf(text),
  isAscii: (text) => arena.isAscii(text),
  survey: (content) => new PlainSurvey(content),
  findEnds: (automaton, content, onEnds, until) => automaton.findEnds(content, onEnds, until),
  clear: () => arena.clear(),
};
