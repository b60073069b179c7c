import type { OnEnds, WordAutomaton } from "../scan/aho-corasick.ts";
import type { WordTable } from "../scan/word-tables.ts";
import { MIN_IN_PLACE } from "../scan/base64-in-place.ts";
import type { DigitRun } from "../scan/base64.ts";
import { ESCAPE_KINDS as KINDS_BESIDE } from "../scan/escape-signs.ts";
import { SIGNS_OF_BYTES } from "../scan/signs.ts";
import { Supply, SUPPLY_TABLES, supplySize } from "../scan/supply.ts";
import { PlainSurvey, plainMemory } from "../scan/survey.ts";
import type { ScanMemory, Survey } from "../scan/survey.ts";
import { asciiInto, bytesInto } from "../scan/text-bytes.ts";
import type { TextBytes } from "../scan/text-bytes.ts";
import { isInCore, tokenLevels } from "../scan/tokens.ts";
import type { TokenList } from "../scan/tokens.ts";
import { PLAIN_WORDS } from "../validators/plain-words.ts";
import { STRICT_MIXTURE } from "../validators/strict-mixture.ts";
import { instantiate } from "./assembly.ts";
import type { Assembled } from "./assembly.ts";
import { aligned, layWords, placeBehind, searchWords } from "./word-search.ts";
import {
  ANSWER,
  ANSWER_CELLS,
  BITS_STRIDE,
  BYTE_SIGNS,
  CORE_BITS,
  CORE_BYTES,
  ESCAPE_KINDS,
  FREE,
  LEVEL_CHARS,
  LEVELS,
  PLAIN_KINDS,
  PLAIN_NEXT,
  QUESTION,
  QUESTION_CELLS,
  SLACK,
  STRICT_ENOUGH,
  STRICT_KINDS,
  TOKEN_BITS,
} from "./layout.ts";

/** Memory for a prompt and its readings. */
const FIRST_BYTES = 1 << 20;
/** More than this is not kept for the next scan. */
const MOST_KEPT = 6 << 20;
/** Nor is more than this asked for: longer texts are surveyed in TypeScript. */
const MOST_BYTES = 64 << 20;

/** A text takes so many bytes for each unit, with what is told of it, and its readings as much again. */
const BYTES_PER_UNIT = 16;

/** So many of the texts of a scan are known again when they are asked about once more. */
const MOST_KNOWN = 4;

/** Lays the tables that the module looks things up in: those of the survey in TypeScript. */
function layTables(buffer: ArrayBuffer): void {
  const bytes = new Uint8Array(buffer);
  const view = new DataView(buffer);
  bytes.set(PLAIN_WORDS.kinds, PLAIN_KINDS);
  bytes.set(PLAIN_WORDS.next, PLAIN_NEXT);
  bytes.set(STRICT_MIXTURE.kinds, STRICT_KINDS);
  bytes.set(STRICT_MIXTURE.enough, STRICT_ENOUGH);
  bytes.set(KINDS_BESIDE, ESCAPE_KINDS);
  for (let unit = 0; unit < 128; unit++) bytes[CORE_BYTES + unit] = isInCore(unit) ? 1 : 0;
  for (let chars = 0; chars <= LEVEL_CHARS; chars++) bytes[LEVELS + chars] = tokenLevels(chars);
  for (const [at, rows] of [
    [TOKEN_BITS, SUPPLY_TABLES.tokens],
    [CORE_BITS, SUPPLY_TABLES.cores],
  ] as const) {
    for (const [mixture, row] of rows.entries())
      for (const [level, bits] of row.entries())
        view.setInt32(at + mixture * BITS_STRIDE + 4 * level, bits, true);
  }
  for (const [byte, kinds] of SUPPLY_TABLES.bytes.entries()) {
    view.setInt32(BYTE_SIGNS + 8 * byte, kinds, true);
    view.setInt32(BYTE_SIGNS + 8 * byte + 4, SIGNS_OF_BYTES[byte] ?? 0, true);
  }
}

/** A text in the module's memory, and what was told of it. */
interface Known {
  readonly content: TextBytes;
  survey: Survey | undefined;
}

