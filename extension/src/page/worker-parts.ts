// What runs within a worker, before its own script. Each function is handed over as its source: it may use nothing but its
// parameters and what every worker has, and that only before the page's script runs, which may put something else in its place: also of what a list is taken apart by.
import type { Args, WorkerNatives } from "./worker-natives.ts";

/** What a worker asks the page that made it. */
export interface WorkerQuestion {
  readonly boundary: "fetch" | "xhr" | "websocket";
  readonly url: string;
  readonly contentType: string;
  readonly body: ArrayBuffer | string;
}

/** Calls back with whether it may leave. */
export type AskPage = (question: WorkerQuestion, onAnswer: (isAllowed: boolean) => void) => void;

/** What the guards of a worker need of its scope. */
export interface WorkerScope extends EventTarget {
  readonly WebSocket: typeof WebSocket;
  readonly EventSource?: typeof EventSource;
}

/** Takes the port that comes with the worker's first message, and asks by it. */
export function askThroughPort(
  scope: WorkerScope,
  { method, getter, bare }: WorkerNatives,
): AskPage {
  const post = method(MessagePort, "postMessage");
  const start = method(MessagePort, "start");
  const listen = method(EventTarget, "addEventListener");
  const unlisten = method(EventTarget, "removeEventListener");
  const stop = method(Event, "stopImmediatePropagation");
  const dataOf = getter<readonly [number, boolean]>(MessageEvent, "data");
  const portsOf = getter<readonly MessagePort[]>(MessageEvent, "ports");
  const waiting: Record<number, (isAllowed: boolean) => void> = bare({});
  const early: Record<number, WorkerQuestion> = bare({});
  let lastId = 0;
  let port: MessagePort | undefined;
  const onAnswer = (event: Event): void => {
    const data = dataOf(event);
    const answered = waiting[data[0]];
    delete waiting[data[0]];
    answered?.(data[1]);
  };
  const onFirst = (event: Event): void => {
    // The script of the page can make an event as well, with a port of its own.
    const given = event.isTrusted ? portsOf(event)[0] : undefined;
    if (given === undefined) return;
    stop(event, []);
    unlisten(scope, ["message", onFirst, true]);
    listen(given, ["message", onAnswer]);
    start(given, []);
    port = given;
    for (let id = 1; id <= lastId; id++) post(port, [[id, early[id]]]);
  };
  listen(scope, ["message", onFirst, true]);
  return (question, answered) => {
    const id = ++lastId;
    waiting[id] = answered;
    if (port === undefined) early[id] = question;
    else post(port, [[id, question]]);
  };
}

/** Requests wait for the page's guards, but for GET and HEAD without a query; one that is stopped fails as without a network. */
export function guardWorkerFetch(scope: WorkerScope, natives: WorkerNatives, ask: AskPage): void {
  const { method, getter, whenSettled, replace, resolved, hasQuery, typeIn, bare } = natives;
  const referrerOf = getter<string>(Request, "referrer");
  const policyOf = getter<string>(Request, "referrerPolicy");
  const [NativeRequest, NativePromise] = [Request, Promise];
  const verbOf = getter<string>(Request, "method");
  const urlOf = getter<string>(Request, "url");
  const headersOf = getter<Headers>(Request, "headers");
  const bytesOf = method<Promise<ArrayBuffer>>(Request, "arrayBuffer");
  const requestOf = (input: unknown, init: unknown): object => {
    let of = input;
    try {
      urlOf(input);
    } catch {
      of = resolved(input);
    }
    return natives.construct(NativeRequest, [of, init], NativeRequest);
  };
  replace<Promise<Response>>(scope, "fetch", (native) => (_, args) => {
    const fetchJudged = (
      resolve: (response: Promise<Response>) => void,
      reject: (error: unknown) => void,
    ): void => {
      const request = requestOf(args[0], args[1]);
      const verb = verbOf(request);
      const url = urlOf(request);
      const contentType = typeIn(headersOf(request));
      const referrer = referrerOf(request);
      const referrerPolicy = policyOf(request);
      const decide = (body: ArrayBuffer | string): void => {
        // What was read is sent: of a stream, the page can write over it.
        const init = body === "" ? undefined : bare({ body, referrer, referrerPolicy });
        ask({ boundary: "fetch", url, contentType, body }, (isAllowed) => {
          resolve(isAllowed ? native(scope, [request, init]) : native(scope, ["about:invalid"]));
        });
      };
      if (verb !== "GET" && verb !== "HEAD") whenSettled(bytesOf(request, []), decide, reject);
      else if (hasQuery(url)) decide("");
      else resolve(native(scope, [request]));
    };
    return new NativePromise(fetchJudged);
  });
  replace(scope, "importScripts", (native) => (_, args) => {
    const urls: unknown[] = [];
    for (let at = 0; at < args.length; at++) urls[at] = resolved(args[at]);
    native(scope, urls);
  });
}

