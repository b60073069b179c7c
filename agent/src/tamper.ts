import type { Log } from "./log.ts";
import { printable } from "./printable.ts";
import type { LoadedRuleset } from "./rules/image.ts";
import type { DifferingFile } from "./rules/integrity.ts";
import { RULE_FILES } from "./rules/locate.ts";
import { MANIFEST_FILE } from "./rules/manifest.ts";
import type { CounterStore } from "./store/counters.ts";

/** What telling of a changed file needs. */
export interface TamperDeps {
  readonly count: CounterStore["add"];
  readonly log: Log;
  /** Tells a person. */
  readonly warn: (fault: string) => void;
}

/** Where the state of the shipped files is told, and asked for. */
export interface Tamper {
  /** Takes in which shipped files differ from the manifest now; to be called with each load of rules. */
  readonly note: (differing: readonly DifferingFile[]) => void;
  readonly state: () => "normal" | "detected";
  /** Did a file differ until now that a ruleset is made of, and is none of these? */
  readonly isMended: (differing: readonly DifferingFile[]) => boolean;
}

/** What a ruleset is made of; lists of hosts are read anew by themselves. */
const OF_RULESETS: ReadonlySet<string> = new Set([
  RULE_FILES.patterns,
  RULE_FILES.exclusions,
  MANIFEST_FILE,
]);

/** What is wrong with a shipped file that differs, and what to do about it. */
const faultOf = (name: string): string =>
  name === MANIFEST_FILE
    ? "is not the manifest that the rules came with, so that they can't be checked by it; put it back"
    : "differs from the manifest of the rules; put it back as shipped";

/** What takes the place of a file that differs, in words; nothing of a manifest, which nothing is read from. */
function insteadOf(name: string, { standIns }: Pick<LoadedRuleset, "standIns">): string {
  if (name === MANIFEST_FILE) return "";
  const standIn = standIns.get(name);
  if (standIn === undefined) return "; there is no good copy to use instead";
  return `; until then the ${standIn.isExact ? "kept copy" : "shipped file"} is used`;
}

/** Tells a person which shipped files were refused, where rules are loaded once and no state is kept. */
export function tellRefused(
  rules: Pick<LoadedRuleset, "differing" | "standIns">,
  warn: TamperDeps["warn"],
): void {
  for (const { name } of rules.differing) {
    warn(`${printable(name)}: ${faultOf(name)}${insteadOf(name, rules)}`);
  }
}

const keyOf = ({ name, sha256 }: DifferingFile): string => `${sha256} ${name}`;

/**
 * The state of the shipped files (specification 3): `detected` from when one differs from the manifest until all match again.
 * What is found once in a file is counted once, however often rules are loaded while it is there.
 */
export function createTamper({ count, log, warn }: TamperDeps): Tamper {
  let known: ReadonlyMap<string, DifferingFile> = new Map();
  return {
    state: () => (known.size === 0 ? "normal" : "detected"),
    isMended: (differing) =>
      [...known.values()].some(
        ({ name }) => OF_RULESETS.has(name) && differing.every((file) => file.name !== name),
      ),
    note: (differing) => {
      const found = new Map(differing.map((file) => [keyOf(file), file]));
      const fresh = differing.filter((file) => !known.has(keyOf(file)));
      for (const { name } of fresh) warn(`${printable(name)}: ${faultOf(name)}`);
      if (fresh.length > 0) {
        count("tamper_detections_total", fresh.length);
        log.write({ event: "tamper_detected", files: found.size });
      } else if (found.size === 0 && known.size > 0) log.write({ event: "tamper_cleared" });
      known = found;
    },
  };
}
