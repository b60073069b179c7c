import { sentAddress } from "./address.ts";
import { TARGET } from "../shared/build.ts";
import { frozen, leastBytes, readLater, settled, textNow } from "./body.ts";
import { askHeld, askSync } from "./channel.ts";
import { textOf } from "./natives.ts";
import { guardMethod } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

/** Most bytes that Chromium takes; Firefox takes them all. */
const MAX_BYTES = TARGET === "firefox" ? Infinity : 64 * 1024;

/**
 * A beacon that can be read at once goes or is refused at once, as where the browser's queue is full. One that takes time
 * (a Blob, files, packed bytes) is taken and sent once it was read, but for one that the browser would refuse.
 */
function guardedBeacon(self: unknown, args: Args, native: Native): unknown {
  const url = sentAddress(textOf(args[0]));
  const body = settled(args[1]);
  const known = textNow(body);
  if (known !== undefined) {
    const { text, contentType } = known;
    const isAllowed = askSync({ boundary: "beacon", url, contentType, body: text });
    return isAllowed ? native(self, args.length < 2 ? [url] : [url, body]) : false;
  }
  if (leastBytes(body) > MAX_BYTES) return false;
  const sent = frozen(body);
  readLater(
    sent,
    (_, { text, contentType }) => {
      askHeld({ boundary: "beacon", url, contentType, body: text }, (isAllowed) => {
        if (isAllowed) native(self, [url, sent]);
      });
    },
    () => undefined,
  );
  return true;
}

/** Guards `navigator.sendBeacon`. */
export function guardBeacon(): void {
  guardMethod("Navigator", "sendBeacon", guardedBeacon);
}
