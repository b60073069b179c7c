import { nameserversOf, RESOLV_CONF } from "../resolv-conf.ts";
import { networkManagerKey } from "./detect.ts";
import { readFileState, contentOf, UnfitFileError } from "./disk.ts";
import { followLinks, missingFolders, under } from "./paths.ts";
import { fileSteps } from "./plan-part.ts";
import type { PlanFor } from "./plan-part.ts";
import { refuse } from "./refusals.ts";
import type { DnsRefusal } from "./refusals.ts";
import { weirResolvConf } from "./resolv-conf.ts";
import type { FileState, RestoreDeps } from "./types.ts";

/** The first version of dnsmasq that knows `*` at the start of a domain. */
const WILDCARD_VERSION = [2, 86] as const;

const PLUGIN_CURE = [
  "the plug-in is turned on by a file /etc/NetworkManager/conf.d/dnsmasq.conf with the two lines",
  "[main]",
  "dns=dnsmasq",
  "then: sudo systemctl restart NetworkManager (the package dnsmasq-base must be there)",
] as const;

/** What the dnsmasq of NetworkManager reads. */
export const NM_FILE = "/etc/NetworkManager/dnsmasq.d/weir.conf";

/**
 * Every name ends with one of these. dnsmasq knows no domain that stands for all: `server=ADDRESS` would only be one of
 * several that take turns, and `/#/` is not for servers.
 */
const LAST_CHARACTERS = Array.from("abcdefghijklmnopqrstuvwxyz0123456789", (last) => `*${last}`);

function knowsWildcards({ run }: RestoreDeps): boolean {
  const version = /version (\d+)\.(\d+)/i.exec(run("dnsmasq", ["--version"]).stdout);
  const major = Number(version?.[1] ?? 0);
  const minor = Number(version?.[2] ?? 0);
  const [wantedMajor, wantedMinor] = WILDCARD_VERSION;
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** NetworkManager runs a dnsmasq of its own, which reads further options from a folder (NetworkManager.conf(5)). */
export const planNetworkManager: PlanFor = (deps, { mode, listener, names }) => {
  if (networkManagerKey(deps, "dns") !== "dnsmasq") return refuse("dns_plugin_off", ...PLUGIN_CURE);
  if (mode === "full" && !knowsWildcards(deps)) {
    return refuse("dns_manager_unfit", "the full mode needs dnsmasq 2.86 or later");
  }
  const server = `${listener.host}#${listener.port}`;
  const domains = mode === "full" ? [LAST_CHARACTERS] : names.map((name) => [name]);
  const lines = domains.map((list) => `server=/${list.join("/")}/${server}`);
  const head = `# Made by weir dns install --${mode}; weir dns uninstall removes it.`;
  const notes =
    mode === "full"
      ? ["domains that a VPN brings its own resolver for go on being asked there"]
      : [];
  return { steps: fileSteps(deps, NM_FILE, `${[head, ...lines].join("\n")}\n`), notes };
};

const refuseFile = (path: string): DnsRefusal =>
  refuse("dns_manager_unfit", `${path} is no file, is larger than a megabyte or leads nowhere`);

function readTarget(deps: RestoreDeps, target: string | undefined): FileState | undefined {
  try {
    return target === undefined ? undefined : readFileState(under(deps, target));
  } catch (error) {
    if (error instanceof UnfitFileError) return undefined;
    throw error;
  }
}

/** Who wrote the file, as far as its remarks tell. */
function writerNote(text: string): readonly string[] {
  const writer =
    /^#.*\b(resolvconf|openresolv|dhcpcd|dhclient|connman|NetworkManager|netconfig|WSL)\b/im;
  const found = writer.exec(text)?.[1];
  return found === undefined
    ? []
    : [`${found} wrote ${RESOLV_CONF} and may write over it; weir dns status tells if it has`];
}

/** Without a manager, programs read the resolver from a file that can name no port and no domain. */
export const planResolvConf: PlanFor = (deps, { mode, listener }) => {
  if (mode === "scoped") {
    return refuse(
      "dns_scoped_impossible",
      `${RESOLV_CONF} knows no domains; systemd-resolved or NetworkManager with dnsmasq would`,
    );
  }
  if (listener.port !== 53) return refuse("dns_needs_port_53", `${RESOLV_CONF} can name no port`);
  const target = followLinks(deps, RESOLV_CONF);
  const before = readTarget(deps, target);
  if (target === undefined || before === undefined || before.kind === "link") {
    return refuseFile(RESOLV_CONF);
  }
  if (missingFolders(deps, target).length > 0) return refuseFile(RESOLV_CONF);
  const content = contentOf(before) ?? Buffer.alloc(0);
  const text = content.toString("latin1");
  const notes = [
    ...(target === RESOLV_CONF
      ? []
      : [`${RESOLV_CONF} is a link and stays one; ${target} changes`]),
    ...writerNote(text),
    ...(nameserversOf(text).length > 0
      ? []
      : [`${RESOLV_CONF} names no resolver, so upstream_dns must: weir has nobody else to ask`]),
    "programs that were started before read the file again at different times",
  ];
  const after = weirResolvConf(content, listener.host);
  return { steps: [{ kind: "file", path: target, before, after }], notes };
};
