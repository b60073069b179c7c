// Resolvers on this machine that ask the server what it asks them.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { closing, dnsServer, lookUp, rulesOf, settingsOf } from "./dns-parts.ts";

const { kept, closeAll } = closing();

afterEach(closeAll);

const serve = async (settings: Parameters<typeof dnsServer>[1]) =>
  kept(await dnsServer(rulesOf({}), settings));

test("a resolver that asks us is found out", async () => {
  let ours = 0;
  // A stub that passes every query on to the server.
  const stub = createSocket("udp4");
  stub.on("message", (query, from) => {
    const onward = createSocket("udp4");
    onward.on("message", (answer) => {
      onward.close();
      stub.send(answer, from.port, from.address);
    });
    onward.send(query, ours, "127.0.0.1");
  });
  stub.bind(0, "127.0.0.1");
  await once(stub, "listening");
  const { port, faults, counted, setSettings } = await serve({});
  ours = port;
  await setSettings(settingsOf({ upstreams: [`127.0.0.1:${stub.address().port}`] }));
  await vi.waitFor(() => expect(faults).toContain("upstream_loop"));
  expect((await lookUp(port, "x.example")).rcode).toBe("SERVFAIL");
  // Our own query is none of a client's.
  expect(counted.queries).toBe(1);
  stub.close();
});

test("a resolver that asks us is found out, also where those before it are still being asked", async () => {
  const { port, faults, setSettings } = await serve({});
  /** A resolver that gets our question and passes it on, or answers it itself, when it is told. */
  const stub = async () => {
    const socket = createSocket("udp4");
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    const asked = once(socket, "message") as Promise<[Buffer, { port: number; address: string }]>;
    return { socket, asked, upstreams: [`127.0.0.1:${socket.address().port}`] };
  };
  const [early, late, loop] = [await stub(), await stub(), await stub()];
  await setSettings(settingsOf({ upstreams: [...early.upstreams, ...late.upstreams] }));
  const [question, from] = await early.asked;
  await setSettings(settingsOf(loop));
  const [query] = await loop.asked;
  question.writeUInt16BE(0x8180, 2);
  early.socket.send(question, from.port, from.address);
  await new Promise((resolve) => setTimeout(resolve, 100));
  loop.socket.send(query, port, "127.0.0.1");
  await vi.waitFor(() => expect(faults).toContain("upstream_loop"), { timeout: 10_000 });
  for (const { socket } of [early, late, loop]) socket.close();
});
