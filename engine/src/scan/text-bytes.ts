interface Encoder {
  readonly encodeInto: (
    source: string,
    destination: Uint8Array,
  ) => { readonly read: number; readonly written: number };
}

/** Missing in a bare JavaScript context. */
declare const TextEncoder: (new () => Encoder) | undefined;

const encoder = typeof TextEncoder === "undefined" ? undefined : new TextEncoder();

/** Stands for every unit beyond ASCII. */
const BEYOND = 0x80;

/** So many bytes may be met. */
export const BYTE_VALUES = BEYOND + 1;

/** A text, and what the passes read that look at all of it: a byte of an array is there sooner than a unit of a string. */
export interface TextBytes {
  readonly text: string;
  /** For each UTF-16 unit a byte: itself where it is of ASCII, else 0x80. */
  readonly bytes: Uint8Array;
  readonly isAscii: boolean;
}

/** Writes a text of ASCII, a byte for each unit; false where it has others, or may have. */
export function writeAscii(text: string, bytes: Uint8Array): boolean {
  const done = encoder?.encodeInto(text, bytes);
  return done?.read === text.length && done.written === text.length;
}

function writeWide(text: string, bytes: Uint8Array): void {
  for (let at = 0; at < text.length; at++) bytes[at] = Math.min(text.charCodeAt(at), BEYOND);
}

function bytesInto(text: string, bytes: Uint8Array): TextBytes {
  const isAscii = writeAscii(text, bytes);
  if (!isAscii) writeWide(text, bytes);
  return { text, bytes, isAscii: isAscii || !bytes.includes(BEYOND) };
}

/** The bytes of a text, in memory of their own. */
export const bytesOf = (text: string): TextBytes => bytesInto(text, new Uint8Array(text.length));

const FIRST_BYTES = 1 << 16;
/** More memory than this is not kept for the next scan. */
const MOST_BYTES = 1 << 20;

/** Memory for the bytes of the texts of one scan after the other: to ask for it takes as long as to fill it. */
export class ByteArena {
  private memory = new Uint8Array(FIRST_BYTES);
  private used = 0;

  /** The bytes of a text; they are good until `clear`. */
  bytesOf(text: string): TextBytes {
    const { length } = text;
    const end = this.used + length;
    if (end > MOST_BYTES) return bytesOf(text);
    if (end > this.memory.length) {
      // The texts before keep theirs.
      this.memory = new Uint8Array(Math.min(MOST_BYTES, Math.max(end, 2 * this.memory.length)));
      this.used = 0;
    }
    const found = bytesInto(text, this.memory.subarray(this.used, this.used + length));
    this.used += length;
    return found;
  }

  /** Forgets all texts: nothing of them stays behind. */
  clear(): void {
    this.memory.fill(0, 0, this.used);
    this.used = 0;
  }
}
