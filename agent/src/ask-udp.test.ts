import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, test } from "vitest";
import { askUdp } from "./ask-udp.ts";
import { systemProbe } from "./dns-setup/probe.ts";
import { askResolver } from "./export/ask-resolver.ts";

/** Addresses to which the system lets nobody connect. */
const REFUSED = ["255.255.255.255", "fe80::1"];

test.each(REFUSED)("where the system can't send to %s, nobody answers", async (address) => {
  expect(await askUdp({ address, port: 53 }, Buffer.alloc(17), 1000)).toBeUndefined();
  expect(await askResolver(`[${address}]:53`)?.("name.example")).toBe("none");
  const probe = systemProbe(async () => Promise.resolve(undefined));
  expect(await probe.answersAt({ host: address, port: 53 })).toBe(false);
});

test("the reply that counts is whole and has the query's number", async () => {
  const server = createSocket("udp4");
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  server.on("message", (_query, { port, address }) => {
    const replies = [
      [1, 2, 0x80],
      [9, 9, 0x80, 5, 0, 0, 0, 0, 0, 0, 0, 0],
      [1, 2, 0x80, 0x83, 0, 0, 0, 0, 0, 0, 0, 0],
    ];
    for (const reply of replies) server.send(Uint8Array.from(reply), port, address);
  });
  const { address, port } = server.address();
  expect(await askUdp({ address, port }, Buffer.from([1, 2, 3]), 1000)).toBe(3);
  server.close();
  await once(server, "close");
  expect(await askUdp({ address, port }, Buffer.from([1, 2, 3]), 1000)).toBeUndefined();
});
