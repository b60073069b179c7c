import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { once } from "node:events";
import { Miss } from "./flights.ts";
import type { Handler } from "./handler.ts";

/** What the kernel may hold while we do something else; it can allow less. */
const RECEIVE_BUFFER_BYTES = 1024 * 1024;

/** A bound socket. */
export interface Listener {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Answers what comes; an answer that is late finds the socket closed. */
function serve(socket: Socket, handler: Handler, isOpen: () => boolean): void {
  socket.on("message", (message, { address, port }) => {
    const answer = handler.answer(message, false);
    if (answer instanceof Miss) {
      handler.forward(answer, (late) => {
        if (isOpen()) socket.send(late, port, address);
      });
    } else if (answer !== undefined) {
      socket.send(answer, port, address);
    }
  });
  // A client that is gone is told of here; it harms nobody else.
  socket.on("error", () => undefined);
}

/** Listens for datagrams on an address of this machine. Rejects with the system's error where that cannot be. */
export async function listenUdp(host: string, port: number, handler: Handler): Promise<Listener> {
  const isV6 = host.includes(":");
  const family = isV6 ? 6 : 4;
  const socket = createSocket({
    type: isV6 ? "udp6" : "udp4",
    ipv6Only: isV6,
    // Addresses come from datagrams: nothing is to be looked up before an answer is sent.
    lookup: (hostname, _options, callback) => callback(null, hostname, family),
  });
  // Without a look-up it can be bound before `bind` returns.
  const listening = once(socket, "listening");
  socket.bind({ address: host, port, exclusive: true });
  await listening;
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  } catch {
    // The system's own size does.
  }
  let isOpen = true;
  serve(socket, handler, () => isOpen);
  return {
    port: socket.address().port,
    close: async () => {
      isOpen = false;
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
}
