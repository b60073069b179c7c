// The file for NetworkManager's dnsmasq, read by a real dnsmasq. Where none is installed, the run says that this was
// skipped.
import { spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { expect, test } from "vitest";
import { installDns } from "../src/dns-setup/install.ts";
import type { DnsMode } from "../src/dns-setup/types.ts";
import { machine, NAMES, NETWORK_MANAGER_ANSWERS } from "./dns-setup-machine.ts";
import { freePort } from "./export-resolvers.ts";

const DNSMASQ = ["dnsmasq", "--keep-in-foreground"] as const;
const hasDnsmasq = spawnSync(DNSMASQ[0], ["--version"]).status === 0;

/** A resolver on a free port that answers everything with one address. */
async function responder(address: string): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address: client }) => {
    let end = 12;
    while ((query[end] ?? 0) !== 0) end += (query[end] ?? 0) + 1;
    const header = Buffer.from(query.subarray(0, end + 5));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 6);
    header.writeUInt32BE(0, 8);
    const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)];
    socket.send(Buffer.concat([header, Buffer.from(record)]), port, client);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return socket;
}

const WEIR = "192.0.2.1";
const LINK = "192.0.2.2";
const VPN = "192.0.2.3";

test.runIf(hasDnsmasq).each<[DnsMode, Record<string, string>]>([
  [
    "scoped",
    {
      "chatgpt.com": WEIR,
      "x.claude.ai": WEIR,
      "notchatgpt.com": LINK,
      "other.example": LINK,
      "host.corp.example": VPN,
    },
  ],
  [
    "full",
    {
      "chatgpt.com": WEIR,
      "other.example": WEIR,
      "a.b.xn--p1ai": WEIR,
      "UPPER.NET": WEIR,
      "1.2.0.192.in-addr.arpa": WEIR,
      "host.corp.example": VPN,
    },
  ],
])("a real dnsmasq sends names where %s mode wants them", async (mode, expected) => {
  using box = machine(NETWORK_MANAGER_ANSWERS);
  const [weir, link, vpn] = await Promise.all([WEIR, LINK, VPN].map(responder));
  const portOf = (socket: Socket | undefined): number => socket?.address().port ?? 0;
  const listener = { host: "127.0.0.1", port: portOf(weir) };
  expect((await installDns(box.deps, { mode, listener, names: NAMES })).ok).toBe(true);
  const port = await freePort();
  const dnsmasq = spawn(
    DNSMASQ[0],
    [
      [DNSMASQ[1], "--no-resolv", "--no-hosts", "--cache-size=0", "--log-facility=-"],
      [`--port=${port}`, "--listen-address=127.0.0.1", "--bind-interfaces", "--pid-file="],
      [`--conf-file=${box.at("/etc/NetworkManager/dnsmasq.d/weir.conf")}`],
      // NetworkManager gives these over the bus.
      [`--server=127.0.0.1#${portOf(link)}`, `--server=/corp.example/127.0.0.1#${portOf(vpn)}`],
    ].flat(),
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  try {
    let said = "";
    for await (const chunk of dnsmasq.stderr) {
      said += String(chunk);
      if (said.includes("started")) break;
    }
    expect(said).toContain("started");
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${port}`]);
    const answers: Record<string, string> = {};
    for (const name of Object.keys(expected)) {
      answers[name] = (await resolver.resolve4(name))[0] ?? "";
    }
    expect(answers).toEqual(expected);
  } finally {
    const ended = once(dnsmasq, "exit");
    dnsmasq.kill("SIGKILL");
    await ended;
    for (const socket of [weir, link, vpn]) socket?.close();
  }
});
