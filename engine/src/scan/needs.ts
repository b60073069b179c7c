import type { ValidatorName } from "@weir/schema";
import type { Ast } from "../regex/ast.ts";
import { measure } from "../regex/ast-facts.ts";
import { isWithin, requiredStretch } from "../regex/required.ts";
import { judgesMixture } from "../validators/validate.ts";
import { ANY_REACH } from "./sites.ts";
import { isInToken, tokenLength } from "./tokens.ts";

/** What a text has to hold around a pattern's literal before its expression needs to be asked. */
export interface Needs {
  /** No match is longer, in UTF-16 units. */
  readonly reach: number;
  /** Every match holds so many units of one token. */
  readonly tokenChars: number;
  /** Every value that counts is a part of a token of so many units that is no plain words; 0 where that is not known. */
  readonly mixedChars: number;
}

/** The tree of the first group, where every match has one. */
function firstGroup(ast: Ast): Ast | undefined {
  switch (ast.kind) {
    case "group":
      return ast.index === 1 ? ast.item : firstGroup(ast.item);
    case "concat":
      for (const item of ast.items) {
        const found = firstGroup(item);
        if (found !== undefined) return found;
      }
      return undefined;
    case "repeat":
      return ast.min > 0 ? firstGroup(ast.item) : undefined;
    case "empty":
    case "chars":
    case "assert":
    case "alternate":
      return undefined;
  }
}

/** What a pattern of this expression and validator needs. O(tree * depth). */
export function needsOf(ast: Ast, validator: ValidatorName | undefined): Needs {
  const kind = { has: isInToken, hasCore: isInToken };
  const value = validator !== undefined && judgesMixture(validator) ? firstGroup(ast) : undefined;
  const isToken = value !== undefined && isWithin(value, isInToken);
  return {
    // Few different numbers: the rules travel with the companion.
    reach: Math.min(2 ** Math.ceil(Math.log2(measure(ast).max)), ANY_REACH),
    tokenChars: tokenLength(requiredStretch(ast, kind)?.chars ?? 0),
    mixedChars: isToken ? tokenLength(measure(value).min) : 0,
  };
}
