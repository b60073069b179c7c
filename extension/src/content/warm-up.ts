import { TEXTS } from "./warm-up-texts.ts";

/**
 * Words of ordinary texts by which most patterns are looked for, the most common first. What the engine builds when it first
 * meets one takes a few milliseconds, and a person who pastes should not wait for it.
 */
const WORDS = (
  "password token key secret api const define line http code github npm create user account app pass sign docs server " +
  "license init private master stream address access header card connect content login session network machine seed name " +
  "system here write policy set make new let import host result security wallet phrase service project cloud database " +
  "store admin basic client channel customer cookie email phone number handler hex expires identity image mail member " +
  "message net order pay pin port proxy query role root run script search send ssh start status sudo test value " +
  "vault version web wifi word"
).split(" ");

/** A text with the word as it stands in prose, in code, in a configuration and in a table. */
function sample(word: string): string {
  const title = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return `the ${word} is in ${word}s and my${title}, "${word}": "x", {${word}_a: 1}; a-${word}=${word}(b.${word}, 'c')
| ${title} | --${word} | ${word.toUpperCase()}_ID=`;
}

/** So often is each sample pasted at once: what the engine builds for words that texts have often, it builds only then. */
const REPEATS = 12;

/** Shorter than this is no time to begin another sample in, in milliseconds. */
const LEAST_MS = 4;

/** Rehearses pastes while nothing else happens, a little at a time. */
export function warmUp(rehearse: (text: string) => void): void {
  const texts = [...WORDS.map((word) => sample(word).repeat(REPEATS)), ...TEXTS];
  const next = (deadline: IdleDeadline): void => {
    do {
      const text = texts.shift();
      if (text === undefined) return;
      rehearse(text);
    } while (deadline.timeRemaining() > LEAST_MS);
    requestIdleCallback(next);
  };
  requestIdleCallback(next);
}
