// Handed over to workers as their source, like what `worker-parts.ts` has.

/** What a call was given. */
export type Args = readonly unknown[];
/** The browser's own function. */
export type Native<R = unknown> = (self: unknown, args: Args) => R;

type Read<R> = (self: unknown) => R;

/** What the browser makes objects of. */
interface Interface {
  readonly prototype: object;
}

/** Takes the means to call what the browser has, whatever a page puts in its place later. */
export function workerCalls() {
  const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } =
    Reflect;
  const then: unknown = Reflect.get(Promise.prototype, "then");
  // A promise asks what it is settled with for a `then` first.
  defineProperty(ArrayBuffer.prototype, "then", { value: undefined });
  function callOf<R>(target: unknown): Native<R>;
  function callOf(target: unknown): Native {
    return (self, args) => {
      const result: unknown = typeof target === "function" && apply(target, self, args);
      return result;
    };
  }
  const partOf = ({ prototype }: Interface, name: string, part: "value" | "get"): unknown =>
    getOwnPropertyDescriptor(prototype, name)?.[part];
  const put = (owner: object, name: string, make: (value: unknown) => unknown): void => {
    for (let at: object | null = owner; at !== null; at = getPrototypeOf(at)) {
      const descriptor = getOwnPropertyDescriptor(at, name);
      if (typeof descriptor?.value !== "function") continue;
      defineProperty(at, name, { ...descriptor, value: make(descriptor.value) });
    }
  };
  return {
    method: <R>(owner: Interface, name: string): Native<R> => callOf(partOf(owner, name, "value")),
    getter: <R>(owner: Interface, name: string): Read<R> => {
      const call: Native<R> = callOf(partOf(owner, name, "get"));
      return (self) => call(self, []);
    },
    /** An object without a prototype: nothing is found in it that a page has put into one. */
    bare: <T extends object>(object: T): T => {
      setPrototypeOf(object, null);
      return object;
    },
    whenSettled: <T>(
      promise: Promise<T>,
      onValue: (value: T) => void,
      onError: (error: unknown) => void,
    ): void => {
      callOf(then)(promise, [onValue, onError]);
    },
    /** Puts a function in the place of one, wherever an object has it: the browser's own is then nowhere. */
    put,
    /** The same with a guard of it. */
    replace: <R>(owner: object, name: string, make: (native: Native<R>) => Native): void => {
      put(owner, name, (value) => {
        const guard = make(callOf<R>(value));
        return function guarded(this: unknown, ...args: unknown[]) {
          return guard(this, args);
        };
      });
    },
  };
}

/** What the guards use of the browser. */
export type WorkerNatives = ReturnType<typeof workerNatives>;

/** Takes what the guards use of the browser. */
export function workerNatives(base: string, calls: ReturnType<typeof workerCalls>) {
  const { method, getter } = calls;
  const construct: (target: Function, args: Args, newTarget?: Function) => object =
    Reflect.construct;
  const [NativeUrl, NativeMap, NativeResponse, text] = [URL, WeakMap, Response, String];
  const [hrefOf, indexOf] = [getter<string>(URL, "href"), method<number>(String, "indexOf")];
  const headersOf = getter<Headers>(Response, "headers");
  const headerOf = method<string | null>(Headers, "get");
  const bytesOf = method<Promise<ArrayBuffer>>(Response, "arrayBuffer");
  const set = method(WeakMap, "set");
  const typeIn = (headers: Headers): string => headerOf(headers, ["content-type"]) ?? "";
  return {
    ...calls,
    construct,
    text,
    typeIn,
    /** An address as the worker's script means it, not what stands before it. */
    resolved: (address: unknown): string => hrefOf(new NativeUrl(text(address), base)),
    hasQuery: (url: string): boolean => indexOf(url, ["?"]) >= 0,
    /** Values that belong to objects of the page and go with them. */
    notes: <T>() => {
      const map = new NativeMap<object, T>();
      const get = method<T | undefined>(NativeMap, "get");
      return {
        get: (of: unknown) => get(map, [of]),
        set: (of: unknown, value: T): void => void set(map, [of, value]),
      };
    },
    /** A body as bytes, and the Content-Type that the browser would give it. */
    bodyOf: (given: unknown) => {
      const response = construct(NativeResponse, [given], NativeResponse);
      return { contentType: typeIn(headersOf(response)), bytes: bytesOf(response, []) };
    },
  };
}
