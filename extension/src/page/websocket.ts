import { isBytes, isView, readLater, textNow } from "./body.ts";
import { askHeld, askSync } from "./channel.ts";
import { getterOf, methodOf, notes, testOf, textOf } from "./natives.ts";
import { guardMethod } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

const sliceBuffer = methodOf(ArrayBuffer.prototype, "slice");

const isSocket = testOf(getterOf(WebSocket.prototype, "readyState"));

/** The code that a socket is closed with where a message was stopped; 4000 to 4999 are for applications (RFC 6455, 7.4.2). */
const STOPPED = 4403;

/** Messages that wait for one that is being read: they leave in the order in which they came. */
interface Queue {
  readonly messages: unknown[];
  from: number;
}

const queues = notes<Queue | undefined>();

/** A message that its page can't change any more. */
function frozen(message: unknown): unknown {
  if (!isBytes(message)) return typeof message === "object" ? message : textOf(message);
  if (!isView(message)) return sliceBuffer(message, 0);
  return sliceBuffer(message.buffer, message.byteOffset, message.byteOffset + message.byteLength);
}

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
    if (queue === undefined || queue.from >= queue.messages.length) break;
    const message = queue.messages[queue.from];
    queue.messages[queue.from] = undefined;
    queue.from++;
    if (!sendOne(socket, message, native, close)) return;
  }
  queues.set(socket, undefined);
}

const guardSend =
  (close: Close) =>
  (self: unknown, args: Args, native: Native): unknown => {
    if (typeof self !== "object" || self === null || args.length === 0) return native(self, args);
    const message = frozen(args[0]);
    const queue = queues.get(self);
    if (queue !== undefined) queue.messages[queue.messages.length] = message;
    else if (!sendOne(self, message, native, close)) queues.set(self, { messages: [], from: 0 });
    return undefined;
  };

/** Guards messages of WebSockets, and of data channels between peers. */
export function guardSockets(): void {
  const closeSocket = methodOf(WebSocket.prototype, "close");
  guardMethod(
    WebSocket.prototype,
    "send",
    guardSend((socket) => {
      if (isSocket(socket)) closeSocket(socket, STOPPED, "stopped by Weir");
    }),
  );
  if (!("RTCDataChannel" in window)) return;
  const closeChannel = methodOf(RTCDataChannel.prototype, "close");
  const isChannel = testOf(getterOf(RTCDataChannel.prototype, "label"));
  guardMethod(
    RTCDataChannel.prototype,
    "send",
    guardSend((channel) => {
      if (isChannel(channel)) closeChannel(channel);
    }),
  );
}
