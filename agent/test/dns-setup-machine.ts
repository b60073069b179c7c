import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { restoreDns } from "../src/dns-setup/restore.ts";
import type { CommandResult, DnsSetupDeps, Run } from "../src/dns-setup/types.ts";

/** A command's answer: its output, or a status other than 0. */
export type Answer = string | number;

/** What the commands of a system answer, by the beginning of the command line; the longest counts. */
export type Answers = Readonly<Record<string, Answer>>;

const resultOf = (answer: Answer | undefined): CommandResult => {
  if (typeof answer === "string") return { status: 0, stdout: answer, stderr: "" };
  return { status: answer ?? 127, stdout: "", stderr: answer === undefined ? "not found" : "" };
};

/** A runner that answers from a table and notes what it ran. */
export function recordedRunner(answers: Answers, calls: string[]): Run {
  return (command, args) => {
    const line = [command, ...args].join(" ");
    calls.push(line);
    const known = Object.keys(answers).filter((start) => line.startsWith(start));
    const best = known.toSorted((a, b) => b.length - a.length)[0];
    return resultOf(best === undefined ? undefined : answers[best]);
  };
}

/** Commands that answer as on a Linux where systemd-resolved rules the resolvers (recorded). */
export const RESOLVED_ANSWERS: Answers = {
  "systemctl is-active --quiet systemd-resolved": "",
  "systemctl is-active": 3,
  "systemctl restart systemd-resolved": "",
  "systemctl try-restart systemd-resolved": "",
  "resolvectl dns": "Global:\nLink 2 (eth0): 192.0.2.53 2001:db8::53\nLink 3 (wg0):\n",
  "resolvectl domain": "Global:\nLink 2 (eth0): fritz.example\nLink 3 (wg0): ~corp.example\n",
  "resolvectl dnsovertls": "Global: no\nLink 2 (eth0): no\nLink 3 (wg0): no\n",
  "ip -o link show up": "1: lo: <LOOPBACK,UP>\n2: eth0: <UP>\n",
};

/** Commands that answer as on a Linux where NetworkManager runs its dnsmasq (recorded). */
export const NETWORK_MANAGER_ANSWERS: Answers = {
  "systemctl is-active --quiet NetworkManager": "",
  "systemctl is-active": 3,
  "NetworkManager --print-config":
    "# NetworkManager configuration: /etc/NetworkManager/NetworkManager.conf\n\n[main]\n# rc-manager=\nplugins=keyfile\ndns=dnsmasq\n\n[logging]\n# backend=journal\n",
  "dnsmasq --version": "Dnsmasq version 2.90  Copyright (c) 2000-2024 Simon Kelley\n",
  "nmcli general reload dns-full": "",
};

/** Commands that answer as on a Linux without any manager. */
export const PLAIN_ANSWERS: Answers = { "systemctl is-active": 3 };

/** Every thing beneath a folder with all that roll-back has to bring back. */
export function snapshot(folder: string): Record<string, string> {
  const seen: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const path = join(folder, name);
    const { mode, uid, gid, nlink } = lstatSync(path);
    const content = lstatSync(path).isSymbolicLink()
      ? readlinkSync(path)
      : lstatSync(path).isFile()
        ? `${nlink} ${readFileSync(path, "base64")}`
        : "folder";
    seen[name] = `${mode.toString(8)} ${uid}:${gid} ${content}`;
  }
  return seen;
}

/** A made-up machine beneath a temporary root, with a data folder of its own beside it. */
export function machine(answers: Answers, files: Readonly<Record<string, string>> = {}) {
  const base = mkdtempSync(join(tmpdir(), "weir-dns-"));
  const root = join(base, "root");
  const stateFolder = join(base, "data");
  mkdirSync(join(root, "etc"), { recursive: true });
  mkdirSync(stateFolder, { mode: 0o700 });
  const calls: string[] = [];
  const at = (path: string): string => join(root, path);
  const put = (path: string, text: string | Buffer): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  const deps: DnsSetupDeps = {
    platform: "linux",
    root,
    stateFolder,
    uid: process.getuid?.(),
    isPrivileged: () => true,
    run: recordedRunner(answers, calls),
    probe: { answersAt: async () => true, systemReachesWeir: async () => true },
  };
  return {
    base,
    deps,
    calls,
    at,
    put,
    link: (path: string, target: string) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      symlinkSync(target, at(path));
    },
    hardLink: (path: string, second: string) => linkSync(at(path), at(second)),
    read: (path: string) => readFileSync(at(path), "utf8"),
    has: (path: string) => existsSync(at(path)),
    snapshot: () => snapshot(root),
    stateFiles: () => readdirSync(stateFolder),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

export type Machine = ReturnType<typeof machine>;

export const LISTENER = { host: "127.0.0.1", port: 15_353 } as const;
export const LISTENER_53 = { host: "127.0.0.1", port: 53 } as const;
export const NAMES = ["chatgpt.com", "*.claude.ai", "API.openai.com"] as const;
export const SCOPED = { mode: "scoped", listener: LISTENER, names: NAMES } as const;
export const FULL = { mode: "full", listener: LISTENER, names: [] } as const;
export const FULL_53 = { mode: "full", listener: LISTENER_53, names: [] } as const;
export const STUB = "# systemd-resolved\nnameserver 127.0.0.53\noptions edns0 trust-ad\n";

/** Where Weir's settings of systemd-resolved stand. */
export const DROP_IN = "/etc/systemd/resolved.conf.d/weir.conf";
export const RESOLV_CONF = "/etc/resolv.conf";

type Box = Pick<Machine, "deps">;

/** Puts back what was there, for good; after a crash; or until it is set up again. */
export const uninstall = ({ deps }: Box) =>
  restoreDns(deps, { isFinal: true, isAfterCrash: false });
export const afterCrash = ({ deps }: Box) =>
  restoreDns(deps, { isFinal: false, isAfterCrash: true });
export const restore = ({ deps }: Box) => restoreDns(deps, { isFinal: false, isAfterCrash: false });
