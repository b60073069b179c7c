import { parse } from "@weir/schema";
import type { RouteName } from "@weir/schema";
import type { Answer } from "./answer.ts";

/** The segments of a path that stand for its parameters, by name, as they were sent. */
export type PathParameters = Readonly<Record<string, string>>;

/** Answers one route; `body` is the parsed JSON of the request, undefined where the route takes none. */
export type Handler = (body: unknown, parameters: PathParameters) => Answer;

/** A handler for every declared route: one that is missing does not compile. */
export type Handlers = Readonly<Record<RouteName, Handler>>;

type Schema = Parameters<typeof parse>[0];
type Parsed<S extends Schema> = Extract<ReturnType<typeof parse<S>>, { ok: true }>["value"];

/** A handler whose body is checked against its route's schema first. Every body is an object; a list is none. */
export function withBody<S extends Schema>(
  schema: S,
  handle: (body: Parsed<S>) => Answer,
): Handler {
  return (body) => {
    const parsed = parse(schema, body);
    return parsed.ok && !Array.isArray(body) ? handle(parsed.value) : { problem: "invalid_body" };
  };
}
