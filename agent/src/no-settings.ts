import type { StoredSettings } from "@weir/schema";

/** What was changed while the agent ran, where nothing was: the configuration alone counts. */
export const NO_SETTINGS: StoredSettings = { thresholds: {}, weights: {}, category_policies: {} };
