import { randomBytes } from "node:crypto";
import { CANARY_PREFIX, withCanaries } from "@weir/engine";
import type { Ruleset } from "@weir/engine";
import { CanaryLabel, parse } from "@weir/schema";
import type { Canary } from "@weir/schema";
import { refused } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";

/** Where canaries are kept. A change outlives the process once it has returned. */
export interface CanaryRows {
  readonly list: () => readonly Canary[];
  readonly insert: (canary: Canary) => "done" | "limit" | "unavailable";
  readonly remove: (id: string) => "done" | "unknown" | "unavailable";
  readonly noteHit: (id: string, atSec: number) => void;
}

/** What canaries need of the agent. */
export interface CanaryDeps {
  readonly rows: CanaryRows;
  /** Puts another ruleset in place of the one in force, by one assignment. */
  readonly replace: (change: (ruleset: Ruleset) => Ruleset) => void;
  /** Are tokens watched for? Where they are not, canaries are kept, nothing meets them, and none is made. Always, where left out. */
  readonly isWatching?: (() => boolean) | undefined;
  /** Does a managed profile lock every setting? */
  readonly isLocked: () => boolean;
  /** Unix seconds. */
  readonly nowSec: () => number;
}

type CanaryProblem =
  | "invalid_label"
  | "profile_locked"
  | "canary_disabled"
  | "canary_limit"
  | "canary_not_found"
  | "store_unavailable";

/** The canaries in force. */
export interface CanaryService {
  readonly list: () => readonly Canary[];
  /** Makes a token and has it in force and kept before it is answered. White space around its label is dropped. */
  readonly create: (label: string) => Outcome<Canary, CanaryProblem>;
  readonly remove: (id: string) => Outcome<undefined, CanaryProblem>;
  /** A ruleset with the canaries in force; for whoever puts newly loaded rules in place. */
  readonly applyTo: (ruleset: Ruleset) => Ruleset;
  /** Counts the canaries that a scan met, by id. */
  readonly noteMet: (ids: readonly string[]) => void;
}

/** Bytes of randomness in a token, as the specification has it (2.4). */
const TOKEN_BYTES = 10;
const ID_BYTES = 8;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 of RFC 4648 without padding; five bytes make eight characters. */
export function base32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    held += 8;
    while (held >= 5) {
      held -= 5;
      text += BASE32.charAt((bits >>> held) & 31);
    }
  }
  return held === 0 ? text : text + BASE32.charAt((bits << (5 - held)) & 31);
}

const newCanary = (label: string, nowSec: number): Canary => ({
  id: randomBytes(ID_BYTES).toString("hex"),
  label,
  token: CANARY_PREFIX + base32(randomBytes(TOKEN_BYTES)),
  created_at: nowSec,
  last_triggered: 0,
  trigger_count: 0,
});

/**
 * Puts the kept canaries in force. A change is written first and in force right after, without a scan in between: what
 * was answered is kept, and what is kept is found.
 */
export function createCanaries(deps: CanaryDeps): CanaryService {
  const { rows, replace, isWatching = () => true, isLocked, nowSec } = deps;
  const applyTo = (ruleset: Ruleset): Ruleset =>
    withCanaries(ruleset, isWatching() ? rows.list() : []);
  replace(applyTo);
  return {
    list: rows.list,
    applyTo,
    create: (label) => {
      if (isLocked()) return refused("profile_locked");
      if (!parse(CanaryLabel, label).ok) return refused("invalid_label");
      if (!isWatching()) return refused("canary_disabled");
      const canary = newCanary(label.trim(), nowSec());
      const written = rows.insert(canary);
      if (written === "limit") return refused("canary_limit");
      if (written === "unavailable") return refused("store_unavailable");
      replace(applyTo);
      return { ok: true, value: canary };
    },
    remove: (id) => {
      if (isLocked()) return refused("profile_locked");
      const removed = rows.remove(id);
      if (removed === "unknown") return refused("canary_not_found");
      if (removed === "unavailable") return refused("store_unavailable");
      replace(applyTo);
      return { ok: true, value: undefined };
    },
    noteMet: (ids) => {
      for (const id of ids) rows.noteHit(id, nowSec());
    },
  };
}
