import type { Endpoint } from "@weir/schema";
import { AgentError } from "../errors.ts";

/** Where the API listens unless told otherwise. */
export const DEFAULT_LISTEN = "127.0.0.1:9191";

/** An address to listen on; `host` as it stands in a URL, with brackets around IPv6. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Reads `127.0.0.1:9191`, `localhost:9191` or `[::1]:9191`. Throws an AgentError for anything else. */
export function parseListen(text: string): ListenAddress {
  const parts = /^(\[[0-9a-fA-F:.]+\]|[^:[\]\s]+):([0-9]{1,5})$/.exec(text.trim());
  const host = (parts?.[1] ?? "").toLowerCase();
  const port = Number(parts?.[2]);
  if (parts === null || port > 65_535) throw new AgentError("listen_invalid");
  if (host === "localhost") return { host: "127.0.0.1", port };
  if (host === "[::1]" || isLoopbackV4(host)) return { host, port };
  throw new AgentError("listen_not_loopback");
}

/** The address of a listener as the configuration has it. */
export function listenAddress({ host, port }: Endpoint): ListenAddress {
  return { host: host.includes(":") ? `[${host}]` : host, port };
}

/** 127.0.0.0/8 (RFC 1122, 3.2.1.3), in its plain four-part form. */
function isLoopbackV4(host: string): boolean {
  const parts = host.split(".");
  const isPlain = parts.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) < 256);
  return parts.length === 4 && isPlain && parts[0] === "127";
}
