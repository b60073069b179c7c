// A client of several connections that sends one request after the other, each as soon as the one before is answered.
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";

/** Requests a second that a server answers over so many connections at once. */
export async function requestsPerSecond(
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
