import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, StatusAnswer } from "@weir/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acmeKey, FIXTURE_PATTERNS, temporaryFolder, writeRules } from "./fixture-rules.ts";
import { weir } from "./run-cli.ts";
import { startTestApi } from "./test-api.ts";
import { containing, matching } from "./matchers.ts";

const folder = temporaryFolder();
const rules = join(folder.path, "rules");

beforeAll(() => {
  mkdirSync(rules);
  writeRules(rules);
});
afterAll(() => folder.remove());

test.each([
  [[]],
  [["scan"]],
  [["run"]],
  [["status"]],
  [["rules"]],
  [["rules", "list"]],
  [["rules", "show"]],
  [["rules", "sample"]],
  [["rules", "check"]],
])("weir %j --help shows examples", async (command) => {
  const { code, out, err } = await weir([...command, "--help"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`\nExamples:\n  weir ${command.join(" ")}`.trimEnd());
});

test.each([
  [["scna"], "error: unknown command 'scna'"],
  [["scan", "--jsn"], "error: unknown option '--jsn'"],
  [["rules", "show"], "error: missing required argument 'name'"],
  [
    ["rules", "list", "--category", "fruit"],
    "error: option '--category <name>' argument 'fruit' is invalid",
  ],
  [["run", "extra"], "error: too many arguments"],
  [["run", "--listen", "0.0.0.0:9191"], "command line: api_listen: must be a loopback address"],
  [["run", "--listen", "9191"], "command line: api_listen: must be a host and a port"],
  [
    ["status", "--url", "http://example.com"],
    "error: the agent's address must be http and a loopback name",
  ],
  [["status", "--url", "nonsense"], "error: the agent's address must be http and a loopback name"],
])("weir %j is refused with exit code 2 and a hint", async (args, message) => {
  const { code, out, err } = await weir(args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(message);
  expect(err).toContain("\nhint: ");
});

test("weir alone shows how it is used, with exit code 2", async () => {
  const { code, err } = await weir([]);
  expect(code).toBe(2);
  expect(err).toContain("Usage: weir");
});

test("--version prints one line", async () => {
  expect(await weir(["--version"])).toEqual({
    code: 0,
    out: matching(/^\d+\.\d+\.\d+\S*\n$/),
    err: "",
  });
});

test("rules list, show and sample", async () => {
  const list = await weir(["rules", "list", "--rules", rules, "--category", "cloud"]);
  expect(list).toEqual({ code: 0, out: "Acme Key  critical  cloud\n", err: "" });
  const json: unknown = JSON.parse((await weir(["rules", "list", "--rules", rules, "--json"])).out);
  expect(json).toHaveLength(FIXTURE_PATTERNS.length);
  const shown = await weir(["rules", "show", "--rules", rules, "acme KEY"]);
  expect(shown.out).toContain("regex             acme_[A-Za-z0-9]{24}\n");
  expect(shown.out).toContain("examples          acme_{base62:24}\n");
  const sample = async (seed: string) =>
    (await weir(["rules", "sample", "--rules", rules, "Acme Key", "--seed", seed])).out;
  expect(await sample("a")).toBe(`${acmeKey("a")}\n`);
  expect(await sample("b")).not.toBe(await sample("a"));
  const made = (await weir(["rules", "sample", "--rules", rules, "Acme Key"])).out;
  expect((await weir(["scan", "--rules", rules], { input: made })).code).toBe(1);
});

test("an unknown pattern is answered with the nearest names", async () => {
  for (const command of ["show", "sample"]) {
    const { code, err } = await weir(["rules", command, "--rules", rules, "github tokn"]);
    expect(code).toBe(2);
    expect(err).toContain('did you mean "GitHub Personal Access Token"?');
  }
  const none = await weir(["rules", "sample", "--rules", rules, "Weak Note"]);
  expect(none).toMatchObject({
    code: 2,
    err: containing("Weak Note: the pattern has no examples"),
  });
});

test("rules check tells faults with exit code 2, failing examples with 1", async () => {
  const check = async (data: unknown) => {
    const path = join(folder.path, "checked.json");
    writeFileSync(path, typeof data === "string" ? data : JSON.stringify(data));
    return weir(["rules", "check", path]);
  };
  expect(await check(FIXTURE_PATTERNS)).toEqual({
    code: 0,
    out: "4 patterns, no faults\n",
    err: "",
  });
  expect(await check("[")).toMatchObject({
    code: 2,
    err: containing("checked.json: line 1, column 2: the file ends too early"),
  });
  const [acme] = FIXTURE_PATTERNS;
  const failing = await check([{ ...acme, counter_examples: ["acme_{base62:24}"] }]);
  expect(failing).toMatchObject({
    code: 1,
    out: containing('"Acme Key" counter_examples[0]: blocks'),
  });
  expect((await weir(["rules", "check", "nowhere.json"])).code).toBe(2);
  expect((await weir(["rules", "check", "--rules", rules])).out).toBe("4 patterns, no faults\n");
});

test("a faulty local file is told and ignored", async () => {
  const path = join(folder.path, "with-local");
  mkdirSync(path);
  writeRules(path, { local: "{" });
  const { code, err } = await weir(["scan", "--rules", path], { input: acmeKey("x") });
  expect(code).toBe(1);
  expect(err).toContain(
    "warning: the file of local rules has faults and is ignored\n  dlp_patterns_local.json: line 1",
  );
});

test("status asks the running agent", async () => {
  const { api } = await startTestApi();
  const text = await weir(["status", "--url", api.url]);
  expect([text.code, text.out.split("\n")[0]]).toEqual([0, "status         ok"]);
  const json = await weir(["status", "--json", "--url", api.url]);
  expect(parse(StatusAnswer, JSON.parse(json.out)).ok).toBe(true);
  await api.stop();
  expect(await weir(["status", "--url", api.url])).toMatchObject({
    code: 3,
    out: "",
    err: containing("hint: start it: weir run"),
  });
});

test.each([
  ["nothing", "", "does not answer in time\nhint: it may be reading its rules anew; try again"],
  ["no HTTP", "hello\r\n\r\n", "hint: start it: weir run"],
  ["another service", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "something else is there"],
  [
    "an answer cut off",
    "HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n{",
    "hint: start it: weir run",
  ],
])("status of a port where %s answers has exit code 3", async (_, answer, told) => {
  const server = createServer((socket) => {
    socket
      .on("error", () => undefined)
      .on("data", () => (answer === "" ? undefined : socket.end(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  expect(await weir(["status", "--url", `http://127.0.0.1:${port}`])).toMatchObject({
    code: 3,
    err: containing(told),
  });
  server.close();
});

test("run serves until it is asked to stop, then ends with exit code 0; its port is told when taken", async () => {
  let asked = false;
  let taken: Promise<Awaited<ReturnType<typeof weir>>> | undefined;
  const { code, out, err } = await weir(
    ["run", "--no-dns", "--rules", rules, "--listen", "127.0.0.1:0"],
    {
      onOut: (text, kill) => {
        const url = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(text)?.[0];
        if (asked || url === undefined || !text.includes("curl")) return;
        asked = true;
        const stopAfter = async (second: ReturnType<typeof weir>): Promise<void> => {
          await second;
          kill("SIGTERM");
          kill("SIGTERM");
        };
        taken = weir(["run", "--rules", rules, "--listen", url.slice("http://".length)]);
        void stopAfter(taken);
      },
    },
  );
  expect(code).toBe(0);
  expect(out).toContain(" with 4 patterns; ");
  expect(out).toMatch(
    /curl -s http:\/\/127\.0\.0\.1:[0-9]+\/api\/dlp\/scan .* -d '\{"content":"ghp_[A-Za-z0-9]{36}"\}'\n/,
  );
  const events = err
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { event: string }).event);
  expect(events).toEqual(["started", "stopping", "stopped"]);
  expect(await taken).toMatchObject({
    code: 2,
    err: matching(/^error: 127\.0\.0\.1:[0-9]+: .*api_listen\nhint: .*--listen/),
  });
});

test.each([[[]], [["scan"]], [["rules"]]])("weir help %j is weir %j --help", async (words) => {
  const asked = await weir(["help", ...words]);
  expect(asked).toEqual(await weir([...words, "--help"]));
  expect(asked.code).toBe(0);
});

test.each([
  [["help", "scna"]],
  [["rules", "help", "scna"]],
  [["scna", "--help"]],
  [["dns", "scna", "-h"]],
])("weir %j says that there is no such command", async (words) => {
  expect(await weir(words)).toEqual({
    code: 2,
    out: "",
    err:
      "error: unknown command 'scna'\n" +
      "hint: the same command with --help shows how it is used\n",
  });
});

test("help is a word like any other where a command takes some", async () => {
  expect((await weir(["scan", "help", "me"])).err).toContain("no such file");
});

test("the help of run tells all that it serves", async () => {
  const { out } = await weir(["run", "--help"]);
  expect(out.replaceAll(/\s+/g, " ")).toContain("its API and, unless --no-dns is given, DNS,");
});

test("the shell line that run prints blocks when it is run", async () => {
  let result = "";
  await weir(["run", "--no-dns", "--rules", rules, "--listen", "127.0.0.1:0"], {
    onOut: (text, kill) => {
      const [, url = "", body = ""] = /curl -s (\S+) -H '[^']*' -d (.*)\n/.exec(text) ?? [];
      if (url === "" || result !== "") return;
      result = "asked";
      const ask = async (): Promise<void> => {
        const headers = { "Content-Type": "application/json" };
        const content = body.slice(1, -1).replaceAll(`'\\''`, "'");
        const response = await fetch(url, { method: "POST", headers, body: content });
        result = await response.text();
        kill("SIGINT");
      };
      void ask();
    },
  });
  expect(JSON.parse(result)).toMatchObject({
    blocked: true,
    pattern_name: "GitHub Personal Access Token",
  });
});

test("the command of the clone runs from any folder and passes the exit code on", async () => {
  const script = fileURLToPath(new URL("../bin/weir.mjs", import.meta.url));
  const started = await weir(["scan", "--rules", "rules", "-q", "-"], {
    cwd: folder.path,
    input: acmeKey("bin"),
    script,
  });
  expect(started).toMatchObject({ code: 1, out: matching(/^stdin:1:1: Acme Key/) });
});
