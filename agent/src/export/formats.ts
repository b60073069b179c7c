import type { Verdict } from "./verdicts.ts";

/** What a file for a resolver is made of. */
export interface ExportContent {
  /** Sorted by name. */
  readonly verdicts: readonly Verdict[];
  /** Number of the file's version: it must grow from one to the next. */
  readonly serial: number;
}

/** A format: how its file is written, and what it can't say. */
export interface ExportFormat {
  readonly title: string;
  /** Starts a comment. */
  readonly mark: string;
  /** How deep names that are let through and blocked may stand below each other: the largest depth of a verdict. */
  readonly maxDepth: number;
  readonly body: (content: ExportContent) => readonly string[];
}

const ANY_DEPTH = 127;
/** RFC 1035, 2.3.4, less the room for `*.` and a zone's own name. */
const MAX_RPZ_NAME = 200;

/**
 * The names of a zone. A zone takes every name above one of its own for a name that exists, and its wildcards stop there
 * (RFC 4592, 2.2.2): such names are given the verdict that reaches them from above.
 */
function zoneNames(verdicts: readonly Verdict[]): ReadonlyMap<string, boolean> {
  const given = new Map(verdicts.map(({ name, isBlocked }) => [name, isBlocked]));
  const all = new Map(given);
  for (const { name, isBlocked, depth } of verdicts) {
    if (depth === 0) continue;
    const parents = name.split(".").map((_, i, labels) => labels.slice(i + 1).join("."));
    const between = parents.slice(
      0,
      parents.findIndex((parent) => given.has(parent)),
    );
    for (const parent of between) all.set(parent, !isBlocked);
  }
  return new Map([...all].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Response policy zone (draft-vixie-dnsop-dns-rpz): names relative to the zone, each with what is under it. */
function rpz({ verdicts, serial }: ExportContent): string[] {
  return [
    "$TTL 60",
    `@ IN SOA localhost. root.localhost. ${serial} 3600 600 86400 60`,
    "@ IN NS localhost.",
    ...[...zoneNames(verdicts)].flatMap(([name, isBlocked]) => {
      const target = isBlocked ? "." : "rpz-passthru.";
      if (name.length > MAX_RPZ_NAME) return `; left out, for a zone has no room for it: ${name}`;
      return [`${name} IN CNAME ${target}`, `*.${name} IN CNAME ${target}`];
    }),
  ];
}

const unbound = ({ verdicts }: ExportContent): string[] => [
  "server:",
  ...verdicts.map(
    ({ name, isBlocked }) =>
      `  local-zone: "${name}." ${isBlocked ? "always_nxdomain" : "always_transparent"}`,
  ),
];

const dnsmasq = ({ verdicts }: ExportContent): string[] =>
  verdicts.map(({ name, isBlocked }) => (isBlocked ? `local=/${name}/` : `server=/${name}/#`));

/** An exception wins over every rule, except over an important one. */
const adguard = ({ verdicts }: ExportContent): string[] =>
  verdicts.map(
    ({ name, isBlocked, depth }) =>
      `${isBlocked ? "" : "@@"}||${name}^${depth >= 2 ? "$important" : ""}`,
  );

/** Runs of verdicts of one depth, the deepest first: these formats take the first rule that fits. */
function byDepth(verdicts: readonly Verdict[]): readonly (readonly Verdict[])[] {
  const groups: Verdict[][] = [];
  for (const verdict of verdicts) (groups[verdict.depth] ??= []).push(verdict);
  return groups.toReversed();
}

const dnsdist = ({ verdicts }: ExportContent): string[] =>
  byDepth(verdicts).flatMap((group, i) => [
    `local weir${i} = newSuffixMatchNode()`,
    ...group.map(({ name }) => `weir${i}:add("${name}.")`),
    `addAction(SuffixMatchNodeRule(weir${i}), ${group[0]?.isBlocked === true ? "RCodeAction(DNSRCode.NXDOMAIN)" : "AllowAction()"})`,
  ]);

const knot = ({ verdicts }: ExportContent): string[] =>
  byDepth(verdicts).flatMap((group) => [
    `policy.add(policy.suffix(policy.${group[0]?.isBlocked === true ? "DENY" : "PASS"}, policy.todnames({`,
    ...group.map(({ name }) => `  "${name}.",`),
    "})))",
  ]);

/** Every format by its name on the command line. */
export const EXPORT_FORMATS = {
  rpz: {
    title: "response policy zone for BIND, Unbound, Knot Resolver and PowerDNS Recursor",
    mark: ";",
    maxDepth: ANY_DEPTH,
    body: rpz,
  },
  unbound: { title: "Unbound", mark: "#", maxDepth: ANY_DEPTH, body: unbound },
  dnsmasq: { title: "dnsmasq", mark: "#", maxDepth: ANY_DEPTH, body: dnsmasq },
  adguard: { title: "AdGuard Home", mark: "!", maxDepth: 3, body: adguard },
  pihole: { title: "Pi-hole", mark: "#", maxDepth: 1, body: adguard },
  dnsdist: { title: "dnsdist", mark: "--", maxDepth: ANY_DEPTH, body: dnsdist },
  knot: { title: "Knot Resolver", mark: "--", maxDepth: ANY_DEPTH, body: knot },
} as const satisfies Readonly<Record<string, ExportFormat>>;

export type ExportFormatName = keyof typeof EXPORT_FORMATS;
