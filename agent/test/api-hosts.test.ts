// What the API changes of hosts, seen from the outside: the answers to queries of the running agent.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Agent, AgentHome } from "./agent-process.ts";
import { BLOCKED, closeUpstream, homeWith, openUpstream, startHosts } from "./hosts-agent.ts";
import { containing } from "./matchers.ts";

/** On no list. */
const OTHER = "qz7override.example";

beforeAll(openUpstream);
afterAll(closeUpstream);

const listText = (home: AgentHome, kind: string): string => {
  const path = join(home.path, "local", `${kind}_domains.txt`);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};

const read = async (agent: Agent, path: string): Promise<unknown> =>
  (await agent.ask("GET", path)).data;

describe("the personal preset", () => {
  test("a domain is blocked and allowed from the answer on, is kept in the files, and outlives the agent", async () => {
    using home = homeWith("");
    const { agent, post, rcode } = await startHosts(home);
    expect(await rcode(OTHER)).toBe("NOERROR");
    expect(await post(`*.${OTHER.toUpperCase()}`, "block")).toMatchObject({
      status: 200,
      data: { allow: [], block: [OTHER], below: [] },
    });
    expect(await rcode(`a.${OTHER}`)).toBe("NXDOMAIN");
    expect((await post(BLOCKED, "allow")).data).toEqual({
      allow: [BLOCKED],
      block: [OTHER],
      until_restart: false,
      below: [],
    });
    expect(await rcode(BLOCKED)).toBe("NOERROR");
    expect([listText(home, "allow"), listText(home, "block")]).toEqual([
      `${BLOCKED}\n`,
      `${OTHER}\n`,
    ]);
    await agent.stop();
    const again = await startHosts(home);
    expect([await again.rcode(OTHER), await again.rcode(BLOCKED)]).toEqual(["NXDOMAIN", "NOERROR"]);
    expect((await again.remove(OTHER)).data).toEqual({
      allow: [BLOCKED],
      block: [],
      until_restart: false,
    });
    expect(await again.rcode(OTHER)).toBe("NOERROR");
    expect((await again.remove(OTHER)).status).toBe(404);
    await again.agent.stop();
  });

  test("what is listed is what is in force, whatever becomes of the files", async () => {
    using home = homeWith("");
    const path = join(home.path, "local", "block_domains.txt");
    mkdirSync(join(home.path, "local"), { recursive: true });
    writeFileSync(path, Buffer.from(`${OTHER}\n\xff\n`, "latin1"));
    const listed = async ({ agent, rcode }: Awaited<ReturnType<typeof startHosts>>) => [
      await read(agent, "/api/rules/overrides"),
      await rcode(OTHER),
    ];
    const hosts = await startHosts(home);
    expect(await listed(hosts)).toEqual([{ allow: [], block: [] }, "NOERROR"]);
    writeFileSync(path, `${OTHER}\n`);
    const inForce = [{ allow: [], block: [OTHER] }, "NXDOMAIN"];
    await expect.poll(async () => listed(hosts), { timeout: 10_000 }).toEqual(inForce);
    writeFileSync(path, "second.example\nnot a name at all/\n");
    await expect
      .poll(() => hosts.agent.events().filter(({ event }) => event === "host_lists_faulty"))
      .toHaveLength(2);
    expect(await listed(hosts)).toEqual(inForce);
    await hosts.agent.stop();
  });

  test("whoever blocks a domain is told which names under it other lists keep", async () => {
    using home = homeWith("");
    const { agent, post, rcode } = await startHosts(home);
    const { data } = await post("openai.com", "block");
    expect((data as { below: unknown }).below).toContainEqual({
      domain: "auth.openai.com",
      list: "ai_allowed",
    });
    expect([await rcode("openai.com"), await rcode("auth.openai.com")]).toEqual([
      "NXDOMAIN",
      "NOERROR",
    ]);
    await agent.stop();
  });

  test("a category's policy is in force from the answer on, and outlives a reload and the agent", async () => {
    using home = homeWith("");
    writeFileSync(join(home.path, "my-list.txt"), "listed.example\n");
    home.writeConfig(
      `${readFileSync(home.configPath, "utf8")}rule_paths: [${home.path}/my-list.txt]\n`,
    );
    const { agent, change, rcode } = await startHosts(home);
    const before = ((await read(agent, "/api/policies")) as { policies: unknown[] }).policies;
    expect(before).toEqual([
      { category: "ai_allowed", policy: "allow" },
      { category: "ai_chat_dlp", policy: "allow_with_dlp" },
      { category: "ai_chat_blocked", policy: "deny" },
      { category: "ai_other", policy: "allow_with_dlp" },
      { category: "doh_hosts", policy: null },
      { category: "my-list", policy: "deny" },
    ]);
    expect([await rcode(BLOCKED), await rcode("listed.example")]).toEqual(["NXDOMAIN", "NXDOMAIN"]);
    for (const category of ["ai_chat_blocked", "my-list"]) {
      const url = `/api/policies/${category}`;
      const answer = { category, policy: "allow" };
      expect((await change("PUT", url, { ...answer, category: "other" })).status).toBe(400);
      for (const body of [{ policy: "allow" }, answer])
        expect(await change("PUT", url, body)).toMatchObject({ status: 200, data: answer });
    }
    const allowed = async (by: typeof rcode) => [await by(BLOCKED), await by("listed.example")];
    expect(await allowed(rcode)).toEqual(["NOERROR", "NOERROR"]);
    agent.signal("SIGHUP");
    await expect.poll(() => agent.log()).toContain("config_reloaded");
    expect(await allowed(rcode)).toEqual(["NOERROR", "NOERROR"]);
    await agent.stop();
    const again = await startHosts(home);
    expect(await allowed(again.rcode)).toEqual(["NOERROR", "NOERROR"]);
    await again.agent.stop();
  });

  test("no query is lost or answered wrongly while lists and policies change", async () => {
    using home = homeWith("");
    const { agent, change, post, remove, rcode } = await startHosts(home);
    const changing = new AbortController();
    const seen = new Map<string, number>();
    const ask = async (): Promise<void> => {
      while (!changing.signal.aborted) {
        const code = `${await rcode("steady.example")} ${await rcode(BLOCKED)}`;
        seen.set(code, (seen.get(code) ?? 0) + 1);
      }
    };
    const asking = Promise.all([ask(), ask(), ask()]);
    for (let i = 0; i < 10; i++) {
      expect((await post(`n${i}.${OTHER}`, "block")).status).toBe(200);
      expect((await change("PUT", "/api/policies/ai_other", { policy: "deny" })).status).toBe(200);
      expect((await remove(`n${i}.${OTHER}`)).status).toBe(200);
    }
    changing.abort();
    await asking;
    expect([...seen.keys()]).toEqual(["NOERROR NXDOMAIN"]);
    expect(seen.get("NOERROR NXDOMAIN")).toBeGreaterThan(10);
    await agent.stop();
  });

  test("faulty lists are told, and the file is left as it is", async () => {
    using home = homeWith("");
    mkdirSync(join(home.path, "local"), { recursive: true });
    writeFileSync(join(home.path, "local", "block_domains.txt"), "no name at all/\n");
    const { agent, post } = await startHosts(home);
    expect(await post(OTHER, "block")).toMatchObject({
      status: 409,
      data: { code: "lists_faulty" },
    });
    expect(listText(home, "block")).toBe("no name at all/\n");
    await agent.stop();
  });
});

