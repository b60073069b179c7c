// The DNS layer of the running agent, asked by dig, and the commands about names.
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import type { Agent } from "./agent-process.ts";
import { lookUp } from "./dns-parts.ts";
import { answerWith, udpResolver } from "./dns-resolvers.ts";
import { writeRules } from "./fixture-rules.ts";
import { containing, matching } from "./matchers.ts";

/** On a shipped list that is denied in every preset: a slip away from a name that many type. */
const BLOCKED = "cahtgpt.com";
const INSPECTED = "api.openai.com";
const OTHER = "other.example";

const home = agentHome();
let upstream: Awaited<ReturnType<typeof udpResolver>>;
let agent: Agent;
let port = 0;
beforeAll(async () => {
  upstream = await udpResolver(answerWith("192.0.2.7"), answerWith("192.0.2.7"));
  writeRules(home.path);
  home.writeConfig(`rules_dir: ${home.path}\nupstream_dns: ${upstream.address}\n`);
  agent = await startAgent(home, { args: ["--dns-listen", "127.0.0.1:0"] });
  port = Number(agent.events().find(({ event }) => event === "dns_started")?.["port"]);
});
afterAll(async () => {
  await agent.stop();
  await upstream.close();
  home[Symbol.dispose]();
});

/** Asked beside this thread, in which the upstream answers. */
const dig = async (...args: string[]): Promise<string> => {
  const words = ["@127.0.0.1", "-p", String(port), "+tries=1", ...args];
  const { stdout } = await promisify(execFile)("dig", words, { encoding: "utf8" });
  return stdout;
};

/** The counters of names: asked, blocked. */
async function counts(): Promise<readonly [number, number]> {
  const { data } = await agent.ask("GET", "/api/stats");
  const stats = data as Record<string, number>;
  return [stats["dns_queries_total"] ?? -1, stats["dns_blocks_total"] ?? -1];
}

test.each([["A"], ["AAAA"], ["HTTPS"], ["TXT"], ["MX"], ["ANY"]])(
  "dig %s of a blocked name, and of one below it, says that it does not exist, and why",
  async (type) => {
    const [, before] = await counts();
    for (const name of [BLOCKED, `www.${BLOCKED.toUpperCase()}`]) {
      const answer = await dig(name, type, "+edns=0");
      expect(answer).toContain("status: NXDOMAIN");
      expect(answer).toContain("EDE: 15 (Blocked)");
      expect(answer).toMatch(/\tIN\tSOA\t/);
    }
    expect((await counts())[1]).toBe(before + 2);
  },
);

test("other names are answered as the upstream answers them, by UDP and TCP", async () => {
  for (const name of [OTHER, INSPECTED]) {
    for (const by of ["+notcp", "+tcp"]) {
      expect(await dig(name, "A", by, "+short")).toBe("192.0.2.7\n");
    }
  }
});

test("a reset leaves zeros, whatever was asked just before", async () => {
  for (let i = 0; i < 3; i++) await lookUp(port, BLOCKED);
  const zeros = { dns_queries_total: 0, dns_blocks_total: 0 };
  const reset = await agent.ask("POST", "/api/stats/reset", { token: home.token() });
  expect(reset).toMatchObject({ status: 200, data: zeros });
  expect(await counts()).toEqual([0, 0]);
  await lookUp(port, BLOCKED);
  expect(await counts()).toEqual([1, 1]);
});

test("the status tells that the layer runs", async () => {
  const { data } = await agent.ask("GET", "/api/status");
  expect(data).toMatchObject({ layers: { dns: { state: "running", last_error: null } } });
});

test("a name that is added to this machine's list is blocked at once, and one that it allows is not", async () => {
  mkdirSync(join(home.path, "local"), { recursive: true });
  writeFileSync(join(home.path, "local", "block_domains.txt"), `${OTHER}\n`);
  await expect.poll(async () => (await lookUp(port, OTHER)).rcode).toBe("NXDOMAIN");
  writeFileSync(join(home.path, "local", "allow_domains.txt"), `deep.${OTHER}\n`);
  await expect.poll(async () => (await lookUp(port, `deep.${OTHER}`)).rcode).toBe("NOERROR");
  expect((await lookUp(port, OTHER)).rcode).toBe("NXDOMAIN");
});

