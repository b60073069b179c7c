// What runs within a worker, before its own script. Each function is handed over as its source: it may use nothing but its
// parameters and what every worker has.

/** What a worker asks the page that made it. */
export interface WorkerQuestion {
  readonly boundary: "fetch" | "xhr" | "websocket";
  readonly url: string;
  readonly contentType: string;
  readonly body: ArrayBuffer | string;
}

/** Settles to whether it may leave. */
export type AskPage = (question: WorkerQuestion) => Promise<boolean>;

/** What the guards of a worker need of its scope. */
export interface WorkerScope extends EventTarget {
  fetch: typeof fetch;
  XMLHttpRequest: typeof XMLHttpRequest;
  WebSocket: typeof WebSocket;
  importScripts?: (...urls: string[]) => void;
}

/** Takes the port that comes with the worker's first message, and asks by it. */
export function askThroughPort(scope: WorkerScope): AskPage {
  const waiting = new Map<number, (isAllowed: boolean) => void>();
  let lastId = 0;
  const port = new Promise<MessagePort>((resolve) => {
    const onFirst = (event: Event): void => {
      const given = event instanceof MessageEvent ? event.ports[0] : undefined;
      if (given === undefined) return;
      event.stopImmediatePropagation();
      scope.removeEventListener("message", onFirst);
      given.addEventListener("message", ({ data }: MessageEvent<readonly [number, boolean]>) => {
        waiting.get(data[0])?.(data[1]);
        waiting.delete(data[0]);
      });
      given.start();
      resolve(given);
    };
    scope.addEventListener("message", onFirst);
  });
  return async (question) => {
    const id = ++lastId;
    const answer = new Promise<boolean>((resolve) => {
      waiting.set(id, resolve);
    });
    (await port).postMessage([id, question], []);
    return answer;
  };
}

/** Addresses are those of the worker's script, not of what stands before it. */
export function guardWorkerFetch(scope: WorkerScope, ask: AskPage, base: string): void {
  const native = scope.fetch;
  const NativeRequest = Request;
  const resolved = (input: RequestInfo | URL): RequestInfo | URL =>
    input instanceof NativeRequest ? input : new URL(String(input), base);
  scope.fetch = async (input, init) => {
    const request = new NativeRequest(resolved(input), init);
    const { method, url, headers } = request;
    const hasBody = method !== "GET" && method !== "HEAD";
    if (!hasBody && !url.includes("?")) return native(request);
    const body = hasBody ? await request.clone().arrayBuffer() : "";
    const contentType = headers.get("content-type") ?? "";
    const isAllowed = await ask({ boundary: "fetch", url, contentType, body });
    return native(isAllowed ? request : "about:invalid");
  };
  const { importScripts } = scope;
  if (importScripts === undefined) return;
  scope.importScripts = (...urls) => {
    importScripts.apply(
      scope,
      urls.map((url) => new URL(url, base).href),
    );
  };
}

/** A request that would have to wait for its answer is not sent: there is nobody to ask at once. */
export function guardWorkerXhr(scope: WorkerScope, ask: AskPage, base: string): void {
  const Native = scope.XMLHttpRequest;
  scope.XMLHttpRequest = class extends Native {
    #url = "";
    #isAsync = true;
    #contentType = "";
    override open(method: string, url: string | URL, isAsync = true, ...rest: string[]): void {
      this.#url = new URL(url, base).href;
      this.#isAsync = isAsync;
      this.#contentType = "";
      super.open(method, this.#url, isAsync, rest[0], rest[1]);
    }
    override setRequestHeader(name: string, value: string): void {
      if (name.toLowerCase() === "content-type") this.#contentType = value;
      super.setRequestHeader(name, value);
    }
    #fail(): void {
      super.open("GET", "about:invalid", this.#isAsync);
      super.send();
    }
    async #decide(given: XMLHttpRequestBodyInit | null): Promise<void> {
      const response = new Response(given);
      const type = response.headers.get("content-type") ?? "";
      const contentType = this.#contentType === "" ? type : this.#contentType;
      const body = await response.arrayBuffer();
      if (!(await ask({ boundary: "xhr", url: this.#url, contentType, body }))) return this.#fail();
      if (this.#contentType === "" && type !== "") super.setRequestHeader("Content-Type", type);
      super.send(given === null ? null : body);
    }
    override send(given: XMLHttpRequestBodyInit | null = null): void {
      if (given === null && !this.#url.includes("?")) super.send();
      else if (this.#isAsync) void this.#decide(given);
      else this.#fail();
    }
  };
}

/** Messages leave in the order in which they came, each once it was judged. */
export function guardWorkerSockets(scope: WorkerScope, ask: AskPage): void {
  const Native = scope.WebSocket;
  scope.WebSocket = class extends Native {
    #last: Promise<void> = Promise.resolve();
    override send(message: string | ArrayBuffer | Blob | ArrayBufferView<ArrayBuffer>): void {
      const read =
        typeof message === "string"
          ? Promise.resolve(message)
          : new Response(message).arrayBuffer();
      this.#last = this.#sendAfter(this.#last, read);
    }
    async #sendAfter(last: Promise<void>, read: Promise<string | ArrayBuffer>): Promise<void> {
      await last;
      const body = await read;
      const isAllowed = await ask({ boundary: "websocket", url: "", contentType: "", body });
      if (isAllowed) super.send(body);
      else this.close(4403);
    }
  };
}
