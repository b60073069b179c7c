import { GENERATORS } from "./generators.ts";
import type { Random } from "./random.ts";

/** A template names a generator that does not exist or gives it arguments it can't use. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

/**
 * Fills a template such as `ghp_{base62:36}` with made-up values. `{name}` and `{name:argument:...}` are replaced where
 * `name` is a generator in `generators.ts`; every other brace stands for itself, so that code can be written as it is.
 * The same random source gives the same text. Throws a TemplateError for arguments that a generator refuses.
 */
export function fillTemplate(template: string, random: Random): string {
  let filled = "";
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf("{", at);
    const close = open < 0 ? -1 : template.indexOf("}", open);
    if (close < 0) break;
    const [name = "", ...args] = template.slice(open + 1, close).split(":");
    const generate = Object.hasOwn(GENERATORS, name) ? GENERATORS[name] : undefined;
    if (generate === undefined) {
      filled += template.slice(at, open + 1);
      at = open + 1;
      continue;
    }
    filled += template.slice(at, open) + generate(random, args);
    at = close + 1;
  }
  return filled + template.slice(at);
}
