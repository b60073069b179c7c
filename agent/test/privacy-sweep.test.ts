import { spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { ROUTES } from "@weir/schema";
import type { Route } from "@weir/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import type { Agent } from "./agent-process.ts";
import { showCode, showKey, tokenOf } from "./companion-side.ts";
import type { ShownSecret } from "./companion-side.ts";
import { writeRules } from "./fixture-rules.ts";
import { MARKED_ORIGIN, MARKERS, sendMarked } from "./privacy-markers.ts";
import { everythingBelow, markersIn, searchDatabase, searchFiles } from "./privacy-search.ts";
import { lookUp } from "./dns-parts.ts";
import type { MarkedSecrets } from "./privacy-markers.ts";
import { replyTo, udpResolver } from "./dns-resolvers.ts";
import { rawRequest, sendRaw } from "./test-api.ts";

// Proof of privacy: the whole agent is sent marked input of every kind, and whatever it leaves or says is searched for
// the marks: every column of every table, every file, every line, every answer.

/** These may stand in the table of canaries, and in answers that need the token; nowhere else. */
const LABEL = "Qz7labelMark9x";

/** The program that tells what a process opens, where there is one. */
const tracer = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "strace"))
  .find((path) => existsSync(path) && spawnSync(path, ["-qq", "true"]).status === 0);

const home = agentHome();
const temporary = join(home.path, "tmp");
const tracePath = join(home.path, "trace");
const dbPath = join(home.dataDir, "weir.db");

/** Everything that was answered without the token, or was an error; and everything that was logged or printed. */
let answers = "";
let lines = "";
let canaryToken = "";
let guarded = "";
let apiToken = "";
/** The codes and tokens of companions, and their keys, which the store holds, by names for people. */
const companions: Record<string, string> = {};
const keys: Record<string, string> = {};
/** What was found while the agent ran, after it stopped, and after it was killed. */
const found: string[] = [];
let tables: string[] = [];
let paths: readonly string[] = [];
let traced = "";

const start = async (): Promise<Agent> =>
  startAgent(home, {
    args: ["--rules", home.path, "--dns-listen", "127.0.0.1:0"],
    env: { LOG_LEVEL: "debug", TMPDIR: temporary, LEAK: MARKERS.header },
    wrapper:
      tracer !== undefined
        ? [
            tracer,
            "-f",
            "-qq",
            "-A",
            "-o",
            tracePath,
            "-e",
            "trace=openat,open,creat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,mkdir,mkdirat,mknod,mknodat,connect",
          ]
        : [],
  });

/** A name below one of the shipped lists, one that is forwarded and whose answer has a mark, and nonsense. */
async function askMarked(agent: Agent): Promise<void> {
  const started = agent.events().find(({ event }) => event === "dns_started");
  const port = Number(started?.["port"]);
  const blocked = await lookUp(port, `${MARKERS.dnsBlocked}.cahtgpt.com`);
  expect(blocked.rcode).toBe("NXDOMAIN");
  const passed = await lookUp(port, `${MARKERS.dnsPassed}.example`);
  expect(passed.answers).toHaveLength(1);
  await lookUp(port, `${MARKERS.dnsPassed}.example`, { type: "TXT" });
  const socket = createSocket("udp4");
  socket.send(MARKERS.dnsPassed, port, "127.0.0.1", () => socket.close());
}

/** Pairs the marked extension, twice, and leaves a code waiting. */
async function pairMarked(agent: Agent): Promise<MarkedSecrets> {
  const number = Object.keys(companions).length;
  const newCode = async (): Promise<string> => {
    const { data } = await agent.ask("POST", "/api/companion/pairing", { token: apiToken });
    return (data as { code: string }).code;
  };
  const place = `127.0.0.1:${agent.port}`;
  const trade = async (path: string, shown: ShownSecret): Promise<Record<string, string>> => {
    const fields = { Origin: MARKED_ORIGIN };
    const request = rawRequest(agent.port, { path, fields, body: JSON.stringify(shown) });
    return JSON.parse((await sendRaw(agent.port, [request])).body) as Record<string, string>;
  };
  const used = await newCode();
  const { key = "" } = await trade("/api/companion/pair", showCode(used, place));
  const { nonce = "" } = await trade("/api/companion/proof", showKey(key, place));
  const companionToken = tokenOf(key, nonce);
  const code = await newCode();
  keys[`key ${number}`] = key;
  for (const [i, secret] of [used, companionToken, code].entries()) {
    companions[`companion ${number + i}`] = secret;
  }
  return { apiToken, canaryToken, code, companionToken };
}

/** Every GET route, without the token and, where one is needed, with it. */
async function readAll(agent: Agent): Promise<void> {
  for (const route of Object.values<Route>(ROUTES)) {
    if (route.method !== "GET") continue;
    answers += (await agent.ask("GET", route.path)).text;
    if (route.token) guarded += (await agent.ask("GET", route.path, { token: apiToken })).text;
  }
}

const isStore = (path: string): boolean => path.startsWith(dbPath);

/** Searches every file below the home: the store's for all but what its canaries hold, the others for all. */
function search(): void {
  paths = everythingBelow(home.path).filter((path) => path !== tracePath);
  const others = paths.filter((path) => !isStore(path));
  const allowed = { label: LABEL, token: canaryToken };
  found.push(...searchFiles(paths.filter(isStore), { ...MARKERS, ...companions, apiToken }));
  found.push(
    ...searchFiles(
      others.filter((path) => path !== join(home.dataDir, "api-token")),
      { ...MARKERS, ...companions, ...keys, ...allowed, apiToken },
    ),
  );
  tables = searchDatabase(dbPath, { ...MARKERS, ...companions, ...keys, ...allowed, apiToken });
}

