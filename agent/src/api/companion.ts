import { ROUTES } from "@weir/schema";
import type {
  AgentProof,
  CompanionList,
  PairingCode,
  PairingKey,
  ProofRequest,
} from "@weir/schema";
import type { Outcome } from "../outcome.ts";
import { answerOf } from "./answer.ts";
import type { ExtensionOrigin } from "./guards.ts";
import { withBody } from "./handler.ts";
import type { Caller, Handler } from "./handler.ts";

/** The bundle of rules as it is sent. */
interface PackedBundle {
  /** The opaque part of its ETag, without quotation marks. */
  readonly tag: string;
  /** Its JSON in gzip (RFC 1952). */
  readonly packed: Uint8Array;
  readonly unpack: () => Promise<Uint8Array>;
}

/** What a companion shows of a secret, and where it came to. */
type Shown = ProofRequest & { readonly place: string };

/** What the routes of companions need. */
export interface CompanionRouteDeps {
  readonly companions: {
    readonly startPairing: () => Outcome<PairingCode>;
    readonly pair: (extension: ExtensionOrigin, shown: Shown) => Outcome<PairingKey>;
    readonly prove: (extension: ExtensionOrigin, shown: Shown) => Outcome<AgentProof>;
    readonly list: () => CompanionList["companions"];
    readonly forget: (id: string) => Outcome<undefined>;
    /** Does an `Authorization` header carry a token of any companion? */
    readonly hasToken: (header: string | undefined) => boolean;
  };
  /** The bundle as it is now; undefined where its rules are no longer at hand. */
  readonly bundle: () => Promise<PackedBundle | undefined>;
}

/** `POST /api/companion/pairing`. */
export function pairingStartHandler({ companions }: CompanionRouteDeps): Handler {
  return () => answerOf(ROUTES.pairingStart.answer.status, companions.startPairing());
}

/** `POST /api/companion/pair`. */
export function pairHandler({ companions }: CompanionRouteDeps): Handler {
  const { body: schema, answer } = ROUTES.pair;
  return withBody(schema, (body, _parameters, { extension, place }) =>
    extension === undefined
      ? { problem: "forbidden_origin" }
      : answerOf(answer.status, companions.pair(extension, { ...body, place })),
  );
}

/** `POST /api/companion/proof`. */
export function companionProofHandler({ companions }: CompanionRouteDeps): Handler {
  const { body: schema, answer } = ROUTES.companionProof;
  return withBody(schema, (body, _parameters, { extension, place }) =>
    extension === undefined
      ? { problem: "forbidden_origin" }
      : answerOf(answer.status, companions.prove(extension, { ...body, place })),
  );
}

/** `GET /api/companion`. */
export function companionListHandler({ companions }: CompanionRouteDeps): Handler {
  return () => {
    const body: CompanionList = { companions: companions.list() };
    return { status: ROUTES.companionList.answer.status, body };
  };
}

/** `DELETE /api/companion/{id}`. */
export function companionForgetHandler({ companions }: CompanionRouteDeps): Handler {
  return (_body, { id = "" }) =>
    answerOf(ROUTES.companionForget.answer.status, companions.forget(id));
}

/** Does an If-None-Match header name the tag? The comparison is the weak one (RFC 9110, 8.8.3.2). */
function namesTag(header: string | undefined, tag: string): boolean {
  const wanted = new Set(["*", `"${tag}"`, `W/"${tag}"`]);
  return (header ?? "").split(",").some((item) => wanted.has(item.trim()));
}

/** Does an Accept-Encoding header take gzip (RFC 9110, 12.5.3)? */
function takesGzip(header: string | undefined): boolean {
  return (header ?? "").split(",").some((item) => {
    const [coding = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    return coding === "gzip" && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
  });
}

/** Is nothing sent that claims to be a token and is none? A companion of Firefox that was forgotten learns of it here. */
function isHonest({ companions }: CompanionRouteDeps, caller: Caller): boolean {
  const authorization = caller.header("authorization");
  return authorization === undefined || companions.hasToken(authorization) || caller.hasToken();
}

/** `GET /api/rules/bundle`. */
export function rulesBundleHandler(deps: CompanionRouteDeps): Handler {
  const { status } = ROUTES.rulesBundle.answer;
  return async (_body, _parameters, caller) => {
    if (!isHonest(deps, caller)) return { problem: "unauthorized" };
    const bundle = await deps.bundle();
    if (bundle === undefined) return { problem: "rules_changed" };
    const { tag, packed, unpack } = bundle;
    // Weak, since the same tag stands for the bundle packed and not packed.
    const headers = { ETag: `W/"${tag}"`, Vary: "Accept-Encoding" };
    if (namesTag(caller.header("if-none-match"), tag)) {
      return { status: 304, body: undefined, headers };
    }
    if (!takesGzip(caller.header("accept-encoding"))) {
      return { status, written: await unpack(), headers };
    }
    return { status, written: packed, headers: { ...headers, "Content-Encoding": "gzip" } };
  };
}
