import { readFileSync } from "node:fs";
import { nameserversOf, RESOLV_CONF } from "../resolv-conf.ts";

const FORMER = /^# weir: formerly nameserver (\S+)$/;

const MARK = "# Made by weir dns install --full; weir dns uninstall brings back what was here.\n";

/**
 * The resolvers that a resolv.conf(5) named before Weir came: the agent forwards to these where no `upstream_dns` is
 * set. Empty where Weir did not write it.
 */
export function formerNameservers(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => FORMER.exec(line)?.[1] ?? []);
}

/** The resolvers that this system asked before Weir wrote its resolv.conf; empty where it did not, or has none. */
export function formerResolvers(): readonly string[] {
  try {
    return formerNameservers(readFileSync(RESOLV_CONF, "latin1"));
  } catch {
    return [];
  }
}

/**
 * A resolv.conf(5) that asks Weir alone, search list and options kept, and the former resolvers in remarks. There is no
 * second resolver: programs would turn to it in silence, and what policy denies would resolve.
 */
export function weirResolvConf(before: Buffer, host: string): Buffer {
  // Bytes that are no UTF-8 go through as they are.
  const lines = before.toString("latin1").split("\n");
  const kept = lines.filter((line) => /^\s*(?:search|domain|options|sortlist)\s/.test(line));
  const former = nameserversOf(before.toString("latin1")).map(
    (server) => `# weir: formerly nameserver ${server}`,
  );
  return Buffer.from(`${MARK}${[...former, `nameserver ${host}`, ...kept].join("\n")}\n`, "latin1");
}
