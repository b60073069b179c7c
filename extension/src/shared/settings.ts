import type { ScanPolicy } from "@weir/engine";
import type { PresetName } from "@weir/schema";

/** How the agent stands: it answers; nothing answers, or nonsense; it answers, and does not know this companion. */
export type AgentState = "up" | "down" | "unpaired";

/** What the background tells every frame: all that decides beside the rules and the text. */
export interface Settings {
  readonly preset: PresetName;
  readonly policy: ScanPolicy;
  /** The rules in force; a frame whose own differ asks for them. */
  readonly rulesVersion: string;
  /** Did the agent lately say that these rules are in force? */
  readonly rulesFresh: boolean;
  readonly agent: AgentState;
  /** Did the agent find a shipped rule file changed? */
  readonly tamper: boolean;
  readonly paused: boolean;
  readonly managed?: { readonly profileId: string; readonly profileVersion: number };
  /** Is everything held for the agent's verdict, whatever the own engine says? */
  readonly strict: boolean;
  /** Largest content that is scanned, in bytes of UTF-8. */
  readonly maxScanBytes: number;
}
