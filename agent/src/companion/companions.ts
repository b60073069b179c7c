import { createHash, randomBytes } from "node:crypto";
import { COMPANION_LIMITS } from "@weir/schema";
import type {
  AgentProof,
  CompanionBrowser,
  CompanionList,
  PairingCode,
  PairingKey,
  StoredCompanion,
} from "@weir/schema";
import type { Log } from "../log.ts";
import { refused } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Pairing } from "./pairing.ts";
import { agentProof, isShown, tokenFor } from "./proof.ts";
import type { Shown } from "./proof.ts";

/** Where companions are kept. */
export interface CompanionRows {
  readonly list: () => readonly StoredCompanion[];
  /** False where it can't be kept, and then nothing has changed. */
  readonly set: (companions: readonly StoredCompanion[]) => boolean;
}

/** An extension, by the origin that its browser sends for it. */
export interface Extension {
  readonly browser: CompanionBrowser;
  readonly origin: string;
}

/** What pairing needs of the agent. */
export interface CompanionDeps {
  readonly rows: CompanionRows;
  readonly pairing: Pairing;
  /** May more companions be paired? */
  readonly isEnabled: () => boolean;
  /** Does a managed profile lock every setting? It keeps companions from being forgotten, and none from being paired. */
  readonly isLocked: () => boolean;
  readonly log: Log;
}

type CompanionProblem =
  | "pairing_disabled"
  | "pairing_code_wrong"
  | "pairing_code_expired"
  | "pairing_too_many_tries"
  | "forbidden_origin"
  | "profile_locked"
  | "companion_not_found"
  | "store_unavailable";

/** The companions that are paired, and the keys by which they and the agent know each other. */
export interface Companions {
  /** Makes the code that pairs one. */
  readonly startPairing: () => Outcome<PairingCode, CompanionProblem>;
  /** A key for whoever knows the code. */
  readonly pair: (extension: Extension, shown: Shown) => Outcome<PairingKey, CompanionProblem>;
  /** The agent's own proof for a companion that shows that it knows its key. */
  readonly prove: (extension: Extension, shown: Shown) => Outcome<AgentProof, CompanionProblem>;
  readonly list: () => CompanionList["companions"];
  readonly forget: (id: string) => Outcome<undefined, CompanionProblem>;
  /** Is this a token of that very extension? */
  readonly isToken: (extension: Extension, token: string) => boolean;
  /** Is this a token of any? */
  readonly isAnyToken: (token: string) => boolean;
}

/** Characters of an origin's hash that tell companions apart for people. */
const ID_CHARS = 16;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const idOf = ({ origin_sha256 }: StoredCompanion): string => origin_sha256.slice(0, ID_CHARS);

const newSecret = (): string => randomBytes(32).toString("hex");

/** The companions with one more key of an extension; the oldest make room. */
function withKey(
  companions: readonly StoredCompanion[],
  { origin, browser }: Extension,
  key: string,
): readonly StoredCompanion[] {
  const origin_sha256 = sha256(origin);
  const known = companions.find((companion) => companion.origin_sha256 === origin_sha256);
  const keys = [...(known?.keys ?? []), key].slice(-COMPANION_LIMITS.keysEach);
  const next = { origin_sha256, browser, keys };
  if (known !== undefined) return companions.map((other) => (other === known ? next : other));
  return [...companions, next].slice(-COMPANION_LIMITS.companions);
}

/** Pairs companions and knows them again. */
export function createCompanions(deps: CompanionDeps): Companions {
  const { rows, pairing, isEnabled, isLocked, log } = deps;
  const find = ({ origin }: Extension): StoredCompanion | undefined => {
    const hash = sha256(origin);
    return rows.list().find(({ origin_sha256 }) => origin_sha256 === hash);
  };
  // New with each start: a token that was sent to another while the agent was down is worth nothing to the next one.
  const nonce = newSecret();
  const hashes = new WeakMap<StoredCompanion, readonly string[]>();
  const tokenHashes = (companion: StoredCompanion): readonly string[] => {
    const known = hashes.get(companion);
    if (known !== undefined) return known;
    const made = companion.keys.map((key) => sha256(tokenFor(key, nonce)));
    hashes.set(companion, made);
    return made;
  };
  return {
    startPairing: () =>
      isEnabled() ? { ok: true, value: pairing.start() } : refused("pairing_disabled"),
    pair: (extension, shown) => {
      if (!isEnabled()) return refused("pairing_disabled");
      const redeemed = pairing.redeem(shown);
      if (!redeemed.ok) return refused(redeemed.problem);
      const key = newSecret();
      if (!rows.set(withKey(rows.list(), extension, key))) return refused("store_unavailable");
      log.write({ event: "companion_paired" });
      return { ok: true, value: { key, proof: agentProof(redeemed.secret, shown, key) } };
    },
    prove: (extension, shown) => {
      const key = find(extension)?.keys.find((each) => isShown(each, shown));
      // The same for who is not paired and for who does not know the key.
      if (key === undefined) return refused("forbidden_origin");
      return { ok: true, value: { nonce, proof: agentProof(key, shown, nonce) } };
    },
    list: () =>
      rows.list().map((companion) => ({ id: idOf(companion), browser: companion.browser })),
    forget: (id) => {
      if (isLocked()) return refused("profile_locked");
      const others = rows.list().filter((companion) => idOf(companion) !== id);
      if (others.length === rows.list().length) return refused("companion_not_found");
      if (!rows.set(others)) return refused("store_unavailable");
      log.write({ event: "companion_forgotten" });
      return { ok: true, value: undefined };
    },
    // What is compared is the hash of what was offered, so that the time it takes tells nothing of a token.
    isToken: (extension, token) => {
      const companion = find(extension);
      return companion !== undefined && tokenHashes(companion).includes(sha256(token));
    },
    isAnyToken: (token) => {
      const hash = sha256(token);
      return rows.list().some((companion) => tokenHashes(companion).includes(hash));
    },
  };
}
