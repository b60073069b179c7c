import type { Boundary } from "../shared/boundary.ts";
import { askSync } from "./channel.ts";
import { includes, methodOf, prototypeOf, testOf, textOf } from "./natives.ts";

const notTrusted = (): never => {
  throw new TypeError();
};
/** The text of an address that a page's policy trusts (Trusted Types); not every browser has them. */
const trusted: { toString(): string } | undefined = prototypeOf("TrustedScriptURL");
const trustedText: (address: object) => string =
  trusted === undefined ? notTrusted : methodOf(trusted, "toString");
const isTrusted = testOf(trustedText);

/** An address that is the same whenever it is read. One that the page's policy trusts stays what it is. */
export const settledAddress = (value: unknown): unknown =>
  isTrusted(value) ? value : textOf(value);

/** May this address be asked for, now? What stands in its query is what leaves. */
export function isAddressAllowed(address: unknown, boundary: Boundary): boolean {
  const url = isTrusted(address) ? trustedText(address) : textOf(address);
  return !includes(url, "?") || askSync({ boundary, url, contentType: "", body: "" });
}
