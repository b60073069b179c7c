/** Where programs find the resolvers (resolv.conf(5)). */
export const RESOLV_CONF = "/etc/resolv.conf";

const NAMESERVER = /^\s*nameserver\s+(\S+)/;

/** What a resolv.conf(5) names as resolvers, in order; what is no address is passed on too. */
export function nameserversOf(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => NAMESERVER.exec(line)?.[1] ?? []);
}
