import { ROUTES } from "@weir/schema";
import type {
  CategoryPolicy,
  ErrorCode,
  HostPolicy,
  OverrideAdded,
  OverrideRemoved,
  Overrides,
  PolicyUpdated,
} from "@weir/schema";
import type { Answer } from "./answer.ts";
import { withBody } from "./handler.ts";
import type { Handler } from "./handler.ts";

/** What became of a change. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: ErrorCode };

/** What the routes of hosts and of the DNS layer need. */
export interface HostRouteDeps {
  readonly hosts: {
    readonly overrides: () => Overrides;
    readonly addOverride: (
      domain: string,
      list: keyof Overrides,
    ) => Promise<Outcome<OverrideAdded>>;
    readonly removeOverride: (domain: string) => Promise<Outcome<OverrideRemoved>>;
    readonly policies: () => readonly CategoryPolicy[];
    readonly setPolicy: (category: string, policy: HostPolicy) => Promise<Outcome<PolicyUpdated>>;
    /** Forgets what was set, so that the configuration counts again. */
    readonly unsetPolicy: (category: string) => Promise<Outcome<PolicyUpdated>>;
    /** Blocks nothing for so many minutes; 0 ends a pause. Answers how many seconds are left. */
    readonly pause: (minutes: number) => Promise<Outcome<number>>;
  };
}

/** The answer to a change. */
function answerOf<T>(status: number, outcome: Outcome<T>, bodyOf: (value: T) => unknown): Answer {
  if (!outcome.ok) return { problem: outcome.problem };
  return { status, body: bodyOf(outcome.value) };
}

const asItIs = <T>(value: T): T => value;

/** `GET /api/rules/overrides`. */
export function overridesHandler({ hosts }: HostRouteDeps): Handler {
  return () => ({ status: ROUTES.overrides.answer.status, body: hosts.overrides() });
}

/** `POST /api/rules/overrides`. */
export function overrideAddHandler({ hosts }: HostRouteDeps): Handler {
  const { body: schema, answer } = ROUTES.overrideAdd;
  return withBody(schema, async ({ domain, list }) =>
    answerOf(answer.status, await hosts.addOverride(domain, list), asItIs),
  );
}

/** `DELETE /api/rules/overrides`. */
export function overrideRemoveHandler({ hosts }: HostRouteDeps): Handler {
  const { body: schema, answer } = ROUTES.overrideRemove;
  return withBody(schema, async ({ domain }) =>
    answerOf(answer.status, await hosts.removeOverride(domain), asItIs),
  );
}

/** `GET /api/policies`. */
export function policiesHandler({ hosts }: HostRouteDeps): Handler {
  return () => ({ status: ROUTES.policies.answer.status, body: { policies: hosts.policies() } });
}

/** `PUT /api/policies/{category}`. */
export function policyUpdateHandler({ hosts }: HostRouteDeps): Handler {
  const { body: schema, answer } = ROUTES.policyUpdate;
  return withBody(schema, async ({ policy }, { category = "" }) =>
    answerOf(answer.status, await hosts.setPolicy(category, policy), asItIs),
  );
}

/** `DELETE /api/policies/{category}`. */
export function policyUnsetHandler({ hosts }: HostRouteDeps): Handler {
  const { status } = ROUTES.policyUnset.answer;
  return async (_body, { category = "" }) =>
    answerOf(status, await hosts.unsetPolicy(category), asItIs);
}

const pauseBody = (seconds: number) => ({ paused_seconds: seconds });

/** `POST /api/dns/pause`. */
export function dnsPauseHandler({ hosts }: HostRouteDeps): Handler {
  const { body: schema, answer } = ROUTES.dnsPause;
  return withBody(schema, async ({ minutes }) =>
    answerOf(answer.status, await hosts.pause(minutes), pauseBody),
  );
}

/** `POST /api/dns/resume`. */
export function dnsResumeHandler({ hosts }: HostRouteDeps): Handler {
  return async () => answerOf(ROUTES.dnsResume.answer.status, await hosts.pause(0), pauseBody);
}
