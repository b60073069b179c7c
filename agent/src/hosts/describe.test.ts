import { actionsOf, decideHost, HOST_ACTIONS } from "@weir/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hostsFolder } from "../../test/hosts-folder.ts";
import type { HostsFolder } from "../../test/hosts-folder.ts";
import { describeHost, entriesBelow } from "./describe.ts";
import { loadHosts } from "./load.ts";
import type { LoadedHosts } from "./load.ts";
import { governedNames } from "./governed-names.ts";

let folder: HostsFolder;
beforeEach(() => {
  folder = hostsFolder({
    ai_allowed: "auth.chat.example\n",
    ai_chat_dlp: "chat.example\n",
    ai_chat_blocked: "leaky.example\n",
    ai_other: "other.example\n",
    doh_hosts: "dns.example\n",
  });
});
afterEach(() => folder[Symbol.dispose]());

const load = async (): Promise<LoadedHosts> =>
  loadHosts({ folder: folder.path, paths: [], manifest: new Map() });

describe("what is told of a name", () => {
  const policies = { defaultAction: "deny", blocksDoh: false, ownLists: [] } as const;
  const unchanged = { ownLists: [], changed: {} };

  it("names the list, the entry, the answer and the reason", async () => {
    const { table } = await load();
    const categories = { ai_chat_blocked: "allow_with_dlp" } as const;
    const rules = { table, actions: actionsOf({ ...policies, categories }) };
    const about = (name: string) =>
      describeHost(rules, name, { ...unchanged, categories, special: () => undefined });
    expect(about("WWW.Chat.example.")).toEqual({
      name: "www.chat.example",
      action: "inspect",
      list: "ai_chat_dlp",
      entry: "chat.example",
      answer: "forwarded",
      why: "www.chat.example resolves, and what is sent to it is inspected: it is on ai_chat_dlp by chat.example, and Tier 2 is inspected",
    });
    expect(about("other.example")).toMatchObject({ action: "block", answer: "NXDOMAIN" });
    expect(about("other.example")?.why).toContain("default_action");
    expect(about("leaky.example")?.why).toContain("category_policies sets ai_chat_blocked");
    expect(about("dns.example")).toMatchObject({ action: "none", list: "", answer: "forwarded" });
    expect(about("localhost")).toMatchObject({ action: "none", answer: "forwarded" });
    expect(about("_dns.Bücher.example.")?.name).toBe("_dns.xn--bcher-kva.example");
    expect(about("example")?.name).toBe("example");
    const long = [`${"a".repeat(64)}.example`, `${"a.".repeat(127)}b`];
    const hyphens = ["-a.example", "a-.example"];
    const empty = ["", ".", "..", ".example", "a..example"];
    for (const text of [
      "two words",
      "192.0.2.1",
      "::1",
      "a/b",
      "ü/b",
      "ü:80",
      ...empty,
      ...hyphens,
      ...long,
    ])
      expect([text, about(text)]).toEqual([text, undefined]);
  });

  it("tells a policy of the configuration from one that was set while the agent ran", async () => {
    const { table } = await load();
    const changed = { ai_chat_blocked: "allow" } as const;
    const rules = { table, actions: actionsOf({ ...policies, categories: changed }) };
    const categories = { ai_chat_blocked: "deny", ai_other: "deny" } as const;
    const context = { ownLists: [], categories, changed, special: () => undefined };
    const why = (name: string) => describeHost(rules, name, context)?.why;
    expect(why("leaky.example")).toMatch(/, and weir policy, or the API, has set ai_chat_blocked$/);
    expect(why("other.example")).toMatch(/, and category_policies sets ai_other$/);
  });

  it("has what is answered of itself, unless a list blocks or allows the name", async () => {
    folder.write("local/allow_domains.txt", "let.example\n");
    const { table } = await load();
    const rules = { table, actions: actionsOf({ ...policies, categories: {} }) };
    const special = (name: string) =>
      ({ answer: "NOERROR without records", why: `${name} is special` }) as const;
    const about = (name: string) =>
      describeHost(rules, name, { ...unchanged, categories: {}, special });
    expect(about("unlisted.example")).toEqual({
      name: "unlisted.example",
      action: "none",
      list: "",
      entry: "",
      answer: "NOERROR without records",
      why: "unlisted.example has an answer of its own: unlisted.example is special",
    });
    expect(about("chat.example")).toMatchObject({ answer: "NOERROR without records" });
    expect(about("leaky.example")).toMatchObject({ answer: "NXDOMAIN", list: "ai_chat_blocked" });
    expect(about("let.example")).toMatchObject({ answer: "forwarded", list: "local_allow" });
  });

  it("lists the entries below it, which keep their own verdicts", async () => {
    folder.write("local/block_domains.txt", "chat.example\n");
    const { table } = await load();
    const rules = { table, actions: actionsOf({ ...policies, categories: {} }) };
    expect(HOST_ACTIONS[decideHost(rules, "x.auth.chat.example").action]).toBe("allow");
    expect(entriesBelow(rules, "chat.example", [])).toEqual([
      { entry: "auth.chat.example", list: "ai_allowed" },
    ]);
  });
});

describe("the names of the scoped set-up", () => {
  it("are those that are blocked or inspected, each once", async () => {
    folder.write("local/block_domains.txt", "www.chat.example\na.example\n");
    const { table } = await load();
    const policies = { defaultAction: "deny", categories: {}, ownLists: [] } as const;
    const rules = { table, actions: actionsOf({ ...policies, blocksDoh: false }) };
    const names = ["a.example", "chat.example", "leaky.example", "other.example"];
    expect(governedNames(rules)).toEqual(names);
    const team = { table, actions: actionsOf({ ...policies, blocksDoh: true }) };
    expect(governedNames(team)).toEqual([...names, "dns.example"].toSorted());
  });
});
