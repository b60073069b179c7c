// What the first bytes of a body say of the others. No method is used: a page could have replaced it.

/** The name by which the browser unpacks what begins like these bytes (RFC 1952, RFC 1950); undefined for any other. */
export function packingOf(bytes: Uint8Array): "gzip" | "deflate" | undefined {
  const first = bytes[0] ?? 0;
  const second = bytes[1] ?? 0;
  if (first === 0x1f && second === 0x8b) return "gzip";
  const isZlib = first === 0x78 && ((first << 8) | second) % 31 === 0 && bytes[6] !== undefined;
  return isZlib ? "deflate" : undefined;
}

/** What a text is encoded in, by its first bytes (Encoding Standard, "BOM sniff"). */
export function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}
