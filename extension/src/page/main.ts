// The page's world: guards before every way in which a script of the page can send something.
import { guardAddresses } from "./addresses.ts";
import { guardBeacon } from "./beacon.ts";
import { guardBlobs } from "./blobs.ts";
import { openPageChannel } from "./channel.ts";
import { guardClipboard } from "./clipboard.ts";
import { guardFetch } from "./fetch.ts";
import { guardFilePicker } from "./file-picker.ts";
import { guardFormSubmit } from "./form-submit.ts";
import { guardNavigation } from "./navigation.ts";
import { guardPeers } from "./peers.ts";
import { guardSockets } from "./websocket.ts";
import { guardWorkers } from "./workers.ts";
import { guardXhr } from "./xhr.ts";

/** Set on a window that has its guards: one that a frame keeps for its first page is met twice. */
const GUARDED = Symbol.for("weir.guarded");

if (!(GUARDED in window)) {
  Object.defineProperty(window, GUARDED, { value: true });
  openPageChannel();
  guardBlobs();
  guardFetch();
  guardXhr();
  guardBeacon();
  guardSockets();
  guardFormSubmit();
  guardNavigation();
  guardAddresses();
  guardClipboard();
  guardFilePicker();
  guardPeers();
  guardWorkers();
}
