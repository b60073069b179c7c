/** What guards and background take of the engine: a script of its own, which a package holds once. */
export {
  CANARY_PREFIX,
  checkExclusion,
  checkPattern,
  finish,
  foremostFindings,
  indexRulesInSteps,
  redact,
  routeRules,
  rulesetOf,
  scan,
  utf8Bytes,
  validate,
  withTokenShapes,
} from "@weir/engine";
