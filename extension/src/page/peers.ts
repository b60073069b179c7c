import { isStrict } from "./channel.ts";
import { NativeDOMException } from "./natives.ts";
import { guardConstructor, guardMethod } from "./wrap.ts";

const refused = (): DOMException =>
  new NativeDOMException("The connection is not allowed.", "NotAllowedError");

/** Connections whose streams can't be looked into; stopped where the settings are strict, else left as they are. */
export function guardPeers(): void {
  guardConstructor("WebTransport", (args, make) => {
    if (isStrict()) throw refused();
    return make(args);
  });
  guardMethod("RTCPeerConnection", "createDataChannel", (self, args, native) => {
    if (isStrict()) throw refused();
    return native(self, args);
  });
}
