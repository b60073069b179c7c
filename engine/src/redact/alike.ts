import { judgesMixture, validate } from "../validators/validate.ts";
import type { Detector } from "../scan/ruleset.ts";
import { rowsOf } from "./records.ts";
import type { Rows } from "./records.ts";
import type { Stretch } from "../scan/cells.ts";

/** A stretch that is a secret, and what found it. */
export interface Secret extends Stretch {
  readonly pattern: Detector;
}

/** The shortest that is told by how its characters are mixed, in UTF-16 units. */
const LEAST_CHARS = 6;

/** What stands in a column of secrets where there is none. */
const NONE = /^(?:n\/?a|none|null|nil|unset|empty|yes|no|true|false|sso|ldap|oauth|-+)$/i;

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
const isLetterOrDigit = (unit: number): boolean =>
  isDigit(unit) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);

/** Are two values made as one: letters and digits in the same places, and the same signs in all others, as of `8f3k-29sl` and `77ab-lk3d`? Both have a digit. */
export function isOfOneMake(value: string, other: string): boolean {
  if (other.length < 4 || value.length !== other.length) return false;
  let hasDigit = false;
  let hasOther = false;
  for (let at = 0; at < value.length; at++) {
    const own = value.charCodeAt(at);
    const unit = other.charCodeAt(at);
    if (own !== unit && !(isLetterOrDigit(own) && isLetterOrDigit(unit))) return false;
    hasDigit ||= isDigit(own);
    hasOther ||= isDigit(unit);
  }
  return hasDigit && hasOther;
}

/** Is another value one of those that the pattern looks for, as far as it can tell without what stands around it? */
function isAlike({ validator }: Detector, value: string, other: string): boolean {
  if (isOfOneMake(value, other)) return true;
  if (validator === undefined || other.length < LEAST_CHARS) return false;
  const check = judgesMixture(validator) ? "mixed_password" : validator;
  return validate(check, other) === "valid";
}

/** Does a cell of a column of secrets hold one? */
const isFilled = (cell: string): boolean => /^[^\s[<*{$][^\s]{3,}$/.test(cell) && !NONE.test(cell);

/** The heading of a column that says secret: its row, and whether no other column of that does. */
export interface Heading {
  readonly row: string;
  readonly isOnly: boolean;
}

/** Collects what is alike, and knows what was met before. */
export class Siblings<S extends Secret> {
  readonly found: S[] = [];
  /** Where the cells begin that stand in a column whose heading says secret, with that. */
  readonly headed = new Map<number, Heading>();
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
