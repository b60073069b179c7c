import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@weir/schema";
import type { Share } from "./growing-gate.ts";
import type { ApiLimits } from "./limits.ts";

/** A body that was read and parsed, the error to answer, or nothing where the client has gone. */
export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "refused"; readonly code: ErrorCode }
  | { readonly kind: "gone" };

/**
 * How much room a body is given beyond what has arrived. A reservation of all that it announces, or may become, would let
 * whoever sends nothing keep others out.
 */
const STEP_BYTES = 256 * 1024;

/** What a body may hold: at most `limit` bytes, of which there is `room` for the first; `share` finds room for more. */
export interface BodyRoom {
  readonly limits: Pick<ApiLimits, "plainBodyBytes" | "contentMarks">;
  readonly limit: number;
  readonly room: number;
  readonly share: Share;
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal;
}

/** The most bytes that a JSON body around `contentBytes` of text can take: every byte escaped as `\u0000`, and the rest. */
export function bodyLimit(contentBytes: number): number {
  return 6 * contentBytes + 1024;
}

/** The length that a request announces; undefined where it arrives in chunks. */
export function announcedBytes(request: IncomingMessage): number | undefined {
  if (request.headers["transfer-encoding"] !== undefined) return undefined;
  return Number(request.headers["content-length"] ?? 0);
}

/** Collects the body, counting while it arrives; above the limit, the rest is left unread. */
async function collect(
  request: IncomingMessage,
  { limit, room: firstRoom, share, gone }: BodyRoom,
): Promise<Buffer | "large" | "gone"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let room = firstRoom;
    const settle = (result: Buffer | "large" | "gone"): void => {
      request.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
      // An error after this point is the client's leaving, and must find a listener.
      request.on("error", () => undefined);
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > limit) return settle("large");
      chunks.push(chunk);
      if (bytes > room) void makeRoom();
    };
    const makeRoom = async (): Promise<void> => {
      request.pause();
      room = bytes + STEP_BYTES;
      if (await share.grow(room, gone)) request.resume();
      else settle("gone");
    };
    const onEnd = (): void => settle(Buffer.concat(chunks, bytes));
    const onGone = (): void => settle("gone");
    request.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
  });
}

const decoder = new TextDecoder("utf-8", { fatal: true });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Brackets and braces differ in one bit. */
const isMark = (byte: number): boolean =>
  byte === COMMA || byte === COLON || (byte & 0xdf) === 0x5b || (byte & 0xdf) === 0x5d;

/** Has JSON more structural characters outside strings than this (RFC 8259, 2)? One look over the bytes, which makes nothing. */
function hasMoreMarks(bytes: Uint8Array, most: number): boolean {
  let marks = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) at += byte === BACKSLASH ? 1 : 0;
    else if (isMark(byte) && ++marks > most) return true;
  }
  return false;
}

/** Reads a body into its room and parses it as JSON in UTF-8, but for one that would become far more objects than any has. */
export async function readBody(request: IncomingMessage, room: BodyRoom): Promise<Body> {
  const bytes = await collect(request, room);
  if (bytes === "gone") return { kind: "gone" };
  if (bytes === "large") return { kind: "refused", code: "content_too_large" };
  room.share.whole(bytes.length);
  const { plainBodyBytes, contentMarks } = room.limits;
  if (bytes.length > plainBodyBytes && hasMoreMarks(bytes, contentMarks))
    return { kind: "refused", code: "invalid_body" };
  try {
    return { kind: "json", value: JSON.parse(decoder.decode(bytes)) };
  } catch {
    return { kind: "refused", code: "invalid_json" };
  }
}
