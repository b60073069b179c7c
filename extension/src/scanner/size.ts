import { utf8Bytes } from "@weir/engine";

/** Most bytes in a unit of UTF-16. */
const MAX_UNIT_BYTES = 3;

/** Does a text take more bytes of UTF-8 than these? */
export const isBeyond = (text: string, bytes: number): boolean =>
  text.length > bytes || (text.length * MAX_UNIT_BYTES > bytes && utf8Bytes(text) > bytes);
