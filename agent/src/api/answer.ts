import type { IncomingMessage, ServerResponse } from "node:http";
import { ERRORS } from "@weir/schema";
import type { ErrorCode, Problem } from "@weir/schema";
import type { Outcome } from "../outcome.ts";
import type { Outbox } from "./outbox.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * What a handler answers: a status with a JSON body (none where it is undefined), JSON that was written already, or one of
 * the declared errors.
 */
export type Answer =
  | { readonly status: number; readonly body: unknown; readonly headers?: Headers }
  | { readonly status: number; readonly written: Uint8Array; readonly headers: Headers }
  | { readonly problem: ErrorCode };

/** The answer that says what became of something. */
export const answerOf = (status: number, outcome: Outcome<unknown>): Answer =>
  outcome.ok ? { status, body: outcome.value } : { problem: outcome.problem };

/** How long a refused request may go on sending before its connection is cut, in milliseconds. */
const LINGER_MS = 2000;

/** Sent with every answer, so that no browser keeps, guesses at or shares one. */
const SAFE_HEADERS = {
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
} as const;

/** What comes with an error: what a request without the token is asked for (RFC 6750, 3), and when to ask again. */
const PROBLEM_HEADERS: Readonly<Partial<Record<ErrorCode, Headers>>> = {
  unauthorized: { "WWW-Authenticate": "Bearer" },
  rate_limited: { "Retry-After": "1" },
};

/** The body of an error (RFC 9457): made from the table alone, so that nothing of a request can get into it. */
function problemBody(code: ErrorCode): Problem {
  const { status, title, detail } = ERRORS[code];
  return { type: `urn:weir:problem:${code}`, title, status, detail, code };
}

/** An answer in HTTP. */
interface Content {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array | undefined;
  readonly headers: Headers;
}

function contentOf(answer: Answer): Content {
  if ("problem" in answer) {
    const { problem } = answer;
    const { status } = ERRORS[problem];
    const headers = PROBLEM_HEADERS[problem] ?? {};
    const body = JSON.stringify(problemBody(problem));
    return { status, type: "application/problem+json", body, headers };
  }
  const { status, headers = {} } = answer;
  const isWritten = "written" in answer;
  const content = isWritten ? undefined : answer.body;
  const body = content === undefined ? undefined : JSON.stringify(content);
  return { status, type: "application/json", body: isWritten ? answer.written : body, headers };
}

/** How a response leaves: without its body for HEAD, and with the connection closed behind it where asked. */
export interface SendOptions {
  readonly isHead: boolean;
  readonly closes: boolean;
  readonly headers?: Headers;
  readonly outbox: Outbox;
}

/** Sends an answer. A request that was not read to its end is read on for a little while, so that the answer arrives. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  { isHead, closes, headers = {}, outbox }: SendOptions,
): void {
  if (response.headersSent || response.destroyed) return;
  const { status, type, body, headers: own } = contentOf(answer);
  const isUnread = hasBody(request) && !request.complete;
  response.writeHead(status, {
    ...SAFE_HEADERS,
    ...own,
    ...headers,
    ...(body === undefined
      ? {}
      : { "Content-Type": type, "Content-Length": Buffer.byteLength(body) }),
    ...(closes || isUnread ? { Connection: "close" } : {}),
  });
  const sent = isHead ? undefined : body;
  if (isUnread) {
    if (sent !== undefined) response.write(sent);
    endBehind(request, response);
  } else {
    // In one piece with its headers: two pieces take twice as long to leave.
    outbox.end(response, sent);
  }
}

/** Did the request announce a body? */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Throws away the rest of a request and ends the response behind it: closing at once would reset the connection. */
function endBehind(request: IncomingMessage, response: ServerResponse): void {
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.once("end", end).once("close", end).resume();
}

/** A whole response for a connection on which no request could be read. */
export function rawProblem(code: ErrorCode): string {
  const body = JSON.stringify(problemBody(code));
  const headers = {
    ...SAFE_HEADERS,
    "Content-Type": "application/problem+json",
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${ERRORS[code].status} Weir\r\n${lines.join("")}\r\n${body}`;
}
