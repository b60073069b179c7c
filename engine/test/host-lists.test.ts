import { domainToASCII } from "node:url";
import { actionsOf, HOST_ACTIONS, HOST_LISTS, listOrder, parseListLine } from "@weir/engine";
import type { HostPolicies } from "@weir/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numRuns } from "./arbitraries.ts";

const read = (line: string) => parseListLine(line, domainToASCII);

describe("a line of a list", () => {
  it.each([
    ["chat.example", ["chat.example"]],
    ["  Chat.EXAMPLE.  ", ["chat.example"]],
    ["*.chat.example", ["chat.example"]],
    ["||chat.example^", ["chat.example"]],
    ["||*.chat.example^", ["chat.example"]],
    ["chat.example # why", ["chat.example"]],
    ["chat.example\t#why", ["chat.example"]],
    ["_dns.chat.example", ["_dns.chat.example"]],
    ["0.0.0.0 chat.example", ["chat.example"]],
    ["127.0.0.1\tchat.example  api.example # both", ["chat.example", "api.example"]],
    [":: chat.example", ["chat.example"]],
    ["::1 localhost ip6-loopback", []],
    ["255.255.255.255 broadcasthost", []],
    ["fe80::1%lo0 localhost", []],
    ["0.0.0.0 0.0.0.0", []],
    ["bücher.example", ["xn--bcher-kva.example"]],
    ["BÜCHER.example", ["xn--bcher-kva.example"]],
    ["faß.example", ["xn--fa-hia.example"]],
    ["例え。例", ["xn--r8jz45g.xn--fsq"]],
    ["xn--bcher-kva.example", ["xn--bcher-kva.example"]],
    ["# a comment", []],
    ["! a comment", []],
    ["[Adblock Plus 2.0]", []],
    ["", []],
    ["chat.example\r", ["chat.example"]],
  ])("%j holds %j", (line, names) => {
    expect(read(line)).toEqual({ ok: true, names });
  });

  it.each([
    ["com", "registry"],
    ["*.com", "registry"],
    ["co.uk", "registry"],
    ["or.jp", "registry"],
    ["192.0.2.1", "IP address"],
    ["2001:db8::1", "IP address"],
    ["https://chat.example/x", "URL"],
    ["chat.example/x", "URL"],
    ["chat.example:443", "port"],
    ["chat.*.example", "*"],
    ["*", "*"],
    ["chat*.example", "*"],
    ["-chat.example", "letters"],
    ["chat-.example", "letters"],
    ["chat!.example", "letters"],
    ["chat..example", "empty"],
    [".chat.example", "empty"],
    ["chat.1", "number"],
    [`${"a".repeat(64)}.example`, "63"],
    [`${"a.".repeat(124)}example`, "253"],
    ["@@||chat.example^", "local/allow_domains.txt"],
    ["||chat.example^$important", "options"],
    ["chat.example other.example", "one name a line"],
    ["192.0.2.1 chat.example", "address"],
    ["example\u2028.example", "one name a line"],
    ["example\ufffd.example", "domain name"],
    ["a\u0000b.example", "letters"],
  ])("%j is refused: %s", (line, reason) => {
    const answer = read(line);
    expect(answer).toMatchObject({ ok: false });
    expect(answer.ok ? "" : answer.fault).toContain(reason);
    // A fault may be logged, and no name may.
    expect(answer.ok ? "" : answer.fault).not.toContain("example");
  });

  it("holds good names or a fault, whatever stands in it", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom("a", ".", "*", "|", "^", "#", " ", "1", ":", "-", "ü") }),
    );
    fc.assert(
      fc.property(text, (line) => {
        const answer = read(line);
        if (!answer.ok) return;
        for (const name of answer.names) {
          expect(read(name)).toEqual({ ok: true, names: [name] });
          expect(name).toMatch(/^[a-z0-9_.-]+$/);
        }
      }),
      { numRuns },
    );
  });
});

describe("the actions of lists", () => {
  const personal: HostPolicies = {
    defaultAction: "allow_with_dlp",
    blocksDoh: false,
    categories: {},
    ownLists: [],
  };
  const named = (policies: HostPolicies): Record<string, string | undefined> => {
    const actions = actionsOf(policies);
    expect(actions).toHaveLength(64);
    const names = [...HOST_LISTS, ...policies.ownLists];
    return Object.fromEntries(names.map((name, i) => [name, HOST_ACTIONS[actions[i] ?? 0]]));
  };

  it("are those of the presets", () => {
    const common = {
      "": "none",
      local_allow: "allow",
      local_block: "block",
      ai_allowed: "allow",
      ai_chat_dlp: "inspect",
      ai_chat_blocked: "block",
    };
    expect(named(personal)).toEqual({ ...common, ai_other: "inspect", doh_hosts: "none" });
    const team: HostPolicies = { ...personal, defaultAction: "deny", blocksDoh: true };
    expect(named(team)).toEqual({ ...common, ai_other: "block", doh_hosts: "block" });
  });

  it("follow the policies of categories, the operator's own among them", () => {
    const given = named({
      ...personal,
      categories: { ai_chat_blocked: "allow_with_dlp", ai_other: "allow", games: "allow" },
      ownLists: ["malware", "games"],
    });
    expect(given).toMatchObject({
      ai_chat_blocked: "inspect",
      ai_other: "allow",
      malware: "block",
      games: "allow",
    });
  });

  it("take no notice of categories that are none", () => {
    const given = named({ ...personal, categories: { "": "deny", elsewhere: "deny" } });
    expect(given[""]).toBe("none");
  });

  it("enter a table in an order in which this machine's own come last, allowing ones behind blocking ones", () => {
    expect(listOrder(2)).toEqual([7, 6, 3, 4, 5, 8, 9, 2, 1]);
  });
});
