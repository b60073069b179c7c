import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isLoopback, parseResolvConf, parseScutil, readResolverFiles } from "./system-resolvers.ts";

test("the addresses of a resolv.conf, each once", () => {
  const text =
    "# nameserver 192.0.2.1\nnameserver 192.0.2.2\n nameserver\t2001:db8::1 \nsearch x\nnameserver no\nnameserver 192.0.2.2\n";
  expect(parseResolvConf(text)).toEqual(["192.0.2.2", "2001:db8::1"]);
});

test("the first resolver that scutil prints", () => {
  // Written by hand in the form that macOS 15 prints, with a supplemental resolver of a VPN behind the first.
  const text = `DNS configuration

resolver #1
  search domain[0] : home.example
  nameserver[0] : 192.0.2.1
  nameserver[1] : 2001:db8::1
  if_index : 14 (en0)
  flags    : Request A records, Request AAAA records
  reach    : 0x00020002 (Reachable,Directly Reachable Address)

resolver #2
  domain   : corp.example
  nameserver[0] : 198.51.100.1
`;
  expect(parseScutil(text)).toEqual(["192.0.2.1", "2001:db8::1"]);
  expect(parseScutil("No DNS configuration available")).toEqual([]);
});

test("behind a stub of the machine's own the real ones are looked for", () => {
  const folder = mkdtempSync(join(tmpdir(), "weir-resolvers-"));
  const [resolvConf, behind] = [join(folder, "resolv.conf"), join(folder, "behind.conf")];
  const read = () => readResolverFiles({ resolvConf, behindStubs: [join(folder, "none"), behind] });
  expect(read()).toEqual([]);
  writeFileSync(resolvConf, "nameserver 127.0.0.53\n");
  expect(read()).toEqual(["127.0.0.53"]);
  writeFileSync(behind, "nameserver 192.0.2.1\n");
  expect(read()).toEqual(["192.0.2.1"]);
  writeFileSync(resolvConf, "nameserver 192.0.2.9\n");
  expect(read()).toEqual(["192.0.2.9"]);
  rmSync(folder, { recursive: true });
});

test("loopback addresses", () => {
  expect(["127.0.0.53", "::1", "::ffff:127.0.0.1"].map(isLoopback)).toEqual([true, true, true]);
  expect(["10.0.0.1", "::2", "1.127.0.0"].map(isLoopback)).toEqual([false, false, false]);
});