/** Takes in what a traced agent has touched. */
function takeTrace(): void {
  if (!existsSync(tracePath)) return;
  traced += readFileSync(tracePath, "latin1");
  rmSync(tracePath);
}

let upstream: Awaited<ReturnType<typeof udpResolver>>;

beforeAll(async () => {
  upstream = await udpResolver((query) =>
    replyTo(query, {
      answers: [
        {
          type: "CNAME",
          name: query.questions?.[0]?.name ?? "",
          data: `${MARKERS.dnsAnswer}.example`,
        },
      ],
    }),
  );
  const settings = "log_level: debug\nstats_flush_interval: 10ms\n";
  home.writeConfig(`${settings}upstream_dns: 127.0.0.1:${upstream.port}\n`);
  mkdirSync(temporary);
  writeRules(home.path);
  const first = await start();
  apiToken = home.token();
  canaryToken = (await first.create(LABEL)).token;
  answers += await sendMarked(first.port, await pairMarked(first));
  await askMarked(first);
  await readAll(first);
  search();
  await first.stop();
  search();
  const second = await start();
  answers += await sendMarked(second.port, await pairMarked(second));
  await askMarked(second);
  await readAll(second);
  // Killed, it leaves its log of writes behind, which is searched too.
  await second.kill();
  search();
  const third = await start();
  await readAll(third);
  await third.stop();
  search();
  lines = [first, second, third].map((agent) => agent.out() + agent.log()).join("");
  takeTrace();
});
afterAll(async () => {
  await upstream.close();
  home[Symbol.dispose]();
});

const everything = (): Record<string, string> => ({
  ...MARKERS,
  label: LABEL,
  token: canaryToken,
  apiToken,
  ...companions,
  ...keys,
});

test("the marked input has arrived: it was scanned, blocked, counted and refused", () => {
  using db = new DatabaseSync(dbPath, { readOnly: true });
  const counters = db.prepare("SELECT * FROM counters").get();
  expect(counters).toMatchObject({ dlp_scans_total: 10, dlp_blocks_total: 8 });
  expect(counters).toMatchObject({ dns_queries_total: 6, dns_blocks_total: 2 });
  expect(db.prepare("SELECT trigger_count AS hits FROM canaries").all()).toEqual([{ hits: 2 }]);
  expect(lines).toContain('"event":"scan"');
  expect(Object.values(companions).map((secret) => secret.length)).toEqual([8, 64, 8, 8, 64, 8]);
  for (const code of ["forbidden_host", "forbidden_origin", "unauthorized", "content_too_large"]) {
    expect([code, answers.includes(code), lines.includes(code)]).toEqual([code, true, true]);
  }
  expect(markersIn(guarded, everything())).toEqual(["label", "token"]);
});

test("no file below the data folder, the home and the folder for temporary files holds a mark", () => {
  expect(found).toEqual([]);
});

test("no column of any table holds a mark or a time, but a canary's own, and companions' keys", () => {
  expect(tables).toEqual([
    "canaries.created_at: time",
    "canaries.label: label",
    "canaries.last_triggered: time",
    "canaries.token: token",
    "companions.keys: key 0",
    "companions.keys: key 3",
  ]);
});

test("no line of the log or of the output holds a mark", () => {
  expect(lines.split("\n").length).toBeGreaterThan(60);
  expect(markersIn(lines, everything())).toEqual([]);
});

test("no error, and no answer without the token, holds a mark", () => {
  expect(answers.length).toBeGreaterThan(10_000);
  expect(markersIn(answers.replaceAll(`"Canary:${LABEL}"`, ""), everything())).toEqual([]);
});

test("the agent leaves its token and its store alone", () => {
  const own = new Set(
    ["config", "config/weir", "config/weir/config.yaml", "tmp", "local", "data"]
      .concat(["dlp_patterns.json", "dlp_exclusions.json", "data/api-token", "data/weir.db"])
      .concat("data/weir.pid.lock")
      .map((name) => join(home.path, name)),
  );
  expect(paths.filter((path) => !own.has(path))).toEqual([]);
  expect(existsSync(join(home.dataDir, "weir.db"))).toBe(true);
});

describe.skipIf(tracer === undefined)(
  "traced (without strace, what lies below the home was searched alone)",
  () => {
    const words = (line: string): string[] =>
      Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, text = ""]) => text);

    test("it writes, makes and renames nothing outside of its data folder", () => {
      const changing = traced
        .split("\n")
        .filter((line) =>
          /O_(?:CREAT|WRONLY|RDWR|TMPFILE)|\b(?:creat|rename|link|symlink|mk(?:dir|nod))\w*\(/.test(
            line,
          ),
        )
        .flatMap(words);
      expect(changing).toContain(dbPath);
      const outside = changing.filter(
        (path) => path !== home.dataDir && !path.startsWith(`${home.dataDir}/`),
      );
      const noFiles = new Set(["/dev/null", "/dev/tty", "/proc/self/coredump_filter"]);
      expect(outside.filter((path) => !noFiles.has(path))).toEqual([]);
      expect(markersIn(changing.join("\n"), everything())).toEqual([]);
    });

    test("it connects to the resolver of its configuration, and to nothing else", () => {
      const connecting = traced.split("\n").filter((line) => /connect\(.*AF_INET/.test(line));
      const toUpstream = `sin_port=htons(${upstream.port}), sin_addr=inet_addr("127.0.0.1")`;
      expect(connecting.length).toBeGreaterThan(0);
      expect(connecting.filter((line) => !line.includes(toUpstream))).toEqual([]);
    });
  },
);
