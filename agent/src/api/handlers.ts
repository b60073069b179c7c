import type { Handlers } from "./handler.ts";
import { openApiHandler } from "./openapi.ts";
import { redactHandler, scanHandler } from "./scan.ts";
import type { ScanDeps } from "./scan.ts";
import { statsHandler, statusHandler } from "./status.ts";
import type { StatusDeps } from "./status.ts";

/** Everything that the routes need. */
export type ApiDeps = ScanDeps & StatusDeps;

/** A handler for every route of `ROUTES`. */
export function createHandlers(deps: ApiDeps): Handlers {
  return {
    scan: scanHandler(deps),
    redact: redactHandler(deps),
    status: statusHandler(deps),
    stats: statsHandler(deps),
    openapi: openApiHandler(deps.version),
  };
}
