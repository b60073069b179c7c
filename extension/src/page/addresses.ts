import { isAddressAllowed, settledAddress } from "./address.ts";
import {
  getterOf,
  lower,
  methodOf,
  NativeDOMException,
  prototypeOf,
  rejected,
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
  HTMLLinkElement: ["href", "imageSrcset"],
  // Also of classes, which have no query.
  SVGAnimatedString: ["baseVal"],
};

/** Methods whose first argument is an address that is fetched, and whose answer is a promise. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  Cache: ["add"],
  ServiceWorkerContainer: ["register"],
  Worklet: ["addModule"],
};

const urlOf = getterOf(Request.prototype, "url");
const isRequest = testOf(urlOf);
const NativeTypeError = TypeError;
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

/** Links that are followed later, if at all. */
const isFollowed = testOf(getterOf(HTMLAnchorElement.prototype, "href"));

/** Attributes that stand for those properties. */
const isFetched = (self: unknown, name: string): boolean =>
  name === "src" ||
  name === "srcset" ||
  name === "data" ||
  name === "poster" ||
  name === "imagesrcset" ||
  ((name === "href" || name === "xlink:href") && !isFollowed(self));

const guardedAttribute =
  (nameAt: number) =>
  (self: unknown, args: Args, native: Native): unknown => {
    const given = args[nameAt];
    const name = typeof given === "object" ? textOf(given) : given;
    if (typeof name !== "string" || !isFetched(self, lower(name))) return native(self, args);
    const value = settledAddress(args[nameAt + 1]);
    if (isAddressAllowed(value, "fetch")) {
      return native(self, nameAt === 0 ? [name, value] : [args[0], name, value]);
    }
    failImage(self);
    return undefined;
  };

/** The address of what is fetched: a request has its own. */
const addressOf = (value: unknown): unknown => (isRequest(value) ? urlOf(value) : value);

function guardedMethod(self: unknown, args: Args, native: Native): unknown {
  if (args.length === 0) return native(self, args);
  const given = isRequest(args[0]) ? args[0] : settledAddress(args[0]);
  return isAddressAllowed(addressOf(given), "fetch")
    ? native(self, [given, args[1]])
    : rejected(new NativeTypeError("Failed to fetch"));
}

/** Connections that a constructor opens. A stopped one fails as where the page's own policy forbids it. */
function guardConnections(): void {
  guardConstructor("Audio", (args, make) => {
    if (args[0] === undefined) return make([]);
    const url = textOf(args[0]);
    return make([isAddressAllowed(url, "fetch") ? url : "about:invalid"]);
  });
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
  for (const [name, methods] of Object.entries(METHODS)) {
    for (const method of methods) guardMethod(prototypeOf(name), method, guardedMethod);
  }
  guardMethod(Element.prototype, "setAttribute", guardedAttribute(0));
  guardMethod(Element.prototype, "setAttributeNS", guardedAttribute(1));
  guardConnections();
}
