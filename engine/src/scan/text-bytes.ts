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
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes[at] = unit < BEYOND ? unit : BEYOND;
  }
}

/** Writes a text's bytes into memory of its length, if it is of ASCII. Where there is no encoder, nobody knows in time. */
export function asciiInto(text: string, bytes: Uint8Array): TextBytes | undefined {
  return writeAscii(text, bytes) ? { text, bytes, isAscii: true } : undefined;
}

/** Writes the bytes of a text into memory of its length. */
export function bytesInto(text: string, bytes: Uint8Array): TextBytes {
  const written = asciiInto(text, bytes);
  if (written !== undefined) return written;
  writeWide(text, bytes);
  return { text, bytes, isAscii: !bytes.includes(BEYOND) };
}

/** The bytes of a text, in memory of their own. */
export const bytesOf = (text: string): TextBytes => bytesInto(text, new Uint8Array(text.length));

/** Where the line breaks of a text stand; rising offsets. O(text). */
export function breaksOf(text: string): readonly number[] {
  const breaks: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) breaks.push(at);
  return breaks;
}

const FIRST_BYTES = 1 << 16;
/** More memory than this is not kept for the next scan. */
const MOST_BYTES = 1 << 20;

/** So many of the texts of a scan are known again when they are asked about once more: its content is the first of them. */
const MOST_KNOWN = 4;

/** Memory for the bytes of the texts of one scan after the other: to ask for it takes as long as to fill it. */
export class ByteArena {
  private memory = new Uint8Array(FIRST_BYTES);
  private used = 0;
  /** Beyond this, nothing was written since texts were forgotten. */
  private written = 0;
  private readonly known: TextBytes[] = [];

  /** The bytes of a text; they are good until `clear`. */
  bytesOf(text: string): TextBytes {
    for (const each of this.known) if (each.text === text) return each;
    return this.keep(bytesInto(text, this.take(text.length)));
  }

  /** Is a text of ASCII, as far as that is told without a look at each unit? Then its bytes are there. */
  isAscii(text: string): boolean {
    const { used } = this;
    const found = asciiInto(text, this.take(text.length));
    if (found === undefined) this.used = used;
    else this.keep(found);
    return found !== undefined;
  }

  private keep(found: TextBytes): TextBytes {
    if (this.known.length < MOST_KNOWN) this.known.push(found);
    return found;
  }

  /** Memory of so many bytes. */
  private take(length: number): Uint8Array {
    const end = this.used + length;
    if (end > MOST_BYTES) return new Uint8Array(length);
    if (end > this.memory.length) {
      // The texts before keep theirs.
      this.memory = new Uint8Array(Math.min(MOST_BYTES, Math.max(end, 2 * this.memory.length)));
      this.used = 0;
    }
    const memory = this.memory.subarray(this.used, this.used + length);
    this.used += length;
    this.written = Math.max(this.written, this.used);
    return memory;
  }

  /** Forgets all texts: nothing of them stays behind. */
  clear(): void {
    this.memory.fill(0, 0, this.written);
    this.used = 0;
    this.written = 0;
    this.known.length = 0;
  }
}
