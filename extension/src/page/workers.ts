import { isAddressAllowed, settledAddress } from "./address.ts";
import { readBytes } from "./body.ts";
import { askHeld, isStrict } from "./channel.ts";
import { getterOf, listOf, methodOf, NativeDOMException, testOf, textOf } from "./natives.ts";
import { guardConstructor } from "./wrap.ts";
import type { Args } from "./natives.ts";
import { workerCalls, workerNatives } from "./worker-natives.ts";
import {
  askThroughPort,
  guardWorkerAddresses,
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
const hrefOf = getterOf(URL.prototype, "href");
const baseOf = getterOf(Node.prototype, "baseURI");
const firstOf = getterOf(MessageChannel.prototype, "port1");
const secondOf = getterOf(MessageChannel.prototype, "port2");
/** Of messages alone. */
interface Listening {
  addEventListener(type: "message", listener: (event: Asked) => void): void;
}
const listening: Listening = MessagePort.prototype;
const listen = methodOf(listening, "addEventListener");
const start = methodOf(MessagePort.prototype, "start");
interface Asked {
  readonly data: readonly [number, WorkerQuestion];
}
const dataOf = getterOf<Asked, "data">(MessageEvent.prototype, "data");
/** Without the forms for options. */
interface Receiver {
  postMessage(message: unknown, transfer: object): void;
}
const isWorker = testOf(getterOf(Worker.prototype, "onmessage"));
const tellPort = methodOf<Receiver, "postMessage">(MessagePort.prototype, "postMessage");
const tellWorker = methodOf<Receiver, "postMessage">(Worker.prototype, "postMessage");

/**
 * What comes before a worker's own script: the guards, as source, around the address of that script. Nested workers have none, and
 * are not allowed.
 */
const GUARDS_HEAD = "{const base=";
const GUARDS_TAIL = `;const natives=(${String(workerNatives)})(base,(${String(workerCalls)})());
const ask=(${String(askThroughPort)})(self,natives);
(${String(guardWorkerFetch)})(self,natives,ask);
(${String(guardWorkerXhr)})(natives,ask);
(${String(guardWorkerSockets)})(self,natives,ask);
(${String(guardWorkerAddresses)})(self,natives);
delete self.Worker;delete self.SharedWorker;delete self.WebTransport;delete self.WebSocketStream;
try{Object.defineProperty(self,"location",{value:new URL(base)})}catch{}}`;

const scriptOf = (source: string): string =>
  createUrl(NativeUrl, new NativeBlob([source], { type: "text/javascript" }));

/**
 * The address of a worker's script as the guards can import it. A page may take the address of a Blob back once it has its
 * worker, and Firefox imports no Blob without a type: such a script is copied. Scripts of workers are UTF-8 (HTML, "fetch a
 * classic worker script").
 */
function importable(url: URL): string {
  if (protocolOf(url) !== "blob:") return hrefOf(url);
  try {
    const request = new NativeXhr();
    open(request, "GET", hrefOf(url), false);
    overrideType(request, "text/plain;charset=utf-8");
    send(request);
    return scriptOf(responseText(request));
  } catch {
    // The page's own policy lets nothing read it.
    return hrefOf(url);
  }
}

/** A script that guards itself and then is what stands at `url`. */
function guardedScript(url: URL, isModule: boolean): string {
  const guards = GUARDS_HEAD + stringify(hrefOf(url)) + GUARDS_TAIL;
  const script = stringify(importable(url));
  return isModule
    ? scriptOf(`import ${stringify(scriptOf(guards))};import ${script};`)
    : scriptOf(`${guards};self.importScripts(${script});`);
}

function answerWorker(port: MessagePort, id: number, question: WorkerQuestion): void {
  const { body, ...facts } = question;
  const ask = (text: string | undefined): void => {
    askHeld({ ...facts, body: text }, (isAllowed) => {
      tellPort(port, [id, isAllowed], listOf([]));
    });
  };
  if (typeof body === "string") ask(body);
  else readBytes(body, ask);
}

const isModule = (options: unknown): boolean =>
  typeof options === "object" && options !== null && "type" in options && options.type === "module";

function startGuarded(args: Args, make: (args: Args) => object): object {
  const url = new NativeUrl(textOf(args[0]), baseOf(document));
  const worker = make([guardedScript(url, isModule(args[1])), args[1]]);
  const channel = new NativeChannel();
  const port = firstOf(channel);
  listen(port, "message", (event) => {
    const data = dataOf(event);
    answerWorker(port, data[0], data[1]);
  });
  start(port);
  if (isWorker(worker)) tellWorker(worker, undefined, listOf([secondOf(channel)]));
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
