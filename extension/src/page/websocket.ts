import { frozen, isBlob, isBytes, readLater, textNow } from "./body.ts";
import { askHeld, askSync } from "./channel.ts";
import { deleteProperty, getterOf, methodOf, notes, testOf, textOf } from "./natives.ts";
import { everywhere, guardMethod } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

const isSocket = testOf(getterOf(WebSocket.prototype, "readyState"));

/** The code that a socket is closed with where a message was stopped; 4000 to 4999 are for applications (RFC 6455, 7.4.2). */
const STOPPED = 4403;

/** A message that waits for the one before it, which is being read: they leave in the order in which they came. */
interface Waiting {
  readonly message: unknown;
  next: Waiting | undefined;
}

/** The messages that wait behind the one that is being read, and what is to be done once the last has left. */
interface Queue {
  first: Waiting | undefined;
  last: Waiting | undefined;
  atEnd: (() => void) | undefined;
}

const queues = notes<Queue | undefined>();

/** A message that its page can't change any more, nor give otherwise when it is read again. */
const settledMessage = (message: unknown): unknown =>
  isBlob(message) || isBytes(message) ? frozen(message) : textOf(message);

type Close = (socket: object) => void;

function sendOne(socket: object, message: unknown, native: Native, close: Close): boolean {
  const known = textNow(message);
  if (known !== undefined) {
    const { text, contentType } = known;
    if (askSync({ boundary: "websocket", url: "", contentType, body: text })) {
      native(socket, [message]);
    } else close(socket);
    return true;
  }
  const done = (isAllowed: boolean): void => {
    if (isAllowed) native(socket, [message]);
    else close(socket);
    drain(socket, native, close);
  };
  readLater(
    message,
    (_, { text }) => {
      askHeld({ boundary: "websocket", url: "", contentType: "", body: text }, done);
    },
    () => {
      done(false);
    },
  );
  return false;
}

/** Sends what waits, up to the next message that takes time. */
function drain(socket: object, native: Native, close: Close): void {
  for (;;) {
    const queue = queues.get(socket);
    if (queue === undefined) return;
    const { first, atEnd } = queue;
    if (first === undefined) {
      queues.set(socket, undefined);
      return atEnd?.();
    }
    queue.first = first.next;
    if (!sendOne(socket, first.message, native, close)) return;
  }
}

function enqueue(queue: Queue, message: unknown): void {
  const waiting: Waiting = { message, next: undefined };
  if (queue.first === undefined || queue.last === undefined) queue.first = waiting;
  else queue.last.next = waiting;
  queue.last = waiting;
}

const guardSend =
  (close: Close) =>
  (self: unknown, args: Args, native: Native): unknown => {
    if (typeof self !== "object" || self === null) return native(self, args);
    const message = settledMessage(args[0]);
    const queue = queues.get(self);
    // What is sent after `close()` goes nowhere.
    if (queue !== undefined && queue.atEnd === undefined) enqueue(queue, message);
    else if (queue !== undefined) return undefined;
    else if (!sendOne(self, message, native, close)) {
      queues.set(self, { first: undefined, last: undefined, atEnd: undefined });
    }
    return undefined;
  };

/** What a socket is closed with: its code, and the reason where that may leave. */
function closing(args: Args): Args {
  if (args[1] === undefined) return args;
  const body = textOf(args[1]);
  const isAllowed = askSync({ boundary: "websocket", url: "", contentType: "", body });
  return isAllowed ? [args[0], body] : [args[0]];
}

/** A socket that is closed while messages wait is closed behind the last of them, as the browser does with those it has. */
function guardedClose(self: unknown, args: Args, native: Native): unknown {
  const given = closing(args);
  const queue = isSocket(self) ? queues.get(self) : undefined;
  if (queue === undefined) return native(self, given);
  queue.atEnd ??= () => native(self, given);
  return undefined;
}

/** Guards messages of WebSockets, and of data channels between peers. */
export function guardSockets(): void {
  const closeSocket = methodOf(WebSocket.prototype, "close");
  guardMethod(
    "WebSocket",
    "send",
    guardSend((socket) => {
      if (isSocket(socket)) closeSocket(socket, STOPPED, "stopped by Weir");
    }),
  );
  guardMethod("WebSocket", "close", guardedClose);
  // Its streams can't be looked into: a page that does not find it uses the sockets that can.
  everywhere((realm) => {
    deleteProperty(realm, "WebSocketStream");
  });
  if (!("RTCDataChannel" in window)) return;
  const closeChannel = methodOf(RTCDataChannel.prototype, "close");
  const isChannel = testOf(getterOf(RTCDataChannel.prototype, "label"));
  guardMethod(
    "RTCDataChannel",
    "send",
    guardSend((channel) => {
      if (isChannel(channel)) closeChannel(channel);
    }),
  );
}
