import {
  bare,
  getterOf,
  isObject,
  listOf,
  notes,
  partOf,
  reflectGet,
  setPrototypeOf,
  testOf,
  wellFormed,
} from "./natives.ts";
import { guardConstructor, guardMethod } from "./wrap.ts";

/** Most characters of a Blob whose text is kept: more than browsers let a page send while it goes (Beacon, 64 KiB). */
const MAX_CHARS = 64 * 1024;

const { isArray } = Array;
const sizeOf = getterOf(Blob.prototype, "size");
const isBlob = testOf(sizeOf);
const texts = notes<string>();

/** The text of a Blob that was made of texts in this page; undefined for any other, which can't be read at once. */
export const textOfBlob = (blob: Blob): string | undefined => texts.get(blob);

/** The texts of a list as one; undefined where anything else is in it, or too much. */
function joined(parts: unknown): string | undefined {
  if (!isArray(parts)) return undefined;
  let all = "";
  for (let at = 0; at < parts.length; at++) {
    const part: unknown = parts[at];
    const text = typeof part === "string" ? wellFormed(part) : isObject(part) && texts.get(part);
    if (typeof text !== "string") return undefined;
    all += text;
    if (all.length > MAX_CHARS) return undefined;
  }
  return all;
}

/** Does it leave line ends as they are? */
const keepsEndings = (options: object): boolean => {
  const endings: unknown = reflectGet(options, "endings");
  return endings === undefined || endings === "transparent";
};

/** A place in a Blob that is the same in its text. */
const isPlace = (value: unknown): value is number | undefined =>
  value === undefined || (typeof value === "number" && value % 1 === 0);

/**
 * Keeps what a Blob is made of, while it lives, where those are texts: a page that is left sends such ones, and nobody would be
 * there any more once they were read.
 */
export function guardBlobs(): void {
  guardConstructor("Blob", (args, make) => {
    const options = args[1];
    const text = !isObject(options) || keepsEndings(options) ? joined(args[0]) : undefined;
    if (text === undefined) return make(args);
    const type = isObject(options) ? bare({ type: reflectGet(options, "type") }) : options;
    const blob = make([listOf([text]), type]);
    texts.set(blob, text);
    return blob;
  });
  guardMethod<object>("Blob", "slice", (self, args, native) => {
    const part = native(self, args);
    const text = isBlob(self) ? texts.get(self) : undefined;
    const from = args[0];
    const to = args[1];
    if (text === undefined || !isPlace(from) || !isPlace(to)) return part;
    // Where each unit is a byte, both count alike.
    if (isBlob(self) && text.length === sizeOf(self)) texts.set(part, partOf(text, from, to));
    return part;
  });
  setPrototypeOf(File, Blob);
}
