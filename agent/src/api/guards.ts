import type { IncomingMessage } from "node:http";
import { COMPANION_BROWSERS } from "@weir/schema";
import type { CompanionBrowser, ErrorCode } from "@weir/schema";

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

/** An extension of a browser, by the Origin that its browser sends for it. */
export interface ExtensionOrigin {
  readonly browser: CompanionBrowser;
  readonly origin: string;
}

/** An extension's id in Chromium; in Firefox, an id that differs in each profile. */
const EXTENSION_ORIGINS: Readonly<Record<CompanionBrowser, RegExp>> = {
  chromium: /^chrome-extension:\/\/[a-p]{32}$/,
  firefox: /^moz-extension:\/\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

function extensionOf(origin: string): ExtensionOrigin | undefined {
  const browser = COMPANION_BROWSERS.find((name) => EXTENSION_ORIGINS[name].test(origin));
  return browser === undefined ? undefined : { browser, origin };
}

/**
 * Where a request comes from: an extension, whose browser does not always send its origin, or this machine's own programs
 * and pages; or why it is refused.
 */
export type Source =
  | {
      readonly ok: true;
      readonly isExtension: boolean;
      readonly extension: ExtensionOrigin | undefined;
    }
  | { readonly ok: false; readonly problem: ErrorCode };

/** Has another site made the request? */
function isFromElsewhere({ headersDistinct }: IncomingMessage): boolean {
  const { "sec-fetch-site": sites = [] } = headersDistinct;
  return sites.some((site) => site !== "none" && site !== "same-origin");
}

/**
 * Is it a GET of an extension of Chromium, which has no Origin? No site has made it, and nobody has gone to its address
 * (W3C Fetch Metadata, 2). Firefox gives no such sign.
 */
function isSilentExtension({ headersDistinct }: IncomingMessage): boolean {
  const { "sec-fetch-site": sites = [], "sec-fetch-mode": modes = [], origin } = headersDistinct;
  const isFetched = modes.some((mode) => mode !== "navigate");
  return origin === undefined && sites.includes("none") && isFetched;
}

const refused = (problem: ErrorCode): Source => ({ ok: false, problem });

/**
 * Guards against web pages and against names that were rebound to this machine, before anything of the request is used:
 * one Host header with a loopback name and this port, no foreign Origin, no fetch from another site. What an extension may
 * ask is for the caller to say.
 */
export function checkSource(request: IncomingMessage, place: ListenPlace): Source {
  if (request.rawHeaders.length > 2 * MAX_HEADERS) return refused("headers_too_large");
  const { host: hosts = [], origin: origins = [] } = request.headersDistinct;
  const [host = ""] = hosts;
  if (hosts.length !== 1 || request.url?.startsWith("/") !== true) return refused("bad_request");
  if (!namesThisAgent(host, place)) return refused("forbidden_host");
  const extension = origins.length === 1 ? extensionOf(origins[0] ?? "") : undefined;
  const isForeign = (origin: string): boolean => origin !== `http://${host}`;
  if (extension === undefined && origins.some(isForeign)) return refused("forbidden_origin");
  if (isFromElsewhere(request)) return refused("forbidden_origin");
  return {
    ok: true,
    isExtension: extension !== undefined || isSilentExtension(request),
    extension,
  };
}

/** Is the body JSON in UTF-8, and not packed? */
export function checkMediaType({ headersDistinct }: IncomingMessage): ErrorCode | undefined {
  const types = headersDistinct["content-type"] ?? [];
  const encodings = headersDistinct["content-encoding"] ?? [];
  const isJson = types.length === 1 && JSON_TYPE.test(types[0] ?? "");
  const isPlain = encodings.every((encoding) => encoding.toLowerCase() === "identity");
  return isJson && isPlain ? undefined : "unsupported_media_type";
}
