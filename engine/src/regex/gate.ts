import type { Assertion, Ast } from "./ast.ts";
import { contains, NEWLINE, WORD } from "./charset.ts";
import type { CharSet } from "./charset.ts";
import { ahead, behind, mirrored } from "./place.ts";
import type { Place } from "./place.ts";

const ASCII = 128;
const FIRST_SURROGATE = 0xd800;
const FIRST_PAIR = 0x1_00_00;

/** Kinds of characters that texts behind a literal are told apart by; all other characters of ASCII are one more. */
const KINDS = [
  "0123456789",
  "abcdef",
  "ghijklmnopqrstuvwxyz",
  "ABCDEF",
  "GHIJKLMNOPQRSTUVWXYZ",
  ...Array.from("_-./:="),
  "\"'`",
  " \t",
  "\n\r",
] as const;

/** The kind of each character of ASCII, as a bit. */
const KIND_BITS: Readonly<Int32Array> = Int32Array.from({ length: ASCII }, (_, unit) => {
  const kind = KINDS.findIndex((chars) => chars.includes(String.fromCharCode(unit)));
  return 1 << (kind < 0 ? KINDS.length : kind);
});

const ANY = -1;

/** The kinds of which a set has members, as bits. */
function kindsOf(set: CharSet): number {
  let kinds = 0;
  for (let i = 0; i < set.length; i += 2) {
    const hi = Math.min(set[i + 1] ?? 0, ASCII - 1);
    for (let unit = set[i] ?? 0; unit <= hi; unit++) kinds |= KIND_BITS[unit] ?? 0;
  }
  return kinds;
}

const NEWLINE_KINDS = kindsOf(NEWLINE);

/** Does a set hold a character of a literal in either case, or one half of a larger character? */
function hasEither(set: CharSet, unit: number): boolean {
  if (unit >= FIRST_SURROGATE || contains(set, unit)) return true;
  const isLetter = unit >= 0x61 && unit <= 0x7a;
  return isLetter && contains(set, unit - 0x20);
}

/** Offsets from where a literal begins, as bits; those beyond what is looked at are one. */
type Offsets = number;

/** Reads trees from where a literal begins, and notes what may stand at each of the places behind it. */
class FollowWalk {
  readonly kinds: number[];
  private readonly literal: string;
  private readonly beyond: number;
  /** Is the tree a mirrored one, of what stands before? */
  private readonly isLead: boolean;

  constructor(literal: string, places: number, isLead: boolean) {
    this.literal = literal;
    this.isLead = isLead;
    this.beyond = literal.length + places;
    this.kinds = Array.from({ length: places }, () => 0);
  }

  /** The offsets at which a tree may end, of those at which it begins. */
  walk(ast: Ast, from: Offsets): Offsets {
    if (from === 0) return 0;
    switch (ast.kind) {
      case "empty":
        return from;
      case "assert":
        return this.isLead ? this.edge(ast.what, from) : from;
      case "chars":
        return this.step(ast.set, from);
      case "group":
        return this.walk(ast.item, from);
      case "concat":
        return ast.items.reduce((at, item) => this.walk(item, at), from);
      case "alternate":
        return ast.items.reduce((to, item) => to | this.walk(item, from), 0);
      case "repeat":
        return this.repeat(ast.item, ast.min, ast.max, from);
    }
  }

  /** Where a text of the tree may be over, anything may follow. */
  end(at: Offsets): void {
    const { length } = this.literal;
    let isOver = false;
    for (let offset = length; offset < this.beyond; offset++) {
      isOver ||= (at & (1 << offset)) !== 0;
      if (isOver) this.kinds[offset - length] = ANY;
    }
  }

  /** Before the edge of a text stands nothing, which `passes` asks by itself, and before that of a line its end. */
  private edge(what: Assertion, from: Offsets): Offsets {
    if (what === "lineEnd" && (from & 1) !== 0)
      this.kinds[0] = (this.kinds[0] ?? 0) | NEWLINE_KINDS;
    return what === "lineEnd" || what === "textEnd" ? 0 : from;
  }

  private repeat(item: Ast, min: number, max: number, from: Offsets): Offsets {
    let to = min === 0 ? from : 0;
    let at = from;
    // Rounds go farther or stay where they are, so that as many as there are places tell all of them.
    for (let round = 1; round <= Math.min(max, this.beyond + 1) && at !== 0; round++) {
      at = this.walk(item, at);
      if (round >= min) to |= at;
    }
    return min > this.beyond ? at : to;
  }

  private step(set: CharSet, from: Offsets): Offsets {
    const { literal, beyond, kinds } = this;
    const isPair = (set.at(-1) ?? 0) >= FIRST_PAIR;
    const own = from >> literal.length === 0 ? 0 : kindsOf(set);
    let to = from & (1 << beyond);
    for (let offset = 0; offset < beyond; offset++) {
      if ((from & (1 << offset)) === 0) continue;
      if (offset >= literal.length) {
        kinds[offset - literal.length] = (kinds[offset - literal.length] ?? 0) | own;
      } else if (!hasEither(set, literal.charCodeAt(offset))) continue;
      to |= 1 << (offset + 1);
      if (isPair) to |= 1 << Math.min(beyond, offset + 2);
    }
    return to;
  }
}

