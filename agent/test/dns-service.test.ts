import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { startDns } from "../src/dns/service.ts";
import type { DnsEvent, DnsService } from "../src/dns/service.ts";
import type { DnsSettings } from "../src/dns/settings.ts";
import { askUdp, decode, lookUp, queryOf, rulesOf, settingsOf } from "./dns-parts.ts";
import { answerWith, udpResolver } from "./dns-resolvers.ts";

const running: DnsService[] = [];

afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});

async function isFree(port: number): Promise<boolean> {
  const socket = createSocket("udp4");
  const bound = once(socket, "listening");
  socket.bind(port, "127.0.0.1");
  try {
    await bound;
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
}

async function start(settings: Partial<DnsSettings> = {}, port = 0) {
  const events: DnsEvent[] = [];
  const service = await startDns({
    endpoint: { host: "127.0.0.1", port },
    rules: rulesOf({ block: ["chat.example"] }),
    settings: settingsOf(settings),
    onEvent: (event) => events.push(event),
  });
  running.push(service);
  return { service, events, port: service.status().port };
}

test("the layer serves in a thread, counts, takes rules and settings, pauses and stops", async () => {
  const upstream = await udpResolver(answerWith("192.0.2.1"));
  const { service, events, port } = await start({ upstreams: [upstream.address] });
  expect(service.status()).toMatchObject({ state: "running", lastError: null, pausedMs: 0 });
  expect((await lookUp(port, "chat.example")).rcode).toBe("NXDOMAIN");
  expect((await lookUp(port, "free.example")).rcode).toBe("NOERROR");
  expect(service.takeCounts()).toEqual({ queries: 2, blocks: 1 });
  expect(service.takeCounts()).toEqual({ queries: 0, blocks: 0 });

  // Each change counts for the first query after it was answered.
  for (let i = 0; i < 20; i++) {
    await service.setRules(rulesOf({ block: [`free${i}.example`] }));
    expect((await lookUp(port, `free${i}.example`)).rcode).toBe("NXDOMAIN");
    await service.pause(5);
    expect((await lookUp(port, `free${i}.example`)).rcode).toBe("NOERROR");
    expect(service.status().pausedMs).toBeGreaterThan(0);
    await service.pause(0);
    expect((await lookUp(port, `free${i}.example`)).rcode).toBe("NXDOMAIN");
  }

  const other = await udpResolver(answerWith("192.0.2.2"));
  await service.setSettings(settingsOf({ upstreams: [other.address] }));
  const { answers } = await lookUp(port, "free.example");
  expect(answers).toMatchObject([{ data: "192.0.2.2" }]);
  await service.stop();
  running.pop();
  expect(service.status()).toMatchObject({ state: "off", port: 0 });
  expect(events.map(({ event }) => event)).toEqual(["dns_started", "dns_stopped"]);
  // The port is free again, but for a moment in which another test's client may have it.
  await expect.poll(async () => isFree(port)).toBe(true);
  await upstream.close();
  await other.close();
});

test("a port that is taken is told, and nothing is started again", async () => {
  const taken = createSocket("udp4");
  taken.bind(0, "127.0.0.1");
  await once(taken, "listening");
  const { service, events } = await start({}, taken.address().port);
  expect(service.status()).toMatchObject({ state: "failed", lastError: "port_in_use", port: 0 });
  expect(events).toEqual([{ event: "dns_failed", fault: "port_in_use" }]);
  taken.close();
});

test("a thread that crashes is started again with the rules in force; from the third time on it is told", async () => {
  const { service, events, port } = await start();
  await service.setRules(rulesOf({ block: ["later.example"] }));
  const crash = async (): Promise<unknown> =>
    Promise.all([
      // An order that no thread understands.
      service.setSettings({ ...settingsOf(), upstreams: JSON.parse("null") as string[] }),
      service.setSettings(settingsOf()),
    ]);
  for (const crashes of [1, 2]) {
    const name = `crash${crashes}.example`;
    const crashed = crash();
    // What is ordered of a thread that has ended is in force once the next one serves.
    await vi.waitFor(
      () => expect(events.filter(({ event }) => event === "dns_restarted")).toHaveLength(crashes),
      { timeout: 10_000 },
    );
    await service.setRules(rulesOf({ block: ["later.example", name] }));
    expect((await lookUp(port, name)).rcode).toBe("NXDOMAIN");
    await crashed;
    await vi.waitFor(
      () => expect(events.filter(({ event }) => event === "dns_started")).toHaveLength(crashes + 1),
      { timeout: 10_000 },
    );
    const answer = decode(await askUdp(port, queryOf("later.example")));
    expect(answer.rcode).toBe("NXDOMAIN");
    expect(service.status()).toMatchObject({ state: "running", port });
  }
  await crash();
  await vi.waitFor(
    () => expect(service.status()).toMatchObject({ state: "failed", lastError: "crashed" }),
    { timeout: 10_000 },
  );
  // Nobody is there to wait for: the next thread comes in a while, and begins with what is in force.
  await service.setRules(rulesOf({ block: ["last.example"] }));
  const told = events.map(({ event }) => event);
  expect(told.filter((event) => event === "dns_restarted")).toHaveLength(2);
  expect(told.at(-1)).toBe("dns_failed");
  await vi.waitFor(() => expect(service.status()).toMatchObject({ state: "running", port }), {
    timeout: 10_000,
  });
  expect((await lookUp(port, "last.example")).rcode).toBe("NXDOMAIN");
  expect(service.status().lastError).not.toBe("crashed");
});

test("no query is lost while rules are swapped under load", async () => {
  const { service, port } = await start();
  const names = Array.from({ length: 20_000 }, (_, i) => `n${i}.list.example`);
  const rules = rulesOf({ block: ["chat.example", ...names] });
  const client = createSocket("udp4");
  client.connect(port, "127.0.0.1");
  await once(client, "connect");
  let received = 0;
  client.on("message", () => received++);
  const query = queryOf("chat.example");
  const ROUNDS = 60;
  const BURST = 20;
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < BURST; i++) client.send(query);
    if (round % 3 === 0) void service.setRules(rules);
    await vi.waitFor(() => expect(received).toBe((round + 1) * BURST), { interval: 1 });
  }
  client.close();
  expect(service.takeCounts()).toEqual({ queries: ROUNDS * BURST, blocks: ROUNDS * BURST });
});

test("orders that are waited for end with the layer", async () => {
  const { service } = await start();
  const waiting = [service.pause(1), service.flush(), service.setSettings(settingsOf())];
  await service.stop();
  running.pop();
  await Promise.all(waiting);
  await service.setRules(rulesOf({}));
  expect(service.status().state).toBe("off");
});
