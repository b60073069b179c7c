import { createHash, randomBytes } from "node:crypto";
import { COMPANION_LIMITS } from "@weir/schema";
import type {
  CompanionBrowser,
  CompanionList,
  CompanionToken,
  PairingCode,
  StoredCompanion,
} from "@weir/schema";
import type { Log } from "../log.ts";
import { refused } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Pairing } from "./pairing.ts";

/** Where companions are kept. */
export interface CompanionRows {
  readonly list: () => readonly StoredCompanion[];
  /** False where it can't be kept, and then nothing has changed. */
  readonly set: (companions: readonly StoredCompanion[]) => boolean;
  readonly hold: (companions: readonly StoredCompanion[]) => void;
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

/** The companions that are paired, and what they prove it by. Tokens are kept as hashes alone. */
export interface Companions {
  /** Makes the code that pairs one. */
  readonly startPairing: () => Outcome<PairingCode, CompanionProblem>;
  /** A token for whoever knows the code. */
  readonly pair: (extension: Extension, code: string) => Outcome<CompanionToken, CompanionProblem>;
  /** A token for an extension that is paired: its browser answers for the origin. */
  readonly renew: (extension: Extension) => Outcome<CompanionToken, CompanionProblem>;
  readonly list: () => CompanionList["companions"];
  readonly forget: (id: string) => Outcome<undefined, CompanionProblem>;
  /** Is this a token of that very extension? */
  readonly isToken: (extension: Extension, token: string) => boolean;
  /** Is this a token of any? */
  readonly isAnyToken: (token: string) => boolean;
}

const TOKEN_BYTES = 32;
/** Characters of an origin's hash that tell companions apart for people. */
const ID_CHARS = 16;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const idOf = ({ origin_sha256 }: StoredCompanion): string => origin_sha256.slice(0, ID_CHARS);

/** The companions with one more token of an extension; the oldest make room. */
function withToken(
  companions: readonly StoredCompanion[],
  { origin, browser }: Extension,
  token: string,
): readonly StoredCompanion[] {
  const origin_sha256 = sha256(origin);
  const known = companions.find((companion) => companion.origin_sha256 === origin_sha256);
  const tokens = [...(known?.token_sha256s ?? []), sha256(token)];
  const token_sha256s = tokens.slice(-COMPANION_LIMITS.tokensEach);
  const next = { origin_sha256, browser, token_sha256s };
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
  const newToken = (): CompanionToken => ({ token: randomBytes(TOKEN_BYTES).toString("hex") });
  return {
    startPairing: () =>
      isEnabled() ? { ok: true, value: pairing.start() } : refused("pairing_disabled"),
    pair: (extension, code) => {
      if (!isEnabled()) return refused("pairing_disabled");
      const redeemed = pairing.redeem(code);
      if (!redeemed.ok) return refused(redeemed.problem);
      const value = newToken();
      const isKept = rows.set(withToken(rows.list(), extension, value.token));
      if (!isKept) return refused("store_unavailable");
      log.write({ event: "companion_paired" });
      return { ok: true, value };
    },
    renew: (extension) => {
      if (find(extension) === undefined) return refused("forbidden_origin");
      const value = newToken();
      const companions = withToken(rows.list(), extension, value.token);
      // A full disk must not part a companion from its agent; it asks again after a restart.
      if (!rows.set(companions)) rows.hold(companions);
      return { ok: true, value };
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
    isToken: (extension, token) => find(extension)?.token_sha256s.includes(sha256(token)) === true,
    isAnyToken: (token) => {
      const hash = sha256(token);
      return rows.list().some(({ token_sha256s }) => token_sha256s.includes(hash));
    },
  };
}
