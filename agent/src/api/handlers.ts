import { canaryCreateHandler, canaryDeleteHandler, canaryListHandler } from "./canaries.ts";
import type { CanaryRouteDeps } from "./canaries.ts";
import type { Handlers } from "./handler.ts";
import { openApiHandler } from "./openapi.ts";
import { redactHandler, scanHandler } from "./scan.ts";
import type { ScanDeps } from "./scan.ts";
import { dlpConfigHandler, dlpConfigUpdateHandler, statsResetHandler } from "./settings.ts";
import type { SettingsRouteDeps } from "./settings.ts";
import { statsHandler, statusHandler } from "./status.ts";
import type { StatusDeps } from "./status.ts";

/** Everything that the routes need. */
export type ApiDeps = ScanDeps & StatusDeps & CanaryRouteDeps & SettingsRouteDeps;

/** A handler for every route of `ROUTES`. */
export function createHandlers(deps: ApiDeps): Handlers {
  return {
    scan: scanHandler(deps),
    redact: redactHandler(deps),
    status: statusHandler(deps),
    stats: statsHandler(deps),
    openapi: openApiHandler(deps.version),
    canaryList: canaryListHandler(deps),
    canaryCreate: canaryCreateHandler(deps),
    canaryDelete: canaryDeleteHandler(deps),
    dlpConfig: dlpConfigHandler(deps),
    dlpConfigUpdate: dlpConfigUpdateHandler(deps),
    statsReset: statsResetHandler(deps),
  };
}
