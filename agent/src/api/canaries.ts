import { CANARY_LIMITS, CanaryRequest, parse, ROUTES } from "@weir/schema";
import type { Canary, CanaryList } from "@weir/schema";
import type { Outcome } from "../outcome.ts";
import { answerOf } from "./answer.ts";
import type { Handler } from "./handler.ts";

/** What the routes of canaries need. */
export interface CanaryRouteDeps {
  readonly canaries: {
    readonly list: () => readonly Canary[];
    readonly create: (label: string) => Outcome<Canary>;
    readonly remove: (id: string) => Outcome<undefined>;
  };
}

/** `GET /api/dlp/canary`. */
export function canaryListHandler({ canaries }: CanaryRouteDeps): Handler {
  return () => {
    const body: CanaryList = { canaries: canaries.list().slice(0, CANARY_LIMITS.canaries) };
    return { status: ROUTES.canaryList.answer.status, body };
  };
}

/** The label of a body that is otherwise as it must be; whether it is a good label is for the canaries to say. */
function askedLabel(body: unknown): string | undefined {
  const parsed = parse(CanaryRequest, body);
  if (parsed.ok) return Array.isArray(body) ? undefined : parsed.value.label;
  const isLabelAlone = parsed.faults.every(({ path }) => path === "label");
  const given: unknown =
    typeof body === "object" && body !== null && "label" in body ? body.label : undefined;
  return isLabelAlone && typeof given === "string" ? given : undefined;
}

/** `POST /api/dlp/canary`. */
export function canaryCreateHandler({ canaries }: CanaryRouteDeps): Handler {
  return (body) => {
    const label = askedLabel(body);
    if (label === undefined) return { problem: "invalid_body" };
    return answerOf(ROUTES.canaryCreate.answer.status, canaries.create(label));
  };
}

/** `DELETE /api/dlp/canary/{id}`. */
export function canaryDeleteHandler({ canaries }: CanaryRouteDeps): Handler {
  return (_body, { id = "" }) => answerOf(ROUTES.canaryDelete.answer.status, canaries.remove(id));
}
