import type { ValidatorName } from "@weir/schema";
import type { Ast } from "../regex/ast.ts";
import { measure } from "../regex/ast-facts.ts";
import { isWithin, leastCount, requiredStretch } from "../regex/required.ts";
import { judgesMixture } from "../validators/validate.ts";
import { BEYOND_ASCII } from "./counts.ts";
import { ANY_REACH } from "./sites.ts";
import type { TextIndex } from "./sites.ts";
import { kindsOf } from "./supply.ts";
import { coreLength, isInCore, isInToken, MIXED, PLAIN, STRICT, tokenLength } from "./tokens.ts";

/** What a text has to hold around a pattern's literal before its expression needs to be asked. Lengths are in UTF-16 units. */
export interface Needs {
  /** No match is longer. */
  readonly reach: number;
  /** Every match holds so many units of one token, the first of them among the first `tokenWithin` of the match. */
  readonly tokenChars: number;
  readonly tokenWithin: number;
  /** Every match holds so many units of one core, the first of them among the first `coreWithin` of the match. */
  readonly coreChars: number;
  readonly coreWithin: number;
  /** Every value that counts is a part of a token of so many units that is no plain words; 0 where that is not known. */
  readonly mixedChars: number;
  /** That token has to be one of which a part may pass `mixed_strict`. */
  readonly isStrict: boolean;
  /** It has to be a core and not just a token. */
  readonly isCore: boolean;
  /** The value begins among the first so many of the match. */
  readonly mixedWithin: number;
  /** Every match holds so many digits. */
  readonly digits: number;
  /** Every match holds each of these characters; `BEYOND_ASCII` stands for any of those. */
  readonly marks: string;
}

/** Characters that some kind of text has none or few of, as base64 has no full stop; the last one for all beyond ASCII. */
const MARKS = `?|@[]{}()<>$%&#;+*.\n${BEYOND_ASCII}`;

/** A part of a tree, and how much of a match may stand before it. */
interface Part {
  readonly ast: Ast;
  readonly before: number;
}

/** The first group, where every match has one. */
function firstGroup(ast: Ast, before = 0): Part | undefined {
  switch (ast.kind) {
    case "group":
      return ast.index === 1 ? { ast: ast.item, before } : firstGroup(ast.item, before);
    case "concat": {
      let at = before;
      for (const item of ast.items) {
        const found = firstGroup(item, at);
        if (found !== undefined) return found;
        at += measure(item).max;
      }
      return undefined;
    }
    case "repeat":
      // The value is that of the last round.
      return ast.min > 0 ? firstGroup(ast.item, ast.max === 1 ? before : Infinity) : undefined;
    case "empty":
    case "chars":
    case "assert":
    case "alternate":
      return undefined;
  }
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Few different numbers: the rules travel with the companion. */
const roundedUp = (chars: number): number =>
  Math.min(2 ** Math.ceil(Math.log2(Math.max(1, chars))), ANY_REACH);

/** How far into a match a stretch begins at most that every match holds; 0 where none is needed. */
const withinOf = (chars: number, stretch: { readonly before: number } | undefined): number =>
  chars === 0 ? 0 : roundedUp((stretch?.before ?? Infinity) + 1);

type MixedNeeds = Pick<Needs, "mixedChars" | "isCore" | "isStrict" | "mixedWithin">;

const NOT_MIXED: MixedNeeds = { mixedChars: 0, isCore: false, isStrict: false, mixedWithin: 0 };

/** What the values need whose mixture a validator judges. */
function mixedNeedsOf(ast: Ast, validator: ValidatorName | undefined): MixedNeeds {
  const value = validator !== undefined && judgesMixture(validator) ? firstGroup(ast) : undefined;
  if (value === undefined || !isWithin(value.ast, isInToken)) return NOT_MIXED;
  const least = measure(value.ast).min;
  const mixedChars = tokenLength(least);
  if (mixedChars === 0) return NOT_MIXED;
  return {
    mixedChars,
    isCore: coreLength(least, MIXED) > 0 && isWithin(value.ast, isInCore),
    isStrict: validator === "mixed_strict",
    mixedWithin: withinOf(mixedChars, value),
  };
}

/** What a pattern of this expression and validator needs. O(tree * depth). */
export function needsOf(ast: Ast, validator: ValidatorName | undefined): Needs {
  const token = requiredStretch(ast, { has: isInToken, hasCore: isInToken });
  const tokenChars = tokenLength(token?.chars ?? 0);
  const core = requiredStretch(ast, { has: isInCore, hasCore: isInCore });
  const coreChars = coreLength(core?.chars ?? 0, PLAIN);
  const marks = Array.from(MARKS).filter(
    (mark) => leastCount(ast, (unit) => Math.min(unit, 0x80) === mark.charCodeAt(0)) > 0,
  );
  return {
    reach: roundedUp(measure(ast).max),
    tokenChars,
    tokenWithin: withinOf(tokenChars, token),
    coreChars,
    coreWithin: withinOf(coreChars, core),
    ...mixedNeedsOf(ast, validator),
    digits: leastCount(ast, isDigit),
    marks: marks.join(""),
  };
}

/**
 * What matches of a pattern need, in a form that a text tells at a glance: kinds of things, as bits, all of which stand from so
 * many UTF-16 units before the pattern's literal to so many behind where the literal begins.
 */
export interface Demand {
  readonly kinds: number;
  readonly before: number;
  readonly after: number;
}

/** What a pattern of these needs demands whose matches begin at most `before` units before its literal. */
export function demandOf(needs: Needs, before: number): Demand {
  const { tokenWithin, coreWithin, mixedWithin, digits, marks, reach } = needs;
  // Tokens count among the first units of a match alone.
  const after = digits > 0 || marks !== "" ? reach : Math.max(tokenWithin, coreWithin, mixedWithin);
  return { kinds: kindsOf(needs), before, after: Math.min(reach, after) };
}

/**
 * May a match stand in a text that begins between `from` and `last` and ends at or before `to`? One too many at times, never
 * one less. O(log text).
 */
export function mayHoldMatch(
  needs: Needs,
  { tokens, cores, counts }: TextIndex,
  from: number,
  last: number,
  to: number,
): boolean {
  const { tokenChars, coreChars, mixedChars, digits, marks } = needs;
  if (digits > 0 && !counts.hasDigits(digits, from, to)) return false;
  for (let i = 0; i < marks.length; i++)
    if (!counts.has(marks.charCodeAt(i), from, to)) return false;
  return (
    tokens.hasWithin(tokenChars, PLAIN, from, Math.min(to, last + needs.tokenWithin)) &&
    cores.hasWithin(coreChars, PLAIN, from, Math.min(to, last + needs.coreWithin)) &&
    (needs.isCore ? cores : tokens).hasWithin(
      mixedChars,
      needs.isStrict ? STRICT : MIXED,
      from,
      Math.min(to, last + needs.mixedWithin),
    )
  );
}
