import { askHeld, askSync } from "./channel.ts";
import type { Leaving } from "./channel.ts";
import { isBlob, readBytes, textNow } from "./body.ts";
import type { BodyText } from "./body.ts";
import { MAX_READ_BYTES } from "../shared/boundary.ts";
import {
  getterOf,
  includes,
  makerOf,
  methodOf,
  NativeDOMException,
  NativePromise,
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
const cloneOf = methodOf(Request.prototype, "clone");
const bytesOf = methodOf(Request.prototype, "arrayBuffer");
const blobSize = getterOf(Blob.prototype, "size");

/** What the browser makes of the arguments; each is read once, so that what is scanned is what is sent. */
const requestOf = (args: Args): Request => makeRequest(args[0], args[1]);

const initBody = (args: Args): unknown => {
  const init = args[1];
  return typeof init === "object" && init !== null && "body" in init ? init.body : undefined;
};

const hasNoBody = (request: Request): boolean => {
  const method = methodNameOf(request);
  return method === "GET" || method === "HEAD";
};

const leaving = (request: Request, read: BodyText): Leaving => ({
  boundary: "fetch",
  url: urlOf(request),
  contentType: headerGet(headersOf(request), "content-type") ?? read.contentType,
  body: read.text,
});

/** What of a request is known at once; undefined where it has to be read. */
function knownOf(request: Request, args: Args): BodyText | undefined {
  if (hasNoBody(request)) return textNow(undefined);
  const body = initBody(args);
  if (isBlob(body) && blobSize(body) > MAX_READ_BYTES) return { text: undefined, contentType: "" };
  // The page may be on its way out: nobody would be there to send later.
  return keepaliveOf(request) && body !== undefined ? textNow(body) : undefined;
}

/** A fetch that waits for the guards, then goes on as the browser's, or fails as one that reached nobody. */
function holdFetch(
  request: Request,
  known: BodyText | undefined,
  send: (input: unknown) => Promise<Response>,
): Promise<Response> {
  return new NativePromise((resolve, reject) => {
    const decide = (read: BodyText): void => {
      askHeld(leaving(request, read), (isAllowed) => {
        resolve(send(isAllowed ? request : "about:invalid"));
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
  if (args.length === 0) return native(self, args);
  let request: Request;
  try {
    request = requestOf(args);
  } catch (error) {
    return rejected(error);
  }
  const send = (input: unknown): Promise<Response> => native(self, [input]);
  if (hasNoBody(request) && !includes(urlOf(request), "?")) return send(request);
  const known = knownOf(request, args);
  if (known !== undefined && keepaliveOf(request)) {
    return send(askSync(leaving(request, known)) ? request : "about:invalid");
  }
  return holdFetch(request, known, send);
}

/** `fetchLater` (Chromium) answers at once; what can't be read at once fails as if the quota were used up. */
function guardedFetchLater(self: unknown, args: Args, native: Native): unknown {
  const request = requestOf(args);
  const init = args[1];
  const known = hasNoBody(request) ? textNow(undefined) : textNow(initBody(args));
  if (known !== undefined && askSync(leaving(request, known))) return native(self, [request, init]);
  throw new NativeDOMException("The quota for deferred requests is used up.", "QuotaExceededError");
}

export function guardFetch(): void {
  guardMethod(window, "fetch", guardedFetch);
  guardMethod(window, "fetchLater", guardedFetchLater);
}
