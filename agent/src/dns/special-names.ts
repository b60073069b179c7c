// Names that are answered here whatever the lists say, unless a list allows them.
import { buildHostTable, findWireName } from "@weir/engine";
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
