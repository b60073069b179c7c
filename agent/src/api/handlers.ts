import { canaryCreateHandler, canaryDeleteHandler, canaryListHandler } from "./canaries.ts";
import type { CanaryRouteDeps } from "./canaries.ts";
import {
  companionForgetHandler,
  companionListHandler,
  companionProofHandler,
  pairHandler,
  pairingStartHandler,
  rulesBundleHandler,
} from "./companion.ts";
import type { CompanionRouteDeps } from "./companion.ts";
import type { Handlers } from "./handler.ts";
import {
  dnsPauseHandler,
  dnsResumeHandler,
  overrideAddHandler,
  overrideRemoveHandler,
  overridesHandler,
  policiesHandler,
  policyUnsetHandler,
  policyUpdateHandler,
} from "./hosts.ts";
import type { HostRouteDeps } from "./hosts.ts";
import { openApiHandler } from "./openapi.ts";
import { redactHandler, scanHandler } from "./scan.ts";
import type { ScanDeps } from "./scan.ts";
import {
  dlpConfigHandler,
  dlpConfigResetHandler,
  dlpConfigUpdateHandler,
  reloadHandler,
  settingsChangesHandler,
  statsResetHandler,
} from "./settings.ts";
import type { SettingsRouteDeps } from "./settings.ts";
import { statsHandler, statusHandler } from "./status.ts";
import type { StatusDeps } from "./status.ts";

/** Everything that the routes need. */
export type ApiDeps = ScanDeps &
  StatusDeps &
  CanaryRouteDeps &
  SettingsRouteDeps &
  HostRouteDeps &
  CompanionRouteDeps;

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
    dlpConfigReset: dlpConfigResetHandler(deps),
    settingsChanges: settingsChangesHandler(deps),
    reload: reloadHandler(deps),
    statsReset: statsResetHandler(deps),
    overrides: overridesHandler(deps),
    overrideAdd: overrideAddHandler(deps),
    overrideRemove: overrideRemoveHandler(deps),
    policies: policiesHandler(deps),
    policyUpdate: policyUpdateHandler(deps),
    policyUnset: policyUnsetHandler(deps),
    dnsPause: dnsPauseHandler(deps),
    dnsResume: dnsResumeHandler(deps),
    rulesBundle: rulesBundleHandler(deps),
    pairingStart: pairingStartHandler(deps),
    pair: pairHandler(deps),
    companionProof: companionProofHandler(deps),
    companionList: companionListHandler(deps),
    companionForget: companionForgetHandler(deps),
  };
}
