// The limits of the DNS server, by what is seen of them from outside.
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import {
  closing,
  decode,
  dnsServer,
  framed,
  lookUp,
  queryOf,
  rulesOf,
  unframed,
} from "./dns-parts.ts";
import { udpResolver } from "./dns-resolvers.ts";
import { serving } from "./dns-serving.ts";

const { kept, closeAll } = closing();

afterEach(closeAll);

/** A client by TCP that sends queries in one piece and notes the codes of what comes back. */
function streamClient(port: number, queries: readonly Buffer[]) {
  const socket: Socket = connect(port, "127.0.0.1");
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  socket.on("error", () => undefined);
  socket.write(Buffer.concat(queries.map(framed)));
  kept({
    close: async () => {
      socket.destroy();
      return Promise.resolve();
    },
  });
  return {
    socket,
    codes: () => unframed(Buffer.concat(parts)).map((message) => decode(message).rcode),
  };
}

test("at most 2048 questions are on their way; the next one is told SERVFAIL, and nothing of it goes on", async () => {
  const upstream = kept(await udpResolver(() => undefined));
  const { port, counted } = kept(await dnsServer(rulesOf({}), { upstreams: [upstream.address] }));
  const clients = Array.from({ length: 33 }, (_, i) =>
    streamClient(
      port,
      Array.from({ length: 64 }, (__, j) => queryOf(`n${j}.c${i}.example`)),
    ),
  );
  await vi.waitFor(() => expect(counted.queries).toBe(33 * 64), { timeout: 10_000 });
  expect((await lookUp(port, "late.example")).rcode).toBe("SERVFAIL");
  const codes = clients.flatMap((client) => client.codes());
  expect(codes).toEqual(Array.from({ length: 64 }, () => "SERVFAIL"));
  const asked = new Set(upstream.seen.map(({ questions }) => questions?.[0]?.name));
  expect(asked.size).toBeLessThanOrEqual(2048);
  expect(asked).not.toContain("late.example");
  expect(upstream.ports.size).toBeLessThanOrEqual(2048);
  // What ran out of time makes room.
  await vi.waitFor(
    () => expect(clients.flatMap((client) => client.codes())).toHaveLength(33 * 64),
    {
      timeout: 10_000,
    },
  );
  await lookUp(port, "again.example");
  expect(upstream.seen.at(-1)?.questions?.[0]?.name).toBe("again.example");
});

test("of 257 connections the one that was quiet longest is closed, and no other", async () => {
  const { port } = await serving(kept)({ block: ["chat.example"] });
  const closed: number[] = [];
  const clients: ReturnType<typeof streamClient>[] = [];
  const open = async (): Promise<void> => {
    const at = clients.length;
    const client = streamClient(port, []);
    client.socket.on("close", () => closed.push(at));
    clients.push(client);
    await once(client.socket, "connect");
  };
  while (clients.length < 256) await open();
  clients[0]?.socket.write(framed(queryOf("chat.example")));
  await vi.waitFor(() => expect(clients[0]?.codes()).toEqual(["NXDOMAIN"]));
  expect(closed).toEqual([]);
  await open();
  await vi.waitFor(() => expect(closed).toEqual([1]));
});

test("a client that asks and fetches nothing is closed, and one that fetches late has all its answers", async () => {
  const { port, counted } = await serving(kept)({ block: ["chat.example"] });
  const query = queryOf("chat.example");
  const many = Array.from({ length: 4000 }, () => query);
  const late = streamClient(port, many);
  late.socket.pause();
  await vi.waitFor(() => expect(counted.queries).toBe(many.length));
  late.socket.resume();
  await vi.waitFor(() => expect(late.codes()).toHaveLength(many.length));

  const never = streamClient(port, []);
  never.socket.pause();
  const burst = Buffer.concat(many.map(framed));
  // The kernel holds some megabytes for both ends, which are answers to a hundred thousand queries.
  while (!never.socket.closed && counted.queries < 1_000_000) {
    never.socket.write(burst);
    await setImmediate();
  }
  expect(never.socket.closed).toBe(true);
});
