import { askHeld, askSync } from "./channel.ts";
import type { Leaving } from "./channel.ts";
import { isBlob, isForm, readBytes, settled, textNow } from "./body.ts";
import type { BodyText } from "./body.ts";
import {
  bare,
  getterOf,
  includes,
  makerOf,
  methodOf,
  NativeDOMException,
  NativePromise,
  reflectGet,
  reflectHas,
  rejected,
  whenSettled,
} from "./natives.ts";
import { guardMethod } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

const makeRequest = makerOf<Request>(Request);
const methodNameOf = getterOf(Request.prototype, "method");
const urlOf = getterOf(Request.prototype, "url");
const keepaliveOf = getterOf(Request.prototype, "keepalive");
const headersOf = getterOf(Request.prototype, "headers");
const headerGet = methodOf(Headers.prototype, "get");
const signalOf = getterOf(Request.prototype, "signal");
const isAborted = getterOf(AbortSignal.prototype, "aborted");
const reasonOf = getterOf(AbortSignal.prototype, "reason");
const listen = methodOf(EventTarget.prototype, "addEventListener");
const cloneOf = methodOf(Request.prototype, "clone");
const bytesOf = methodOf(Request.prototype, "arrayBuffer");

const NativeProxy = Proxy;
/** Firefox does not show a request's body as a stream. */
const streamOf = "body" in Request.prototype ? getterOf(Request.prototype, "body") : undefined;

/** What the browser makes of the arguments. */
interface Made {
  readonly request: Request;
  /** The body that the second argument names; `undefined` where it names none, and the request may still have one. */
  readonly body: unknown;
}

/** Makes the request. A body is read once, so that what is scanned is what is sent. */
function made(input: unknown, init: unknown): Made {
  if (typeof init !== "object" || init === null || !reflectHas(init, "body")) {
    return { request: makeRequest(input, init), body: undefined };
  }
  const body = settled(reflectGet(init, "body"));
  const get = (_: object, name: PropertyKey): unknown =>
    name === "body" ? body : reflectGet(init, name);
  return {
    // Not of `init`: of one that is frozen, a proxy may give nothing else.
    request: makeRequest(input, new NativeProxy(bare({}), bare({ get }))),
    body: body ?? undefined,
  };
}

const hasNoBody = (request: Request): boolean => {
  const method = methodNameOf(request);
  return method === "GET" || method === "HEAD";
};

const leaving = (request: Request, read: BodyText): Leaving => ({
  boundary: "fetch",
  url: urlOf(request),
  contentType: read.contentType || (headerGet(headersOf(request), "content-type") ?? ""),
  body: read.text,
});

/** What of a request is known at once; undefined where it has to be read. */
function knownOf({ request, body }: Made): BodyText | undefined {
  if (hasNoBody(request)) return textNow(undefined);
  // The page may be on its way out: nobody would be there to send later. And films in a form are not read.
  const isNow = keepaliveOf(request) || isBlob(body) || isForm(body);
  return isNow && body !== undefined ? textNow(body) : undefined;
}

/** A fetch that waits for the guards, then goes on as the browser's, or fails as one that reached nobody. */
function holdFetch(
  request: Request,
  known: BodyText | undefined,
  send: (input: unknown) => Promise<Response>,
): Promise<Response> {
  return new NativePromise((resolve, reject) => {
    const signal = signalOf(request);
    const onAbort = (): void => {
      reject(reasonOf(signal));
    };
    if (isAborted(signal)) return onAbort();
    listen(signal, "abort", onAbort);
    const decide = (read: BodyText): void => {
      askHeld(leaving(request, read), (isAllowed) => {
        // A promise that nobody waits for would fail as one that nobody handles.
        if (!isAborted(signal)) resolve(send(isAllowed ? request : "about:invalid"));
      });
    };
    if (known !== undefined) return decide(known);
    const read = (bytes: ArrayBuffer): void => {
      readBytes(bytes, (text) => {
        decide({ text, contentType: "" });
      });
    };
    whenSettled(bytesOf(cloneOf(request)), read, reject);
  });
}

function guardedFetch(self: unknown, args: Args, native: Native<Promise<Response>>): unknown {
  let asked: Made;
  try {
    asked = made(args[0], args[1]);
  } catch (error) {
    return rejected(error);
  }
  const { request } = asked;
  const send = (input: unknown): Promise<Response> => native(self, [input]);
  if (hasNoBody(request) && !includes(urlOf(request), "?")) return send(request);
  const known = knownOf(asked);
  if (known !== undefined && keepaliveOf(request)) {
    return send(askSync(leaving(request, known)) ? request : "about:invalid");
  }
  return holdFetch(request, known, send);
}

/** `fetchLater` (Chromium) answers at once; what can't be read at once fails as if the quota were used up. */
function guardedFetchLater(self: unknown, args: Args, native: Native): unknown {
  const init = args[1];
  const { request, body } = made(args[0], init);
  const isUnknown = body === undefined && streamOf?.(request) !== null;
  const known = isUnknown ? undefined : textNow(body);
  if (known !== undefined && askSync(leaving(request, known))) {
    const isObject = typeof init === "object" && init !== null;
    const activateAfter: unknown = isObject ? reflectGet(init, "activateAfter") : undefined;
    return native(self, [request, bare({ activateAfter })]);
  }
  throw new NativeDOMException("The quota for deferred requests is used up.", "QuotaExceededError");
}

/** Guards `fetch` and `fetchLater`. */
export function guardFetch(): void {
  guardMethod("", "fetch", guardedFetch);
  guardMethod("", "fetchLater", guardedFetchLater);
}
