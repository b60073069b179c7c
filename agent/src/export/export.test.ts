import { join } from "node:path";
import { actionsOf, buildHostTable, HOST_LISTS, parseListLine } from "@weir/engine";
import type { HostRules } from "@weir/engine";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askPort, RESOLVERS, startResolver, startUpstream } from "../../test/export-resolvers.ts";
import { exportPolicy, parseExportFormat } from "./export.ts";
import { EXPORT_FORMATS } from "./formats.ts";
import type { ExportFormatName } from "./formats.ts";
import { exportedRules, verdictsOf } from "./verdicts.ts";
import { namesToVerify, spreadSample, verifyExport } from "./verify.ts";

const policies = {
  defaultAction: "allow_with_dlp",
  blocksDoh: false,
  categories: {},
  ownLists: [],
} as const;

function rulesOf(names: Readonly<Record<string, string>>): HostRules {
  const entries = Object.entries(names).map(([name, list]) => ({
    name,
    list: HOST_LISTS.findIndex((known) => known === list),
  }));
  return { table: buildHostTable(entries), actions: actionsOf(policies) };
}

const nested = rulesOf({
  "chat.example": "ai_chat_blocked",
  "www.chat.example": "ai_chat_blocked",
  "api.chat.example": "local_allow",
  "deep.under.chat.example": "ai_chat_dlp",
  "old.api.chat.example": "local_block",
  "one.old.api.chat.example": "local_allow",
  "seen.example": "ai_chat_dlp",
  "dns.example": "doh_hosts",
  "a-b_c.example": "local_block",
});

const options = { withDoh: false, serial: 7 };

const textOf = (format: ExportFormatName, rules = nested, given = options): string => {
  const exported = exportPolicy(format, rules, given);
  if (!exported.ok) throw new Error(exported.fault);
  return exported.text;
};

const body = (text: string): string[] =>
  text.split("\n").filter((line) => line !== "" && !/^(?:#|!|;|--)/.test(line));

describe("exports", () => {
  it("name only what differs from the name above it", () => {
    expect(verdictsOf(nested)).toEqual([
      { name: "a-b_c.example", isBlocked: true, depth: 0 },
      { name: "api.chat.example", isBlocked: false, depth: 1 },
      { name: "chat.example", isBlocked: true, depth: 0 },
      { name: "deep.under.chat.example", isBlocked: false, depth: 1 },
      { name: "old.api.chat.example", isBlocked: true, depth: 2 },
      { name: "one.old.api.chat.example", isBlocked: false, depth: 3 },
    ]);
  });

  it.each<[ExportFormatName, string[]]>([
    ["dnsmasq", ["local=/chat.example/", "server=/api.chat.example/#"]],
    ["unbound", ['  local-zone: "chat.example." always_nxdomain']],
    ["rpz", ["chat.example IN CNAME .", "*.api.chat.example IN CNAME rpz-passthru."]],
    ["adguard", ["||chat.example^", "@@||api.chat.example^", "||old.api.chat.example^$important"]],
    ["dnsdist", ['weir0:add("one.old.api.chat.example.")', 'weir3:add("chat.example.")']],
    ["knot", ["policy.add(policy.suffix(policy.DENY, policy.todnames({"]],
  ])("for %s hold the format's own lines", (format, lines) => {
    expect(body(textOf(format))).toEqual(expect.arrayContaining(lines));
  });

  it("put exceptions before what they are exceptions from where the first rule wins", () => {
    const rules = body(textOf("knot")).filter((line) => line.startsWith("policy"));
    expect(rules.map((line) => /PASS|DENY/.exec(line)?.[0])).toEqual([
      "PASS",
      "DENY",
      "PASS",
      "DENY",
    ]);
  });

  it("say which names Pi-hole can't tell apart, and what to do", () => {
    const exported = exportPolicy("pihole", nested, options);
    expect(exported).toMatchObject({ ok: false });
    expect(exported.ok ? "" : exported.fault).toContain("old.api.chat.example");
    expect(exported.ok ? "" : exported.fault).toContain("use rpz");
  });

  it("hold the public resolvers where asked", () => {
    expect(textOf("dnsmasq")).not.toContain("dns.example");
    expect(textOf("dnsmasq", nested, { ...options, withDoh: true })).toContain(
      "local=/dns.example/",
    );
  });

  it("carry the serial", () => {
    expect(textOf("rpz")).toContain("@ IN SOA localhost. root.localhost. 7 ");
    expect(exportPolicy("rpz", nested, { ...options, serial: 0 })).toMatchObject({ ok: false });
    expect(exportPolicy("rpz", nested, { ...options, serial: 2 ** 32 })).toMatchObject({
      ok: false,
    });
  });

  it("are the same bytes whatever the order of the lists", () => {
    const name = fc
      .array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 })
      .map((labels) => `${labels.join(".")}.example`);
    const entries = fc.uniqueArray(
      fc.record({ name, list: fc.constantFrom(1, 2, 3, 4, 5, 6, 7) }),
      { selector: (entry) => entry.name, maxLength: 12 },
    );
    fc.assert(
      fc.property(entries, fc.boolean(), (given, withDoh) => {
        const { actions } = nested;
        const forward = { table: buildHostTable(given), actions };
        const backward = { table: buildHostTable(given.toReversed()), actions };
        for (const format of ["rpz", "unbound", "dnsmasq", "dnsdist", "knot"] as const) {
          const text = textOf(format, forward, { withDoh, serial: 1 });
          expect(textOf(format, backward, { withDoh, serial: 1 })).toBe(text);
        }
      }),
    );
  });

  it("refuse a hosts file with the reason, and names that are no format", () => {
    const hosts = parseExportFormat("hosts");
    expect(hosts.ok ? "" : hosts.fault).toContain("can't block the names under a name");
    expect(parseExportFormat("bind")).toMatchObject({ ok: false });
    expect(parseExportFormat("toString")).toMatchObject({ ok: false });
    for (const format of Object.keys(EXPORT_FORMATS)) {
      expect(parseExportFormat(format)).toEqual({ ok: true, format });
    }
  });
});

