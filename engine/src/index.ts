export { lintExamples } from "./lint/check-examples.ts";
export type { LintFinding } from "./lint/finding.ts";
export { inferPattern } from "./lint/infer-pattern.ts";
export type { InferredPattern, PatternIdea } from "./lint/infer-pattern.ts";
export { lintRules } from "./lint/lint.ts";
export { patternFaults } from "./lint/pattern-faults.ts";
export { redact } from "./redact/redact.ts";
export type { RedactResult, Redaction } from "./redact/redact.ts";
export { fillTemplate, TemplateError } from "./sample/template.ts";
export { seededRandom } from "./sample/random.ts";
export { CANARY_PREFIX, CANARY_TOKEN_CHARS, isCanaryToken } from "./scan/canary-token.ts";
export { withCanaries, withTokenShapes } from "./scan/canary.ts";
export type { PlantedCanary } from "./scan/canary.ts";
export { checkExclusion, checkPattern } from "./scan/check-pattern.ts";
export type { RuleFault } from "./scan/check-pattern.ts";
export { indexRules, indexRulesInSteps, prepareRules } from "./scan/prepare-rules.ts";
export type { PreparedRules } from "./scan/prepare-rules.ts";
export { routeRules, withPatterns } from "./scan/route-rules.ts";
export type { RoutedRules } from "./scan/route-rules.ts";
export { compileRuleset, rulesetOf } from "./scan/ruleset.ts";
export type { Ruleset } from "./scan/ruleset.ts";
export { scan } from "./scan/scan.ts";
export type { OnStep, ScanOptions, ScanResult, Step } from "./scan/scan.ts";
export type { JudgedFinding, ScanPolicy } from "./scan/score.ts";
export { finish } from "./steps.ts";
export type { Steps } from "./steps.ts";
export { utf8Bytes } from "./scan/utf8.ts";
export { assemblyMemory } from "./wasm/scan-memory.ts";
export { foremostFindings } from "./scan/verdict.ts";
export { validate } from "./validators/validate.ts";
export { decideHost, decideWire, HOST_ACTIONS } from "./host/decide.ts";
export type { HostAction, HostDecision, HostRules } from "./host/decide.ts";
export { isHostName, parseListLine } from "./host/list-line.ts";
export type { ListLine, ToAscii } from "./host/list-line.ts";
export {
  actionsOf,
  FIRST_OWN_LIST,
  HOST_LISTS,
  listName,
  listOrder,
  MAX_OWN_LISTS,
} from "./host/lists.ts";
export type { HostListName, HostPolicies } from "./host/lists.ts";
export { buildHostTable, findHostName, findWireName, hostEntries } from "./host/host-table.ts";
export type {
  ActionTable,
  FoundHost,
  HostEntry,
  HostTable,
  ListNumber,
} from "./host/host-table.ts";
