import { ROUTES } from "@weir/schema";
import type { Route } from "@weir/schema";
import type { Handler, Handlers, PathParameters } from "./handler.ts";

/** What a method and a path lead to. */
export type RouteMatch =
  | {
      readonly kind: "route";
      readonly route: Route;
      readonly handler: Handler;
      readonly parameters: PathParameters;
    }
  | { readonly kind: "wrong_method"; readonly allow: string }
  | { readonly kind: "none" };

interface Entry {
  readonly route: Route;
  readonly handler: Handler;
}

/** A declared path: what it matches, and the entries of its methods. */
interface DeclaredPath {
  readonly shape: RegExp;
  readonly entries: Map<string, Entry>;
}

/** The shape of a declared path, in which `{name}` is one segment that is not empty. */
function shapeOf(path: string): RegExp {
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

/** Leads requests to handlers by the declared routes. HEAD goes where GET goes; a query is passed over. */
export function createRouter(handlers: Handlers): (method: string, url: string) => RouteMatch {
  const byPath = new Map<string, DeclaredPath>();
  const add = (route: Route, handler: Handler): void => {
    const declared = byPath.get(route.path) ?? { shape: shapeOf(route.path), entries: new Map() };
    declared.entries.set(route.method, { route, handler });
    if (route.method === "GET") declared.entries.set("HEAD", { route, handler });
    byPath.set(route.path, declared);
  };
  const handlerOf: Readonly<Record<string, Handler>> = handlers;
  for (const [name, route] of Object.entries<Route>(ROUTES)) {
    const handler = handlerOf[name];
    if (handler !== undefined) add(route, handler);
  }
  const declaredPaths = [...byPath.values()];
  return (method, url) => {
    const [path = ""] = url.split("?", 1);
    for (const { shape, entries } of declaredPaths) {
      const matched = shape.exec(path);
      if (matched === null) continue;
      const entry = entries.get(method);
      if (entry !== undefined) {
        return { kind: "route", ...entry, parameters: { ...matched.groups } };
      }
      return { kind: "wrong_method", allow: [...entries.keys()].toSorted().join(", ") };
    }
    return { kind: "none" };
  };
}
