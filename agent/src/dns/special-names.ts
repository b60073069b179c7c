// Names that are answered here whatever the lists say, unless a list allows them.
import { buildHostTable, findHostName, findWireName } from "@weir/engine";
import { parseUpstream } from "@weir/schema";
import { HEADER_BYTES } from "./message.ts";
import type { Query } from "./message.ts";
import { absentAnswer, emptyAnswer, loopbackAnswer } from "./reply.ts";

/** What a special name's answer is, and why, for the person who asks. */
export interface SpecialName {
  readonly answer: "NXDOMAIN" | "NOERROR without records" | "127.0.0.1 and ::1";
  readonly why: string;
}

interface Kind {
  readonly names: readonly string[];
  readonly reply: (query: Query) => Uint8Array;
  /** Is it denied by the policy? A pause lets it through, as it does what the lists block. */
  readonly isBlock?: boolean;
  readonly told: SpecialName;
}

/** Names by which clients turn to other resolvers. */
const WAYS_AROUND: readonly Kind[] = [
  {
    // Firefox asks for it before it turns to DNS over HTTPS of its own choice, and stays when there is no such name.
    names: ["use-application-dns.net"],
    reply: absentAnswer,
    told: {
      answer: "NXDOMAIN",
      why: "Weir answers it itself, so that Firefox does not ask another resolver",
    },
  },
  {
    // Where a client learns that its resolver has an encrypted twin, which would be the upstream (RFC 9462 4, 6.4).
    names: ["resolver.arpa"],
    reply: emptyAnswer,
    told: {
      answer: "NOERROR without records",
      why: "Weir answers it itself, so that no other resolver is offered in its place",
    },
  },
];

/** Apple's Private Relay, which asks that a network that forbids it denies the names. */
const RELAY: Kind = {
  names: ["mask.icloud.com", "mask-h2.icloud.com"],
  reply: absentAnswer,
  isBlock: true,
  told: {
    answer: "NXDOMAIN",
    why: "the preset blocks Private Relay, which would lead past Weir",
  },
};

/**
 * Names that no resolver elsewhere has an answer for, and that would tell it what this machine does (RFC 6761 6.3, 6.4; RFC
 * 7686 2). `test` is none of them: RFC 6761 6.2 would deny it where no resolver is known to have it, and those of developers do.
 */
const OF_THIS_MACHINE: readonly Kind[] = [
  {
    names: ["localhost"],
    reply: loopbackAnswer,
    told: { answer: "127.0.0.1 and ::1", why: "it is this machine, and no resolver is asked" },
  },
  {
    names: ["invalid", "onion"],
    reply: absentAnswer,
    told: {
      answer: "NXDOMAIN",
      why: "DNS has no such names, and no resolver is asked; upstream_dns can name one for them",
    },
  },
];

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
  /**
   * The same while nothing is blocked: what is this machine's own must not leave it then either, and a client that turns to
   * another resolver would stay there beyond the pause.
   */
  readonly answerInPause: (query: Query) => Uint8Array | undefined;
  /** What that is for a written name. */
  readonly describe: (name: string) => SpecialName | undefined;
  /** Is a written name answered here also while nothing is blocked? */
  readonly isInPause: (name: string) => boolean;
}

/** The names of kinds, each with the number of its kind, from 1 on. */
const tableOf = (kinds: readonly Kind[]) =>
  kinds.flatMap(({ names }, i) => names.map((name) => ({ name, list: i + 1 })));

/** The special names by the settings. One of this machine for which a resolver is named is asked of that resolver instead. */
export function createSpecialNames({
  blockPrivateRelay,
  upstreams,
}: SpecialSettings): SpecialNames {
  const kinds = [...WAYS_AROUND, ...OF_THIS_MACHINE, ...(blockPrivateRelay ? [RELAY] : [])];
  const local = buildHostTable(tableOf(OF_THIS_MACHINE));
  // A resolver is named for them: their number is that of no kind.
  const routed = upstreams
    .flatMap((text) => parseUpstream(text)?.domains ?? [])
    .filter((name) => findHostName(local, name) !== undefined)
    .map((name) => ({ name, list: kinds.length + 1 }));
  const table = buildHostTable([...tableOf(kinds), ...routed]);
  const kindOf = (list: number | undefined): Kind | undefined => kinds[(list ?? 0) - 1];
  const kindAsked = ({ message }: Query) => kindOf(findWireName(table, message, HEADER_BYTES));
  const kindNamed = (name: string) => kindOf(findHostName(table, name)?.list);
  const inPause = (kind: Kind | undefined) => (kind?.isBlock === true ? undefined : kind);
  return {
    answer: (query) => kindAsked(query)?.reply(query),
    answerInPause: (query) => inPause(kindAsked(query))?.reply(query),
    describe: (name) => kindNamed(name)?.told,
    isInPause: (name) => inPause(kindNamed(name)) !== undefined,
  };
}
