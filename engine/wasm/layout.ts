// Where the module keeps what nobody else reads, in bytes. Regions that are written and read in turn lie apart by other than
// multiples of 4096, which processors take for one another for a moment: that made it slower by a third.

/** Most characters that one stream reads before it meets the next; an even number. */
export const STRIDE = 544;

/** Streams that are read in turn, and how many for short texts. */
export const STREAMS = 8;
export const FEW_STREAMS = 4;

/** Texts of so many characters and more are worth all streams. */
export const ALL_STREAMS_FROM = 384;

/** Pieces of a text too short to fill all streams. */
export const STAGE = 4160;

/** The state after each character of a block. */
export const STATES = 12_416;

/** Where in a piece words end. */
export const ENDS = 22_592;
