/** Answers whether a value has the right shape and check digits. Never throws. */
export type Check = (value: string) => boolean;

/** The value in upper case, without the spaces and signs that people group it with. */
export const compact = (value: string): string =>
  value.replaceAll(/[\s.\-/+\u2010-\u2015]/gu, "").toUpperCase();

const ONE_CHARACTER = /^(.)\1*$/u;

/** A check of an identifier: its compact form has the shape, is not one character repeated, and `passes`. */
export const identifier =
  (shape: RegExp, passes: (id: string) => boolean = () => true): Check =>
  (value) => {
    const id = compact(value);
    return shape.test(id) && !ONE_CHARACTER.test(id) && passes(id);
  };
