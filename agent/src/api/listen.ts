import type { Endpoint } from "@weir/schema";

/** An address to listen on; `host` as it stands in a URL, with brackets around IPv6. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** The address of a listener as the configuration has it. */
export function listenAddress({ host, port }: Endpoint): ListenAddress {
  return { host: host.includes(":") ? `[${host}]` : host, port };
}
