import { redact, scan, utf8Bytes } from "@weir/engine";
import type { ScanResult } from "@weir/engine";
import { ROUTES } from "@weir/schema";
import type { Counters, RedactAnswer, ScanAnswer, ScanRequest } from "@weir/schema";
import type { Clock } from "../clock.ts";
import type { Current } from "../current.ts";
import type { Log } from "../log.ts";
import { timeScan } from "../scan-timer.ts";
import type { Sessions } from "../sessions.ts";
import { withBody } from "./handler.ts";
import type { Handler } from "./handler.ts";

/** What the two routes that look at content need. */
export interface ScanDeps {
  readonly current: Current;
  readonly sessions: Sessions;
  readonly count: (name: keyof Counters) => void;
  readonly log: Log;
  readonly clock: Clock;
  /** Told every scan that was answered, before its answer leaves. */
  readonly noteScan: (result: ScanResult) => void;
  /** May one more scan be answered now? */
  readonly admits: () => boolean;
}

/** Runs one look at a content with its session's tail; counts and keeps the next tail only when it has an answer. */
function withSession<T>(
  deps: ScanDeps,
  kind: "scan" | "redact",
  { content, session_id }: ScanRequest,
  look: (options: { readonly tail: string }) => { readonly answer: T; readonly scan: ScanResult },
): T {
  const tail = session_id === undefined ? "" : deps.sessions.tailOf(session_id);
  const timer = timeScan(deps, kind, content);
  const { answer, scan: result } = look({ tail, ...timer.options });
  if (session_id !== undefined) deps.sessions.keep(session_id, result.tail);
  deps.count("dlp_scans_total");
  if (result.blocked) deps.count("dlp_blocks_total");
  deps.noteScan(result);
  timer.finish(result);
  return answer;
}

/** The handler, while more scans are admitted. */
const limited =
  ({ admits }: ScanDeps, handler: Handler): Handler =>
  (body, parameters, caller) =>
    admits() ? handler(body, parameters, caller) : { problem: "rate_limited" };

/** `POST /api/dlp/scan`. */
export function scanHandler(deps: ScanDeps): Handler {
  const handler = withBody(ROUTES.scan.body, (request) => {
    const { ruleset, policy, maxScanBytes } = deps.current;
    if (utf8Bytes(request.content) > maxScanBytes) return { problem: "content_too_large" };
    const body = withSession(deps, "scan", request, (options) => {
      const result = scan(ruleset, policy, request.content, options);
      const { blocked, patternName, score } = result;
      const answer: ScanAnswer = { blocked, pattern_name: patternName, score };
      return { answer, scan: result };
    });
    return { status: ROUTES.scan.answer.status, body };
  });
  return limited(deps, handler);
}

/** `POST /api/dlp/redact`. */
export function redactHandler(deps: ScanDeps): Handler {
  const handler = withBody(ROUTES.redact.body, (request) => {
    const { ruleset, policy, maxScanBytes } = deps.current;
    if (utf8Bytes(request.content) > maxScanBytes) return { problem: "content_too_large" };
    const body = withSession(deps, "redact", request, (options) => {
      const result = redact(ruleset, policy, request.content, options);
      const answer: RedactAnswer = {
        redacted: result.redactions.length > 0,
        content: result.content,
        findings: result.redactions.map(({ patternName, ...redaction }) => ({
          pattern_name: patternName,
          ...redaction,
        })),
      };
      return { answer, scan: result.scan };
    });
    return { status: ROUTES.redact.answer.status, body };
  });
  return limited(deps, handler);
}
