import { RegexSyntaxError } from "./syntax-error.ts";

/** RE2 refuses counted repeats, and products of nested ones, beyond this. */
const MAX_REPEAT = 1000;

/** A repeat operator in a source, ending before `end`. */
export interface RepeatOperator {
  readonly min: number;
  /** Infinity when there is no bound. */
  readonly max: number;
  /** Written with braces: only those count against RE2's limit of 1000. */
  readonly counted: boolean;
  readonly lazy: boolean;
  readonly end: number;
}

// A number with a leading zero is no count in RE2, so that its brace is literal.
const BRACES = /\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\}/y;

/** The repeat operator that starts at `pos`, or undefined: a `{` that isn't a repeat is a literal in RE2. */
export function readRepeat(source: string, pos: number): RepeatOperator | undefined {
  switch (source[pos] ?? "") {
    case "*":
      return operator(source, pos + 1, [0, Infinity], false);
    case "+":
      return operator(source, pos + 1, [1, Infinity], false);
    case "?":
      return operator(source, pos + 1, [0, 1], false);
    case "{":
      return readBraces(source, pos);
    default:
      return undefined;
  }
}

function readBraces(source: string, pos: number): RepeatOperator | undefined {
  BRACES.lastIndex = pos;
  const found = BRACES.exec(source);
  if (found === null) {
    return undefined;
  }
  const [whole, least, comma, most] = found;
  const min = Number(least);
  let max = min;
  if (comma !== undefined) {
    max = most === undefined ? Infinity : Number(most);
  }
  return operator(source, pos + whole.length, [min, max], true);
}

function operator(
  source: string,
  end: number,
  [min, max]: readonly [number, number],
  counted: boolean,
): RepeatOperator {
  const lazy = source[end] === "?";
  return { min, max, counted, lazy, end: lazy ? end + 1 : end };
}

/**
 * The product of the nested counts of a repeat at `pos` over an item whose own product is `inner`. Throws
 * `RegexSyntaxError` when it passes 1000 or when the bounds are the wrong way round.
 */
export function repeatWeight(
  source: string,
  pos: number,
  repeat: RepeatOperator,
  inner: number,
): number {
  const { min, max, counted, end } = repeat;
  if (!counted) {
    return inner;
  }
  const weight = max === 0 ? 1 : inner * Math.max(1, max === Infinity ? min : max);
  if (min > max || weight > MAX_REPEAT) {
    throw new RegexSyntaxError(`invalid repeat count: \`${source.slice(pos, end)}\``, pos);
  }
  return weight;
}
