import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";

const ACCEPT_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** Opcodes from this one on are of control frames. */
const CLOSE = 8;

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
  /** Bytes of the frame as it came. */
  readonly size: number;
}

/** The first whole frame of what came (RFC 6455, 5.2), unmasked; undefined while it is not all there. */
function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  let at = 2;
  let length = (bytes[1] ?? 0) & 127;
  if (length === 126) {
    if (bytes.length < 4) return undefined;
    length = bytes.readUInt16BE(2);
    at = 4;
  } else if (length === 127) {
    if (bytes.length < 10) return undefined;
    length = Number(bytes.readBigUInt64BE(2));
    at = 10;
  }
  if (bytes.length < at + 4 + length) return undefined;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length));
  for (const [index, byte] of payload.entries()) payload[index] = byte ^ (mask[index % 4] ?? 0);
  return { opcode: (bytes[0] ?? 0) & 15, payload, size: at + 4 + length };
}

/** The code of a socket that its page closes because it is done (RFC 6455, 7.4.1). */
const NORMAL = 1000;

/** The reason that a page gives for closing; empty for none, and for the guards' own. */
const reasonOf = (payload: Buffer): Buffer =>
  payload.length > 2 && payload.readUInt16BE() === NORMAL ? payload.subarray(2) : Buffer.alloc(0);

const closeFrame = (payload: Buffer): Buffer => {
  const code = payload.subarray(0, 2);
  return Buffer.concat([Buffer.from([0x88, code.length]), code]);
};

/** Takes up a WebSocket connection and tells every message that comes, and the reason of a close; it answers a close and nothing else. */
export function acceptWebSocket(
  socket: Duplex,
  key: string,
  onMessage: (payload: Buffer) => void,
): void {
  const accept = createHash("sha1")
    .update(key + ACCEPT_GUID)
    .digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let rest: Buffer = Buffer.alloc(0);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let frame = readFrame(rest); frame !== undefined; frame = readFrame(rest)) {
      rest = rest.subarray(frame.size);
      if (frame.opcode === CLOSE) {
        const reason = reasonOf(frame.payload);
        if (reason.length > 0) onMessage(reason);
        socket.end(closeFrame(frame.payload));
      } else if (frame.opcode < CLOSE) onMessage(frame.payload);
    }
  });
}
