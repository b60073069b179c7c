import { buildTables, CANARY_PREFIX, rulesetOf } from "@weir/engine";
import type { PreparedRules, Ruleset } from "@weir/engine";

/** Prepared rules as they are kept and handed about: the tables of words are built again where they are used. */
export type PackedRules = Omit<PreparedRules, "tables">;

/** The words of prepared rules, in the order in which `prepareRules` numbers them. */
export function wordsOf({ patterns }: PackedRules): readonly string[] {
  const words = new Set<string>();
  for (const { route, hotwords } of patterns) {
    for (const word of route.literals) words.add(word);
    if (route.kind === "hotwords") for (const word of hotwords) words.add(word);
  }
  words.add(CANARY_PREFIX.toLowerCase());
  return [...words];
}

/** Prepared rules as JSON text. */
export function packRules(prepared: PreparedRules): string {
  const { tables: _, ...packed } = prepared;
  return JSON.stringify(packed);
}

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
const isPacked = (data: unknown): data is PackedRules =>
  typeof data === "object" && data !== null && "patterns" in data && "admits" in data;

/** The ruleset of a text that `packRules` made; undefined for any other. Takes some 25 ms for the shipped rules. */
export function unpackRules(text: string): Ruleset | undefined {
  try {
    const packed: unknown = JSON.parse(text);
    if (!isPacked(packed)) return undefined;
    return rulesetOf({ ...packed, tables: buildTables(wordsOf(packed)) });
  } catch {
    return undefined;
  }
}
