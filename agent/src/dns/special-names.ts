// Names that are answered here whatever the lists say, unless a list allows them.
import { buildHostTable, findHostName, findWireName } from "@weir/engine";
import { HEADER_BYTES } from "./message.ts";
import type { Query } from "./message.ts";
import { absentAnswer, emptyAnswer } from "./reply.ts";

const ABSENT = 1;
const EMPTY = 2;
const RELAY = 3;

const SPECIAL_NAMES = buildHostTable([
  // Firefox asks for it before it turns to DNS over HTTPS of its own choice, and stays when there is no such name.
  { name: "use-application-dns.net", list: ABSENT },
  // Where a client learns that its resolver has an encrypted twin, which would be the upstream (RFC 9462 4, 6.4).
  { name: "resolver.arpa", list: EMPTY },
  // Apple's Private Relay, which asks that a network that forbids it denies the names.
  { name: "mask.icloud.com", list: RELAY },
  { name: "mask-h2.icloud.com", list: RELAY },
]);

/** The answer for a special name; undefined for any other. Private Relay is one where it is to be blocked. */
export function specialAnswer(query: Query, blockPrivateRelay: boolean): Uint8Array | undefined {
  const kind = findWireName(SPECIAL_NAMES, query.message, HEADER_BYTES);
  if (kind === ABSENT || (kind === RELAY && blockPrivateRelay)) return absentAnswer(query);
  return kind === EMPTY ? emptyAnswer(query) : undefined;
}

/** What a special name's answer is, and why, for the person who asks. */
export interface SpecialName {
  readonly answer: "NXDOMAIN" | "NOERROR without records";
  readonly why: string;
}

const NO_OTHER_DNS: SpecialName = {
  answer: "NXDOMAIN",
  why: "Weir answers it itself, so that Firefox does not ask another resolver",
};
const NO_TWIN: SpecialName = {
  answer: "NOERROR without records",
  why: "Weir answers it itself, so that no other resolver is offered in its place",
};
const NO_RELAY: SpecialName = {
  answer: "NXDOMAIN",
  why: "the preset blocks Private Relay, which would lead past Weir",
};

/** What `specialAnswer` answers for a written name; undefined where it answers nothing. */
export function describeSpecial(name: string, blockPrivateRelay: boolean): SpecialName | undefined {
  const kind = findHostName(SPECIAL_NAMES, name)?.list;
  if (kind === ABSENT) return NO_OTHER_DNS;
  if (kind === EMPTY) return NO_TWIN;
  return kind === RELAY && blockPrivateRelay ? NO_RELAY : undefined;
}
