import { bare, construct, defineProperty, nativeOf } from "./natives.ts";
import type { Args, Native } from "./natives.ts";

const { getOwnPropertyDescriptor: descriptorOf } = Reflect;

/** Stands in the place of a function: does what it does, or fails as it would. */
export type Guard<R = unknown> = (self: unknown, args: Args, native: Native<R>) => unknown;

/** A function that looks like the browser's own and asks the guard first. Given too little, the browser throws. */
function guarded<T extends Function, R>(target: T, guard: Guard<R>): T {
  const native = nativeOf<R>(target);
  const { length } = target;
  return new Proxy(
    target,
    bare<ProxyHandler<T>>({
      apply: (_, self: unknown, args: Args) =>
        args.length < length ? native(self, args) : guard(self, args, native),
    }),
  );
}

/** Puts a guard in front of a method; nothing where the browser has no such method. */
export function guardMethod<R>(owner: object | undefined, name: string, guard: Guard<R>): void {
  const descriptor = owner === undefined ? undefined : descriptorOf(owner, name);
  const method: unknown = descriptor?.value;
  if (owner === undefined || typeof method !== "function") return;
  defineProperty(owner, name, { ...descriptor, value: guarded(method, guard) });
}

/** Puts a guard in front of what sets a property; its one argument is the value. */
export function guardSetter(owner: object | undefined, name: string, guard: Guard): void {
  const descriptor = owner === undefined ? undefined : descriptorOf(owner, name);
  if (owner === undefined || descriptor?.set === undefined) return;
  defineProperty(owner, name, { ...descriptor, set: guarded(descriptor.set, guard) });
}

/** What stands in the place of a constructor: answers with the object, or throws as the browser would. */
export type MakeGuard = (args: Args, make: (args: Args) => object) => object;

/** Puts a guard in front of a constructor of the page. */
export function guardConstructor(name: string, guard: MakeGuard): void {
  const descriptor = descriptorOf(window, name);
  const target: unknown = descriptor?.value;
  if (typeof target !== "function") return;
  const { length } = target;
  const proxy: Function = new Proxy(
    target,
    bare<ProxyHandler<Function>>({
      construct: (_, args: Args, newTarget) => {
        const make = (given: Args): object =>
          construct(target, given, newTarget === proxy ? target : newTarget);
        return args.length < length ? make(args) : guard(args, make);
      },
    }),
  );
  defineProperty(window, name, { ...descriptor, value: proxy });
  const prototype: unknown = target.prototype;
  if (typeof prototype !== "object" || prototype === null) return;
  const own = descriptorOf(prototype, "constructor");
  // `Audio` makes elements of another interface.
  if (own?.value === target) defineProperty(prototype, "constructor", { ...own, value: proxy });
}
