/**
 * Work in steps, for whoever has something else to do between them: a page that a person is about to type in. Each step but the
 * last gives nothing; the last one returns what was made.
 */
export type Steps<T> = Generator<undefined, T>;

/** Does what is left of some steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
