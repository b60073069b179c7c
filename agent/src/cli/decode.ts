import { TextDecoder } from "node:util";

/** Turns bytes into text, piece by piece. */
export interface TextDecoding {
  readonly push: (bytes: Uint8Array) => string;
  /** What was held back at the end. */
  readonly end: () => string;
}

/** So many bytes tell the encoding. */
const HEAD_BYTES = 4;

const isAscii = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x09 && byte <= 0x7e;

/** The encoding that a byte order mark names; without one, the zeros among the first bytes do (RFC 4627, 3), or it is UTF-8. */
function encodingOf([a, b, c, d]: Uint8Array): string {
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (isAscii(a) && b === 0 && isAscii(c) && d === 0) return "utf-16le";
  if (a === 0 && isAscii(b) && c === 0 && isAscii(d)) return "utf-16be";
  return "utf-8";
}

/**
 * Decodes whatever a file may hold: UTF-8, or UTF-16 where a byte order mark or two characters of ASCII say so. A byte order mark is dropped, and
 * what is not valid becomes U+FFFD, so that the readable text in a binary file is scanned too.
 */
export function createDecoding(): TextDecoding {
  let head = new Uint8Array(0);
  let decoder: TextDecoder | undefined;
  const start = (): string => {
    decoder = new TextDecoder(encodingOf(head));
    return decoder.decode(head, { stream: true });
  };
  return {
    push: (bytes) => {
      if (decoder !== undefined) return decoder.decode(bytes, { stream: true });
      head = Buffer.concat([head, bytes]);
      return head.length < HEAD_BYTES ? "" : start();
    },
    end: () => {
      const rest = decoder === undefined ? start() : "";
      return rest + (decoder?.decode() ?? "");
    },
  };
}
