import type { Random } from "./random.ts";

/** Makes one made-up value from the arguments that stand behind the generator's name in a template. */
export type Generator = (random: Random, args: readonly string[]) => string;

const MAX_TRIES = 50_000;

/** The first of the made-up values that is accepted; throws a RangeError when none of very many is. */
export function firstAccepted(make: () => string, accepts: (value: string) => boolean): string {
  for (let i = 0; i < MAX_TRIES; i++) {
    const value = make();
    if (accepts(value)) return value;
  }
  throw new RangeError(`none of ${MAX_TRIES} made-up values passed its check`);
}

/** The characters of a value put for the `#` of a form; those left over follow. The value itself where there is no form. */
export function grouped(value: string, form: string | undefined): string {
  if (form === undefined) return value;
  let at = 0;
  const start = form.replaceAll("#", () => value.charAt(at++));
  return start + value.slice(at);
}
