import { expect } from "vitest";

// vitest types its matchers as `any`; these say what they are: values to compare with.

/** Matches any number. */
export const anyNumber: unknown = expect.any(Number);

/** Matches any text. */
export const anyText: unknown = expect.any(String);

/** Matches a text that contains another. */
export const containing = (text: string): unknown => expect.stringContaining(text);

/** Matches a text that an expression matches. */
export const matching = (expression: RegExp): unknown => expect.stringMatching(expression);

/** Matches a list that has these items. */
export const including = (...items: readonly unknown[]): unknown =>
  expect.arrayContaining([...items]);
