import type { Target } from "../../manifest.ts";

// Put in by scripts/build-extension.ts; not there when the sources run as they are.
declare const WEIR_AGENT_PORT: number | undefined;
declare const WEIR_BASELINE_SHA256: string | undefined;
declare const WEIR_TARGET: Target | undefined;

/** Where the agent listens on 127.0.0.1. */
export const AGENT_PORT = typeof WEIR_AGENT_PORT === "number" ? WEIR_AGENT_PORT : 9191;

/** The version of the rules in the package, as a bundle's `rules_sha256`. */
export const BASELINE_VERSION =
  typeof WEIR_BASELINE_SHA256 === "string" ? WEIR_BASELINE_SHA256 : "source";

/** The kind of package that this is part of. */
export const TARGET: Target = typeof WEIR_TARGET === "string" ? WEIR_TARGET : "chromium";
