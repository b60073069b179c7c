// What was changed while the agent ran: shown as what is in force, counted in by other commands, and taken back.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BLOCKED, closeUpstream, homeWith, openUpstream, startHosts } from "./hosts-agent.ts";
import { containing, matching } from "./matchers.ts";

beforeAll(openUpstream);
afterAll(closeUpstream);

/** On the shipped list of AI hosts that no tier names. */
const OTHER = "01.ai";

interface Shown {
  readonly agent_asked: boolean;
  readonly keys: readonly {
    readonly key: string;
    readonly value: string;
    readonly origin: string;
  }[];
}

test("config show tells what was changed and is kept, and the file counts again once it is taken back", async () => {
  using home = homeWith("");
  const first = await startHosts(home);
  const { agent, change, rcode } = first;
  const { run } = home;
  const shown = async (key: string): Promise<readonly unknown[]> => {
    const { agent_asked: isAsked, keys } = JSON.parse(
      (await run("config", "show", "--json")).out,
    ) as Shown;
    const row = keys.find((one) => one.key === key);
    const value: unknown = JSON.parse(row?.value ?? "null");
    return [isAsked, value, row?.origin];
  };
  await change("PUT", "/api/dlp/config", { thresholds: { low: 9 } });
  expect((await run("policy", "set", "ai_other", "deny")).code).toBe(0);
  home.writeConfig(
    `${readFileSync(home.configPath, "utf8")}thresholds: {low: 2}\ncategory_policies: {ai_other: allow}\n`,
  );
  agent.signal("SIGHUP");
  await expect.poll(() => agent.log()).toContain("config_reloaded");
  const low = matching(/^changed while the agent ran: low; else .*config\.yaml:4$/);
  const other = matching(/^changed while the agent ran: ai_other; else .*config\.yaml:5$/);
  const kept = { thresholds: { low: 9 }, weights: {}, category_policies: { ai_other: "deny" } };
  expect((await agent.ask("GET", "/api/settings/changes")).data).toMatchObject(kept);
  expect(await shown("thresholds")).toEqual([true, expect.objectContaining({ low: 9 }), low]);
  expect(await shown("category_policies")).toEqual([true, { ai_other: "deny" }, other]);

  expect(await run("policy", "unset", "ai_other")).toEqual({
    code: 0,
    out: "",
    err: "hosts of ai_other pass untouched, as the configuration has it\n",
  });
  expect(await rcode(OTHER)).toBe("NOERROR");
  expect(await shown("category_policies")).toEqual([
    true,
    { ai_other: "allow" },
    matching(/config\.yaml:5$/),
  ]);
  expect(await change("DELETE", "/api/dlp/config")).toMatchObject({
    status: 200,
    data: { thresholds: { low: 2 } },
  });
  expect(await shown("thresholds")).toEqual([
    true,
    expect.objectContaining({ low: 2 }),
    matching(/^[^;]*config\.yaml:4$/),
  ]);
  await agent.stop();
  const again = await startHosts(home);
  const none = { thresholds: {}, weights: {}, category_policies: {} };
  expect((await again.agent.ask("GET", "/api/settings/changes")).data).toMatchObject(none);
  await again.agent.stop();
  // Without an agent nobody knows; that is said.
  expect((await shown("thresholds"))[0]).toBe(false);
  expect((await run("config", "show")).err).toContain("no agent answers");
});

test("a list that was put in force by a policy is out of it again", async () => {
  using home = homeWith("");
  const { agent } = await startHosts(home);
  const { run } = home;
  expect((await run("policy", "set", "doh_hosts", "deny")).code).toBe(0);
  expect((await run("policy", "list")).out).toContain("doh_hosts        deny\n");
  expect(await run("policy", "unset", "doh_hosts")).toMatchObject({ code: 0 });
  expect((await run("policy", "list")).out).toContain("doh_hosts        (not in force)\n");
  expect(await run("policy", "unset", "nobody")).toMatchObject({
    code: 2,
    err: containing("no list of hosts has this name"),
  });
  await agent.stop();
});

describe("a configuration that the running agent does not work by", () => {
  /** Of a name that the team preset alone blocks. */
  const line = `\n${OTHER} IN CNAME .\n`;

  test("is told and exported as it is by itself where it is another file", async () => {
    using home = homeWith("");
    const { agent } = await startHosts(home);
    const { run } = home;
    expect((await run("policy", "set", "ai_chat_blocked", "allow")).code).toBe(0);
    expect((await run("dns", "pause", "5")).code).toBe(0);
    const team = ["--config", join(home.path, "team.yaml")];
    writeFileSync(team[1] ?? "", `rules_dir: ${home.path}\npreset: team\n`, { mode: 0o600 });
    const exported = await run("export", "rpz", ...team);
    expect(exported).toMatchObject({ code: 0, err: "" });
    expect(exported.out).toContain(line);
    expect(exported.out).toContain(`\n${BLOCKED} IN CNAME .\n`);
    const tested = await run("dns", "test", OTHER, ...team);
    expect(tested).toMatchObject({ code: 1, err: "", out: containing("\nanswer: NXDOMAIN\n") });
    expect(tested.out).not.toContain("weir policy");
    await agent.stop();
  });

  test("is told and exported with what was changed, and a warning, until the agent has taken it up", async () => {
    using home = homeWith("");
    const { agent } = await startHosts(home);
    const { run } = home;
    expect((await run("policy", "set", "ai_chat_blocked", "allow")).code).toBe(0);
    home.writeConfig(`${readFileSync(home.configPath, "utf8")}preset: team\n`);
    const err = containing("warning: the running agent works by another configuration than this");
    const exported = await run("export", "rpz");
    expect(exported).toMatchObject({ code: 0, err, out: containing(line) });
    expect(await run("config", "show", "--json")).toMatchObject({ code: 0, err });
    const tested = await run("dns", "test", OTHER);
    expect(tested).toMatchObject({ code: 1, err });
    expect(tested.out).not.toContain("weir policy");
    expect((await run("reload")).code).toBe(0);
    await expect.poll(() => agent.log()).toContain("config_reloaded");
    expect(await run("config", "show", "--json")).toMatchObject({ code: 0, err: "" });
    expect((await run("policy", "set", "ai_chat_blocked", "allow")).code).toBe(0);
    expect((await run("hosts", "block", "own.example")).code).toBe(0);
    const taken = await run("export", "rpz");
    expect(taken).toMatchObject({
      code: 0,
      err: "",
      out: containing(`\nown.example IN CNAME .\n`),
    });
    expect(taken.out).not.toContain(`\n${BLOCKED} IN CNAME .\n`);
    await agent.stop();
  });
});
