import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorCode } from "@weir/schema";
import { errorClass } from "../errors.ts";
import type { Log } from "../log.ts";
import { sendAnswer } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { announcedBytes, bodyLimit, readBody } from "./body.ts";
import type { GrowingGate } from "./growing-gate.ts";
import { checkMediaType, checkSource } from "./guards.ts";
import type { ExtensionOrigin, ListenPlace } from "./guards.ts";
import type { Caller, Handled, Handlers } from "./handler.ts";
import type { Outbox } from "./outbox.ts";
import type { ApiLimits } from "./limits.ts";
import { createRouter } from "./router.ts";

/** What answering requests needs. */
export interface ServeDeps {
  readonly handlers: Handlers;
  readonly log: Log;
  readonly gate: GrowingGate;
  readonly outbox: Outbox;
  readonly limits: ApiLimits;
  /** Largest content of a scan as it is now, in bytes of UTF-8. */
  readonly maxScanBytes: () => number;
  /** Does an `Authorization` header carry the token? */
  readonly isAuthorized: (header: string | undefined) => boolean;
  /** Does an `Authorization` header carry a token of this extension, or of any where its origin is not known? */
  readonly isCompanion: (
    extension: ExtensionOrigin | undefined,
    header: string | undefined,
  ) => boolean;
  readonly place: () => ListenPlace;
  readonly isStopping: () => boolean;
}

/** One request and its response; `waitsForContinue` where the client asked before it sends its body. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly waitsForContinue: boolean;
}

/** An answer, with the headers that come with it; undefined where nobody waits for it any more. */
type Reply =
  | { readonly answer: Answer; readonly headers?: Readonly<Record<string, string>> }
  | undefined;

/** A header that was sent once; of two, nobody could say which one counts. */
function onlyHeader({ headersDistinct }: IncomingMessage, name: string): string | undefined {
  const values = headersDistinct[name] ?? [];
  return values.length === 1 ? values[0] : undefined;
}

const refuse = (problem: ErrorCode): Reply => ({ answer: { problem } });

const replyOf = (answer: Handled): Reply => (answer === undefined ? undefined : { answer });

/** Aborts when the connection ends before the answer has left. */
function goneWith(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  // Behind an answer, nobody waits; what an abort makes takes a tenth of a small scan's time.
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Reads the body and has it answered, holding its bytes as they arrive until the answer is there. */
async function answerBody(
  { gate, maxScanBytes, limits, outbox }: ServeDeps,
  { request, response, waitsForContinue }: Exchange,
  { gone, holdsContent }: { readonly gone: AbortSignal; readonly holdsContent: boolean },
  answer: (body: unknown) => Handled | Promise<Handled>,
): Promise<Reply> {
  const mediaFault = checkMediaType(request);
  if (mediaFault !== undefined) return refuse(mediaFault);
  const { smallBodyBytes, plainBodyBytes } = limits;
  const most = holdsContent ? bodyLimit(maxScanBytes()) : plainBodyBytes;
  const limit = Math.min(most, gate.limitBytes);
  const bytes = announcedBytes(request) ?? limit;
  if (bytes > limit) return refuse("content_too_large");
  const share = gate.open(bytes);
  try {
    const room = Math.min(bytes, smallBodyBytes);
    if (!(await share.grow(room, gone))) return undefined;
    if (waitsForContinue) response.writeContinue();
    const body = await readBody(request, { limits, limit, room, share, gone });
    if (body.kind === "gone") return undefined;
    // The answer may take long.
    if (bytes > smallBodyBytes) outbox.flush();
    return body.kind === "refused" ? refuse(body.code) : replyOf(await answer(body.value));
  } finally {
    share.release();
  }
}

/** Answers requests: guards, route, body, handler. Whatever goes wrong is answered and ends nothing but the request. */
export function createServe(deps: ServeDeps): (exchange: Exchange) => Promise<void> {
  const findRoute = createRouter(deps.handlers);

  const replyTo = async (exchange: Exchange): Promise<Reply> => {
    const { request, response } = exchange;
    const source = checkSource(request, deps.place());
    if (!source.ok) return refuse(source.problem);
    if (deps.isStopping()) return refuse("stopping");
    const { isExtension, extension } = source;
    const authorization = onlyHeader(request, "authorization");
    const match = findRoute(request.method ?? "", request.url ?? "");
    const isForAll = match.kind === "route" && match.route.forExtensions === true;
    if (isExtension && !isForAll && !deps.isCompanion(extension, authorization)) {
      return refuse("forbidden_origin");
    }
    if (match.kind === "none") return refuse("not_found");
    if (match.kind === "wrong_method") {
      return { answer: { problem: "method_not_allowed" }, headers: { Allow: match.allow } };
    }
    const { route, handler, parameters } = match;
    const caller: Caller = {
      extension,
      place: `${request.socket.localAddress}:${request.socket.localPort}`,
      header: (name) => onlyHeader(request, name),
      hasToken: () => deps.isAuthorized(authorization),
      gone: goneWith(response),
    };
    if (route.token && !caller.hasToken()) return refuse("unauthorized");
    if (route.body === undefined) return replyOf(await handler(undefined, parameters, caller));
    const traits = { gone: caller.gone, holdsContent: route.holdsContent === true };
    return answerBody(deps, exchange, traits, (body) => handler(body, parameters, caller));
  };

  return async (exchange) => {
    let reply: Reply;
    try {
      reply = await replyTo(exchange);
    } catch (error) {
      deps.log.write({ event: "internal_fault", error_class: errorClass(error) });
      reply = refuse("internal_fault");
    }
    if (reply === undefined) return;
    const { answer, headers } = reply;
    if ("problem" in answer) deps.log.write({ event: "request_refused", code: answer.problem });
    sendAnswer(exchange.request, exchange.response, answer, {
      isHead: exchange.request.method === "HEAD",
      closes: deps.isStopping(),
      outbox: deps.outbox,
      ...(headers === undefined ? {} : { headers }),
    });
  };
}