/** Texts in the memory of WebAssembly, which surveys them and finds words. */
class AssemblyMemory implements ScanMemory {
  private readonly assembled: Assembled;
  private buffer: ArrayBuffer;
  private question: Int32Array;
  private answer: Int32Array;
  /** Texts lie from here on, behind the table of the words that are looked for. */
  private base = FREE;
  private used = FREE;
  /** Beyond this, nothing was written since texts were forgotten. */
  private written = FREE;
  private readonly known: Known[] = [];
  /** The words whose table lies here; and those that were asked for last, to be laid when no text is there. */
  private held: WordTable | undefined;
  private wanted: WordTable | undefined;

  constructor(assembled: Assembled) {
    this.assembled = assembled;
    this.buffer = assembled.buffer();
    layTables(this.buffer);
    [this.question, this.answer] = this.cells();
  }

  bytesOf(text: string): TextBytes {
    for (const { content } of this.known) if (content.text === text) return content;
    return this.keep(bytesInto(text, this.take(text.length)));
  }

  isAscii(text: string): boolean {
    const { used } = this;
    const content = asciiInto(text, this.take(text.length));
    if (content === undefined) this.used = used;
    else this.keep(content);
    return content !== undefined;
  }

  survey(content: TextBytes): Survey {
    const known = this.known.find((each) => each.content === content);
    if (known?.survey !== undefined) return known.survey;
    const survey = this.ask(content) ?? new PlainSurvey(content);
    if (known !== undefined) known.survey = survey;
    return survey;
  }

  findEnds(automaton: WordAutomaton, content: TextBytes, onEnds: OnEnds, until?: number): void {
    const { ascii } = automaton.tables;
    this.wanted = ascii;
    const end = until ?? content.bytes.length;
    if (ascii === this.held && this.search(content, end, onEnds))
      automaton.findOtherEnds(content, onEnds, end);
    else automaton.findEnds(content, onEnds, end);
  }

  clear(): void {
    const { written, buffer, base } = this;
    new Uint8Array(buffer, base, written - base).fill(0);
    this.known.length = 0;
    this.beginAt(base);
    if (buffer.byteLength - base > MOST_KEPT) {
      this.held = undefined;
      this.beginAt(FREE);
      this.adopt(this.assembled.renew(FIRST_BYTES));
      layTables(this.buffer);
    }
    if (this.wanted !== undefined && this.wanted !== this.held) this.hold(this.wanted);
  }

  /** Lays the table of words below the texts, while there is none; where there is no room for it, TypeScript finds them. */
  private hold(words: WordTable): void {
    this.wanted = undefined;
    const base = placeBehind(words);
    if (base === undefined || base + FIRST_BYTES > MOST_BYTES) return;
    if (base + FIRST_BYTES > this.buffer.byteLength) {
      const grown = this.assembled.grow(base + FIRST_BYTES);
      if (grown === undefined) return;
      this.adopt(grown);
    }
    layWords(this.buffer, words);
    this.held = words;
    // Nothing that a longer table left is taken for a text.
    if (base < this.base) new Uint8Array(this.buffer, base, this.base - base).fill(0);
    this.beginAt(base);
  }

  private beginAt(base: number): void {
    this.base = base;
    this.used = base;
    this.written = base;
  }

  /** Reports where words of ASCII end; false where a text lies elsewhere, or there is no room for the answer. */
  private search({ bytes }: TextBytes, end: number, onEnds: OnEnds): boolean {
    if (!liesIn(bytes, this.buffer)) return false;
    const last = searchWords(bytes, end, this.used, () => this.assembled.findEnds(), onEnds);
    this.written = Math.max(this.written, last);
    return last > 0;
  }

  private keep(content: TextBytes): TextBytes {
    if (this.known.length < MOST_KNOWN) this.known.push({ content, survey: undefined });
    return content;
  }

  /** Memory of so many bytes; the module's own as long as there is room. */
  private take(length: number): Uint8Array {
    if (this.used === this.base) this.makeRoom(length);
    const end = this.used + length + SLACK;
    if (end > this.buffer.byteLength) return new Uint8Array(length);
    const memory = new Uint8Array(this.buffer, this.used, length);
    this.used = aligned(end);
    this.written = Math.max(this.written, end);
    return memory;
  }

