import { judgesMixture, validate } from "../validators/validate.ts";
import type { Detector } from "../scan/ruleset.ts";
import { rowsOf } from "./records.ts";
import type { Rows } from "./records.ts";
import type { Stretch } from "./repeats.ts";

/** A stretch that is a secret, and what found it. */
export interface Secret extends Stretch {
  readonly pattern: Detector;
}

/** The shortest that is told by how its characters are mixed, in UTF-16 units. */
const LEAST_CHARS = 6;

/** What stands in a column of secrets where there is none. */
const NONE = /^(?:n\/?a|none|null|nil|unset|empty|yes|no|true|false|sso|ldap|oauth|-+)$/i;

/** Letters and digits in one sign: `8f3k-29sl` is made as `77ab-lk3d` is. */
const makeOf = (value: string): string => value.replaceAll(/[A-Za-z0-9]/g, "x");
const hasDigit = (value: string): boolean => /\d/.test(value);

/** Are two values made as one: letters, digits and signs in the same places? */
export const isOfOneMake = (value: string, other: string): boolean =>
  other.length >= 4 && hasDigit(value) && hasDigit(other) && makeOf(value) === makeOf(other);

/** Is another value one of those that the pattern looks for, as far as it can tell without what stands around it? */
function isAlike({ validator }: Detector, value: string, other: string): boolean {
  if (isOfOneMake(value, other)) return true;
  if (validator === undefined || other.length < LEAST_CHARS) return false;
  const check = judgesMixture(validator) ? "mixed_password" : validator;
  return validate(check, other) === "valid";
}

/** Does a cell of a column of secrets hold one? */
const isFilled = (cell: string): boolean => /^[^\s[<*{$][^\s]{3,}$/.test(cell) && !NONE.test(cell);

/** Collects what is alike, and knows what was met before. */
export class Siblings<S extends Secret> {
  readonly found: S[] = [];
  /** Where the cells begin that stand in a column whose heading says secret, and whether no other column's does. */
  readonly headed = new Map<number, boolean>();
  readonly rows: Rows;
  private readonly known: Set<number>;
  private readonly content: string;

  constructor(content: string, secrets: readonly S[]) {
    this.content = content;
    this.rows = rowsOf(content);
    this.known = new Set(secrets.map(({ start }) => start));
  }

  /** Takes a stretch for one beside a secret; false where it is none, or was met before. */
  add(secret: S, { start, end }: Stretch, isStrict: boolean): boolean {
    const { content } = this;
    if (this.known.has(start)) return false;
    const value = content.slice(secret.start, secret.end);
    const other = content.slice(start, end);
    const isOne =
      (this.headed.has(start) && isFilled(other)) ||
      (isStrict ? isOfOneMake(value, other) : isAlike(secret.pattern, value, other));
    if (!isOne) return false;
    this.known.add(start);
    this.found.push({ ...secret, start, end });
    return true;
  }

  has(start: number): boolean {
    return this.known.has(start);
  }
}
