import { ROUTES } from "@weir/schema";
import type {
  CategoryPolicy,
  HostPolicy,
  OverrideAdded,
  OverrideRemoved,
  Overrides,
  Pause,
  PolicyUpdated,
} from "@weir/schema";
import type { Outcome } from "../outcome.ts";
import { answerOf } from "./answer.ts";
import { withBody } from "./handler.ts";
import type { Handler } from "./handler.ts";

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
    readonly pause: (minutes: number) => Promise<Outcome<Pause>>;
  };
}

/** `GET /api/rules/overrides`. */
export function overridesHandler({ hosts }: HostRouteDeps): Handler {
  return () => ({ status: ROUTES.overrides.answer.status, body: hosts.overrides() });
}

/** `POST /api/rules/overrides`. */
export function overrideAddHandler({ hosts }: HostRouteDeps): Handler {
  const { body: schema, answer } = ROUTES.overrideAdd;
  return withBody(schema, async ({ domain, list }) =>
    answerOf(answer.status, await hosts.addOverride(domain, list)),
  );
}

/** `DELETE /api/rules/overrides`. */
export function overrideRemoveHandler({ hosts }: HostRouteDeps): Handler {
  const { body: schema, answer } = ROUTES.overrideRemove;
  return withBody(schema, async ({ domain }) =>
    answerOf(answer.status, await hosts.removeOverride(domain)),
  );
}

/** `GET /api/policies`. */
export function policiesHandler({ hosts }: HostRouteDeps): Handler {
  return () => ({ status: ROUTES.policies.answer.status, body: { policies: hosts.policies() } });
}

/** `PUT /api/policies/{category}`. */
export function policyUpdateHandler({ hosts }: HostRouteDeps): Handler {
  const { body: schema, answer } = ROUTES.policyUpdate;
  return withBody(schema, async ({ category: said, policy }, { category = "" }) =>
    said === undefined || said === category
      ? answerOf(answer.status, await hosts.setPolicy(category, policy))
      : { problem: "invalid_body" },
  );
}

/** `DELETE /api/policies/{category}`. */
export function policyUnsetHandler({ hosts }: HostRouteDeps): Handler {
  const { status } = ROUTES.policyUnset.answer;
  return async (_body, { category = "" }) => answerOf(status, await hosts.unsetPolicy(category));
}

/** `POST /api/dns/pause`. */
export function dnsPauseHandler({ hosts }: HostRouteDeps): Handler {
  const { body: schema, answer } = ROUTES.dnsPause;
  return withBody(schema, async ({ minutes }) =>
    answerOf(answer.status, await hosts.pause(minutes)),
  );
}

/** `POST /api/dns/resume`. */
export function dnsResumeHandler({ hosts }: HostRouteDeps): Handler {
  return async () => answerOf(ROUTES.dnsResume.answer.status, await hosts.pause(0));
}
