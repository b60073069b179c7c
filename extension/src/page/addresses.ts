import { isAddressAllowed, settledAddress } from "./address.ts";
import {
  getterOf,
  lower,
  methodOf,
  NativeDOMException,
  prototypeOf,
  testOf,
  textOf,
} from "./natives.ts";
import { guardConstructor, guardMethod, guardSetter } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

// Addresses that the browser asks for as soon as a script names them: a query carries out what a body would.

const setAttribute = methodOf(Element.prototype, "setAttribute");

/** Interfaces and those of their properties whose value is fetched. */
const PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  HTMLImageElement: ["src", "srcset"],
  HTMLScriptElement: ["src"],
  HTMLIFrameElement: ["src"],
  HTMLFrameElement: ["src"],
  HTMLMediaElement: ["src"],
  HTMLVideoElement: ["poster"],
  HTMLSourceElement: ["src", "srcset"],
  HTMLTrackElement: ["src"],
  HTMLEmbedElement: ["src"],
  HTMLInputElement: ["src"],
  HTMLObjectElement: ["data"],
  HTMLLinkElement: ["href"],
};

const isImage = testOf(getterOf(HTMLImageElement.prototype, "naturalWidth"));

/** An image that is not asked for fails like one that is not there. */
const failImage = (value: unknown): void => {
  if (isImage(value)) setAttribute(value, "src", "about:invalid");
};

function guardedProperty(self: unknown, args: Args, native: Native): unknown {
  const address = settledAddress(args[0]);
  if (isAddressAllowed(address, "fetch")) return native(self, [address]);
  failImage(self);
  return undefined;
}

/** Attributes that stand for those properties; those of links and forms are followed later, if at all. */
const isFetched = (name: string): boolean =>
  name === "src" || name === "srcset" || name === "data" || name === "poster";

const guardedAttribute =
  (nameAt: number) =>
  (self: unknown, args: Args, native: Native): unknown => {
    const given = args[nameAt];
    const name = typeof given === "object" ? textOf(given) : given;
    if (typeof name !== "string" || !isFetched(lower(name))) return native(self, args);
    const value = settledAddress(args[nameAt + 1]);
    if (isAddressAllowed(value, "fetch")) {
      return native(self, nameAt === 0 ? [name, value] : [args[0], name, value]);
    }
    failImage(self);
    return undefined;
  };

/** Connections that a constructor opens. A stopped one fails as where the page's own policy forbids it. */
function guardConnections(): void {
  guardConstructor("EventSource", (args, make) => {
    const url = textOf(args[0]);
    return make(isAddressAllowed(url, "fetch") ? [url, args[1]] : ["about:invalid"]);
  });
  for (const name of ["WebSocket", "SharedWorker"]) {
    guardConstructor(name, (args, make) => {
      const address = settledAddress(args[0]);
      if (isAddressAllowed(address, "fetch")) return make([address, args[1]]);
      throw new NativeDOMException("The connection is not allowed.", "SecurityError");
    });
  }
}

export function guardAddresses(): void {
  for (const [name, properties] of Object.entries(PROPERTIES)) {
    for (const property of properties) guardSetter(prototypeOf(name), property, guardedProperty);
  }
  guardMethod(Element.prototype, "setAttribute", guardedAttribute(0));
  guardMethod(Element.prototype, "setAttributeNS", guardedAttribute(1));
  guardConnections();
}
