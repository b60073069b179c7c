import { writeAscii } from "../scan/text-bytes.ts";
import { WIDE } from "./image.ts";
import type { FilterImage } from "./image.ts";
import { WINDOW, WINDOW_CHARS } from "./layout.ts";

/** Writes the characters `[from, to)` of a text to the window, a byte each, and answers whether any is beyond ASCII. */
export type WriteWindow = (text: string, from: number, to: number) => boolean;

export function windowWriter({ buffer, wideBytes }: FilterImage): WriteWindow {
  const window = new Uint8Array(buffer, WINDOW, WINDOW_CHARS);
  let byteOf: Uint8Array | undefined;
  /** Are characters beyond ASCII likely? Then it is quicker not to try without them. */
  let isWideLikely = false;

  const encode = (text: string, from: number, to: number): boolean => {
    const isWhole = to - from === text.length;
    return writeAscii(isWhole ? text : text.slice(from, to), window);
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
    isWideLikely = isWide;
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
