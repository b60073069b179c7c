import {
  bare,
  construct,
  defineProperty,
  getterOf,
  includes,
  methodOf,
  nativeOf,
  ownDescriptor,
  prototypeIn,
  testOf,
} from "./natives.ts";
import type { Args, Native } from "./natives.ts";

const documentOf = getterOf(window, "document");
/** Is it a window, and one of this site? */
const isReachable = testOf(documentOf);
const topOf = getterOf(window, "top");
const ownTop = topOf(window);
/** The window of a document; null where it has none. */
export const viewOf = getterOf(Document.prototype, "defaultView");
const ownDocument = document;

/** Is it left to other guards what goes out? */
type IsLeft = () => boolean;

type Install = (realm: object, isLeft: IsLeft) => void;
const installs: Install[] = [];

/** Changes this window, and each that is guarded from here. */
export function everywhere(install: Install): void {
  installs[installs.length] = install;
  install(window, () => false);
}

const sourceOf = methodOf(Function.prototype, "toString");

/** Has a window guards? They do not tell the names of their functions, as the browser's do; pages leave this one alone. */
function isGuarded(realm: object): boolean {
  const name = "setNamedItemNS";
  const holder = prototypeIn(realm, "NamedNodeMap");
  const method: unknown = holder === undefined ? undefined : ownDescriptor(holder, name)?.value;
  return typeof method === "function" && !includes(sourceOf(method), name);
}

/**
 * Guards a window in which no script of the companion runs yet, or ever: its address has not loaded, or its sandbox runs none.
 * These guards stay before those that the window gets of its own, which a page can have prepared it for. Once this page is gone
 * they have nobody to ask: they let nothing out, but for windows of another tab, which are left to their own.
 */
export function guardWindow(realm: unknown): void {
  if (!isReachable(realm) || isGuarded(realm)) return;
  const isElsewhere = topOf(realm) !== ownTop;
  for (let at = 0; at < installs.length; at++) {
    installs[at]?.(realm, () => isElsewhere && viewOf(ownDocument) === null);
  }
}

/** Stands in the place of a function: does what it does, or fails as it would. */
export type Guard<R = unknown> = (self: unknown, args: Args, native: Native<R>) => unknown;

/** A function that looks like the browser's own and asks the guard first. Given too little, the browser throws. */
function guarded<T extends Function, R>(target: T, guard: Guard<R>, isLeft: IsLeft): T {
  const native = nativeOf<R>(target);
  const { length } = target;
  return new Proxy(
    target,
    bare<ProxyHandler<T>>({
      apply: (_, self: unknown, args: Args) =>
        args.length < length || isLeft() ? native(self, args) : guard(self, args, native),
    }),
  );
}

/**
 * Puts a guard in front of a function of an interface: a method, or what reads or sets a property. An empty name stands for the
 * window. Nothing where the browser has none.
 */
function guardFunction<R>(
  owner: string,
  name: string,
  part: "value" | "get" | "set",
  guard: Guard<R>,
): void {
  everywhere((realm, isLeft) => {
    const holder = owner === "" ? realm : prototypeIn(realm, owner);
    const descriptor = holder === undefined ? undefined : ownDescriptor(holder, name);
    const target: unknown = descriptor?.[part];
    if (holder === undefined || typeof target !== "function") return;
    defineProperty(holder, name, bare({ ...descriptor, [part]: guarded(target, guard, isLeft) }));
  });
}

/** Puts a guard in front of a method. */
export const guardMethod = <R>(owner: string, name: string, guard: Guard<R>): void => {
  guardFunction(owner, name, "value", guard);
};

/** Puts a guard in front of what sets a property; its one argument is the value. */
export const guardSetter = (owner: string, name: string, guard: Guard): void => {
  guardFunction(owner, name, "set", guard);
};

/** Puts a guard in front of what reads a property. */
export const guardGetter = (owner: string, name: string, guard: Guard): void => {
  guardFunction(owner, name, "get", guard);
};

/** What stands in the place of a constructor: answers with the object, or throws as the browser would. */
export type MakeGuard = (args: Args, make: (args: Args) => object) => object;

/** Puts a guard in front of a constructor. */
export function guardConstructor(name: string, guard: MakeGuard): void {
  everywhere((realm, isLeft) => {
    const descriptor = ownDescriptor(realm, name);
    const target: unknown = descriptor?.value;
    if (typeof target !== "function") return;
    const { length } = target;
    const proxy: Function = new Proxy(
      target,
      bare<ProxyHandler<Function>>({
        construct: (_, args: Args, newTarget) => {
          const make = (given: Args): object =>
            construct(target, given, newTarget === proxy ? target : newTarget);
          return args.length < length || isLeft() ? make(args) : guard(args, make);
        },
      }),
    );
    defineProperty(realm, name, bare({ ...descriptor, value: proxy }));
    const prototype: unknown = target.prototype;
    if (typeof prototype !== "object" || prototype === null) return;
    const own = ownDescriptor(prototype, "constructor");
    // `Audio` makes elements of another interface.
    if (own?.value === target) {
      defineProperty(prototype, "constructor", bare({ ...own, value: proxy }));
    }
  });
}
