import { TextDecoder } from "node:util";

/** Turns bytes into text, piece by piece. */
export interface TextDecoding {
  readonly push: (bytes: Uint8Array) => string;
  /** What was held back at the end. */
  readonly end: () => string;
}

/** The encoding that a byte order mark names; without one, UTF-8. */
function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return "utf-8";
}

/**
 * Decodes whatever a file may hold: UTF-8, or UTF-16 where a byte order mark says so. A byte order mark is dropped, and
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
      return head.length < 2 ? "" : start();
    },
    end: () => {
      const rest = decoder === undefined ? start() : "";
      return rest + (decoder?.decode() ?? "");
    },
  };
}
