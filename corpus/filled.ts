import { fillTemplate } from "@weir/engine";

/** A stretch of a text: from `start`, up to and without `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text whose template was filled in, and where the made-up values stand. */
export interface Filled {
  readonly text: string;
  readonly values: readonly Span[];
}

const OPEN = "\u0001";
const CLOSE = "\u0002";

/** Fills a template as `fillTemplate` does and says where the values stand that it made up. */
export function fill(template: string, random: () => number): Filled {
  const marked = template.replaceAll(/\{\w+(?::[^{}]*)?\}/g, `${OPEN}$&${CLOSE}`);
  const values: Span[] = [];
  let text = "";
  for (const piece of fillTemplate(marked, random).split(OPEN)) {
    const end = piece.indexOf(CLOSE);
    // Braces that name no generator stand as they were.
    if (end > 0 && !piece.startsWith("{")) {
      values.push({ start: text.length, end: text.length + end });
    }
    text += piece.replace(CLOSE, "");
  }
  return { text, values };
}