test("a faulty list changes nothing and is told by number alone", async () => {
  writeFileSync(join(home.path, "local", "block_domains.txt"), "not a name at all/\n");
  await expect
    .poll(() => agent.events().filter(({ event }) => event === "host_lists_faulty"))
    .toMatchObject([{ faults: 1, differing: 0 }]);
  expect((await lookUp(port, OTHER)).rcode).toBe("NXDOMAIN");
});

test("counts outlive a kill once an interval has gone by", async () => {
  const before = await counts();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await agent.kill();
  agent = await startAgent(home, { args: ["--dns-listen", "127.0.0.1:0"] });
  port = Number(agent.events().find(({ event }) => event === "dns_started")?.["port"]);
  expect(await counts()).toEqual(before);
});

test("an agent whose DNS port is taken says which key to change, and scans all the same", async () => {
  using other = agentHome();
  const second = await startAgent(other, {
    args: ["--dns-listen", `127.0.0.1:${port}`, "--rules", writeRules(other.path)],
  });
  expect(second.log()).toContain("dns_listen");
  expect((await second.ask("GET", "/api/status")).data).toMatchObject({
    status: "degraded",
    layers: { dns: { state: "failed", last_error: "port_in_use" }, api: { state: "running" } },
  });
  expect((await second.scan("x")).blocked).toBe(false);
  await second.stop();
});

test("an agent that nobody answers names for is not well, until somebody does", async () => {
  let isThere = false;
  const far = await udpResolver((query, raw) =>
    isThere ? answerWith("192.0.2.7")(query, raw) : undefined,
  );
  using other = agentHome(`upstream_dns: ${far.address}\n`);
  const second = await startAgent(other, {
    args: ["--dns-listen", "127.0.0.1:0", "--rules", writeRules(other.path)],
  });
  const event = second.events().find((one) => one.event === "dns_started");
  const lookUpAny = async () => lookUp(Number(event?.["port"]), `n${Math.random()}.example`);
  await lookUpAny();
  expect(await other.run("status")).toMatchObject({
    code: 1,
    out: matching(/^status {9}degraded\n[^]*dns running \(upstream_unreachable\)/),
  });
  isThere = true;
  const isWell = async () => {
    await lookUpAny();
    return (await second.ask("GET", "/api/status")).data;
  };
  await expect.poll(isWell, { timeout: 15_000 }).toMatchObject({ status: "ok" });
  await second.stop();
  await far.close();
});

const { run } = home;

test("weir dns test tells the list, the entry and the answer", async () => {
  expect(await run("dns", "test", `a.${BLOCKED}`)).toMatchObject({
    code: 1,
    out: containing("ai_chat_blocked"),
  });
  expect(await run("dns", "test", INSPECTED)).toMatchObject({
    code: 0,
    out: containing("answer: forwarded"),
  });
  expect(JSON.parse((await run("dns", "test", BLOCKED, "--json")).out)).toMatchObject({
    action: "block",
    answer: "NXDOMAIN",
    entry: BLOCKED,
  });
  expect(await run("dns", "test", "https://x.example/")).toMatchObject({ code: 2 });
});

test("weir dns test tells of names that the agent answers itself what it answers", async () => {
  const told = async (name: string, ...args: string[]) => {
    const { code, out } = await run("dns", "test", name, "--json", ...args);
    return [code, (JSON.parse(out) as { answer: string }).answer];
  };
  for (const name of ["use-application-dns.net", "_dns.resolver.arpa", "mask.icloud.com"]) {
    const [code, answer] = await told(name);
    const rcode = String(answer) === "forwarded" ? "NOERROR" : String(answer).split(" ")[0];
    expect([name, (await lookUp(port, name)).rcode]).toEqual([name, rcode]);
    expect([name, code]).toEqual([name, rcode === "NXDOMAIN" ? 1 : 0]);
  }
  expect(await told("_dns.resolver.arpa")).toEqual([0, "NOERROR without records"]);
  expect(await told("app.localhost")).toEqual([0, "127.0.0.1 and ::1"]);
  expect(await told("duck.onion")).toEqual([1, "NXDOMAIN"]);
  const team = join(home.path, "team.yaml");
  writeFileSync(team, `preset: team\nrules_dir: ${home.path}\n`, { mode: 0o600 });
  expect(await told("mask.icloud.com", "--config", team)).toEqual([1, "NXDOMAIN"]);
  expect((await run("dns", "test", "mask.icloud.com", "--config", team)).out).toContain(
    "the preset blocks Private Relay",
  );
});

