/** What the lint looks for; each is told as a fault or as a remark, see `LintFinding.level`. */
export const LINT_KINDS = [
  "invalid",
  "slow",
  "unreachable",
  "missed",
  "duplicate",
  "template",
  "example",
  "counter_example",
  "shadowed",
  "overlap",
  "loose",
  "hotwords",
  "unexemplified",
  "full_search",
  "never_blocks",
] as const;

export type LintKind = (typeof LINT_KINDS)[number];

/** What the lint has to say of one field of a pattern. */
export interface LintFinding {
  /** The pattern's place in its list, from 0. */
  readonly index: number;
  readonly pattern: string;
  /** The field, or an entry of it such as `examples[2]`. */
  readonly field: string;
  readonly kind: LintKind;
  /** A fault makes the pattern wrong; a remark is for the author to judge. */
  readonly level: "fault" | "remark";
  /** What is the matter, why, and what would mend it. Never a filled example. */
  readonly problem: string;
}