/** The shipped lists, as the team preset has them, with exceptions below a blocked name. */
function shippedRules(): HostRules {
  const folder = join(import.meta.dirname, "../../../rules");
  const entries = HOST_LISTS.flatMap((name, list) => {
    if (list < 3) return [];
    const lines = readFileSync(join(folder, `${name}.txt`), "utf8").split("\n");
    return lines.flatMap((line) => {
      const parsed = parseListLine(line, (text) => text);
      return parsed.ok ? parsed.names.map((each) => ({ name: each, list })) : [];
    });
  });
  const team = { ...policies, defaultAction: "deny", blocksDoh: true } as const;
  return { table: buildHostTable(entries), actions: actionsOf(team) };
}

describe("a real resolver that works by an export judges as Weir does", () => {
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  beforeAll(async () => {
    upstream = await startUpstream();
  });
  afterAll(() => upstream.stop());

  const formatOf = {
    unbound: "unbound",
    unboundRpz: "rpz",
    dnsmasq: "dnsmasq",
    bind: "rpz",
  } as const;

  it.each(["unbound", "unboundRpz", "dnsmasq", "bind"] as const)("%s", async (kind) => {
    for (const rules of [exportedRules(nested, true), shippedRules()]) {
      const text = textOf(formatOf[kind], rules, { withDoh: true, serial: 3 });
      const resolver = await startResolver(RESOLVERS[kind], text, upstream.port);
      try {
        const names = spreadSample(namesToVerify(rules), 400);
        const elsewhere = askPort(upstream.port);
        const result = await verifyExport(rules, names, resolver.ask, elsewhere);
        expect(result).toMatchObject({ disagreed: [], unanswered: 0, asked: names.length });
        expect(result.agreed).toBe(names.length);
        const other = rulesOf({ "ready.example": "local_block", "not.missing": "ai_chat_dlp" });
        const asked = ["ready.example", "not.missing"];
        const wrong = await verifyExport(other, asked, resolver.ask, elsewhere);
        expect(wrong.disagreed).toEqual([{ name: "ready.example", isBlockedHere: true }]);
        expect(wrong.undecided).toBe(1);
      } finally {
        await resolver.stop();
      }
    }
  });
});
