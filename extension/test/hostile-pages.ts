/** Replaces what careless guards would call with what lets everything through; runs in a page. */
export function breakPrototypes(): void {
  const lie = (owner: object, name: PropertyKey, value: unknown): void => {
    try {
      Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    } catch {
      // Some stand fast.
    }
  };
  const lieGetter = (owner: object, name: PropertyKey, get: () => unknown): void => {
    Object.defineProperty(owner, name, { get, configurable: true });
  };
  const then: unknown = Reflect.get(Promise.prototype, "then");
  const { apply } = Reflect;
  lie(Promise.prototype, "then", function (this: unknown, ok: unknown, bad: unknown): unknown {
    const yes = (value: unknown): unknown =>
      typeof ok === "function"
        ? (apply(ok, undefined, [value === false ? true : value]) as unknown)
        : value;
    return apply(then as () => unknown, this, [yes, bad] as never);
  });
  lie(Event.prototype, "preventDefault", () => undefined);
  lieGetter(Event.prototype, "defaultPrevented", () => false);
  lie(Element.prototype, "getAttribute", () => "1");
  lie(Element.prototype, "removeAttribute", () => undefined);
  lie(EventTarget.prototype, "dispatchEvent", () => true);
  lie(EventTarget.prototype, "addEventListener", () => undefined);
  lieGetter(CustomEvent.prototype, "detail", () => 1);
  lie(window, "CustomEvent", Object);
  lie(String.prototype, "indexOf", () => -1);
  lie(String.prototype, "includes", () => false);
  lie(String.prototype, "startsWith", () => false);
  lie(String.prototype, "toLowerCase", () => "");
  lie(TextDecoder.prototype, "decode", () => "nothing");
  lie(URLSearchParams.prototype, "toString", () => "nothing");
  lie(FormData.prototype, "forEach", () => undefined);
  lie(Response.prototype, "arrayBuffer", () => Promise.resolve(new ArrayBuffer(0)));
  lie(Request.prototype, "arrayBuffer", () => Promise.resolve(new ArrayBuffer(0)));
  lie(Request.prototype, "clone", () => new Request("/"));
  lieGetter(Request.prototype, "method", () => "GET");
  lieGetter(Request.prototype, "url", () => "/");
  lieGetter(Blob.prototype, "size", () => 0);
  lie(WeakMap.prototype, "get", () => undefined);
  lie(Map.prototype, "get", () => () => true);
  lie(Reflect, "apply", () => true);
  lie(Reflect, "get", () => undefined);
  lie(Function.prototype, "call", () => true);
  lie(Function.prototype, "apply", () => true);
  lie(Function.prototype, "bind", () => () => true);
  lie(JSON, "stringify", () => "{}");
  lie(Array.prototype, Symbol.iterator, function* () {
    yield undefined;
  });
  lie(Array.prototype, "push", () => 0);
  lie(Object.prototype, "apply", () => true);
  lie(Object.prototype, "construct", () => ({}));
}

/** Everything a page can do to become the other end of the channel; answers what it got hold of. */
export function forgeChannel(): string[] {
  const got: string[] = [];
  const listenOn = (target: Window & typeof globalThis, gained: string[]): void => {
    target.addEventListener(
      "weir-hello",
      (event) => {
        const element = (event as MouseEvent).relatedTarget;
        if (!(element instanceof target.Element) || element.id === "own") return;
        gained.push("the channel's element");
        element.addEventListener("ask", (ask) => {
          ask.stopImmediatePropagation();
          const id = (ask as CustomEvent<string>).detail.split(" ")[0] ?? "";
          element.setAttribute("ack", id);
        });
      },
      true,
    );
    target.dispatchEvent(new target.CustomEvent("weir-call"));
  };
  listenOn(window, got);
  // The one is its own page until it is given another. The other waits for its page from the start: no script of the
  // companion runs there before, so that the page can get at those that come, but not at the guards that stand before them.
  for (const id of ["forged", "forged-loading"]) {
    const frame = document.createElement("iframe");
    frame.id = id;
    if (id !== "forged") frame.src = "/";
    document.body.append(frame);
    if (frame.contentWindow !== null) {
      const realm = frame.contentWindow as Window & typeof globalThis;
      listenOn(realm, id === "forged" ? got : []);
      // What the guards know guarded windows by.
      const { prototype } = realm.NamedNodeMap;
      const own = Object.getOwnPropertyDescriptor(prototype, "setNamedItemNS");
      const value = new Proxy(own?.value as () => void, {});
      Object.defineProperty(prototype, "setNamedItemNS", { value });
    }
    frame.src = "/";
  }
  // An element of the page's own, handed to the guards as if it were the channel's.
  const own = document.createElement("span");
  own.id = "own";
  window.dispatchEvent(new MouseEvent("weir-hello", { relatedTarget: own }));
  for (const type of ["answer", "reinsert", "strict"]) {
    own.dispatchEvent(new CustomEvent(type, { detail: 1 }));
    document.dispatchEvent(new CustomEvent(type, { detail: 1 }));
    window.dispatchEvent(new CustomEvent(type, { detail: 1 }));
  }
  return got;
}

/** Answers every question it sees as if it were the guards', for as long as the page lives. */
export function spoofAnswers(): void {
  for (const target of [window, document, document.documentElement]) {
    for (const type of ["ask", "weir-ask"]) {
      target.addEventListener(type, (event) => event.stopImmediatePropagation(), true);
    }
  }
  let id = 0;
  setInterval(() => {
    id++;
    for (const target of [window, document, document.documentElement]) {
      target.dispatchEvent(new CustomEvent("answer", { detail: id }));
      window.postMessage({ id, verdict: "let-go", blocked: false }, "*");
    }
  }, 1);
}
