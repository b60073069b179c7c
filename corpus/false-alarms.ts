import type { Ruleset, ScanPolicy } from "@weir/engine";
import { scan } from "@weir/engine";
import type { NoiseKind } from "./noise.ts";
import { noise } from "./noise.ts";

/** What is scanned at once, in characters: a long paste. */
export const PIECE_CHARS = 8192;

/** The noise of one kind in pieces, as it is pasted. */
export function noisePieces(kind: NoiseKind, seed: number, chars: number): string[] {
  const text = noise(kind, seed, chars);
  return Array.from({ length: Math.ceil(text.length / PIECE_CHARS) }, (_, i) =>
    text.slice(i * PIECE_CHARS, (i + 1) * PIECE_CHARS),
  );
}

/** One blocked piece of benign text. */
export interface FalseAlarm {
  readonly patternName: string;
  /** What blocked, with a little before and after it. */
  readonly excerpt: string;
}

const AROUND = 40;

/** The blocked ones among some pieces of benign text. */
export function falseAlarms(
  ruleset: Ruleset,
  policy: ScanPolicy,
  pieces: readonly string[],
): FalseAlarm[] {
  return pieces.flatMap((piece) => {
    const { blocked, patternName, findings } = scan(ruleset, policy, piece);
    if (!blocked) return [];
    const foremost = findings.find(
      ({ blocks, finding }) => blocks && finding.pattern.name === patternName,
    );
    const { start, end } = foremost?.finding.origin ?? { start: 0, end: 0 };
    const excerpt = JSON.stringify(piece.slice(Math.max(0, start - AROUND), end + AROUND));
    return [{ patternName, excerpt }];
  });
}
