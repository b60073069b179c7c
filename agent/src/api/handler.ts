import { parse } from "@weir/schema";
import type { RouteName } from "@weir/schema";
import type { Answer } from "./answer.ts";
import type { ExtensionOrigin } from "./guards.ts";

/** The segments of a path that stand for its parameters, by name, as they were sent. */
export type PathParameters = Readonly<Record<string, string>>;

/** Who asks, as far as a handler may want to know. */
export interface Caller {
  /** The extension that asks, by the Origin that its browser sends; undefined for all others. */
  readonly extension: ExtensionOrigin | undefined;
  /** The address and port that the request came to, such as `127.0.0.1:9191`. */
  readonly place: string;
  /** A header that was sent once. */
  readonly header: (name: string) => string | undefined;
  /** Is the agent's own token sent along? */
  readonly hasToken: () => boolean;
  /** Aborts when nobody waits for the answer any more. */
  readonly gone: AbortSignal;
}

/** What a handler has to say; undefined where nobody waits for it any more. */
export type Handled = Answer | undefined;

/** Answers one route, at once or later; `body` is the parsed JSON of the request, undefined where the route takes none. */
export type Handler = (
  body: unknown,
  parameters: PathParameters,
  caller: Caller,
) => Handled | Promise<Handled>;

/** A handler for every declared route: one that is missing does not compile. */
export type Handlers = Readonly<Record<RouteName, Handler>>;

type Schema = Parameters<typeof parse>[0];
type Parsed<S extends Schema> = Extract<ReturnType<typeof parse<S>>, { ok: true }>["value"];

/** A handler whose body is checked against its route's schema first. Every body is an object; a list is none. */
export function withBody<S extends Schema>(
  schema: S,
  handle: (body: Parsed<S>, parameters: PathParameters, caller: Caller) => ReturnType<Handler>,
): Handler {
  return (body, parameters, caller) => {
    const parsed = parse(schema, body);
    if (!parsed.ok || Array.isArray(body)) return { problem: "invalid_body" };
    return handle(parsed.value, parameters, caller);
  };
}
