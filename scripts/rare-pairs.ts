// Prints the pairs of characters that texts seldom hold, for engine/src/validators, told by the files that are named and by those in
// the folders that are named. Run it by hand:
//   node scripts/rare-pairs.ts letters FILE...       unspoken.ts: /usr/share/locale/{cs,da,de,es,fi,fr,hu,id,it,nl,pl,pt,ro,sv,tr}/LC_MESSAGES/*.mo of Debian 12
//   node scripts/rare-pairs.ts characters FOLDER...  random.ts: node_modules, and /usr/{include,lib/python3,share/{doc,locale,man,perl}} of Debian 12
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const BITS = 6;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** What a table is made of. */
interface Kind {
  /** The characters of a pair, from the first to the last. */
  readonly first: string;
  readonly last: string;
  /** Takes pieces of a text that pairs are told by. */
  readonly pieces: (text: string) => Iterable<string>;
  /** A pair is rare that is no more than so much of all. */
  readonly rare: number;
}

const WORD = /(?<![\w+/=-])[A-Za-z]?[a-z]{3,18}(?![\w+/=-])/g;
const UNSPACED = /[!-~]{4,80}/g;

const KINDS: Readonly<Record<string, Kind>> = {
  letters: {
    first: "a",
    last: "z",
    pieces: (text) =>
      (text.normalize("NFD").replaceAll(/\p{M}/gu, "").match(WORD) ?? []).map((word) =>
        word.toLowerCase(),
      ),
    rare: 2 ** -10,
  },
  characters: {
    first: "!",
    last: "~",
    // Of one file, each once: what stands in one alone may be a value made by chance.
    pieces: (text) => new Set(text.match(UNSPACED)),
    rare: 2 ** -14,
  },
};

/** Larger files are mostly data. */
const MOST_BYTES = 400_000;
/** So much of all files is read. */
const MOST_BYTES_OF_ALL = 250_000_000;
const TEXTS = /\.(?:m?js|cjs|ts|json|md|css|ya?ml|py|pm|h|mo|txt|html|toml|conf|sh|pl)$|\/[a-z-]+$/;

/** The files that a path leads to. */
function* filesOf(path: string): Generator<string> {
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) yield* filesOf(inner);
    else if (entry.isFile() && TEXTS.test(inner) && statSync(inner).size < MOST_BYTES) yield inner;
  }
}

/** The pieces that stand in the files more than once. */
function repeatedPieces({ pieces }: Kind, paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  let read = 0;
  for (const file of paths.flatMap((path) => [...filesOf(path)])) {
    if (read > MOST_BYTES_OF_ALL) break;
    const text = readFileSync(file, "utf8");
    read += text.length;
    for (const piece of pieces(text)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([piece]) => piece);
}

const [name = "", ...paths] = process.argv.slice(2);
const kind = KINDS[name];
if (kind === undefined) throw new Error(`${Object.keys(KINDS).join(" or ")}, and files`);
const from = kind.first.charCodeAt(0);
const size = kind.last.charCodeAt(0) - from + 1;
const counts = new Float64Array(size * size);
let all = 0;
const isWithin = (unit: number): boolean => unit >= 0 && unit < size;
for (const piece of repeatedPieces(kind, paths)) {
  for (let i = 1; i < piece.length; i++) {
    const [first, second] = [piece.charCodeAt(i - 1) - from, piece.charCodeAt(i) - from];
    if (!isWithin(first) || !isWithin(second)) continue;
    const at = first * size + second;
    counts[at] = (counts[at] ?? 0) + 1;
    all++;
  }
}
const bits = Array.from(counts, (count) => (count <= kind.rare * all ? "1" : "0")).join("");
const groups = bits.match(new RegExp(`.{1,${BITS}}`, "g")) ?? [];
const table = groups.map((group) => DIGITS.charAt(Number.parseInt(group.padEnd(BITS, "0"), 2)));
process.stdout.write(
  `${table.join("")}\n${all} pairs, of ${bits.length} kinds ${bits.replaceAll("0", "").length} rare\n`,
);
