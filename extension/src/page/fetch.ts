import { withMethod } from "./address.ts";
import { askHeld, askSync } from "./channel.ts";
import type { Leaving } from "./channel.ts";
import { readBytes, settled, textNow } from "./body.ts";
import type { BodyText } from "./body.ts";
import {
  bare,
  getterOf,
  includes,
  isObject,
  makerOf,
  methodOf,
  NativeDOMException,
  NativePromise,
  notes,
  reflectGet,
  rejected,
  testOf,
  whenSettled,
} from "./natives.ts";
import { guardConstructor, guardMethod } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

const NativeRequest = makerOf<Request>(Request);
const makeRequest = (args: Args): Request => NativeRequest(args[0], args[1]);
const methodNameOf = getterOf(Request.prototype, "method");
const urlOf = getterOf(Request.prototype, "url");
const keepaliveOf = getterOf(Request.prototype, "keepalive");
const headersOf = getterOf(Request.prototype, "headers");
const headerGet = methodOf(Headers.prototype, "get");
const signalOf = getterOf(Request.prototype, "signal");
const isAborted = getterOf(AbortSignal.prototype, "aborted");
const reasonOf = getterOf(AbortSignal.prototype, "reason");
const listen = methodOf(EventTarget.prototype, "addEventListener");
const referrerOf = getterOf(Request.prototype, "referrer");
const policyOf = getterOf(Request.prototype, "referrerPolicy");
const bytesOf = methodOf(Request.prototype, "arrayBuffer");

const NativeProxy = Proxy;
/** Firefox does not show a request's body as a stream. */
const streamOf = "body" in Request.prototype ? getterOf(Request.prototype, "body") : undefined;

const isRequest = testOf(urlOf);

/** The bodies that requests were made with, where their text is known at once: no page can change them any more. */
const bodies = notes<BodyText>();

/** Makes a request. A body is read once, so that what is scanned is what is sent. */
function made<T extends object>(args: Args, make: (args: Args) => T): T {
  const input = args[0];
  const init = args[1];
  const body = isObject(init) ? (settled(reflectGet(init, "body")) ?? undefined) : undefined;
  const get = (_: object, name: PropertyKey): unknown =>
    name === "body" || !isObject(init) ? body : reflectGet(init, name);
  // Not of `init`: of one that is frozen, a proxy may give nothing else.
  const given = isObject(init) ? new NativeProxy(bare({}), bare({ get })) : init;
  const request = make([input, given]);
  const known = body === undefined && isRequest(input) ? bodies.get(input) : textNow(body);
  if (known !== undefined) bodies.set(request, known);
  return request;
}

const hasNoBody = (request: Request): boolean => {
  const method = methodNameOf(request);
  return method === "GET" || method === "HEAD";
};

const leaving = (request: Request, read: BodyText): Leaving => ({
  boundary: "fetch",
  url: withMethod(methodNameOf(request), urlOf(request)),
  contentType: read.contentType || (headerGet(headersOf(request), "content-type") ?? ""),
  body: read.text,
});

/** What of a request is known at once; undefined where it has to be read. */
const knownOf = (request: Request): BodyText | undefined =>
  hasNoBody(request) ? textNow(undefined) : bodies.get(request);

/** What sends the bytes that were read, in the place of a body that is used up, or was a stream of what its page can write over. */
const withBytes = (request: Request, body: ArrayBuffer): object =>
  bare({ body, referrer: referrerOf(request), referrerPolicy: policyOf(request) });

/** A fetch that waits for the guards, then goes on as the browser's, or fails as one that reached nobody. */
function holdFetch(
  request: Request,
  known: BodyText | undefined,
  send: (input: unknown, init?: object) => Promise<Response>,
): Promise<Response> {
  return new NativePromise((resolve, reject) => {
    const signal = signalOf(request);
    const onAbort = (): void => {
      reject(reasonOf(signal));
    };
    if (isAborted(signal)) return onAbort();
    listen(signal, "abort", onAbort);
    const decide = (read: BodyText, init?: object): void => {
      askHeld(leaving(request, read), (isAllowed) => {
        // A promise that nobody waits for would fail as one that nobody handles.
        if (!isAborted(signal)) resolve(isAllowed ? send(request, init) : send("about:invalid"));
      });
    };
    if (known !== undefined) return decide(known);
    const read = (bytes: ArrayBuffer): void => {
      readBytes(bytes, (text) => {
        decide({ text, contentType: "" }, withBytes(request, bytes));
      });
    };
    whenSettled(bytesOf(request), read, reject);
  });
}

function guardedFetch(self: unknown, args: Args, native: Native<Promise<Response>>): unknown {
  let request: Request;
  try {
    request = made(args, makeRequest);
  } catch (error) {
    return rejected(error);
  }
  const send = (input: unknown, init?: object): Promise<Response> => native(self, [input, init]);
  if (hasNoBody(request) && !includes(urlOf(request), "?")) return send(request);
  const known = knownOf(request);
  if (known !== undefined && keepaliveOf(request)) {
    return send(askSync(leaving(request, known)) ? request : "about:invalid");
  }
  return holdFetch(request, known, send);
}

/** `fetchLater` (Chromium) answers at once; what can't be read at once fails as if the quota were used up. */
function guardedFetchLater(self: unknown, args: Args, native: Native): unknown {
  const init = args[1];
  const request = made(args, makeRequest);
  const known = streamOf?.(request) === null ? textNow(undefined) : bodies.get(request);
  if (known !== undefined && askSync(leaving(request, known))) {
    const activateAfter = isObject(init) ? reflectGet(init, "activateAfter") : undefined;
    return native(self, [request, bare({ activateAfter })]);
  }
  throw new NativeDOMException("The quota for deferred requests is used up.", "QuotaExceededError");
}

/** Guards `fetch` and `fetchLater`, and looks at what requests are made with. */
export function guardFetch(): void {
  guardConstructor("Request", made);
  guardMethod<object>("Request", "clone", (self, args, native) => {
    const copy = native(self, args);
    const known = isRequest(self) ? bodies.get(self) : undefined;
    if (known !== undefined) bodies.set(copy, known);
    return copy;
  });
  guardMethod("", "fetch", guardedFetch);
  guardMethod("", "fetchLater", guardedFetchLater);
}
