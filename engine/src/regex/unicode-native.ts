// What takes the place of `unicode-tables.ts` in the companion's package (ADR 34): browsers hold the same tables.

type Stretch = readonly [first: number, last: number];

const planes = (...numbers: readonly number[]): Stretch[] =>
  numbers.map((plane) => [plane << 16, (plane << 16) + 0xffff]);

/** Stretches without surrogates that hold all code points which are assigned, but for those of private use. */
const STRETCHES: readonly Stretch[] = [[0, 0xd7ff], [0xe000, 0xffff], ...planes(1, 2, 3, 14)];
const WITH_PRIVATE = [...STRETCHES, ...planes(15, 16)];
const SURROGATES = [0xd800, 0xdfff];

/** Scripts whose long names look as short ones do, which RE2 does not take. */
const FOUR_LETTERS = new Set("Ahom Cham Kawi Lisu Miao Modi Newa Thai Toto".split(" "));

/** Such a class; undefined where RE2 or the browser knows none. */
function classOf(name: string): RegExp | undefined {
  if (name === "C") return /[\p{Cc}\p{Cf}\p{Co}]+/gu;
  const isShort = /^(?:Cn|LC|[A-Z][a-z]{3})$/.test(name) && !FOUR_LETTERS.has(name);
  const properties = name.length > 2 ? ["Script"] : ["gc", "Script"];
  for (const property of isShort ? [] : properties) {
    try {
      return new RegExp(`\\p{${property}=${name}}+`, "gu");
    } catch {
      // A script may be what the browser knows no category of.
    }
  }
  return undefined;
}

// ECMAScript's library does not name it, every browser has it (Encoding Standard).
declare const TextDecoder: new (
  encoding: "utf-16le",
  options: { readonly ignoreBOM: true },
) => { decode(units: Uint16Array): string };

/** All characters of a stretch, of which each takes as many code units as the first. */
function textOf(from: number, to: number): string {
  const each = from > 0xffff ? 2 : 1;
  const units = new Uint16Array((to - from + 1) * each);
  for (let code = from, i = 0; code <= to; code++) {
    if (each > 1) units[i++] = 0xd7c0 + (code >> 10);
    units[i++] = each > 1 ? 0xdc00 | (code & 0x3ff) : code;
  }
  // The lower byte comes first on every processor that browsers run on.
  return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(units);
}

/** As `unicodeRanges` of `unicode-tables.ts`, read from the browser's own classes: some ten milliseconds. */
export function unicodeRanges(name: string): readonly number[] {
  const regex = classOf(name);
  if (regex === undefined) return [];
  const ranges = name === "C" || name === "Cs" ? [...SURROGATES] : [];
  for (const [from, to] of /^Co?$/.test(name) ? WITH_PRIVATE : STRETCHES) {
    const units = from > 0xffff ? 2 : 1;
    for (const { 0: found, index } of textOf(from, to).matchAll(regex)) {
      const first = from + index / units;
      ranges.push(first, first + found.length / units - 1);
    }
  }
  return ranges;
}
