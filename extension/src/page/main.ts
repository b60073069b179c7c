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
import { guardRealms } from "./realms.ts";
import { guardSockets } from "./websocket.ts";
import { guardWorkers } from "./workers.ts";
import { claimWindow } from "./wrap.ts";
import { guardXhr } from "./xhr.ts";

if (claimWindow()) {
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
  guardRealms();
  guardWorkers();
}
