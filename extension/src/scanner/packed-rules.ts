import { indexRules, rulesetOf } from "@weir/engine";
import type { RoutedRules, Ruleset } from "@weir/engine";

/** Rules as JSON text: what their expressions tell is worked out, what a frame gathers in a moment is not. */
export const packRules = (routed: RoutedRules): string => JSON.stringify(routed);

const SCRIPT_HEAD = "globalThis.weirRules=";
const SCRIPT_TAIL = ";\n";

/** The script that lays packed rules ready in a frame, as a text that is parsed when it is first needed. */
export const rulesScript = (packed: string): string =>
  `${SCRIPT_HEAD}${JSON.stringify(packed)}${SCRIPT_TAIL}`;

/** The packed rules of such a script, for where it can't be run; undefined where it is another text. */
export function packedRulesOf(script: string): string | undefined {
  if (!script.startsWith(SCRIPT_HEAD)) return undefined;
  try {
    const text: unknown = JSON.parse(script.slice(SCRIPT_HEAD.length, -SCRIPT_TAIL.length));
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Told by its parts alone: the text is the package's own, or the background made it. */
const isPacked = (data: unknown): data is RoutedRules =>
  typeof data === "object" && data !== null && "patterns" in data && "gates" in data;

/** The ruleset of a text that `packRules` made; undefined for any other. Takes some 30 ms for the shipped rules. */
export function unpackRules(text: string): Ruleset | undefined {
  try {
    const packed: unknown = JSON.parse(text);
    if (!isPacked(packed)) return undefined;
    return rulesetOf(indexRules(packed));
  } catch {
    return undefined;
  }
}
