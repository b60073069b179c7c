import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createOutbox } from "./outbox.ts";

/** A server, and connections on each of which one request is sent. */
async function asked(count: number, listener: RequestListener): Promise<readonly Socket[]> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return Array.from({ length: count }, () => {
    const socket = connect(port ?? 0, "127.0.0.1").setEncoding("latin1");
    socket.write("GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
    return socket;
  });
}

async function received(socket: Socket): Promise<string> {
  let text = "";
  for await (const part of socket) text += String(part);
  return text;
}

test("answers leave by themselves, each to whoever asked", async () => {
  const outbox = createOutbox();
  let answered = 0;
  const sockets = await asked(40, (_request, response) => outbox.end(response, `${answered++}`));
  const texts = await Promise.all(sockets.map(received));
  const bodies = texts.map((text) => Number(/\r\n\r\n(?:[\da-f]+\r\n)?(\d+)/.exec(text)?.[1]));
  expect(bodies.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i));
});

test("flush() sends what waits at once, and nobody twice", async () => {
  const outbox = createOutbox();
  const ended: boolean[] = [];
  const [socket] = await asked(1, (_request, response) => {
    outbox.end(response, "only");
    ended.push(response.writableEnded);
    outbox.flush();
    ended.push(response.writableEnded);
    outbox.flush();
  });
  expect(socket && (await received(socket))).toContain("only");
  expect(ended).toEqual([false, true]);
});

test("what has waited long enough leaves with the next one, in the same turn", async () => {
  const outbox = createOutbox();
  const waiting: ServerResponse[] = [];
  const sockets = await asked(2, (_request, response) => {
    if (waiting.push(response) < 2) return;
    const [first, second] = waiting;
    if (first === undefined || second === undefined) return;
    outbox.end(first, "first");
    const sinceMs = performance.now();
    while (performance.now() - sinceMs < 4);
    outbox.end(second, "second");
    expect([first.writableEnded, second.writableEnded]).toEqual([true, true]);
  });
  const texts = await Promise.all(sockets.map(received));
  expect(texts.toSorted().join()).toMatch(/first.*second/s);
});

test("an answer whose client has gone harms none of the others", async () => {
  const outbox = createOutbox();
  const waiting: ServerResponse[] = [];
  const sockets = await asked(2, (_request, response) => {
    if (waiting.push(response) < 2) return;
    for (const each of waiting) outbox.end(each, "answer");
    waiting[0]?.destroy();
  });
  const texts = await Promise.all(sockets.map(received));
  expect(texts.filter((text) => text.includes("answer"))).toHaveLength(1);
});
