import { DIGITS, MARK, MOST } from "../extension/src/scanner/repeats.ts";

/** Pieces are found by so many characters, and told where they are so long that telling pays, measured with deflate. */
const SEED_CHARS = 20;
const LEAST_CHARS = 90;
/** So many of the last places of a seed are tried. */
const MOST_TRIED = 400;

/** A piece of a text that stands in an earlier one as well. */
interface Repeat {
  readonly text: number;
  readonly offset: number;
  readonly length: number;
}

const told = (number: number): string =>
  DIGITS.charAt(Math.floor(number / DIGITS.length)) + DIGITS.charAt(number % DIGITS.length);

/** How far two texts are the same, from offsets on. */
function commonChars(a: string, from: number, b: string, at: number): number {
  let chars = 0;
  while (chars < MOST && from + chars < a.length && a[from + chars] === b[at + chars]) chars++;
  return chars;
}

/** Where the seeds of the texts so far stand, the last place last. */
class Places {
  readonly #texts: string[] = [];
  readonly #places = new Map<string, Repeat[]>();

  add(text: string): void {
    for (let offset = 0; offset + SEED_CHARS <= text.length && offset <= MOST; offset++) {
      const seed = text.slice(offset, offset + SEED_CHARS);
      const place = { text: this.#texts.length, offset, length: SEED_CHARS };
      const known = this.#places.get(seed);
      if (known === undefined) this.#places.set(seed, [place]);
      else known.push(place);
    }
    this.#texts.push(text);
  }

  /** The longest piece of an earlier text that a text has at an offset, the last of several. */
  longestAt(text: string, at: number): Repeat | undefined {
    const known = this.#places.get(text.slice(at, at + SEED_CHARS)) ?? [];
    let best: Repeat | undefined;
    for (const place of known.slice(-MOST_TRIED).toReversed()) {
      if (this.#texts.length - place.text > MOST) break;
      const length = commonChars(this.#texts[place.text] ?? "", place.offset, text, at);
      if (length > (best?.length ?? 0)) best = { ...place, length };
    }
    return best;
  }
}

/**
 * Texts in which a long piece that an earlier one has is told by its place (`tellWhole` undoes it): a compressor forgets what
 * stood 32 KiB before (RFC 1951). Always the same for the same texts. Throws a `TypeError` where a text holds the mark.
 */
export function tellRepeats(texts: readonly string[]): string[] {
  const places = new Places();
  return texts.map((text, i) => {
    if (text.includes(MARK)) throw new TypeError("a text holds the mark of a repeat");
    let short = "";
    for (let at = 0; at < text.length;) {
      const found = places.longestAt(text, at);
      if (found === undefined || found.length < LEAST_CHARS) {
        short += text.charAt(at++);
        continue;
      }
      short += MARK + told(i - found.text) + told(found.offset) + told(found.length);
      at += found.length;
    }
    places.add(text);
    return short;
  });
}
