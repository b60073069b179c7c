// Where things lie in the module's memory, in bytes; read by both sides, TypeScript and AssemblyScript.

/** What a survey answers: how many tokens, cores and runs there are, the signs, the kinds of the whole text, how many escapes may begin and lines end. */
export const ANSWER = 16;
export const ANSWER_CELLS = 7;

/** What a survey is asked: where the text lies and how long it is, and where each part of the answer goes, in this order. */
export const QUESTION = 64;
export const QUESTION_CELLS = 13;

/** For each byte what the automaton of plain words takes it for, and that automaton. */
export const PLAIN_KINDS = 256;
export const PLAIN_NEXT = 512;
/** For each byte its kinds for the strictest check of mixtures, and for each set of these whether it is enough. */
export const STRICT_KINDS = 768;
export const STRICT_ENOUGH = 1024;
/** For each byte 1 where it may stand in a core. */
export const CORE_BYTES = 1280;
/** For each length the level of tokens, the last one for all that are longer. */
export const LEVELS = 1536;
export const LEVEL_CHARS = 64;
/** For each mixture and level the bits of such a token, and of such a core. */
export const TOKEN_BITS = 1664;
export const CORE_BITS = 1856;
export const BITS_STRIDE = 64;
/** For each byte its kinds, and in the upper half of its 8 bytes its signs. */
export const BYTE_SIGNS = 2048;
/** For each byte what it may be beside the sign that an escape begins with. */
export const ESCAPE_KINDS = 3328;

/**
 * What is asked for the words of a text: where it lies, how long it is, and how much of the whole text stands before it; of the
 * automaton the rows of its first states, the bytes of each, how many there are, and what the others lead to; the first
 * state at which words end, how many such there are, and for each which word; where states may be written, and where the
 * numbers and offsets go that are found.
 */
export const WORDS = 128;
/** The state before the text, and behind it; and how many places were found. */
export const WORD_STATE = 184;
export const WORD_COUNT = 188;
/** For each byte how far into a row the next state stands, in bytes. */
export const WORD_BYTES = 3584;

/** Where texts and what is told of them lie, behind the automaton's table. */
export const FREE = 4096;

/** So many bytes behind a text are read. */
export const SLACK = 64;
