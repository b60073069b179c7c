import { utf8Bytes } from "@weir/engine";
import { ROUTES } from "@weir/schema";
import type { Counters, ScanRequest } from "@weir/schema";
import type { Clock } from "../clock.ts";
import type { Current } from "../current.ts";
import type { Log } from "../log.ts";
import { lookAt } from "../look.ts";
import type { Look, Looked, LookElsewhere } from "../look.ts";
import { logScan } from "../scan-timer.ts";
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
  /** Where long contents are looked at. */
  readonly lookElsewhere: LookElsewhere;
  /** Told the canaries that a scan met, by id, before its answer leaves. */
  readonly noteCanaries: (ids: readonly string[]) => void;
  /** May one more scan be answered now? */
  readonly admits: () => boolean;
}

/**
 * A longer content is looked at in another thread, in UTF-16 units. Of ordinary texts it takes a few milliseconds to look at one
 * of this size, of one that is nothing but secrets some 200: others can wait for either. To redact is to scan, and the result again.
 */
const LONG_CHARS: Readonly<Record<Look["kind"], number>> = { scan: 16 * 1024, redact: 8 * 1024 };

const isLong = (kind: Look["kind"], { content }: ScanRequest): boolean =>
  content.length > LONG_CHARS[kind];

/** What is to be done for a request, by what is in force now. */
function lookOf(
  { current, sessions, log }: ScanDeps,
  kind: Look["kind"],
  { content, session_id }: ScanRequest,
): Look {
  const tail = session_id === undefined ? "" : sessions.tailOf(session_id);
  return { kind, content, tail, policy: current.policy, isTimed: log.isOn("debug") };
}

/** Counts a look that has an answer, and keeps the next tail. */
function settle(
  { sessions, count, noteCanaries, log }: ScanDeps,
  kind: Look["kind"],
  { content, session_id }: ScanRequest,
  { blocked, canaries, tail, times }: Looked,
): void {
  if (session_id !== undefined) sessions.keep(session_id, tail);
  count("dlp_scans_total");
  if (blocked) count("dlp_blocks_total");
  noteCanaries(canaries);
  if (times !== undefined) logScan(log, { kind, content, times });
}

/** Looks at a content at once. */
function lookHere(deps: ScanDeps, kind: Look["kind"], request: ScanRequest): Looked {
  const looked = lookAt(deps.current.ruleset, lookOf(deps, kind, request), deps.clock);
  settle(deps, kind, request, looked);
  return looked;
}

/** Looks at a long content; undefined where nobody waits for it any more. */
async function lookLong(
  deps: ScanDeps,
  kind: Look["kind"],
  request: ScanRequest,
  gone: AbortSignal,
): Promise<Looked | undefined> {
  const look = lookOf(deps, kind, request);
  const looked = await deps.lookElsewhere(deps.current.ruleset, look, gone);
  if (looked !== undefined) settle(deps, kind, request, looked);
  return looked;
}

/** Looks at a content when it is its session's turn; undefined where nobody waits for it any more. */
async function lookInTurn(
  deps: ScanDeps,
  kind: Look["kind"],
  request: ScanRequest,
  gone: AbortSignal,
): Promise<Looked | undefined> {
  const { session_id } = request;
  if (session_id === undefined) return lookLong(deps, kind, request, gone);
  const endTurn = await deps.sessions.turns.take(session_id, gone);
  if (endTurn === undefined) return undefined;
  try {
    return isLong(kind, request)
      ? await lookLong(deps, kind, request, gone)
      : lookHere(deps, kind, request);
  } finally {
    endTurn();
  }
}

/**
 * The handler of a route that looks at content, while more scans are admitted. A short content is looked at as it comes; a
 * long one elsewhere, and what comes meanwhile of the same session waits for it.
 */
function lookHandler(deps: ScanDeps, kind: Look["kind"]): Handler {
  const { body, answer } = ROUTES[kind];
  const { status } = answer;
  const handler = withBody(body, (request, _parameters, { gone }) => {
    if (utf8Bytes(request.content) > deps.current.maxScanBytes) {
      return { problem: "content_too_large" };
    }
    const { session_id } = request;
    if (
      isLong(kind, request) ||
      (session_id !== undefined && deps.sessions.turns.isTaken(session_id))
    ) {
      return lookInTurn(deps, kind, request, gone).then(
        (looked) => looked && { status, body: looked.answer },
      );
    }
    return { status, body: lookHere(deps, kind, request).answer };
  });
  return (sent, parameters, caller) =>
    deps.admits() ? handler(sent, parameters, caller) : { problem: "rate_limited" };
}

/** `POST /api/dlp/scan`. */
export const scanHandler = (deps: ScanDeps): Handler => lookHandler(deps, "scan");

/** `POST /api/dlp/redact`. */
export const redactHandler = (deps: ScanDeps): Handler => lookHandler(deps, "redact");
