import { isAddressAllowed, settledAddress } from "./address.ts";
import { readBytes } from "./body.ts";
import { askHeld, isStrict } from "./channel.ts";
import { getterOf, methodOf, NativeDOMException, textOf } from "./natives.ts";
import { guardConstructor } from "./wrap.ts";
import type { Args } from "./natives.ts";
import {
  askThroughPort,
  guardWorkerFetch,
  guardWorkerSockets,
  guardWorkerXhr,
} from "./worker-parts.ts";
import type { WorkerQuestion } from "./worker-parts.ts";

const NativeChannel = MessageChannel;
const NativeBlob = Blob;
const NativeUrl = URL;
const createUrl = methodOf(URL, "createObjectURL");
const stringify = JSON.stringify;
const NativeXhr = XMLHttpRequest;
const open = methodOf(XMLHttpRequest.prototype, "open");
const overrideType = methodOf(XMLHttpRequest.prototype, "overrideMimeType");
const send = methodOf(XMLHttpRequest.prototype, "send");
const responseText = getterOf(XMLHttpRequest.prototype, "responseText");
const protocolOf = getterOf(URL.prototype, "protocol");

/** What comes before a worker's own script: the guards, as source. Nested workers have none, and are not allowed. */
const GUARDS = [
  `{const base=BASE;const ask=(${String(askThroughPort)})(self);`,
  `(${String(guardWorkerFetch)})(self,ask,base);`,
  `(${String(guardWorkerXhr)})(self,ask,base);`,
  `(${String(guardWorkerSockets)})(self,ask);`,
  "delete self.Worker;delete self.SharedWorker;delete self.WebTransport;",
  'try{Object.defineProperty(self,"location",{value:new URL(base)})}catch{}}',
].join(";");

const scriptOf = (source: string): string =>
  createUrl(NativeUrl, new NativeBlob([source], { type: "text/javascript" }));

/**
 * The address of a worker's script as the guards can import it. A page may take the address of a Blob back once it has its
 * worker, and Firefox imports no Blob without a type: such a script is copied. Scripts of workers are UTF-8 (HTML, "fetch a
 * classic worker script").
 */
function importable(url: URL): string {
  if (protocolOf(url) !== "blob:") return url.href;
  try {
    const request = new NativeXhr();
    open(request, "GET", url.href, false);
    overrideType(request, "text/plain;charset=utf-8");
    send(request);
    return scriptOf(responseText(request));
  } catch {
    // The page's own policy lets nothing read it.
    return url.href;
  }
}

/** A script that guards itself and then is what stands at `url`. */
function guardedScript(url: URL, isModule: boolean): string {
  const guards = GUARDS.replace("BASE", () => stringify(url.href));
  const script = stringify(importable(url));
  return isModule
    ? scriptOf(`import ${stringify(scriptOf(guards))};import ${script};`)
    : scriptOf(`${guards};self.importScripts(${script});`);
}

function answerWorker(port: MessagePort, id: number, question: WorkerQuestion): void {
  const { body, ...facts } = question;
  const ask = (text: string | undefined): void => {
    askHeld({ ...facts, body: text }, (isAllowed) => {
      port.postMessage([id, isAllowed]);
    });
  };
  if (typeof body === "string") ask(body);
  else readBytes(body, ask);
}

const isModule = (options: unknown): boolean =>
  typeof options === "object" && options !== null && "type" in options && options.type === "module";

function startGuarded(args: Args, make: (args: Args) => object): object {
  const url = new NativeUrl(textOf(args[0]), document.baseURI);
  const worker = make([guardedScript(url, isModule(args[1])), args[1]]);
  const { port1, port2 } = new NativeChannel();
  port1.addEventListener("message", ({ data }: MessageEvent<[number, WorkerQuestion]>) => {
    answerWorker(port1, data[0], data[1]);
  });
  port1.start();
  if (worker instanceof Worker) worker.postMessage(undefined, [port2]);
  return worker;
}

/**
 * Dedicated workers, where the settings are strict: guards are put before their script, which pages whose own policy
 * forbids scripts from memory do not survive. Else only the address is looked at, and the background watches what they send.
 */
export function guardWorkers(): void {
  guardConstructor("Worker", (args, make) => {
    const address = settledAddress(args[0]);
    if (!isAddressAllowed(address, "worker")) {
      throw new NativeDOMException("The script is not allowed.", "SecurityError");
    }
    const given = [address, args[1]];
    return isStrict() ? startGuarded(given, make) : make(given);
  });
}
