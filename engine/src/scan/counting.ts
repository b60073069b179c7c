/** Does `next` follow `char` when one counts, 9 followed by 0 or by a? */
function follows(char: string, next: string): boolean {
  if (char === "9") return next === "0" || next === "a" || next === "A";
  return (
    next.charCodeAt(0) === char.charCodeAt(0) + 1 && next !== ":" && next !== "[" && next !== "{"
  );
}

/** The value with a space in place of each run of so many characters, or more, that count. */
export function clearSequences(value: string, least: number): string {
  let text = "";
  for (let at = 0; at < value.length;) {
    let end = at + 1;
    while (end < value.length && follows(value.charAt(end - 1), value.charAt(end))) end++;
    text += end - at >= least ? " " : value.slice(at, end);
    at = end;
  }
  return text;
}

/** So many letters and digits by turns were typed by somebody who counted. */
const MIN_BY_TURNS = 12;

/** Letters and digits by turns that count, each kind by itself, as in `a0b1c2d3e4f5`; hexadecimal letters begin anew behind `f`. */
export function countsByTurns(value: string): boolean {
  const text = value.toLowerCase().replaceAll("-", "");
  if (text.length < MIN_BY_TURNS || !/^(?:[a-z]\d)+[a-z]?$|^(?:\d[a-z])+\d?$/.test(text))
    return false;
  return Array.from(text.slice(2)).every((char, i) => {
    const before = text.charAt(i);
    const isAnew = (before === "9" && char === "0") || (before === "f" && char === "a");
    return isAnew || char.charCodeAt(0) === before.charCodeAt(0) + 1;
  });
}

/** A number in groups. */
const GROUPED_DIGITS = /^\d{2,9}(?:[ -]\d{2,9}){1,5}$/;

/** Is the value a number in groups of which so many digits, or more, count, across the groups? */
export function countsInGroups(value: string, least: number): boolean {
  if (!GROUPED_DIGITS.test(value)) return false;
  const digits = value.replaceAll(/[ -]/g, "");
  return clearSequences(digits, least) !== digits;
}