/** A request that would have to wait for its answer is not sent: there is nobody to ask at once. */
export function guardWorkerXhr(natives: WorkerNatives, ask: AskPage): void {
  const { method, whenSettled, replace, resolved, hasQuery, bodyOf, text } = natives;
  interface Opened {
    readonly url: string;
    readonly isAsync: boolean;
    contentType: string;
  }
  const opened = natives.notes<Opened>();
  const lower = method<string>(String, "toLowerCase");
  const open = method(XMLHttpRequest, "open");
  const setHeader = method(XMLHttpRequest, "setRequestHeader");
  const xhr = XMLHttpRequest.prototype;
  replace(xhr, "open", () => (self, args) => {
    const url = resolved(args[1]);
    const isAsync = args.length < 3 || Boolean(args[2]);
    open(self, [args[0], url, isAsync, args[3], args[4]]);
    opened.set(self, { url, isAsync, contentType: "" });
  });
  replace(xhr, "setRequestHeader", () => (self, args) => {
    const name = text(args[0]);
    const value = text(args[1]);
    setHeader(self, [name, value]);
    const known = opened.get(self);
    if (known !== undefined && lower(name, []) === "content-type") known.contentType = value;
  });
  replace(xhr, "send", (native) => (self, args) => {
    const given = args[0] ?? null;
    const known = opened.get(self);
    if (known === undefined || (given === null && !hasQuery(known.url))) return native(self, []);
    const fail = (): void => {
      open(self, ["GET", "about:invalid", known.isAsync]);
      native(self, []);
    };
    if (!known.isAsync) return fail();
    const { contentType: own, bytes } = bodyOf(given);
    const contentType = known.contentType === "" ? own : known.contentType;
    const decide = (body: ArrayBuffer): void => {
      ask({ boundary: "xhr", url: known.url, contentType, body }, (isAllowed) => {
        // Opened anew meanwhile, it would go elsewhere.
        if (opened.get(self) !== known) return;
        if (!isAllowed) return fail();
        if (known.contentType === "" && own !== "") setHeader(self, ["Content-Type", own]);
        native(self, [given === null ? null : body]);
      });
    };
    return whenSettled(bytes, decide, fail);
  });
}

/** Messages leave in the order in which they came, each once it was judged. */
export function guardWorkerSockets(scope: WorkerScope, natives: WorkerNatives, ask: AskPage): void {
  const { method, whenSettled, replace, bodyOf, text } = natives;
  const NativePromise = Promise;
  const close = method(WebSocket, "close");
  const lasts = natives.notes<Promise<void>>();
  const first = NativePromise.resolve();
  replace(scope.WebSocket.prototype, "send", (native) => (self, args) => {
    const body = typeof args[0] === "object" ? bodyOf(args[0]).bytes : text(args[0]);
    const last = lasts.get(self) ?? first;
    const sendJudged = (done: () => void): void => {
      const judge = (read: ArrayBuffer | string): void => {
        ask({ boundary: "websocket", url: "", contentType: "", body: read }, (isAllowed) => {
          if (isAllowed) native(self, [read]);
          else close(self, [4403]);
          done();
        });
      };
      const begin = (): void => {
        if (typeof body === "string") judge(body);
        else whenSettled(body, judge, done);
      };
      whenSettled(last, begin, begin);
    };
    lasts.set(self, new NativePromise(sendJudged));
  });
}

/** Nobody can be asked while an object is made: no connection goes to an address with a query. */
export function guardWorkerAddresses(scope: WorkerScope, natives: WorkerNatives): void {
  const { put, hasQuery, construct, text, bare } = natives;
  const NativeError = DOMException;
  for (const name of ["WebSocket", "EventSource"] as const) {
    const Native = scope[name];
    if (Native === undefined) continue;
    const handler: ProxyHandler<Function> = {
      construct: (target, args: Args, newTarget): object => {
        const address = text(args[0]);
        if (hasQuery(address)) {
          throw new NativeError("The address is not allowed.", "SecurityError");
        }
        return construct(target, [address, args[1]], newTarget === guarded ? target : newTarget);
      },
    };
    const guarded: Function = new Proxy(Native, bare(handler));
    put(scope, name, () => guarded);
    put(Native.prototype, "constructor", (own) => (own === Native ? guarded : own));
  }
}
