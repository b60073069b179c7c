/** The presets, from the most open to the strictest. */
export const PRESET_NAMES = ["personal", "team", "managed"] as const;

export type PresetName = (typeof PRESET_NAMES)[number];

/** What may happen to an AI host or a category of them. */
export const POLICIES = ["deny", "allow_with_dlp", "allow"] as const;

export type HostPolicy = (typeof POLICIES)[number];

/** What a companion does with a text that nobody judged. */
export const FAIL_ACTIONS = ["own_engine", "allow_warn", "ask_user", "block"] as const;

/** What may be missing: the agent's verdict; room, for a text above the limit; rules that are in force; any rules; a scan without a fault of its own. */
export const FAILURES = ["no_verdict", "too_large", "stale_rules", "no_rules", "fault"] as const;

/** A preset's column of the contract's table "When something is down", as far as it is a companion's. */
export type FailPolicy = Readonly<Record<(typeof FAILURES)[number], (typeof FAIL_ACTIONS)[number]>>;

/** What a preset means: the row of the contract's table "Presets". */
export interface Preset {
  /** The defaults of keys that differ between presets, as they would stand in a file. */
  readonly defaults: { readonly default_action: HostPolicy };
  /** What becomes of thresholds, policies and local domains that are changed while the agent runs. */
  readonly overrides: "kept" | "until_restart" | "locked_by_profile";
  /** What follows a tampered rule file, beside the counter. */
  readonly tamperResponse: "counter" | "counter_and_balloon" | "counter_and_heartbeat";
  /** The DNS set-up that is offered first. */
  readonly dnsSetup: "scoped" | "full";
  /** Are public resolvers over HTTPS, and relays that hide names, blocked, because they answer past Weir? */
  readonly blocksBypasses: boolean;
  /** May a person let a blocked text through in the companion? */
  readonly companionOverride: "once_reason_kept_in_memory" | "once_with_reason" | "none";
  readonly failPolicy: FailPolicy;
}

/** The three presets; without a configuration file, `personal` is in force. */
export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  personal: {
    defaults: { default_action: "allow_with_dlp" },
    overrides: "kept",
    tamperResponse: "counter",
    dnsSetup: "scoped",
    blocksBypasses: false,
    companionOverride: "once_reason_kept_in_memory",
    failPolicy: {
      no_verdict: "own_engine",
      too_large: "ask_user",
      stale_rules: "own_engine",
      no_rules: "allow_warn",
      fault: "block",
    },
  },
  team: {
    defaults: { default_action: "deny" },
    overrides: "until_restart",
    tamperResponse: "counter_and_balloon",
    dnsSetup: "full",
    blocksBypasses: true,
    companionOverride: "once_with_reason",
    failPolicy: {
      no_verdict: "own_engine",
      too_large: "block",
      stale_rules: "own_engine",
      no_rules: "ask_user",
      fault: "block",
    },
  },
  managed: {
    defaults: { default_action: "deny" },
    overrides: "locked_by_profile",
    tamperResponse: "counter_and_heartbeat",
    dnsSetup: "full",
    blocksBypasses: true,
    companionOverride: "none",
    failPolicy: {
      no_verdict: "own_engine",
      too_large: "block",
      stale_rules: "block",
      no_rules: "block",
      fault: "block",
    },
  },
};
