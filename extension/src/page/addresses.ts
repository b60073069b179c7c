import { isAddressAllowed, settledAddress } from "./address.ts";
import { isNode, nodeType } from "./body.ts";
import {
  bare,
  isFragment,
  isObject,
  localName,
  getterOf,
  listOf,
  lower,
  methodOf,
  NativeDOMException,
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
  HTMLAnchorElement: ["ping"],
  HTMLAreaElement: ["ping"],
  HTMLBaseElement: ["href"],
  HTMLBodyElement: ["background"],
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

const { from: arrayFrom } = Array;
const urlOf = getterOf(Request.prototype, "url");
const isRequest = testOf(urlOf);
const NativeTypeError = TypeError;
/** Names of attributes whose value is fetched on whatever element. */
const ATTRIBUTES: Readonly<Record<string, true | undefined>> = bare({
  src: true,
  srcset: true,
  data: true,
  poster: true,
  imagesrcset: true,
  background: true,
  ping: true,
});

const isImage = testOf(getterOf(HTMLImageElement.prototype, "naturalWidth"));

/** An image that is not asked for fails like one that is not there. */
const failImage = (value: unknown): void => {
  if (isImage(value)) setAttribute(value, "src", "about:invalid");
};

function guardedProperty(self: unknown, args: Args, native: Native): unknown {
  const address = settledAddress(args[0]);
  if (isAddressAllowed(address, "fetch", self)) return native(self, [address]);
  failImage(self);
  return undefined;
}

/** Links that are followed later, if at all. */
const isFollowed = testOf(getterOf(HTMLAnchorElement.prototype, "href"));
const isUse = testOf(getterOf(SVGUseElement.prototype, "href"));

/** Attributes that stand for those properties, and others that are fetched. */
function isFetched(self: unknown, qualified: string): boolean {
  const name = lower(localName(qualified));
  return name === "href" ? !isFollowed(self) : ATTRIBUTES[name] === true;
}

/** May this be the value of an attribute? A shape that names another one of its own document fetches nothing. */
function mayBe(self: unknown, name: string, value: unknown): boolean {
  if (typeof value === "string" && isFragment(value) && isUse(self)) return true;
  if (!isFetched(self, name) || isAddressAllowed(value, "fetch", self)) return true;
  failImage(self);
  return false;
}

const guardedAttribute =
  (nameAt: number) =>
  (self: unknown, args: Args, native: Native): unknown => {
    const name = textOf(args[nameAt]);
    const given = args[nameAt + 1];
    const value = isFetched(self, name) ? settledAddress(given) : given;
    if (!mayBe(self, name, value)) return undefined;
    return native(self, nameAt === 0 ? [name, value] : [args[0], name, value]);
  };

const attrName = getterOf(Attr.prototype, "localName");
const attrValue = getterOf(Attr.prototype, "value");
const ownerOf = getterOf(Attr.prototype, "ownerElement");
const isAttr = testOf(attrValue);

/** An attribute as a node that an element is given. */
function guardedNode(self: unknown, args: Args, native: Native): unknown {
  const node = args[0];
  const may = !isAttr(node) || mayBe(self, attrName(node), attrValue(node));
  return may ? native(self, args) : null;
}

/** What changes the value of an attribute that an element has; of any other node it changes something else. */
function guardedValue(self: unknown, args: Args, native: Native): unknown {
  const given = args[0] ?? undefined;
  // Asked first, as that costs less: it is how pages write most of their texts.
  if (given === undefined || !isNode(self) || nodeType(self) !== 2 || !isAttr(self)) {
    return native(self, args);
  }
  const value = textOf(given);
  return mayBe(ownerOf(self), attrName(self), value) ? native(self, [value]) : undefined;
}

/** The address of what is fetched: a request has its own. */
const addressOf = (value: unknown): unknown => (isRequest(value) ? urlOf(value) : value);

const settledRequest = (value: unknown): unknown =>
  isRequest(value) ? value : settledAddress(value);

const refused = (): Promise<never> => rejected(new NativeTypeError("Failed to fetch"));

function guardedMethod(self: unknown, args: Args, native: Native): unknown {
  const given = settledRequest(args[0]);
  return isAddressAllowed(addressOf(given), "fetch") ? native(self, [given, args[1]]) : refused();
}

const mayBeList = (value: unknown): value is Iterable<unknown> => isObject(value);

/** `addAll`, which is given a list. What is none fails in the browser. */
function guardedAddAll(self: unknown, args: Args, native: Native): unknown {
  const list = args[0];
  if (!mayBeList(list)) return native(self, args);
  let given: readonly unknown[];
  try {
    given = arrayFrom(list, settledRequest);
  } catch (error) {
    return rejected(error);
  }
  for (let at = 0; at < given.length; at++) {
    if (!isAddressAllowed(addressOf(given[at]), "fetch")) return refused();
  }
  return native(self, [listOf(given)]);
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

/** Guards elements, attributes, caches and connections, wherever naming an address is enough for the browser to ask for it. */
export function guardAddresses(): void {
  for (const [name, properties] of Object.entries(PROPERTIES)) {
    for (const property of properties) guardSetter(name, property, guardedProperty);
  }
  for (const [name, methods] of Object.entries(METHODS)) {
    for (const method of methods) guardMethod(name, method, guardedMethod);
  }
  guardMethod("Cache", "addAll", guardedAddAll);
  guardMethod("Element", "setAttribute", guardedAttribute(0));
  guardMethod("Element", "setAttributeNS", guardedAttribute(1));
  for (const name of ["setAttributeNode", "setAttributeNodeNS"]) {
    guardMethod("Element", name, guardedNode);
  }
  for (const name of ["setNamedItem", "setNamedItemNS"]) {
    guardMethod("NamedNodeMap", name, guardedNode);
  }
  guardSetter("Attr", "value", guardedValue);
  for (const name of ["nodeValue", "textContent"]) {
    guardSetter("Node", name, guardedValue);
  }
  guardConnections();
}
