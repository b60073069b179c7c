// The resolvers that the system itself would ask, as each system tells them.
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import process from "node:process";
import { nameserversOf, RESOLV_CONF } from "../resolv-conf.ts";

/** Files that list resolvers, nearest to the truth first: stubs of the machine's own stand before these. */
const BEHIND_STUBS = [
  "/run/systemd/resolve/resolv.conf",
  "/run/NetworkManager/no-stub-resolv.conf",
];

const COMMAND_MS = 3000;

/** Which files tell; tests bring their own. */
export interface ResolverFiles {
  readonly resolvConf: string;
  readonly behindStubs: readonly string[];
}

/** The files of a Linux system. */
export const RESOLVER_FILES: ResolverFiles = {
  resolvConf: RESOLV_CONF,
  behindStubs: BEHIND_STUBS,
};

/** The addresses after `nameserver` in the text of a resolv.conf (resolv.conf(5)), in order, each once. */
export function parseResolvConf(text: string): string[] {
  return [...new Set(nameserversOf(text).filter((address) => isIP(address) !== 0))];
}

/** The addresses of the first resolver in what `scutil --dns` prints on macOS: the one for all names. */
export function parseScutil(text: string): string[] {
  const [, first = ""] = /resolver #1\n([\s\S]*?)(?:\n\n|$)/.exec(text) ?? [];
  const found = [...first.matchAll(/nameserver\[\d+\]\s*:\s*(\S+)/g)].map(([, address]) => address);
  return [...new Set(found.filter((address): address is string => isIP(address ?? "") !== 0))];
}

/** Is the address this machine: 127.0.0.0/8 (RFC 1122 3.2.1.3), also as an IPv6 address, or ::1 (RFC 4291 2.5.3)? */
export const isLoopback = (address: string): boolean =>
  address === "::1" || /^(::ffff:)?127\./.test(address);

function readAddresses(path: string): string[] {
  try {
    return parseResolvConf(readFileSync(path, "utf8"));
  } catch {
    return [];
  }
}

/** On Linux and others: what resolv.conf names, or where that is a stub on this machine, the resolvers behind it. */
export function readResolverFiles({ resolvConf, behindStubs }: ResolverFiles): string[] {
  const named = readAddresses(resolvConf);
  if (!named.some(isLoopback)) return named;
  const behind = behindStubs.map(readAddresses).find((addresses) => addresses.length > 0);
  return behind ?? named;
}

function fromScutil(): Promise<string[]> {
  const { execFile } = process.getBuiltinModule("node:child_process");
  return new Promise((resolve) => {
    execFile("/usr/sbin/scutil", ["--dns"], { timeout: COMMAND_MS }, (_error, stdout) => {
      resolve(parseScutil(stdout));
    });
  });
}

/** An address with the port that Node writes behind it where it is not 53. */
const withoutPort = (server: string): string => {
  const parts = /^\[(.+)\]:\d+$|^([\d.]+):\d+$/.exec(server);
  return parts?.[1] ?? parts?.[2] ?? server;
};

/** The addresses of the system's own resolvers, in order; empty where they cannot be told. */
export async function readSystemResolvers(files: ResolverFiles): Promise<readonly string[]> {
  if (process.platform === "darwin") return fromScutil();
  if (process.platform === "win32") {
    const { Resolver } = process.getBuiltinModule("node:dns");
    // A new one, since a resolver reads the system's settings when it is made.
    return new Resolver().getServers().map(withoutPort);
  }
  return readResolverFiles(files);
}
