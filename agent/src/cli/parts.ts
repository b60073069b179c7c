import { utf8Bytes } from "@weir/engine";
import { createDecoding } from "./decode.ts";

/**
 * Inputs above the limit of one scan are scanned in parts that overlap, so that whatever lies across a cut is whole in
 * one of them, with its surroundings. In UTF-16 units.
 */
export const PART_LIMITS = {
  /** How much of a part's end the next part begins with. */
  overlap: 16_384,
  /** What begins this near to a part's end is left to the next part, which sees what follows it. */
  lookAhead: 8192,
  /** What ends this near to a part's overlapping beginning may be cut; the part before has seen it whole. */
  lookBehind: 1024,
} as const;

/** Bytes decoded at a time; decoded, they take at most three times as many. */
const PIECE_BYTES = 65_536;

/** A stretch of an input. */
export interface Part {
  readonly text: string;
  /** UTF-16 units at the start that the part before ended with. */
  readonly overlap: number;
  readonly isLast: boolean;
}

/** The last `units` of a text, not beginning within a surrogate pair. */
function endOf(text: string, units: number): string {
  const from = text.length - units;
  return text.slice((text.charCodeAt(from) & 0xfc00) === 0xdc00 ? from + 1 : from);
}

/**
 * Decodes an input and cuts it into parts of at most `maxBytes` of UTF-8, which must be well above the overlap. Memory
 * stays within a few parts, however large the input. There is always one last part.
 */
export async function* readParts(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Part> {
  const decoding = createDecoding();
  let pieces: string[] = [];
  let bytes = 0;
  let overlap = 0;
  const cut = (): Part => {
    const text = pieces.join("");
    const part = { text, overlap, isLast: false };
    const kept = endOf(text, Math.min(PART_LIMITS.overlap, text.length));
    pieces = [kept];
    bytes = utf8Bytes(kept);
    overlap = kept.length;
    return part;
  };
  for await (const chunk of input) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = decoding.push(chunk.subarray(at, at + PIECE_BYTES));
      const pieceBytes = utf8Bytes(piece);
      if (bytes + pieceBytes > maxBytes) yield cut();
      pieces.push(piece);
      bytes += pieceBytes;
    }
  }
  pieces.push(decoding.end());
  yield { text: pieces.join(""), overlap, isLast: true };
}
