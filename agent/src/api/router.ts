import { ROUTES } from "@weir/schema";
import type { Route } from "@weir/schema";
import type { Handler, Handlers } from "./handler.ts";

/** What a method and a path lead to. */
export type RouteMatch =
  | { readonly kind: "route"; readonly route: Route; readonly handler: Handler }
  | { readonly kind: "wrong_method"; readonly allow: string }
  | { readonly kind: "none" };

interface Entry {
  readonly route: Route;
  readonly handler: Handler;
}

/** Leads requests to handlers by the declared routes. HEAD goes where GET goes. */
export function createRouter(handlers: Handlers): (method: string, url: string) => RouteMatch {
  const byPath = new Map<string, Map<string, Entry>>();
  const add = (route: Route, handler: Handler): void => {
    const entries = byPath.get(route.path) ?? new Map<string, Entry>();
    entries.set(route.method, { route, handler });
    if (route.method === "GET") entries.set("HEAD", { route, handler });
    byPath.set(route.path, entries);
  };
  const handlerOf: Readonly<Record<string, Handler>> = handlers;
  for (const [name, route] of Object.entries<Route>(ROUTES)) {
    const handler = handlerOf[name];
    if (handler !== undefined) add(route, handler);
  }
  return (method, url) => {
    const [path = ""] = url.split("?", 1);
    const entries = byPath.get(path);
    if (entries === undefined) return { kind: "none" };
    const entry = entries.get(method);
    if (entry !== undefined) return { kind: "route", ...entry };
    return { kind: "wrong_method", allow: [...entries.keys()].toSorted().join(", ") };
  };
}