test("on the team preset changes are in force, stand in no file, and are gone after the restart", async () => {
  using home = homeWith("preset: team\n");
  mkdirSync(join(home.path, "local"), { recursive: true });
  writeFileSync(join(home.path, "local", "block_domains.txt"), "filed.example\n");
  const { agent, change, post, remove, rcode } = await startHosts(home);
  expect((await post(OTHER, "block")).status).toBe(200);
  expect((await post("filed.example", "allow")).data).toMatchObject({
    allow: ["filed.example"],
    block: [OTHER],
  });
  await change("PUT", "/api/policies/ai_chat_blocked", { policy: "allow" });
  const seen = async (by: typeof rcode) =>
    Promise.all([OTHER, "filed.example", BLOCKED].map(async (name) => by(name)));
  expect(await seen(rcode)).toEqual(["NXDOMAIN", "NOERROR", "NOERROR"]);
  agent.signal("SIGHUP");
  await expect.poll(() => agent.log()).toContain("config_reloaded");
  expect(await seen(rcode)).toEqual(["NXDOMAIN", "NOERROR", "NOERROR"]);
  expect((await post("filed.example", "block")).data).toMatchObject({
    allow: [],
    block: ["filed.example", OTHER],
  });
  expect(await rcode("filed.example")).toBe("NXDOMAIN");
  // The file stays as it is; what it says of the name is in force again after the restart, and the answer tells.
  expect((await remove("filed.example")).data).toEqual({
    allow: [],
    block: [OTHER],
    until_restart: true,
  });
  expect(await rcode("filed.example")).toBe("NOERROR");
  expect((await remove("filed.example")).data).toMatchObject({ code: "override_not_found" });
  // The command asks the agent, which alone knows.
  const told = async (name: string) => home.run("dns", "test", name);
  expect(await told(OTHER)).toMatchObject({ code: 1, out: containing("local_block") });
  expect(await told(BLOCKED)).toMatchObject({ code: 0, out: containing("ai_chat_blocked") });
  expect(await told("filed.example")).toMatchObject({
    code: 0,
    out: containing("no list names it"),
  });
  expect([listText(home, "allow"), listText(home, "block")]).toEqual(["", "filed.example\n"]);
  await agent.stop();
  const again = await startHosts(home);
  expect(await seen(again.rcode)).toEqual(["NOERROR", "NXDOMAIN", "NXDOMAIN"]);
  await again.agent.stop();
});

