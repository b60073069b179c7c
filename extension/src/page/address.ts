import type { Boundary } from "../shared/boundary.ts";
import { isNode } from "./body.ts";
import { askSync } from "./channel.ts";
import { getterOf, includes, methodOf, prototypeIn, testOf, textOf } from "./natives.ts";

const notTrusted = (): never => {
  throw new TypeError();
};
/** The text of an address that a page's policy trusts (Trusted Types); not every browser has them. */
const trusted: { toString(): string } | undefined = prototypeIn(window, "TrustedScriptURL");
const trustedText: (address: object) => string =
  trusted === undefined ? notTrusted : methodOf(trusted, "toString");
const isTrusted = testOf(trustedText);

/** An address that is the same whenever it is read. One that the page's policy trusts stays what it is. */
export const settledAddress = (value: unknown): unknown =>
  isTrusted(value) ? value : textOf(value);

const NativeUrl = URL;
const hrefOf = getterOf(URL.prototype, "href");
const baseOf = getterOf(Node.prototype, "baseURI");
const charsetOf = getterOf(Document.prototype, "characterSet");

/** The address that the browser asks for where a text is given at a node, or in this document; the text where it is none. */
export function resolved(text: string, at?: unknown): string {
  try {
    return hrefOf(new NativeUrl(text, baseOf(isNode(at) ? at : document)));
  } catch {
    return text;
  }
}

/**
 * The same for the browser's functions, so that an object of another realm resolves nothing otherwise. Documents that are
 * not UTF-8 write their queries in another way.
 */
export const sentAddress = (text: string): string =>
  charsetOf(document) === "UTF-8" ? resolved(text) : text;

/** The longest of the methods that HTTP itself has (OPTIONS, CONNECT). */
const LONGEST_METHOD = 7;

/** An address as it is judged: behind its method, where that is a word of the page's own. */
export const withMethod = (method: string, url: string): string =>
  method.length > LONGEST_METHOD ? `?${method}&${url}` : url;

/** May this address be asked for, now? What stands in its query is what leaves. */
export function isAddressAllowed(address: unknown, boundary: Boundary, at?: unknown): boolean {
  const text = isTrusted(address) ? trustedText(address) : textOf(address);
  const isAllowed = (url: string): boolean =>
    !includes(url, "?") || askSync({ boundary, url, contentType: "", body: "" });
  // Addresses lose tabs and line ends, which divide those of a list.
  const isList = includes(text, "\t") || includes(text, "\n") || includes(text, "\r");
  return isAllowed(resolved(text, at)) && (!isList || isAllowed(text));
}
