import { once } from "../once.ts";
import { escapeLiteral } from "../regex/escape-literal.ts";
import { fold } from "./fold.ts";
import { isAscii } from "./utf8.ts";

/**
 * Text is folded before it is matched, so what rules say of it must be folded too. Folding a letter and changing its
 * case do not commute: a capital nu looks like an N, a small one like a v. Each letter therefore stands for the folded
 * forms of both of its cases.
 */
function foldedForms(char: string): readonly string[] {
  const forms = [char, char.toLowerCase(), char.toUpperCase()].map((each) => fold(each).text);
  return [...new Set(forms)].filter((form) => form !== "");
}

/** The lower-case forms in which a word can stand in folded, lower-cased text: as given, in capitals, capitalised. */
export function foldWord(word: string): readonly string[] {
  if (isAscii(word)) return [word.toLowerCase()];
  const capitalised = word.charAt(0).toUpperCase() + word.slice(1);
  const forms = [word, word.toUpperCase(), capitalised].map((form) =>
    fold(form).text.toLowerCase(),
  );
  return [...new Set(forms)];
}

/** An expression that matches in folded text what `source` matches in the original. ASCII comes back as it is. */
export function foldRegex(source: string): string {
  if (isAscii(source)) return source;
  let folded = "";
  let isClass = false;
  let isEscaped = false;
  for (const char of source) {
    if (char.charCodeAt(0) >= 0x80) {
      // A full-width bracket folds to one that expressions give a meaning to, an ellipsis to three full stops.
      const forms = foldedForms(char).map(escapeLiteral);
      const [only = "", ...others] = forms;
      if (isClass) folded += forms.join("").replaceAll("-", "\\-");
      else folded += others.length === 0 && only.length <= 1 ? only : `(?:${forms.join("|")})`;
    } else {
      folded += char;
    }
    if (!isEscaped && char === "[") isClass = true;
    if (!isEscaped && char === "]") isClass = false;
    isEscaped = !isEscaped && char === "\\";
  }
  return folded;
}

/** An expression of ECMAScript over folded text, in any case of letters; made when it is first asked for. */
export const overFolded = (source: string): (() => RegExp) =>
  once(() => new RegExp(foldRegex(source), "iu"));
