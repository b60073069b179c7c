import { Buffer } from "node:buffer";
import { seededRandom } from "@weir/engine";
import { expect, test } from "vitest";
import { Deframer, frame } from "./framing.ts";

const random = seededRandom("framing");
const below = (limit: number): number => Math.floor(random() * limit);

test("messages are put together whatever the pieces they come in", () => {
  for (let round = 0; round < 200; round++) {
    const most = [4, 300, 65_536][round % 3] ?? 4;
    const messages = Array.from({ length: 1 + below(8) }, () =>
      Buffer.alloc(below(most), below(256)),
    );
    const stream = Buffer.concat(messages.map(frame));
    const deframer = new Deframer();
    const seen: string[] = [];
    for (let at = 0; at < stream.length;) {
      const end = at + 1 + below(most * 2);
      // Parts are not used again, so what was passed on is kept as it was.
      deframer.take(
        stream.subarray(at, end),
        (message) => seen.push(Buffer.from(message).toString("hex")) > 0,
      );
      at = end;
    }
    expect(seen).toEqual(messages.map((message) => message.toString("hex")));
    expect(deframer.isInside).toBe(false);
  }
});

test("a message that is not whole is not passed on", () => {
  const deframer = new Deframer();
  deframer.take(Buffer.from([0xff, 0xff]), () => true);
  for (let i = 0; i < 3; i++) deframer.take(Buffer.from([i]), () => expect.unreachable());
  expect(deframer.isInside).toBe(true);
});
