// Where things lie in the filter's memory, in bytes; read by both sides, TypeScript and AssemblyScript. What the module alone
// uses, below WINDOW, is in engine/wasm/layout.ts.

/** Columns of a row of the automaton's table: 64, so that a row is found by a shift. Column 0 is all other characters. */
export const COLUMNS = 64;

/** Texts of so many characters and more are read as several streams, which is worth their seams. */
export const STREAMS_FROM = 64;

/** The state before the first character, and after the last one. */
export const STATE = 16;

/** For each byte twice its column, for the automaton that runs; and for each of the two automata. */
export const CLASSES = 1024;
export const ASCII_CLASSES = 1280;
export const OTHER_CLASSES = 1536;

/** The part of a text that is searched. */
export const WINDOW = 26_752;

/** Characters that are searched at once: four blocks of eight streams of 544. */
export const WINDOW_CHARS = 17_408;

/** The automaton's table, and after it what is reported. */
export const TABLE = 45_056;
