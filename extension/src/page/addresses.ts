import { askSync } from "./channel.ts";
import {
  getterOf,
  includes,
  lower,
  methodOf,
  NativeDOMException,
  testOf,
  textOf,
} from "./natives.ts";
import { guardConstructor, guardMethod, guardSetter } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

// Addresses that the browser asks for as soon as a script names them: a query carries out what a body would.

const setAttribute = methodOf(Element.prototype, "setAttribute");

const isAllowed = (url: string): boolean =>
  !includes(url, "?") || askSync({ boundary: "fetch", url, contentType: "", body: "" });

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

function prototypeOf(name: string): object | undefined {
  const owner: unknown = Reflect.get(window, name);
  const prototype: unknown = typeof owner === "function" ? owner.prototype : undefined;
  return typeof prototype === "object" && prototype !== null ? prototype : undefined;
}

const isImage = testOf(getterOf(HTMLImageElement.prototype, "naturalWidth"));

/** An image that is not asked for fails like one that is not there. */
const failImage = (value: unknown): void => {
  if (isImage(value)) setAttribute(value, "src", "about:invalid");
};

function guardedProperty(self: unknown, args: Args, native: Native): unknown {
  if (isAllowed(textOf(args[0]))) return native(self, args);
  failImage(self);
  return undefined;
}

/** Attributes that stand for those properties; those of links and forms are followed later, if at all. */
const isFetched = (name: string): boolean =>
  name === "src" || name === "srcset" || name === "data" || name === "poster";

const guardedAttribute =
  (nameAt: number) =>
  (self: unknown, args: Args, native: Native): unknown => {
    const name = args[nameAt];
    const value = args[nameAt + 1];
    const isHarmless = typeof name !== "string" || !isFetched(lower(name));
    if (isHarmless || isAllowed(textOf(value))) return native(self, args);
    failImage(self);
    return undefined;
  };

/** Connections that a constructor opens. A stopped one fails as where the page's own policy forbids it. */
function guardConnections(): void {
  guardConstructor("EventSource", (args, make) => {
    const url = textOf(args[0]);
    return make(isAllowed(url) ? [url, args[1]] : ["about:invalid"]);
  });
  for (const name of ["WebSocket", "SharedWorker"]) {
    guardConstructor(name, (args, make) => {
      if (isAllowed(textOf(args[0]))) return make(args);
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
