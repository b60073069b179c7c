import { MAX_READ_BYTES } from "./boundary.ts";
import { eachOddPart, encodingOf, MAX_PACKINGS, packingOf } from "./bytes.ts";

/** One array of bytes from several. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** What bytes unpack to; themselves where they are not packed; undefined where that gives too much, or ends before they do. */
async function unpacked(
  bytes: Uint8Array<ArrayBuffer>,
  packing: CompressionFormat,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(packing));
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return joined(chunks);
      size += value.length;
      if (size > MAX_READ_BYTES) return undefined;
      chunks.push(value);
    }
  } catch {
    return size === 0 ? bytes : undefined;
  }
}

/** Bytes as text in the encoding that they begin like; what is no character of it becomes U+FFFD. */
export const decoded = (bytes: Uint8Array): string =>
  new TextDecoder(encodingOf(bytes)).decode(bytes);

/** The text of a body, and of its parts that are packed or in another encoding behind it; undefined where it can't be read. */
export async function readBody(
  bytes: Uint8Array<ArrayBuffer>,
  packings = MAX_PACKINGS,
): Promise<string | undefined> {
  const packing = packingOf(bytes);
  if (packing !== undefined) {
    const whole = packings === 0 ? undefined : await unpacked(bytes, packing);
    if (whole === undefined) return undefined;
    return whole === bytes ? decoded(bytes) : readBody(whole, packings - 1);
  }
  const parts: Promise<string | undefined>[] = [];
  eachOddPart(bytes, (start, end) => parts.push(readBody(bytes.slice(start, end), packings)));
  const texts = await Promise.all(parts);
  return texts.includes(undefined) ? undefined : [decoded(bytes), ...texts].join("\n");
}
