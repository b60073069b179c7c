import { digitRuns } from "./base64.ts";
import type { DigitRun } from "./base64.ts";
import { MIN_IN_PLACE } from "./base64-in-place.ts";
import { signsIn } from "./signs.ts";
import { supplyOf } from "./supply.ts";
import type { Supply } from "./supply.ts";
import { ByteArena } from "./text-bytes.ts";
import type { TextBytes } from "./text-bytes.ts";
import { findTokens } from "./tokens.ts";
import type { FoundTokens } from "./tokens.ts";

/** What passes over all of a text tell of it. */
export interface Survey {
  /** Which signs it has. */
  readonly signs: number;
  /** Its stretches of digits of base64, of `MIN_IN_PLACE` and more. */
  readonly runs: readonly DigitRun[];
  readonly found: FoundTokens;
  readonly supply: Supply;
}

/** Where the texts of the scan at hand lie, and what looks at all of one; there is one scan at a time. */
export interface ScanMemory {
  /** The bytes of a text; they are good until `clear`. */
  readonly bytesOf: (text: string) => TextBytes;
  /** Is a text of ASCII, as far as that is told without a look at each unit? */
  readonly isAscii: (text: string) => boolean;
  /** Surveys a text; what it answers is good until `clear`. */
  readonly survey: (content: TextBytes) => Survey;
  /** Forgets all texts: nothing of them stays behind. */
  readonly clear: () => void;
}

/** A survey in TypeScript; each part is made when it is first asked for. */
export class PlainSurvey implements Survey {
  private readonly bytes: Uint8Array;
  private knownFound: FoundTokens | undefined;
  private knownSupply: Supply | undefined;

  constructor({ bytes }: TextBytes) {
    this.bytes = bytes;
  }

  get signs(): number {
    return signsIn(this.bytes);
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
  clear: () => arena.clear(),
};