test("weir export prints the same bytes each time, and verify tells where a resolver judges otherwise", async () => {
  const first = await run("export", "rpz", "--serial", "7");
  expect(first).toMatchObject({ code: 0, out: containing(`${BLOCKED} IN CNAME .`) });
  expect(await run("export", "rpz", "--serial", "7")).toEqual(first);
  expect(await run("export", "hosts")).toMatchObject({
    code: 2,
    err: containing("names under a name"),
  });
  const alike = await run("export", "verify", "--resolver", `127.0.0.1:${port}`, "--names", "40");
  expect(alike).toMatchObject({ code: 0, out: containing("40 names asked, 40 judged alike") });
  const otherwise = await run("export", "verify", "--resolver", upstream.address, "--names", "40");
  expect(otherwise.code).toBe(1);
  expect(await run("export", "verify", "--resolver", "nowhere")).toMatchObject({ code: 2 });
});

test.each(["abc", "0", "-3", "1.5", "", "1e3", "Infinity"])(
  "weir export verify asks nothing for --names %j, and never calls that judged alike",
  async (names) => {
    const resolver = `127.0.0.1:${port}`;
    const verified = await run("export", "verify", "--resolver", resolver, `--names=${names}`);
    expect(verified).toMatchObject({
      code: 2,
      out: "",
      err: containing(`--names ${names}: is no number of names`),
    });
  },
);

test("weir dns install --dry-run changes nothing, and weir dns status says that nothing is in force", async () => {
  const before = readFileSync("/etc/resolv.conf");
  const { code, out, err } = await run("dns", "install", "--full", "--dry-run");
  // What it says depends on the machine; here most often that port 53 is needed.
  expect([code, code === 0 ? out : err]).toEqual([code, matching(/\S/)]);
  expect(readFileSync("/etc/resolv.conf").equals(before)).toBe(true);
  expect(readdirSync(home.dataDir)).not.toContain("dns-setup.json");
  expect((await run("dns", "status")).out).toContain("in force       no");
});

test("faults of lists are told by the commands over names, which go by other lists then than the running agent", async () => {
  using own = agentHome();
  const list = join(own.path, "other.txt");
  writeFileSync(list, `${OTHER}\n`);
  own.writeConfig(`rule_paths: [${list}]\nupstream_dns: ${upstream.address}\n`);
  const running = await startAgent(own, { args: ["--dns-listen", "127.0.0.1:0"] });
  const started = running.events().find(({ event }) => event === "dns_started");
  expect(await own.run("dns", "test", OTHER)).toMatchObject({ code: 1, err: "" });
  writeFileSync(list, "new.example\nhttp://bad.example/x\n");
  await expect.poll(() => running.log()).toContain("host_lists_faulty");
  expect((await lookUp(Number(started?.["port"]), OTHER)).rcode).toBe("NXDOMAIN");
  const before = "an agent that read them before goes by what it read then\n";
  for (const words of [
    ["dns", "test", OTHER],
    ["export", "unbound"],
    ["dns", "install", "--dry-run"],
  ]) {
    const { err } = await own.run(...words);
    expect([words, err]).toEqual([words, containing("warning: other.txt:2: ")]);
    expect(err).toContain(before);
    expect(err).not.toContain("bad.example");
  }
  rmSync(list);
  expect((await own.run("dns", "test", OTHER)).err).toContain(
    "warning: other.txt: there is no such file; check its name\n",
  );
  await running.stop();
});
