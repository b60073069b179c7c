import { once } from "../once.ts";

const POLYNOMIAL = 0xedb88320;

const tableOf = once(() =>
  Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    return value;
  }),
);

/** CRC-32 (ISO 3309, ITU-T V.42) of a text's low bytes, as an unsigned number. */
export function crc32(text: string): number {
  const table = tableOf();
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc = (table[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
