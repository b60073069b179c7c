import { dnsServer, rulesOf } from "./dns-parts.ts";
import type { closing } from "./dns-parts.ts";
import { answerWith, udpResolver } from "./dns-resolvers.ts";
import type { Responder } from "./dns-resolvers.ts";

/** Starts a server before a resolver that answers so; both are closed with what is `kept`. */
export const serving =
  (kept: ReturnType<typeof closing>["kept"]) =>
  async (
    names: Parameters<typeof rulesOf>[0],
    respond: Responder = answerWith("192.0.2.1"),
    settings: Parameters<typeof dnsServer>[1] = {},
  ) => {
    const upstream = kept(await udpResolver(respond, respond));
    const upstreams = [upstream.address];
    const server = kept(await dnsServer(rulesOf(names), { upstreams, ...settings }));
    return { ...server, upstream };
  };
