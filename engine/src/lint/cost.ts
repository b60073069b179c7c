import type { Ast } from "../regex/ast.ts";
import { ClassReader } from "../regex/code-points.ts";
import { compileProgram, programParts } from "../regex/program.ts";
import type { Program } from "../regex/program.ts";
import { programSize } from "../regex/program-size.ts";
import { Stepper } from "../regex/stepper.ts";
import { pick, seededRandom } from "../sample/random.ts";
import { filledWitness, longRepeats } from "./witness.ts";
import { DEFAULT_CACHE_LIMITS } from "../regex/transition-cache.ts";
import type { LongRepeat } from "./witness.ts";

/**
 * The work per character, in threads of the automaton that no cache has an answer for, above which a pattern is slow.
 * 100 threads are about one second for each MiB of a content that was made to slow the pattern down.
 */
export const MAX_WORK = 128;

/** Repeats of fewer copies can't hold many threads each. */
const LONG_COPIES = 32;
/** Places tried, of expressions that have more. */
const MAX_PLACES = 32;
/** Length of a hostile text, in UTF-16 units; long repeats fill up within it. */
const PROBE_CHARS = 4096;
/** A text that has cost so little per character when so many were read is not going to cost much more. */
const HARMLESS_CHARS = 1024;
const HARMLESS_WORK = 8;
/** What leads to a place is cut to this many of its last characters, so that it fits often into a text. */
const HEAD_CHARS = 48;

/** A text that begins with `head` and goes on with pieces by chance. */
function textOf(head: string, pieces: readonly string[]): string {
  if (pieces.length === 0) return "";
  const random = seededRandom(pieces.join("\n"));
  let text = head;
  while (text.length < PROBE_CHARS) text += pick(random, pieces);
  return text;
}

/** Texts that begin the repeat again and again, each time before the last one has ended, and that fill it to its end. */
function hostileTexts({ head, fillers }: LongRepeat): readonly string[] {
  const filled = fillers.filter((piece) => piece !== "");
  const begun = [head.slice(-HEAD_CHARS), ...filled].filter((piece) => piece !== "");
  return [textOf(head, begun), textOf(head, filled)].filter((text) => text !== "");
}

/** A number that tells lists of threads apart, but for chance. FNV-1a over two lanes. */
function listHash(list: Int32Array, count: number): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let i = 0; i < count; i++) {
    const thread = list[i] ?? 0;
    low = Math.imul(low ^ thread, 0x01000193);
    high = Math.imul(high ^ (thread + i), 0x85ebca6b);
  }
  return (high & 0xf_ffff) * 2 ** 32 + (low >>> 0);
}

/** The states that the automaton's cache would hold, so far; emptied when it would be. */
class KnownStates {
  private readonly hashes = new Set<number>();
  private cells = 0;

  /** Notes a state; was it known? */
  note({ list, count }: Stepper): boolean {
    const hash = listHash(list, count);
    if (this.hashes.has(hash)) return true;
    const { states, cells } = DEFAULT_CACHE_LIMITS;
    if (this.hashes.size >= states || this.cells + count > cells) {
      this.hashes.clear();
      this.cells = 0;
    }
    this.hashes.add(hash);
    this.cells += count;
    return false;
  }
}

/**
 * The threads per character that a run over the text has to move by itself, since the cache does not know the state. With `cut`, as
 * a search for an end does; without, as one for a start, which has to keep every way to match.
 */
function workOn(program: Program, text: string, cut: boolean): number {
  const stepper = new Stepper(program, cut);
  const reader = new ClassReader(program.alphabet);
  const known = new KnownStates();
  let work = 0;
  stepper.begin(cut ? program.searchStart : program.start, 0);
  for (let at = 0; at < text.length; at += reader.width) {
    stepper.step(reader.after(text, at));
    if (!known.note(stepper)) work += stepper.count;
    if (work > MAX_WORK * text.length) break;
    if (at > HARMLESS_CHARS && work < HARMLESS_WORK * at) return work / at;
  }
  return work / text.length;
}

/**
 * The most work per character of a content that is made to slow a pattern down, in threads of its automaton. Measured on
 * texts made from the expression's own long repeats, read to a match's end and back to its start, in steps and never in time, so that it is the same on every machine.
 * O(places * text * program), and nothing for expressions that are too small to be slow.
 */
export function worstWork(ast: Ast): number {
  if (programSize(ast) <= MAX_WORK) return 0;
  const places = longRepeats(ast, LONG_COPIES).slice(0, MAX_PLACES);
  if (places.length === 0) return 0;
  const program = compileProgram(programParts(ast), "forward");
  let worst = 0;
  for (const place of places) {
    for (const text of hostileTexts(place)) worst = Math.max(worst, workOn(program, text, true));
    if (worst > MAX_WORK) return worst;
  }
  const reverse = compileProgram(programParts(ast), "reverse");
  const filled = Array.from(filledWitness(ast, LONG_COPIES) ?? "").toReversed();
  return filled.length === 0 ? worst : Math.max(worst, workOn(reverse, filled.join(""), false));
}
