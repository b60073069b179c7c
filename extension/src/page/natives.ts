// What the guards of the page's world need of the page's own objects, taken before any script of the page ran.

/** What a call was given. */
export type Args = ArrayLike<unknown>;

/** The browser's own means, whatever a page puts in their place later. */
export const apply: (target: Function, self: unknown, args: Args) => unknown = Reflect.apply;
export const construct: (target: Function, args: Args, newTarget: Function) => object =
  Reflect.construct;
export const { defineProperty, deleteProperty, setPrototypeOf } = Reflect;
export const reflectGet: (owner: object, name: PropertyKey) => unknown = Reflect.get;
const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect;

/** An object without a prototype: the browser finds nothing in it that a page has put into one. */
export function bare<T extends object>(handler: T): T {
  setPrototypeOf(handler, null);
  return handler;
}

/** The descriptor of an own property, as the browser has it. */
export function ownDescriptor(owner: object, name: PropertyKey): PropertyDescriptor | undefined {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  return descriptor === undefined ? undefined : bare(descriptor);
}

const iterator: typeof Symbol.iterator = Symbol.iterator;

/** A list as the browser reads it. A page can put an iterator of its own into those of the browser. */
export function listOf(values: Args): object {
  let at = 0;
  const next = (): object => bare({ done: at >= values.length, value: values[at++] });
  return bare({ [iterator]: () => bare({ next }) });
}

/** The browser's own function. */
export type Native<R = unknown> = (self: unknown, args: Args) => R;

/** A function of the browser that is called with an object and a list. */
export function nativeOf<R>(target: Function): Native<R>;
export function nativeOf(target: Function): Native {
  return (self, args) => apply(target, self, args);
}

type Make<R> = (...args: readonly unknown[]) => R;

/** A constructor of the browser, for arguments that were not looked at. */
export function makerOf<R>(target: Function): Make<R>;
export function makerOf(target: Function): Make<object> {
  return (...args) => construct(target, args, target);
}

type MethodOf<T, K extends keyof T> = T[K] extends (...args: infer A) => infer R
  ? (self: T, ...args: A) => R
  : never;

/** A method as a function of its object: what a page puts in its place later is not called. */
export function methodOf<T extends object, K extends keyof T>(
  prototype: T,
  name: K,
): MethodOf<T, K>;
export function methodOf(prototype: object, name: PropertyKey): unknown {
  const method: unknown = reflectGet(prototype, name);
  if (typeof method !== "function") throw new TypeError(String(name));
  return (self: unknown, ...args: unknown[]): unknown => apply(method, self, args);
}

/** The getter of a property, which a prototype may have from its own prototype. */
function getterIn(prototype: object, name: PropertyKey): Function | undefined {
  for (let at: object | null = prototype; at !== null; at = getPrototypeOf(at)) {
    const getter = getOwnPropertyDescriptor(at, name)?.get;
    if (getter !== undefined) return getter;
  }
  return undefined;
}

/** A property that is read by a getter, as a function of its object. */
export function getterOf<T extends object, K extends keyof T>(
  prototype: T,
  name: K,
): (self: T) => T[K];
export function getterOf(prototype: object, name: PropertyKey): (self: unknown) => unknown {
  const getter = getterIn(prototype, name);
  if (getter === undefined) throw new TypeError(String(name));
  return (self) => apply(getter, self, []);
}

/** The prototype of an interface of a window, where the browser has it. */
export function prototypeIn(realm: object, name: string): object | undefined {
  const owner: unknown = reflectGet(realm, name);
  const prototype: unknown = typeof owner === "function" ? owner.prototype : undefined;
  return typeof prototype === "object" && prototype !== null ? prototype : undefined;
}

/** Tells the objects on which a native getter or method works, whatever realm they are of. */
export const testOf =
  <T extends object>(probe: (self: T) => unknown) =>
  (value: unknown): value is T => {
    if (typeof value !== "object" || value === null) return false;
    try {
      apply(probe, undefined, [value]);
      return true;
    } catch {
      return false;
    }
  };

/** Is it what may have properties? Nothing asks it: it could answer otherwise when it is read. */
export const isObject = (value: unknown): value is object =>
  typeof value === "function" || (typeof value === "object" && value !== null);

/** The browser's own constructors. */
export const NativePromise = Promise;
export const NativeEvent = Event;
export const NativeCustomEvent = CustomEvent;
export const NativeDOMException = DOMException;

const nativeThen: unknown = Reflect.get(Promise.prototype, "then");

// A promise asks what it is settled with for a `then` first: the bytes of a body would answer with one of the page's.
defineProperty(ArrayBuffer.prototype, "then", { value: undefined });

/** Calls back with what a native promise settles to: nothing that a page defines stands between. */
export function whenSettled<T>(
  promise: Promise<T>,
  onValue: (value: T) => void,
  onError: (error: unknown) => void,
): void {
  if (typeof nativeThen === "function") apply(nativeThen, promise, [onValue, onError]);
}

/** Texts, to which anything can be joined but a symbol. */
interface Joining {
  concat(value: unknown): string;
}
const joining: Joining = String.prototype;
const stringConcat = methodOf(joining, "concat");
/** A value as text, or the browser's error. Of an object the page's own code tells it, another one each time if it likes: ask once. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : stringConcat("", value);

const stringIndexOf = methodOf(String.prototype, "indexOf");
const stringSlice = methodOf(String.prototype, "slice");
const stringLower = methodOf(String.prototype, "toLowerCase");
/** Methods of texts, which a page can't replace. */
export const includes = (text: string, part: string): boolean => stringIndexOf(text, part) >= 0;
export const isFragment = (text: string): boolean => stringIndexOf(text, "#") === 0;
/** Is it the name of a kind of text? */
export const isText = (type: string): boolean => stringIndexOf(type, "text/") === 0;
/** A part of a text, as `slice` counts. */
export const partOf = stringSlice;
/** A text as it is where it is sent: half a pair of units is none. */
export const wellFormed = methodOf(String.prototype, "toWellFormed");
/** A name without its prefix. */
export const localName = (name: string): string => stringSlice(name, stringIndexOf(name, ":") + 1);
export const lower = (text: string): string => stringLower(text);

/** Values that belong to objects of the page and go with them. */
export interface Notes<T> {
  get(of: object): T | undefined;
  set(of: object, value: T): void;
}

/** Notes that a page can neither read nor replace. */
export function notes<T>(): Notes<T> {
  const map = new WeakMap<object, T>();
  // Own properties stand before what a page puts into the prototype.
  map.get = WeakMap.prototype.get.bind(map);
  map.set = WeakMap.prototype.set.bind(map);
  return map;
}

/** A genuine failure of a promise. */
export const rejected = (error: unknown): Promise<never> =>
  new NativePromise((_, reject) => {
    reject(error);
  });
