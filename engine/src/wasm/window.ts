import { WIDE } from "./image.ts";
import type { FilterImage } from "./image.ts";
import { WINDOW, WINDOW_CHARS } from "./layout.ts";

interface Encoder {
  readonly encodeInto: (
    source: string,
    destination: Uint8Array,
  ) => { readonly read: number; readonly written: number };
}

/** Missing in a bare JavaScript context. */
declare const TextEncoder: (new () => Encoder) | undefined;

/** Writes the characters `[from, to)` of a text to the window, a byte each, and answers whether any is beyond ASCII. */
export type WriteWindow = (text: string, from: number, to: number) => boolean;

export function windowWriter({ buffer, wideBytes }: FilterImage): WriteWindow {
  const window = new Uint8Array(buffer, WINDOW, WINDOW_CHARS);
  const encoder = typeof TextEncoder === "undefined" ? undefined : new TextEncoder();
  let byteOf: Uint8Array | undefined;
  /** Are characters beyond ASCII likely? Then it is quicker not to try without them. */
  let isWideLikely = encoder === undefined;

  const encode = (text: string, from: number, to: number): boolean => {
    const chars = to - from;
    const piece = chars === text.length ? text : text.slice(from, to);
    const done = encoder?.encodeInto(piece, window);
    return done?.read === chars && done.written === chars;
  };

  const copy = (text: string, from: number, to: number): boolean => {
    byteOf ??= bytesOfUnits(wideBytes);
    let units = 0;
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      units |= unit;
      window[at - from] = byteOf[unit] ?? 0;
    }
    return units > 127;
  };

  return (text, from, to) => {
    if (!isWideLikely && encode(text, from, to)) return false;
    const isWide = copy(text, from, to);
    isWideLikely = isWide || encoder === undefined;
    return isWide;
  };
}

/** For each UTF-16 unit its byte in a window: of those beyond ASCII, the ones that words have are told apart. */
function bytesOfUnits(wideBytes: ReadonlyMap<number, number>): Uint8Array {
  const bytes = new Uint8Array(0x1_0000).fill(WIDE);
  for (let unit = 0; unit < 128; unit++) bytes[unit] = unit;
  for (const [unit, byte] of wideBytes) bytes[unit] = byte;
  return bytes;
}
