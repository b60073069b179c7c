// A client of several connections that sends one request after the other, each as soon as the one before is answered.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { median, startServer } from "./server-process.ts";

const ROUND_MS = 2000;
const ROUNDS = 5;
const PORT = 19_431;

/** Requests a second that a server answers over so many connections at once. */
async function requestsPerSecond(
  port: number,
  connections: number,
  body: string,
  ms: number,
): Promise<number> {
  const request = [
    "POST /api/dlp/scan HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
  let answered = 0;
  let isOver = false;
  const open = async (): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1").setNoDelay(true);
    await once(socket, "connect");
    let rest = "";
    socket.setEncoding("latin1").on("data", (part: string) => {
      rest += part;
      const head = rest.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(rest)?.[1] ?? Number.NaN);
      if (head < 0 || !(rest.length >= head + 4 + length)) return;
      if (!rest.startsWith("HTTP/1.1 200")) throw new Error(`answered ${rest.slice(0, 12)}`);
      rest = "";
      answered++;
      if (!isOver) socket.write(request);
    });
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  const started = performance.now();
  for (const socket of sockets) socket.write(request);
  await new Promise((resolve) => setTimeout(resolve, ms));
  const perSecond = (answered / (performance.now() - started)) * 1000;
  isOver = true;
  for (const socket of sockets) socket.destroy();
  return perSecond;
}

/** Scans of a content a second that the agent answers, and requests a second of a server that reads the same body and answers a constant. */
export async function besideConstant(
  content: string,
  connections: number,
): Promise<{ own: number; other: number }> {
  const home = mkdtempSync(join(tmpdir(), "weir-goals-"));
  const env = { HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, WEIR_DATA_DIR: "" };
  const program = join(import.meta.dirname, "../dist/weir.cjs");
  const listen = ["run", "--listen", `127.0.0.1:${PORT}`, "--no-dns"];
  const constant = `require("node:http").createServer((request, response) => {
    request.resume().on("end", () => {
      response.setHeader("Content-Type", "application/json");
      response.end('{"blocked":false,"pattern_name":"","score":0}');
    });
  }).listen(${PORT + 1}, "127.0.0.1");`;
  const agent = await startServer([process.execPath, program, ...listen], PORT, env);
  const bare = await startServer([process.execPath, "-e", constant], PORT + 1);
  const body = JSON.stringify({ content });
  const rates = { own: [] as number[], other: [] as number[] };
  for (let round = -1; round < ROUNDS; round++) {
    const own = await requestsPerSecond(agent.port, connections, body, ROUND_MS);
    const other = await requestsPerSecond(bare.port, connections, body, ROUND_MS);
    if (round < 0) continue;
    rates.own.push(own);
    rates.other.push(other);
  }
  await agent.kill();
  await bare.kill();
  rmSync(home, { recursive: true, force: true });
  return { own: median(rates.own), other: median(rates.other) };
}