/** How far texts are looked at behind a literal, in UTF-16 units. */
const PLACES_BEHIND = 3;

/** Offsets have to fit the bits of a number. */
const MAX_OFFSET = 30;

/**
 * The kinds of characters, as bits of `KIND_BITS`, that may stand at each of the next places behind a literal with which texts
 * of the tree begin, letters in either case. O(tree * (literal + places)).
 */
function kindsBehind(ast: Ast, literal: string): readonly number[] {
  if (literal.length + PLACES_BEHIND > MAX_OFFSET) return [];
  const walk = new FollowWalk(literal, PLACES_BEHIND, false);
  walk.end(walk.walk(ast, 1));
  return walk.kinds;
}

/** The kinds that may stand right before the texts that a mirrored tree leads to. O(tree). */
function kindsBefore(lead: Ast): number {
  const walk = new FollowWalk("", 1, true);
  walk.end(walk.walk(lead, 1));
  return walk.kinds[0] ?? ANY;
}

/** The kinds of `\w`. */
const WORD_KINDS = kindsOf(WORD);

/** Does every text of a tree begin at the edge of a word? */
function beginsAtEdge(ast: Ast | undefined): boolean {
  switch (ast?.kind) {
    case "assert":
      return ast.what === "wordBoundary";
    case "concat":
      return beginsAtEdge(ast.items[0]);
    case "group":
      return beginsAtEdge(ast.item);
    case "alternate":
      return ast.items.every(beginsAtEdge);
    case "empty":
    case "chars":
    case "repeat":
    case undefined:
      return false;
  }
}

/** What may stand around a literal: the kinds of characters right before it, and at each of the next places behind it. */
export type Gate = readonly [before: number, ...behind: readonly number[]];

/** The gate through which everything goes. */
export const OPEN_GATE: Gate = [ANY];

const isWordUnit = (unit: number): boolean => ((KIND_BITS[unit] ?? 0) & WORD_KINDS) !== 0;

/** The gate of a literal that stands at a place of a tree. O(tree * literal). */
export function gateOf(ast: Ast, place: Place, literal: string): Gate {
  const tree = behind(ast, place);
  const lead = mirrored(ahead(ast, place));
  const led = kindsBefore(lead);
  const isEdge = isWordUnit(literal.charCodeAt(0)) && (beginsAtEdge(tree) || beginsAtEdge(lead));
  const behindIt = kindsBehind(tree, literal);
  const last = behindIt.findLastIndex((kinds) => kinds !== ANY);
  return [isEdge ? led & ~WORD_KINDS : led, ...behindIt.slice(0, last + 1)];
}

/** The gate without what it asks of the character before. */
export const openBefore = ([, ...behindIt]: Gate): Gate => [ANY, ...behindIt];

/** What passes one gate or the other passes this one. */
export function eitherGate([before, ...behindIt]: Gate, [otherBefore, ...others]: Gate): Gate {
  const places = Math.min(behindIt.length, others.length);
  const kinds = behindIt.slice(0, places).map((each, i) => each | (others[i] ?? ANY));
  return [before | otherBefore, ...kinds];
}

/** A gate takes so many numbers among others: its literal's length, how many kinds it has, and these. */
export const GATE_CELLS = 3 + PLACES_BEHIND;
const GATE_HEAD = 2;

/** Writes the gate of a literal of so many UTF-16 units from a cell on. */
export function layGate(cells: Int32Array, at: number, gate: Gate, length: number): void {
  cells[at] = length;
  cells[at + 1] = gate.length;
  cells.set(gate, at + GATE_HEAD);
}

/** May what begins at `start` stand behind the character before it, if that has to be of some kinds? */
function mayStandBehind(bytes: Uint8Array, start: number, kinds: number): boolean {
  if (kinds === ANY || start <= 0) return true;
  const unit = bytes[start - 1] ?? 0;
  return unit >= ASCII || ((KIND_BITS[unit] ?? 0) & kinds) !== 0;
}

/** May a literal that ends before `after` be that of the gate laid at a cell? One beyond ASCII may stand beside anything. */
export function isGateOpen(
  cells: Int32Array,
  at: number,
  bytes: Uint8Array,
  after: number,
): boolean {
  const kinds = at + GATE_HEAD;
  if (!mayStandBehind(bytes, after - (cells[at] ?? 0), cells[kinds] ?? ANY)) return false;
  const places = cells[at + 1] ?? 0;
  for (let i = 1; i < places; i++) {
    const unit = bytes[after + i - 1];
    // Behind the end of the text there is no character.
    if (unit === undefined) return false;
    if (unit >= ASCII) return true;
    if (((KIND_BITS[unit] ?? 0) & (cells[kinds + i] ?? ANY)) === 0) return false;
  }
  return true;
}