test("what the team preset kept in memory ends where a reload brings another preset, and files count again", async () => {
  using home = homeWith("preset: team\n");
  const { agent, change, post, remove, rcode } = await startHosts(home);
  const team = readFileSync(home.configPath, "utf8");
  const reload = async (text: string): Promise<void> => {
    const taken = () => agent.events().filter(({ event }) => event === "config_reloaded").length;
    const before = taken();
    home.writeConfig(text);
    agent.signal("SIGHUP");
    await expect.poll(taken, { timeout: 10_000 }).toBe(before + 1);
  };
  const listed = async () => read(agent, "/api/rules/overrides");
  await post(OTHER, "block");
  await change("PUT", "/api/policies/ai_chat_blocked", { policy: "allow" });
  await change("PUT", "/api/dlp/config", { thresholds: { low: 9 } });
  await reload(team.replace("team", "personal"));
  await expect.poll(listed).toEqual({ allow: [], block: [] });
  const codes = async () => [await rcode(OTHER), await rcode(BLOCKED)];
  await expect.poll(codes).toEqual(["NOERROR", "NXDOMAIN"]);
  for (const [list, code] of [["allow", "NOERROR"] as const, ["block", "NXDOMAIN"] as const]) {
    expect((await post(OTHER, list)).data).toMatchObject({ [list]: [OTHER], until_restart: false });
    expect(await rcode(OTHER)).toBe(code);
  }
  expect((await remove(OTHER)).data).toMatchObject({ block: [], until_restart: false });
  expect([await rcode(OTHER), (await remove(OTHER)).status]).toEqual(["NOERROR", 404]);
  await reload(team);
  await expect.poll(async () => rcode(BLOCKED)).toBe("NXDOMAIN");
  expect(await listed()).toEqual({ allow: [], block: [] });
  expect(await read(agent, "/api/dlp/config")).not.toMatchObject({ thresholds: { low: 9 } });
  await agent.stop();
});

test("on the managed preset nothing can be changed", async () => {
  using home = homeWith("preset: managed\n");
  const { agent, change, post, remove, rcode } = await startHosts(home);
  const answers = [
    await post(BLOCKED, "allow"),
    await remove(BLOCKED),
    await change("PUT", "/api/policies/ai_chat_blocked", { policy: "allow" }),
    await change("DELETE", "/api/policies/ai_chat_blocked"),
    await change("DELETE", "/api/dlp/config"),
    await change("POST", "/api/dns/pause", { minutes: 1 }),
    await change("PUT", "/api/dlp/config", { thresholds: { low: 5 } }),
    await change("POST", "/api/dlp/canary", { label: "x" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(403));
  expect((await change("POST", "/api/dns/resume")).status).toBe(200);
  expect(await rcode(BLOCKED)).toBe("NXDOMAIN");
  expect(await home.run("dns", "pause", "5")).toMatchObject({ code: 2 });
  await agent.stop();
});

test("no domain that was sent stands in a line of the log, in an error or in an open answer but the lists' own", async () => {
  using home = homeWith("");
  const { agent, change, post, remove } = await startHosts(home);
  await post(OTHER, "block");
  const refusals = [
    await post(`${OTHER} two`, "block"),
    await remove(`absent.${OTHER}`),
    await post(OTHER, OTHER),
    await change("PUT", `/api/policies/${OTHER}`, { policy: "allow" }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([400, 404, 400, 404]);
  const open = ["/api/status", "/api/stats", "/api/policies", "/api/dlp/config"];
  const answers = await Promise.all(open.map(async (path) => agent.ask("GET", path)));
  const said =
    [...refusals, ...answers].map(({ text }) => text).join("") + agent.out() + agent.log();
  expect(said).not.toContain("qz7override");
  await agent.stop();
  expect(agent.log()).not.toContain("qz7override");
});
