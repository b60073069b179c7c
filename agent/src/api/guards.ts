import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@weir/schema";

/** Header lines that a request may have; the size of all of them is bounded by the server. */
const MAX_HEADERS = 100;

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

/** Where the server listens, as far as requests have to name it. */
export interface ListenPlace {
  readonly host: string;
  readonly port: number;
}

const namesThisAgent = (header: string, { host, port }: ListenPlace): boolean => {
  const named = header.toLowerCase();
  const suffixes = port === 80 ? ["", ":80"] : [`:${port}`];
  const names = new Set(["127.0.0.1", "localhost", "[::1]", host]);
  return suffixes.some(
    (suffix) => names.has(named.slice(0, named.length - suffix.length)) && named.endsWith(suffix),
  );
};

/**
 * Guards against web pages and against names that were rebound to this machine, before anything of the request is used:
 * one Host header with a loopback name and this port, no foreign Origin, no fetch from another site.
 */
export function checkSource(request: IncomingMessage, place: ListenPlace): ErrorCode | undefined {
  if (request.rawHeaders.length > 2 * MAX_HEADERS) return "headers_too_large";
  const { host: hosts = [], origin: origins = [], ...others } = request.headersDistinct;
  const [host = ""] = hosts;
  if (hosts.length !== 1 || request.url?.startsWith("/") !== true) return "bad_request";
  if (!namesThisAgent(host, place)) return "forbidden_host";
  if (origins.some((origin) => origin !== `http://${host}`)) return "forbidden_origin";
  const sites = others["sec-fetch-site"] ?? [];
  if (sites.some((site) => site !== "none" && site !== "same-origin")) return "forbidden_origin";
  return undefined;
}

/** Is the body JSON in UTF-8, and not packed? */
export function checkMediaType({ headersDistinct }: IncomingMessage): ErrorCode | undefined {
  const types = headersDistinct["content-type"] ?? [];
  const encodings = headersDistinct["content-encoding"] ?? [];
  const isJson = types.length === 1 && JSON_TYPE.test(types[0] ?? "");
  const isPlain = encodings.every((encoding) => encoding.toLowerCase() === "identity");
  return isJson && isPlain ? undefined : "unsupported_media_type";
}
