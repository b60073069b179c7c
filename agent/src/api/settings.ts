import { ROUTES } from "@weir/schema";
import type { Counters, DlpConfig, DlpConfigPatch, Reloaded, SettingsChanges } from "@weir/schema";
import type { Outcome } from "../outcome.ts";
import { answerOf } from "./answer.ts";
import { withBody } from "./handler.ts";
import type { Handler } from "./handler.ts";

/** What the routes that change thresholds, weights and counters need. */
export interface SettingsRouteDeps {
  readonly scoring: {
    readonly read: () => DlpConfig;
    readonly change: (patch: DlpConfigPatch) => Outcome<DlpConfig>;
    readonly forget: () => Outcome<DlpConfig>;
  };
  /** What was changed while the agent ran, and counts. */
  readonly changes: () => SettingsChanges;
  /** Takes up the configuration and its rules; answers once that is done, or refused. */
  readonly reload: () => Promise<Outcome<Reloaded>>;
  readonly counters: () => Counters;
  /** Sets the counters to 0; false where that can't be kept. */
  readonly resetCounters: () => boolean;
  /** Does a managed profile lock every setting? */
  readonly isLocked: () => boolean;
}

/** `GET /api/dlp/config`. */
export function dlpConfigHandler({ scoring }: SettingsRouteDeps): Handler {
  return () => ({ status: ROUTES.dlpConfig.answer.status, body: scoring.read() });
}

/** A list passes for an object that names nothing; in a patch it is a mistake. */
function holdsList(body: unknown): boolean {
  return typeof body === "object" && body !== null && Object.values(body).some(Array.isArray);
}

/** `PUT /api/dlp/config`. */
export function dlpConfigUpdateHandler({ scoring }: SettingsRouteDeps): Handler {
  const { body: schema, answer } = ROUTES.dlpConfigUpdate;
  const change = withBody(schema, (patch) => answerOf(answer.status, scoring.change(patch)));
  return (body, parameters, caller) =>
    holdsList(body) ? { problem: "invalid_body" } : change(body, parameters, caller);
}

/** `DELETE /api/dlp/config`. */
export function dlpConfigResetHandler({ scoring }: SettingsRouteDeps): Handler {
  return () => answerOf(ROUTES.dlpConfigReset.answer.status, scoring.forget());
}

/** `GET /api/settings/changes`. */
export function settingsChangesHandler({ changes }: SettingsRouteDeps): Handler {
  return () => ({ status: ROUTES.settingsChanges.answer.status, body: changes() });
}

/** `POST /api/reload`: not locked by the preset managed, whose file says what is taken up. */
export function reloadHandler({ reload }: SettingsRouteDeps): Handler {
  return async () => answerOf(ROUTES.reload.answer.status, await reload());
}

/** `POST /api/stats/reset`. */
export function statsResetHandler(deps: SettingsRouteDeps): Handler {
  return () => {
    if (deps.isLocked()) return { problem: "profile_locked" };
    if (!deps.resetCounters()) return { problem: "store_unavailable" };
    return { status: ROUTES.statsReset.answer.status, body: deps.counters() };
  };
}
