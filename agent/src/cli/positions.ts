/** A place in a text: both count from 1, the column in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where every input begins. */
export const FIRST_POSITION: Position = { line: 1, column: 1 };

const LINE_FEED = 10;

/**
 * The positions of rising offsets in a text that itself begins at `from`. Lines end with a line feed. One pass,
 * however many offsets.
 */
export function positionsOf(
  text: string,
  from: Position,
  offsets: readonly number[],
): ReadonlyMap<number, Position> {
  const positions = new Map<number, Position>();
  let { line, column } = from;
  let at = 0;
  for (const offset of offsets) {
    const end = Math.min(offset, text.length);
    for (; at < end; at++) {
      const unit = text.charCodeAt(at);
      const isPairEnd = (unit & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
      if (unit === LINE_FEED) {
        line++;
        column = 1;
      } else if (!isPairEnd) {
        column++;
      }
    }
    positions.set(offset, { line, column });
  }
  return positions;
}
