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

/** So often is each sample pasted at once. */
const REPEATS = 2;

/**
 * So many stretches of the texts are pasted after them. The browser compiles well what it has run often, and what it compiled
 * for texts of one kind it throws away when another one comes.
 */
const STRETCHES = 64;
const STRETCH_CHARS = 1024;
const STEP_CHARS = 419;

const ALL_TEXTS = TEXTS.join("\n");

/** A stretch of them, another one for each number. */
function stretchOf(chars: number, number: number): string {
  const from = (number * STEP_CHARS) % (ALL_TEXTS.length - chars);
  return ALL_TEXTS.slice(from, from + chars);
}

/** Shorter than this is no time to begin another step in, in milliseconds. */
const LEAST_MS = 4;

/** Does steps while nothing else happens, a few at a time, until one answers that nothing is left to do. */
export function whileIdle(step: () => boolean): void {
  const next = (deadline: IdleDeadline): void => {
    do {
      if (!step()) return;
    } while (deadline.timeRemaining() > LEAST_MS);
    requestIdleCallback(next);
  };
  requestIdleCallback(next);
}

/**
 * Prepares the rules, then rehearses pastes, while nothing else happens; some 200 pastes, which take some 0.7 s in all.
 * `prepare` does a step, and answers whether there was one to do.
 */
export function warmUp(prepare: () => boolean, rehearse: (text: string) => void): void {
  const [commonest = ""] = WORDS;
  const first = sample(commonest);
  const texts = [
    // What comes first takes the longest, and in small pieces nobody waits for all of it.
    ...first.split(/[,;] /),
    first,
    ...WORDS.map((word) => sample(word).repeat(REPEATS)),
    ...TEXTS,
    ...Array.from({ length: STRETCHES }, (_, i) => stretchOf(STRETCH_CHARS, i)),
  ];
  whileIdle(() => {
    if (prepare()) return true;
    const text = texts.shift();
    if (text === undefined) return false;
    rehearse(text);
    return true;
  });
}

/** Is a paste what often comes next? */
const isBeforePaste = (event: Event): boolean =>
  !(event instanceof KeyboardEvent) ||
  (!event.repeat && (event.key === "Control" || event.key === "Meta"));

/** Long enough to run through everything. */
const HINT_CHARS = 256;

/**
 * Rehearses a paste when the key goes down that one begins with, or the menu opens: since the last one, the processor has put
 * other things in the place of the engine. Answers with what begins to follow the person.
 */
export function beforePastes(rehearse: (text: string) => void): () => void {
  let hints = 0;
  const follow = (event: Event): void => {
    if (!event.isTrusted || !isBeforePaste(event)) return;
    // Nobody waits for it: the event is over, and the next key takes the person longer.
    setTimeout(() => rehearse(stretchOf(HINT_CHARS, hints++)));
  };
  return () => {
    for (const name of ["keydown", "contextmenu"])
      window.addEventListener(name, follow, { capture: true });
  };
}
