import type { Ast } from "./ast.ts";
import { flatten, measure } from "./ast-facts.ts";
import { KELVIN_SIGN, LONG_S } from "./case-fold.ts";
import type { CharSet } from "./charset.ts";

/** A stretch that every match holds: at least `chars` UTF-16 units long, behind at most `before` of the match's own. */
export interface RequiredStretch {
  readonly chars: number;
  readonly before: number;
}

/** A kind of stretch: characters of the one set alone, one of which at least is of the other. */
export interface StretchKind {
  readonly has: (unit: number) => boolean;
  readonly hasCore: (unit: number) => boolean;
}

/** Does every member of a set pass? Beyond ASCII, one question stands for all. */
function everyUnit(set: CharSet, has: (unit: number) => boolean): boolean {
  for (let i = 0; i < set.length; i += 2) {
    const lo = set[i] ?? 0;
    const hi = set[i + 1] ?? 0;
    if (lo === hi && (lo === KELVIN_SIGN || lo === LONG_S)) continue;
    for (let unit = lo; unit <= Math.min(hi, 0x80); unit++) if (!has(unit)) return false;
    if (lo > 0x80 && !has(lo)) return false;
  }
  return set.length > 0;
}

/** Do all characters of all texts of a tree pass? Beyond ASCII, one question stands for all of a range. O(tree). */
export function isWithin(ast: Ast, has: (unit: number) => boolean): boolean {
  switch (ast.kind) {
    case "empty":
    case "assert":
      return true;
    case "chars":
      return everyUnit(ast.set, has);
    case "concat":
    case "alternate":
      return ast.items.every((item) => isWithin(item, has));
    case "group":
    case "repeat":
      return isWithin(ast.item, has);
  }
}

/** How many characters that pass every text of the tree holds. O(tree). */
export function leastCount(ast: Ast, has: (unit: number) => boolean): number {
  switch (ast.kind) {
    case "empty":
    case "assert":
      return 0;
    case "chars":
      return everyUnit(ast.set, has) ? 1 : 0;
    case "concat":
      return ast.items.reduce((sum, item) => sum + leastCount(item, has), 0);
    case "alternate":
      return Math.min(...ast.items.map((item) => leastCount(item, has)));
    case "group":
      return leastCount(ast.item, has);
    case "repeat":
      return ast.min === 0 ? 0 : ast.min * leastCount(ast.item, has);
  }
}

function longer(
  a: RequiredStretch | undefined,
  b: RequiredStretch | undefined,
): RequiredStretch | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const isFar = a.before === Infinity && b.before !== Infinity;
  const isNear = a.before !== Infinity && b.before === Infinity;
  return isFar || (!isNear && b.chars > a.chars) ? b : a;
}

/** The longest stretch of neighbouring items that are all of the kind. */
function stretchOfItems(items: readonly Ast[], kind: StretchKind): RequiredStretch | undefined {
  let best: RequiredStretch | undefined;
  let before = 0;
  let open: { chars: number; before: number; isCore: boolean } | undefined;
  for (const item of items) {
    const { min, max } = measure(item);
    if (isWithin(item, kind.has)) {
      open ??= { chars: 0, before, isCore: false };
      open.chars += min;
      open.isCore ||= leastCount(item, kind.hasCore) > 0;
    } else {
      open = undefined;
      const isInner = item.kind === "alternate" || item.kind === "repeat";
      const inner = isInner ? requiredStretch(item, kind) : undefined;
      if (inner !== undefined)
        best = longer(best, { chars: inner.chars, before: before + inner.before });
    }
    before += max;
    if (open?.isCore === true) best = longer(best, { chars: open.chars, before: open.before });
  }
  return best;
}

/** The longest stretch of a kind that every match of the tree holds; undefined where it holds none. O(tree * depth). */
export function requiredStretch(ast: Ast, kind: StretchKind): RequiredStretch | undefined {
  if (ast.kind === "alternate") {
    let least: RequiredStretch | undefined;
    for (const item of ast.items) {
      const found = requiredStretch(item, kind);
      if (found === undefined) return undefined;
      least = {
        chars: Math.min(found.chars, least?.chars ?? Infinity),
        before: Math.max(found.before, least?.before ?? 0),
      };
    }
    return least;
  }
  if (ast.kind === "repeat" && !isWithin(ast, kind.has)) {
    return ast.min > 0 ? requiredStretch(ast.item, kind) : undefined;
  }
  return stretchOfItems(flatten(ast), kind);
}

/** Does a node stand for this one character, in either case? */
function spells(ast: Ast | undefined, unit: number): boolean {
  return (
    ast?.kind === "chars" &&
    everyUnit(
      ast.set,
      (member) => (member | 0x20) === (unit | 0x20) && (member === unit || isLetter(unit)),
    )
  );
}

const isLetter = (unit: number): boolean => {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
};

/** Do the items from one on spell a literal, in either case? */
export const spellsAt = (items: readonly Ast[], item: number, literal: string): boolean =>
  Array.from(literal).every((char, k) => spells(items[item + k], char.charCodeAt(0)));

/**
 * How many UTF-16 units of a match stand before an ASCII literal that it must hold, in either case, at most; undefined
 * where the tree has matches without it. O(tree * depth).
 */
export function charsBefore(ast: Ast, literal: string): number | undefined {
  if (ast.kind === "alternate") {
    let most = 0;
    for (const item of ast.items) {
      const found = charsBefore(item, literal);
      if (found === undefined) return undefined;
      most = Math.max(most, found);
    }
    return most;
  }
  if (ast.kind === "repeat") return ast.min > 0 ? charsBefore(ast.item, literal) : undefined;
  const items = flatten(ast);
  let best: number | undefined;
  let before = 0;
  for (const [i, item] of items.entries()) {
    const isHere = spellsAt(items, i, literal);
    const isInner = item.kind === "alternate" || item.kind === "repeat";
    const inner = isHere ? 0 : isInner ? charsBefore(item, literal) : undefined;
    if (inner !== undefined) best = Math.min(best ?? Infinity, before + inner);
    before += measure(item).max;
  }
  return best;
}
