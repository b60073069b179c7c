import type { PresetName } from "@weir/schema";
import type { Allowance } from "./allowed-texts.ts";
import type { AgentState, Settings } from "./settings.ts";

/** Why the agent gave no verdict. None of them ever counts as clean. */
export type Undecided =
  | "down"
  | "late"
  | "nonsense"
  | "rate_limited"
  | "unpaired"
  | "too_large"
  /** Its scan had a fault. */
  | "fault";

/** What the agent said of a text. */
export type AgentVerdict =
  | { readonly blocked: boolean; readonly patternName: string; readonly score: number }
  | { readonly undecided: Undecided };

/** What a frame's guards ask of the background, over the one port of the frame. */
export type Question =
  | { readonly kind: "settings" }
  /** A verdict of the agent; it is counted there, whether or not the answer is awaited. */
  | { readonly kind: "scan"; readonly content: string; readonly sessionId?: string }
  /** The rules in force, where they are not those that the frame has. */
  | { readonly kind: "rules"; readonly have: string }
  /** Hold all requests of this tab for the agent, or no longer. */
  | { readonly kind: "held"; readonly held: boolean }
  /** The person lets this text through, or did: requests of the tab that hold it are, too, for a while. */
  | ({ readonly kind: "allow-once" } & Allowance)
  /** Something was stopped in a frame that nobody can see: the tab's other frames tell of it. */
  | { readonly kind: "stopped"; readonly patternName: string };

/** What the background answers a frame's question. */
export type Answer =
  /** With it, whether all requests of this tab are held for the agent. */
  | { readonly kind: "settings"; readonly settings: Settings; readonly held: boolean }
  | { readonly kind: "verdict"; readonly verdict: AgentVerdict }
  /** Prepared rules as JSON text; empty where the frame has them already. */
  | { readonly kind: "rules"; readonly text: string; readonly version: string }
  | { readonly kind: "done" };

/** What the background tells a frame unasked. */
export type Push =
  | { readonly kind: "settings"; readonly settings: Settings }
  /** Are all requests of this tab held for the agent? */
  | { readonly kind: "held"; readonly held: boolean }
  /** The person let this through in a frame of the tab. */
  | ({ readonly kind: "allowed" } & Allowance)
  /** A request was stopped on its way. */
  | { readonly kind: "request-stopped"; readonly patternName: string };

/** The name of the port that each frame opens, and of those that it opens once it has had an answer. */
export const FRAME_PORT = "frame";
export const FURTHER_PORT = "further";

/** Frame to background. */
export interface NumberedQuestion {
  readonly id: number;
  readonly question: Question;
}

/** Background to frame. */
export type FromBackground =
  | { readonly id: number; readonly answer: Answer }
  | { readonly push: Push };

/** What the popup and the options page ask of the background (`runtime.sendMessage`). */
export type PageQuestion =
  /** Of the page at this address; of the tab in front where none is given. */
  | { readonly kind: "popup-state"; readonly url?: string }
  | { readonly kind: "pair"; readonly code: string }
  | { readonly kind: "hosts" }
  /** Sent once the person has granted the permission for the host. */
  | { readonly kind: "add-host"; readonly host: string }
  | { readonly kind: "remove-host"; readonly host: string };

/** What the popup shows: the companion, the agent, and the page in front. */
export interface PopupState {
  readonly agent: AgentState;
  /** Is the page guarded? */
  readonly covered: boolean;
  /** Would it be, if it were loaded again: it stood open before the companion was there? */
  readonly reload: boolean;
  /** Absent where the browser does not tell. */
  readonly host?: string;
  readonly tamper: boolean;
  readonly paused: boolean;
  readonly preset: PresetName;
  readonly managed?: { readonly profileId: string; readonly profileVersion: number };
  readonly rulesVersion: string;
  readonly rulesFresh: boolean;
  /** Are requests of this tab held for the agent? */
  readonly held: boolean;
}

/** How pairing went. */
export type PairOutcome =
  | "paired"
  | "wrong_code"
  | "expired"
  | "too_many_tries"
  | "agent_down"
  | "refused";

/** What became of a host that a person adds or removes. */
export type HostOutcome =
  | "added"
  | "removed"
  | "not_a_host"
  | "already_covered"
  | "not_permitted"
  | "locked";

/** A host that the person added. */
export interface OwnHost {
  readonly host: string;
  /** Is its permission in force? It can be taken back in the browser's own pages. */
  readonly active: boolean;
}

/** What the background answers the popup and the options page. */
export type PageAnswer =
  | { readonly kind: "popup-state"; readonly state: PopupState }
  | { readonly kind: "pair"; readonly outcome: PairOutcome }
  | {
      readonly kind: "hosts";
      readonly shipped: readonly string[];
      readonly own: readonly OwnHost[];
    }
  | { readonly kind: "host"; readonly outcome: HostOutcome };

/** Longest content that a frame may hand on, in UTF-16 units: beyond the largest that any agent scans. */
const MAX_CONTENT_CHARS = 64 * 1024 * 1024;
const MAX_SESSION_CHARS = 128;
const MAX_VERSION_CHARS = 128;
const MAX_NAME_CHARS = 256;
const MAX_URL_CHARS = 64 * 1024;
const MAX_CODE_CHARS = 64;
const MAX_HOST_CHARS = 253;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; undefined for anything else. */
export const fieldsOf = (data: unknown): Fields | undefined =>
  typeof data === "object" && data !== null && !Array.isArray(data)
    ? Object.fromEntries(Object.entries(data))
    : undefined;

const isText = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.length <= most;

function questionOf(fields: Fields): Question | undefined {
  const { kind, content, until, sessionId, have, held, patternName } = fields;
  switch (kind) {
    case "settings":
      return { kind };
    case "scan":
      if (!isText(content, MAX_CONTENT_CHARS)) return undefined;
      if (sessionId === undefined) return { kind, content };
      return isText(sessionId, MAX_SESSION_CHARS) ? { kind, content, sessionId } : undefined;
    case "allow-once":
      return isText(content, MAX_CONTENT_CHARS) && typeof until === "number"
        ? { kind, content, until }
        : undefined;
    case "rules":
      return isText(have, MAX_VERSION_CHARS) ? { kind, have } : undefined;
    case "held":
      return typeof held === "boolean" ? { kind, held } : undefined;
    case "stopped":
      return isText(patternName, MAX_NAME_CHARS) ? { kind, patternName } : undefined;
    default:
      return undefined;
  }
}

/** A frame's question; undefined for anything else, which is not answered. */
export function readQuestion(data: unknown): NumberedQuestion | undefined {
  const fields = fieldsOf(data);
  const inner = fieldsOf(fields?.["question"]);
  const id = fields?.["id"];
  if (inner === undefined || typeof id !== "number" || !Number.isSafeInteger(id)) return undefined;
  const question = questionOf(inner);
  return question === undefined ? undefined : { id, question };
}

/** A question of the popup or the options page; undefined for anything else. */
export function readPageQuestion(data: unknown): PageQuestion | undefined {
  const fields = fieldsOf(data);
  if (fields === undefined) return undefined;
  const { kind, url, code, host } = fields;
  switch (kind) {
    case "popup-state":
      if (url === undefined) return { kind };
      return isText(url, MAX_URL_CHARS) ? { kind, url } : undefined;
    case "pair":
      return isText(code, MAX_CODE_CHARS) ? { kind, code } : undefined;
    case "hosts":
      return { kind };
    case "add-host":
    case "remove-host":
      return isText(host, MAX_HOST_CHARS) ? { kind, host } : undefined;
    default:
      return undefined;
  }
}
