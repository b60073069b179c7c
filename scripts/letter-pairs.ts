// Prints the pairs of letters that words seldom hold, for engine/src/validators/unspoken.ts, told by the files that are named. Run it
// by hand; that table is of /usr/share/locale/{cs,da,de,es,fi,fr,hu,id,it,nl,pl,pt,ro,sv,tr}/LC_MESSAGES/*.mo of Debian 12.
import { readFileSync } from "node:fs";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** A pair is rare that is no more than so much of all. */
const RARE = 2 ** -10;
const BITS = 6;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const WORD = /(?<![\w+/=-])[A-Za-z]?[a-z]{3,18}(?![\w+/=-])/g;

const counts = new Map<string, number>();
for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, "utf8").normalize("NFD").replaceAll(/\p{M}/gu, "");
  for (const word of text.match(WORD) ?? []) {
    const known = word.toLowerCase();
    counts.set(known, (counts.get(known) ?? 0) + 1);
  }
}
const words = [...counts].filter(([, count]) => count > 1).map(([word]) => word);
const pairs = new Map<string, number>();
let all = 0;
for (const word of words) {
  for (let i = 1; i < word.length; i++) {
    const pair = word.slice(i - 1, i + 1);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    all++;
  }
}
const bits = Array.from(LETTERS, (a) =>
  Array.from(LETTERS, (b) => ((pairs.get(a + b) ?? 0) <= RARE * all ? "1" : "0")).join(""),
).join("");
const digits = bits.match(new RegExp(`.{1,${BITS}}`, "g")) ?? [];
const told = digits.map((group) => DIGITS.charAt(Number.parseInt(group.padEnd(BITS, "0"), 2)));
process.stdout.write(
  `${told.join("")}\n${words.length} words, ${bits.replaceAll("0", "").length} rare pairs\n`,
);
