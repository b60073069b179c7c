// DNS messages in a stream: each has its length before it, in two bytes (RFC 1035 4.2.2, RFC 7766 8).
import { Buffer } from "node:buffer";
import { putU16, u16 } from "./message.ts";

const PREFIX_BYTES = 2;

/** A message with its length before it, to be written at once (RFC 7766 8). */
export function frame(message: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(PREFIX_BYTES + message.length);
  putU16(out, 0, message.length);
  out.set(message, PREFIX_BYTES);
  return out;
}

/** Puts messages together from the parts of a stream, in whatever pieces they come. */
export class Deframer {
  private prefix = Buffer.alloc(PREFIX_BYTES);
  private prefixHeld = 0;
  private message: Buffer | undefined;
  private held = 0;

  /** Is a message begun and not whole? */
  get isInside(): boolean {
    return this.prefixHeld > 0;
  }

  /**
   * Takes a part; each message that becomes whole is passed on, until `onMessage` answers false. One that lies within the part is
   * a view of it. Answers how many bytes were taken.
   */
  take(part: Uint8Array, onMessage: (message: Uint8Array) => boolean): number {
    let at = 0;
    while (at < part.length) {
      if (this.prefixHeld < PREFIX_BYTES) {
        this.prefix[this.prefixHeld++] = part[at++] ?? 0;
        if (this.prefixHeld < PREFIX_BYTES) continue;
        this.message = undefined;
        this.held = 0;
      }
      const wanted = u16(this.prefix, 0);
      const bytes = part.subarray(at, at + wanted - this.held);
      at += bytes.length;
      const isAlone = bytes.length === wanted;
      const whole = isAlone ? bytes : this.add(bytes, wanted);
      if (!isAlone && this.held < wanted) continue;
      this.message = undefined;
      this.prefixHeld = 0;
      if (!onMessage(whole)) return at;
    }
    return at;
  }

  /** Adds bytes of the message, and answers what there is; room is made as they come, since a length alone promises none. */
  private add(bytes: Uint8Array, wanted: number): Uint8Array {
    const needed = this.held + bytes.length;
    if (this.message === undefined || this.message.length < needed) {
      const grown = Buffer.allocUnsafe(Math.min(wanted, 2 * needed));
      if (this.message !== undefined) grown.set(this.message.subarray(0, this.held));
      this.message = grown;
    }
    this.message.set(bytes, this.held);
    this.held = needed;
    return this.message;
  }
}
