// What the tests of exports run: an upstream of their own, and the real resolvers that Debian ships.
import { spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { askResolver } from "../src/export/ask-resolver.ts";
import type { AskResolver } from "../src/export/verify.ts";

/** A pointer to the question's name, type A, class IN, a minute, and 192.0.2.1 (RFC 5737). */
const ADDRESS = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1];
const NXDOMAIN = 3;

/** An upstream that gives every name an address, except those under `.missing`, which don't exist. */
export async function startUpstream(): Promise<{ port: number; stop: () => void }> {
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    let end = 12;
    while (query[end] !== undefined && query[end] !== 0) end += (query[end] ?? 0) + 1;
    end += 5;
    const isAddress = query[end - 3] === 1;
    const isMissing = query.subarray(12, end).includes(Buffer.from("\u0007missing\0"));
    const answers = isAddress && !isMissing ? 1 : 0;
    const flags = [0x81, 0x80 | (isMissing ? NXDOMAIN : 0)];
    const header = [...query.subarray(0, 2), ...flags, 0, 1, 0, answers, 0, 0, 0, 0];
    const records = answers === 1 ? ADDRESS : [];
    socket.send(Uint8Array.from([...header, ...query.subarray(12, end), ...records]), from.port);
  });
  const port = await new Promise<number>((resolve) => {
    socket.bind(0, "127.0.0.1", () => resolve(socket.address().port));
  });
  return { port, stop: () => socket.close() };
}

/** A port that nothing uses. */
export async function freePort(): Promise<number> {
  const socket = createSocket("udp4");
  return new Promise((resolve) => {
    socket.bind(0, "127.0.0.1", () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

/** Asks a port of this machine. */
export const askPort = (port: number): AskResolver =>
  askResolver(`127.0.0.1:${port}`) ?? (async () => Promise.resolve("none"));

/** A resolver of Debian's: how it is started by an exported file on a port, with an upstream. */
export interface ResolverKind {
  readonly program: string;
  /** What it prints when it has read the file, where it answers before. */
  readonly loaded?: string;
  /** Files by name, and the arguments that start it in the foreground. `FOLDER` stands for their folder. */
  readonly setUp: (place: { text: string; port: number; upstream: number }) => {
    readonly files: Readonly<Record<string, string>>;
    readonly args: readonly string[];
  };
}

/** Starts a resolver in a folder of its own and waits until it answers by the file. */
export async function startResolver(
  { program, loaded = "", setUp }: ResolverKind,
  text: string,
  upstream: number,
): Promise<{ ask: AskResolver; stop: () => Promise<void> }> {
  if (spawnSync("which", [program]).status !== 0) {
    throw new Error(`${program} is not installed: apt-get install unbound dnsmasq-base bind9`);
  }
  const folder = mkdtempSync(join(tmpdir(), "weir-export-"));
  const port = await freePort();
  const { files, args } = setUp({ text, port, upstream });
  const fill = (value: string): string => value.replaceAll("FOLDER", folder);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), fill(content));
  }
  const child = spawn(program, args.map(fill), { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    const isAnswer = (await askPort(port)("ready.example")) === "other";
    if (isAnswer && output.includes(loaded)) return { ask: askPort(port), stop };
    await wait(100);
  }
  await stop();
  throw new Error(`${program} does not answer: ${output.slice(-2000)}`);
}

/** Started as root, dnsmasq would give its rights up and could not read its files any more. */
const userLine = process.getuid?.() === 0 ? "user=root\n" : "";

const unboundConf = (port: number, upstream: number, modules: string, rest: string): string => `
server:
  interface: 127.0.0.1@${port}
  port: ${port}
  do-daemonize: no
  do-not-query-localhost: no
  chroot: ""
  username: ""
  directory: "FOLDER"
  pidfile: ""
  use-syslog: no
  num-threads: 1
  module-config: "${modules}"
${rest}
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${upstream}
`;

/** The resolvers that the exports are tried on, by a name that tells the format too. */
export const RESOLVERS = {
  unbound: {
    program: "unbound",
    setUp: ({ text, port, upstream }) => ({
      files: {
        "weir.conf": text,
        "unbound.conf": unboundConf(port, upstream, "iterator", '  include: "FOLDER/weir.conf"'),
      },
      args: ["-d", "-p", "-c", "FOLDER/unbound.conf"],
    }),
  },
  unboundRpz: {
    program: "unbound",
    setUp: ({ text, port, upstream }) => ({
      files: {
        "weir.rpz": text,
        "unbound.conf": unboundConf(
          port,
          upstream,
          "respip iterator",
          'rpz:\n  name: weir.rpz\n  zonefile: "FOLDER/weir.rpz"',
        ),
      },
      args: ["-d", "-p", "-c", "FOLDER/unbound.conf"],
    }),
  },
  dnsmasq: {
    program: "dnsmasq",
    setUp: ({ text, port, upstream }) => ({
      files: {
        "weir.conf": text,
        "resolv.conf": "",
        "dnsmasq.conf": `no-resolv\nno-hosts\nserver=127.0.0.1#${upstream}\nport=${port}\nlisten-address=127.0.0.1\nbind-interfaces\nconf-file=FOLDER/weir.conf\n${userLine}`,
      },
      args: ["--keep-in-foreground", "--pid-file", "--conf-file=FOLDER/dnsmasq.conf"],
    }),
  },
  bind: {
    program: "named",
    loaded: "rpz: weir.rpz: reload done",
    setUp: ({ text, port, upstream }) => ({
      files: {
        "weir.rpz": text,
        "named.conf": `options {
  directory "FOLDER"; pid-file none; session-keyfile none; managed-keys-directory "FOLDER";
  listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
  forwarders { 127.0.0.1 port ${upstream}; }; forward only; recursion yes;
  allow-query { any; }; dnssec-validation no; empty-zones-enable no;
  response-policy { zone "weir.rpz"; } qname-wait-recurse no break-dnssec yes;
};
controls { };
zone "weir.rpz" { type primary; file "FOLDER/weir.rpz"; };
`,
      },
      args: ["-g", "-n", "1", "-c", "FOLDER/named.conf"],
    }),
  },
} as const satisfies Readonly<Record<string, ResolverKind>>;
