import { parse } from "@weir/schema";
import type { RouteName } from "@weir/schema";
import type { Answer } from "./answer.ts";

/** Answers one route; `body` is the parsed JSON of the request, undefined where the route takes none. */
export type Handler = (body: unknown) => Answer;

/** A handler for every declared route: one that is missing does not compile. */
export type Handlers = Readonly<Record<RouteName, Handler>>;

type Schema = Parameters<typeof parse>[0];
type Parsed<S extends Schema> = Extract<ReturnType<typeof parse<S>>, { ok: true }>["value"];

/** A handler whose body is checked against its route's schema first. */
export function withBody<S extends Schema>(
  schema: S,
  handle: (body: Parsed<S>) => Answer,
): Handler {
  return (body) => {
    const parsed = parse(schema, body);
    return parsed.ok ? handle(parsed.value) : { problem: "invalid_body" };
  };
}
