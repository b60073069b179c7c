export {
  COMMON_ERRORS,
  DEFAULT_MAX_SCAN_BYTES,
  Problem,
  ROUTES,
  RedactAnswer,
  SESSION_ID_CHARS,
  ScanAnswer,
  ScanRequest,
  StatusAnswer,
} from "./api.ts";
export type { RouteName } from "./api.ts";
export {
  AgentProof,
  CompanionList,
  PAIRING,
  PairingCode,
  PairingKey,
  ProofRequest,
  RulesBundle,
} from "./api-companion.ts";
export { Counters } from "./api-counters.ts";
export {
  MAX_PAUSE_MINUTES,
  OverrideAdded,
  OverrideRemoved,
  Overrides,
  Pause,
  Policies,
  PolicyUpdated,
} from "./api-hosts.ts";
export type { CategoryPolicy } from "./api-hosts.ts";
export type { Route } from "./api-route.ts";
export { ERRORS } from "./errors.ts";
export type { ErrorCode } from "./errors.ts";
export { openApiDocument, ruleFileSchemas } from "./openapi.ts";
export { parse } from "./parse.ts";
export type { Parsed, SchemaFault } from "./parse.ts";
export {
  CATEGORIES,
  Exclusion,
  ExclusionFile,
  Manifest,
  Pattern,
  patternEntry,
  PatternFile,
  SEVERITIES,
} from "./rules.ts";
export type { Category, Severity } from "./rules.ts";
export { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, Thresholds, Weights } from "./scoring.ts";
export {
  CONFIG_KEYS,
  CONFIG_SPELLINGS,
  configDefault,
  configKeyInfo,
  configKeyOf,
  configValueFaults,
  isConfigKey,
} from "./config-check.ts";
export { CONFIG_SECTIONS } from "./config-key.ts";
export type { ConfigKeyInfo } from "./config-key.ts";
export { configReference, configSchemas } from "./config-reference.ts";
export { Config, CONFIG_LOG_LEVELS, DEFAULT_API_LISTEN } from "./config.ts";
export type { ConfigKey } from "./config.ts";
export { MAX_DURATION_MS, parseDuration } from "./duration.ts";
export { isLoopback, parseListener } from "./ip-address.ts";
export { parseUpstream } from "./upstream-address.ts";
export type { UpstreamAddress, UpstreamEntry, UpstreamTransport } from "./upstream-address.ts";
export type { Endpoint } from "./ip-address.ts";
export { ADDRESS_RANGES, OUTBOUND_TARGETS } from "./outbound-targets.ts";
export type { AddressRange, OutboundTarget, OutboundTargetKey } from "./outbound-targets.ts";
export { POLICIES, PRESET_NAMES, PRESETS } from "./presets.ts";
export type { HostPolicy, Preset, PresetName } from "./presets.ts";
export { Profile, ProfileOverrides } from "./profile.ts";
export {
  CANARY_LIMITS,
  Canary,
  CanaryLabel,
  CanaryList,
  CanaryRequest,
  DlpConfig,
  DlpConfigPatch,
  Reloaded,
  SettingsChanges,
  STORE_STATES,
  StoreStatus,
} from "./api-state.ts";
export type { StoreState } from "./api-state.ts";
export type { CompanionBrowser } from "./stored.ts";
export {
  COMPANION_BROWSERS,
  COMPANION_LIMITS,
  RULE_SOURCES,
  RuleVersion,
  StoredCompanion,
  StoredSettings,
} from "./stored.ts";
export { VALIDATORS } from "./validators.ts";
export type { ValidatorName } from "./validators.ts";
