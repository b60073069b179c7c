import type { ErrorCode } from "@weir/schema";

/** What became of what was asked for: a value, or one of the declared errors. */
export type Outcome<T, P extends ErrorCode = ErrorCode> =
  | { readonly ok: true; readonly value: T }
  | Refusal<P>;

interface Refusal<P> {
  readonly ok: false;
  readonly problem: P;
}

/** Nothing came of it. */
export const refused = <P extends ErrorCode>(problem: P): Refusal<P> => ({ ok: false, problem });
