import { listOf, notes, setPrototypeOf } from "./natives.ts";
import { guardConstructor } from "./wrap.ts";

/** Most characters of a Blob whose text is kept: more than browsers let a page send while it goes (Beacon, 64 KiB). */
const MAX_CHARS = 64 * 1024;

const { isArray } = Array;
const texts = notes<string>();

/** The text of a Blob that was made of strings in this page; undefined for any other, which can't be read at once. */
export const textOfBlob = (blob: Blob): string | undefined => texts.get(blob);

/** The strings of a list as one; undefined where anything else is in it, or too much. */
function joined(parts: unknown): string | undefined {
  if (!isArray(parts)) return undefined;
  let all = "";
  for (let at = 0; at < parts.length; at++) {
    const part: unknown = parts[at];
    if (typeof part !== "string") return undefined;
    all += part;
    if (all.length > MAX_CHARS) return undefined;
  }
  return all;
}

/** Does it say what becomes of line ends? */
const hasEndings = (options: unknown): boolean =>
  typeof options === "object" && options !== null && "endings" in options;

/**
 * Keeps what a Blob is made of, while it lives, where those are strings: a page that is left sends such ones, and nobody would be
 * there any more once they were read.
 */
export function guardBlobs(): void {
  guardConstructor("Blob", (args, make) => {
    const text = args.length === 0 || hasEndings(args[1]) ? undefined : joined(args[0]);
    if (text === undefined) return make(args);
    const blob = make([listOf([text]), args[1]]);
    texts.set(blob, text);
    return blob;
  });
  setPrototypeOf(File, Blob);
}
