import { isAddressAllowed, sentAddress, withMethod } from "./address.ts";
import { askHeld, askSync } from "./channel.ts";
import type { Leaving } from "./channel.ts";
import { frozen, isBytes, isDocument, isParams, readLater, settled, textNow } from "./body.ts";
import type { BodyText } from "./body.ts";
import { getterOf, lower, methodOf, NativeDOMException, notes, testOf, textOf } from "./natives.ts";
import { guardMethod, guardSetter } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

const proto = XMLHttpRequest.prototype;
/** Requests as they are made here: without the forms that leave something out. */
interface Requests {
  open(method: string, url: string, isAsync: boolean): void;
  send(body?: unknown): void;
}
const requests: Requests = proto;
const openNative = methodOf(requests, "open");
const sendNative = methodOf(requests, "send");
const setHeader = methodOf(proto, "setRequestHeader");
const withCredentialsOf = getterOf(proto, "withCredentials");
const cloneNode = methodOf(Node.prototype, "cloneNode");
const isXhr = testOf(withCredentialsOf);

/** What was asked of a request before it is sent. */
interface Opened {
  readonly method: string;
  readonly isAsync: boolean;
  /** The Content-Type that the page set; empty for none. */
  contentType: string;
  /** Between `send` of the page and that of the browser. */
  isHeld: boolean;
}

const opened = notes<Opened>();

const leaving = ({ contentType }: Opened, read: BodyText): Leaving => ({
  boundary: "xhr",
  url: "",
  contentType: contentType === "" ? read.contentType : contentType,
  body: read.text,
});

/** Lets a request fail as one that reaches nobody: `error` and `loadend`, or an exception where it waits. */
function fail(xhr: XMLHttpRequest, { isAsync }: Opened): void {
  openNative(xhr, "GET", "about:invalid", isAsync);
  sendNative(xhr);
}

/** Sends what was read, byte for byte, with the Content-Type that it would have had. */
function sendRead(xhr: XMLHttpRequest, state: Opened, body: unknown, contentType: string): void {
  if (state.contentType === "" && contentType !== "") setHeader(xhr, "Content-Type", contentType);
  sendNative(xhr, body);
}

function hold(xhr: XMLHttpRequest, state: Opened, read: BodyText, send: () => void): void {
  askHeld(leaving(state, read), (isAllowed) => {
    // The page may have aborted the request or opened it anew.
    if (!state.isHeld || opened.get(xhr) !== state) return;
    state.isHeld = false;
    if (isAllowed) send();
    else fail(xhr, state);
  });
}

function sendLater(xhr: XMLHttpRequest, state: Opened, body: unknown): void {
  const known = textNow(body);
  state.isHeld = true;
  if (known !== undefined && !isBytes(body) && !isParams(body)) {
    const sent = frozen(body);
    return hold(xhr, state, known, () => sendNative(xhr, sent));
  }
  if (known !== undefined && known.text === undefined) {
    return hold(xhr, state, known, () => sendNative(xhr, body));
  }
  readLater(
    body,
    (bytes, read) => {
      hold(xhr, state, read, () => {
        sendRead(xhr, state, bytes, read.contentType);
      });
    },
    () => {
      state.isHeld = false;
      fail(xhr, state);
    },
  );
}

function sendNow(xhr: XMLHttpRequest, state: Opened, body: unknown): void {
  // What can't be read at once is not sent: the page would have to wait for it.
  const known = textNow(body);
  if (known !== undefined && askSync(leaving(state, known))) sendNative(xhr, body);
  else fail(xhr, state);
}

/** Throws as the browser does for a request that was sent. */
function refuseSent(state: Opened | undefined): void {
  if (state?.isHeld !== true) return;
  throw new NativeDOMException("send() was called already.", "InvalidStateError");
}

/** A body that is the same whenever it is read; a document can be changed by its page. */
const settledBody = (body: unknown): unknown =>
  isDocument(body) ? cloneNode(body, true) : settled(body);

/** A request that was opened in another realm: what it is, is not known here. */
function sendForeign(xhr: XMLHttpRequest, args: Args, native: Native): unknown {
  const body = settledBody(args[0]);
  const known = textNow(body);
  const isAllowed =
    known !== undefined &&
    askSync({ boundary: "xhr", url: "", contentType: known.contentType, body: known.text });
  if (!isAllowed) throw new NativeDOMException("A network error occurred.", "NetworkError");
  return native(xhr, [body]);
}

function guardedSend(self: unknown, args: Args, native: Native): unknown {
  if (!isXhr(self)) return native(self, args);
  const state = opened.get(self);
  if (state === undefined) return sendForeign(self, args, native);
  refuseSent(state);
  const hasBody = state.method !== "GET" && state.method !== "HEAD";
  const body: unknown = hasBody ? settledBody(args[0]) : undefined;
  return state.isAsync ? sendLater(self, state, body) : sendNow(self, state, body);
}

function guardedOpen(self: unknown, args: Args, native: Native): unknown {
  const method = textOf(args[0]);
  const address = sentAddress(textOf(args[1]));
  // Decided when it is named: another realm may be the one that sends.
  const url = isAddressAllowed(withMethod(method, address), "xhr") ? address : "about:invalid";
  const isAsync = args.length < 3 || Boolean(args[2]);
  const given = args.length < 4 ? [method, url, isAsync] : [method, url, isAsync, args[3], args[4]];
  const result = native(self, given);
  if (isXhr(self)) {
    const upper = lower(method) === "get" ? "GET" : lower(method) === "head" ? "HEAD" : method;
    opened.set(self, { method: upper, isAsync, contentType: "", isHeld: false });
  }
  return result;
}

function guardedSetHeader(self: unknown, args: Args, native: Native): unknown {
  const state = isXhr(self) ? opened.get(self) : undefined;
  const name = textOf(args[0]);
  const value = textOf(args[1]);
  refuseSent(state);
  const result = native(self, [name, value]);
  if (state !== undefined && lower(name) === "content-type") state.contentType = value;
  return result;
}

function guardedCredentials(self: unknown, args: Args, native: Native): unknown {
  if (isXhr(self)) refuseSent(opened.get(self));
  return native(self, args);
}

function guardedAbort(self: unknown, args: Args, native: Native): unknown {
  const state = isXhr(self) ? opened.get(self) : undefined;
  if (isXhr(self) && state?.isHeld === true) {
    state.isHeld = false;
    // To the page it was sent: something has to be on its way for its listeners to be told of the end. Not "about:invalid",
    // whose error Firefox tells of after the abortion.
    openNative(self, "GET", "data:,", true);
    sendNative(self);
  }
  return native(self, args);
}

/** Guards XMLHttpRequest. To the page, a request that waits to be judged looks sent, and one that is stopped has failed. */
export function guardXhr(): void {
  guardMethod("XMLHttpRequest", "open", guardedOpen);
  guardMethod("XMLHttpRequest", "setRequestHeader", guardedSetHeader);
  guardSetter("XMLHttpRequest", "withCredentials", guardedCredentials);
  guardMethod("XMLHttpRequest", "abort", guardedAbort);
  guardMethod("XMLHttpRequest", "send", guardedSend);
}
