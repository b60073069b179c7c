// Names that are answered here whatever the lists say, unless a list allows them.
import { buildHostTable, findHostName, findWireName } from "@weir/engine";
import { parseUpstream } from "@weir/schema";
import { HEADER_BYTES } from "./message.ts";
import type { Query } from "./message.ts";
import { absentAnswer, emptyAnswer, loopbackAnswer } from "./reply.ts";

const ABSENT = 1;
const EMPTY = 2;
const RELAY = 3;
const LOCALHOST = 4;
const NOBODYS = 5;
const ROUTED = 6;

const WAYS_AROUND = [
  // Firefox asks for it before it turns to DNS over HTTPS of its own choice, and stays when there is no such name.
  { name: "use-application-dns.net", list: ABSENT },
  // Where a client learns that its resolver has an encrypted twin, which would be the upstream (RFC 9462 4, 6.4).
  { name: "resolver.arpa", list: EMPTY },
  // Apple's Private Relay, which asks that a network that forbids it denies the names.
  { name: "mask.icloud.com", list: RELAY },
  { name: "mask-h2.icloud.com", list: RELAY },
];

/**
 * Names that no resolver elsewhere has an answer for, and that would tell it what this machine does (RFC 6761 6.3, 6.4; RFC
 * 7686 2). `test` is none of them: RFC 6761 6.2 would deny it where no resolver is known to have it, and those of developers do.
 */
const OF_THIS_MACHINE = [
  { name: "localhost", list: LOCALHOST },
  { name: "invalid", list: NOBODYS },
  { name: "onion", list: NOBODYS },
];

/** What a special name's answer is, and why, for the person who asks. */
export interface SpecialName {
  readonly answer: "NXDOMAIN" | "NOERROR without records" | "127.0.0.1 and ::1";
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
const THIS_MACHINE: SpecialName = {
  answer: "127.0.0.1 and ::1",
  why: "it is this machine, and no resolver is asked",
};
const NOBODY: SpecialName = {
  answer: "NXDOMAIN",
  why: "DNS has no such names, and no resolver is asked; upstream_dns can name one for them",
};

/** What settles which names are special. */
export interface SpecialSettings {
  readonly blockPrivateRelay: boolean;
  /**
   * As in `upstream_dns`: see `parseUpstream`. None for all names means the system's own resolvers; one that is named for a
   * special name of this machine is asked for it.
   */
  readonly upstreams: readonly string[];
}

/** The names that are answered here. */
export interface SpecialNames {
  /** The answer for a special name; undefined for any other. */
  readonly answer: (query: Query) => Uint8Array | undefined;
  /** What that is for a written name. */
  readonly describe: (name: string) => SpecialName | undefined;
}

export function createSpecialNames({
  blockPrivateRelay,
  upstreams,
}: SpecialSettings): SpecialNames {
  const local = buildHostTable(OF_THIS_MACHINE);
  const routed = upstreams
    .flatMap((text) => parseUpstream(text)?.domains ?? [])
    .filter((name) => findHostName(local, name) !== undefined)
    .map((name) => ({ name, list: ROUTED }));
  const table = buildHostTable([...WAYS_AROUND, ...OF_THIS_MACHINE, ...routed]);
  return {
    answer: (query) => {
      const kind = findWireName(table, query.message, HEADER_BYTES);
      if (kind === ABSENT || kind === NOBODYS || (kind === RELAY && blockPrivateRelay))
        return absentAnswer(query);
      if (kind === LOCALHOST) return loopbackAnswer(query);
      return kind === EMPTY ? emptyAnswer(query) : undefined;
    },
    describe: (name) => {
      const kind = findHostName(table, name)?.list;
      if (kind === ABSENT) return NO_OTHER_DNS;
      if (kind === EMPTY) return NO_TWIN;
      if (kind === LOCALHOST) return THIS_MACHINE;
      if (kind === NOBODYS) return NOBODY;
      return kind === RELAY && blockPrivateRelay ? NO_RELAY : undefined;
    },
  };
}