  /** Grows while no text lies in the memory, which moves. */
  private makeRoom(chars: number): void {
    const wanted = this.base + BYTES_PER_UNIT * chars + FIRST_BYTES / 4;
    if (wanted <= this.buffer.byteLength || wanted > MOST_BYTES) return;
    const grown = this.assembled.grow(wanted);
    if (grown !== undefined) this.adopt(grown);
  }

  private adopt(buffer: ArrayBuffer): void {
    this.buffer = buffer;
    [this.question, this.answer] = this.cells();
  }

  private cells(): [Int32Array, Int32Array] {
    const { buffer } = this;
    return [
      new Int32Array(buffer, QUESTION, QUESTION_CELLS),
      new Int32Array(buffer, ANSWER, ANSWER_CELLS),
    ];
  }

  /** The module's survey; undefined where a text lies elsewhere, or there is no room for the answer. */
  private ask({ bytes }: TextBytes): Survey | undefined {
    const { buffer, question, answer } = this;
    if (bytes.buffer !== buffer) return undefined;
    const { length } = bytes;
    const { blocks, levels } = supplySize(length);
    const tokenRoom = Math.floor(length / 7) + 1;
    const coreRoom = Math.floor(length / 9) + 1;
    const tokens = this.used;
    const cores = tokens + 12 * tokenRoom;
    const rows = cores + 12 * coreRoom;
    const runs = rows + 4 * blocks * levels;
    const masks = aligned(runs + 8 * (Math.floor(length / (MIN_IN_PLACE + 1)) + 1));
    const maskBytes = 8 * ((length >> 6) + 2);
    // A character that an escape may begin with is no line break.
    const escapes = masks + 4 * maskBytes;
    const end = escapes + 4 * length;
    if (end > buffer.byteLength) return undefined;
    question.set([bytes.byteOffset, length, tokens, tokenRoom, cores, coreRoom, runs, rows]);
    question.set([blocks, levels, masks, maskBytes, escapes], 8);
    this.assembled.survey();
    const [tokenCount = 0, coreCount = 0, runCount = 0, signs = 0, all = 0] = answer;
    const [, , , , , escapeCount = 0, breakCount = 0] = answer;
    const breaks = escapes + 4 * escapeCount;
    const used = breaks + 4 * breakCount;
    this.used = aligned(used);
    this.written = Math.max(this.written, used);
    return {
      signs,
      escapes: new Int32Array(buffer, escapes, escapeCount),
      breaks: new Int32Array(buffer, breaks, breakCount),
      runs: runsOf(new Int32Array(buffer, runs, 2 * runCount)),
      found: {
        tokens: listOf(buffer, tokens, tokenRoom, tokenCount),
        cores: listOf(buffer, cores, coreRoom, coreCount),
      },
      supply: new Supply(new Int32Array(buffer, rows, blocks * levels), blocks, all),
    };
  }
}

const liesIn = (bytes: Uint8Array, buffer: ArrayBuffer): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer === buffer;

const listOf = (buffer: ArrayBuffer, at: number, room: number, count: number): TokenList => ({
  starts: new Int32Array(buffer, at, count),
  ends: new Int32Array(buffer, at + 4 * room, count),
  mixtures: new Int32Array(buffer, at + 8 * room, count),
});

function runsOf(cells: Int32Array): readonly DigitRun[] {
  const runs: DigitRun[] = [];
  for (let i = 0; i < cells.length; i += 2)
    runs.push({ start: cells[i] ?? 0, end: cells[i + 1] ?? 0 });
  return runs;
}

let shared: ScanMemory | undefined;

/**
 * Memory for rulesets whose texts WebAssembly surveys and searches for words, one for all of them; where that is missing, or a policy or the system
 * refuses it, the one in TypeScript. It tells the same.
 */
export function assemblyMemory(): ScanMemory {
  if (shared !== undefined) return shared;
  const assembled = instantiate(FIRST_BYTES);
  return (shared = assembled === undefined ? plainMemory : new AssemblyMemory(assembled));
}
