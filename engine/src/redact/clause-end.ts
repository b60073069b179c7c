import type { Stretch } from "../scan/cells.ts";

/** What ends a clause or a sentence behind a value that an expression took with it; passwords hold no signs of East Asian sentences. */
const CLAUSE_END = /[.,;:，。；：、！？]$/;

/** So much of the text before a value may be its sentence, in UTF-16 units. */
const MAX_SENTENCE = 240;
/** What ends the sentence before, and marks that open one. */
const SENTENCES = /[\n\r]|[.!?…]["'”»)]?\s|(?=[¿¡])/;

/** The first word of a question that a verb opens, also behind a comma: `hello, is it ...`. */
const VERB =
  "is|isn't|are|was|were|can|could|can't|do|does|did|don't|doesn't|didn't|will|would|should|has|have|had|must|shall|ist|sind|war|kann|kannst|können|könnt|hast|habt|haben|hat|soll|wird|wurde|lautet|est-ce|as-tu|avez-vous|peux-tu|pouvez-vous|is het|kun|kunt|heb|klopt";
/** Behind a comma, words that ask are relative pronouns as well. */
const ASKING =
  "what|what's|why|which|who|whose|where|when|how|was|warum|wieso|wer|wie|wo|wann|welches|welche|quel|quelle|pourquoi|comment|qual|quale|perché|come|por que|waarom|welk|hoe";
const QUESTION = new RegExp(
  `^[\\s>*"'“„«(\\[-]{0,8}(?:(?:${VERB}|${ASKING})\\s|(?:[^\\s]{1,24}\\s){0,3}[^\\s,]{1,24},\\s(?:${VERB})\\s)`,
  "i",
);
/** The value of a setting, or a string, has its own end. */
const SET = /[:=]\s*$|["'`“„«([{<]$/;

/** What stands behind a sentence: nothing, or the beginning of another one. */
const NEXT = /^(?:\s*$|[ \t]{1,2}\p{Lu}|\s*\n\s*(?:$|[^\s\p{Ll}]))/u;
const MAX_NEXT = 16;

/** Does the sentence of a value end with the sign that the value ends with? */
function endsSentence(content: string, { start, end }: Stretch): boolean {
  if (!NEXT.test(content.slice(end, end + MAX_NEXT))) return false;
  const before = content.slice(Math.max(0, start - MAX_SENTENCE), start);
  const sentence = before.split(SENTENCES).at(-1) ?? "";
  if (SET.test(sentence)) return false;
  if (content.charAt(end - 1) === "!") return sentence.startsWith("¡");
  return sentence.startsWith("¿") || QUESTION.test(sentence);
}

/** Does a stretch end with a sign of its clause? Passwords end with `?` and `!` as well: these count where the sentence shows that it asks or exclaims. */
function endsWithSign(content: string, stretch: Stretch): boolean {
  const { start, end } = stretch;
  const last = content.charAt(end - 1);
  if (last === "?" || last === "!") return endsSentence(content, stretch);
  const isEnd = end === content.length || content.charCodeAt(end) <= 32 || last > "\u007f";
  return isEnd && CLAUSE_END.test(content.slice(start, end));
}

/** A stretch without the sign that ends its clause or sentence, where a space or nothing follows. */
export function withoutClauseEnd(content: string, stretch: Stretch): Stretch {
  const { start, end } = stretch;
  return end - start > 1 && endsWithSign(content, stretch) ? { start, end: end - 1 } : stretch;
}
