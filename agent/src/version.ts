/** Put in by scripts/build.mjs; not there when the sources run as they are. */
declare const WEIR_VERSION: string | undefined;

/** The product's version, such as `0.1.0`. */
export const AGENT_VERSION = typeof WEIR_VERSION === "string" ? WEIR_VERSION : "0.0.0-source";
