import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@weir/schema";

/** A body that was read and parsed, the error to answer, or nothing where the client has gone. */
export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "refused"; readonly code: ErrorCode }
  | { readonly kind: "gone" };

/** The most bytes that a JSON body around `contentBytes` of text can take: every byte escaped as `\u0000`, and the rest. */
export function bodyLimit(contentBytes: number): number {
  return 6 * contentBytes + 1024;
}

/** The length that a request announces; undefined where it arrives in chunks. */
export function announcedBytes(request: IncomingMessage): number | undefined {
  if (request.headers["transfer-encoding"] !== undefined) return undefined;
  return Number(request.headers["content-length"] ?? 0);
}

/** Collects the body, counting while it arrives; undefined above the limit, which leaves the rest unread. */
async function collect(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer | "large" | "gone"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (result: Buffer | "large" | "gone"): void => {
      request.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
      // An error after this point is the client's leaving, and must find a listener.
      request.on("error", () => undefined);
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > limit) settle("large");
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle(Buffer.concat(chunks, bytes));
    const onGone = (): void => settle("gone");
    request.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
  });
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads at most `limit` bytes and parses them as JSON in UTF-8. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const bytes = await collect(request, limit);
  if (bytes === "gone") return { kind: "gone" };
  if (bytes === "large") return { kind: "refused", code: "content_too_large" };
  try {
    return { kind: "json", value: JSON.parse(decoder.decode(bytes)) };
  } catch {
    return { kind: "refused", code: "invalid_json" };
  }
}
