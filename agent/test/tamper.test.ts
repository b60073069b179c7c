// Shipped files that are not the manifest's: what the running agent does, and what one does that starts with them.
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fillTemplate, seededRandom } from "@weir/engine";
import { checkFolder, pathIn } from "../src/rules/integrity.ts";
import { agentHome, startAgent } from "./agent-process.ts";
import type { AgentHome } from "./agent-process.ts";
import { lookUp } from "./dns-parts.ts";
import { answerWith, udpResolver } from "./dns-resolvers.ts";
import { copyRules, hashOf } from "./operator-rules.ts";

const MAKE_PIPE = ["mkfifo"] as const;
const BLOCKED = "cahtgpt.com";
const LISTED = "ai_chat_blocked.txt";
const secret = fillTemplate("{checksummed:ghp_}", seededRandom("tamper"));

/** Writes a file and enters it in the folder's manifest, as an operator does who ships rules of his own. */
function ship(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, name), text);
  const path = join(folder, "manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as {
    files: { name: string; sha256: string }[];
  };
  for (const file of manifest.files) if (file.name === name) file.sha256 = hashOf(text);
  writeFileSync(path, JSON.stringify(manifest));
}

describe("checkFolder()", () => {
  let base: string;
  let folder: string;
  let copies: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "weir-tamper-"));
    folder = copyRules(join(base, "rules"));
    copies = copyRules(join(base, "copies"));
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const check = (manifestSha256?: string) =>
    checkFolder(folder, undefined, { folder: copies, manifestSha256 }, folder);
  const builtWith = (): string => hashOf(readFileSync(join(copies, "manifest.json"), "utf8"));
  const differing = (manifestSha256?: string): string[] =>
    check(manifestSha256).differing.map(({ name }) => name);

  test("finds nothing wrong with rules as they are shipped, nor with a folder without a manifest", () => {
    expect(differing(builtWith())).toEqual([]);
    mkdirSync(join(folder, "local"));
    writeFileSync(join(folder, "local", "block_domains.txt"), "own.example\n");
    expect(differing(builtWith())).toEqual([]);
    rmSync(join(folder, "manifest.json"));
    writeFileSync(join(folder, LISTED), "");
    expect(differing()).toEqual([]);
  });

  test.each<[string, (path: string) => void]>([
    ["is one byte longer", (path) => appendFileSync(path, "\n")],
    ["is empty", (path) => writeFileSync(path, "")],
    ["is gone", (path) => rmSync(path)],
    [
      "is a folder",
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
    [
      "is a pipe",
      (path) => {
        rmSync(path);
        execFileSync(MAKE_PIPE[0], [path]);
      },
    ],
  ])("refuses a file that %s, and its copy stands in", (_, spoil) => {
    spoil(join(folder, LISTED));
    expect(differing()).toEqual([LISTED]);
    expect(pathIn(check(), LISTED)).toBe(join(copies, LISTED));
    expect(check().standIns.get(LISTED)?.isExact).toBe(true);
    expect(pathIn(check(), "ai_allowed.txt")).toBe(join(folder, "ai_allowed.txt"));
  });

  test("a manifest that is not the build's is refused, with every file that it was changed for", () => {
    ship(folder, LISTED, "");
    expect(differing()).toEqual([]);
    expect(differing(builtWith())).toEqual(["manifest.json", LISTED]);
    rmSync(join(folder, "manifest.json"));
    expect(differing(builtWith())).toEqual(["manifest.json", LISTED]);
    expect(pathIn(check(builtWith()), LISTED)).toBe(join(copies, LISTED));
  });

  test.each(["{", '{"files": []}', ""])(
    "a manifest that holds %j is told, and one that is not there is not",
    (text) => {
      writeFileSync(join(folder, "manifest.json"), text);
      expect(differing()).toEqual(["manifest.json"]);
      rmSync(join(folder, "manifest.json"));
      expect(differing()).toEqual([]);
    },
  );

  test.each(["../rules/ai_other.txt", "local/ai_other.txt", "/ai_other.txt", "..", ".hidden", ""])(
    "a manifest that names %j is none: its files stand beside it",
    (name) => {
      const files = [{ name, sha256: hashOf(readFileSync(join(folder, "ai_other.txt"), "utf8")) }];
      const manifest = JSON.stringify({ manifest_version: "1", files });
      writeFileSync(join(folder, "manifest.json"), manifest);
      expect(check()).toMatchObject({ manifest: { sha256: new Map(), isBroken: true } });
    },
  );

  test("a manifest has 64 files at most", () => {
    const namesOf = (count: number) => {
      const files = Array.from({ length: count }, (_, i) => ({
        name: `f${i}`,
        sha256: hashOf(""),
      }));
      const manifest = JSON.stringify({ manifest_version: "1", files });
      writeFileSync(join(folder, "manifest.json"), manifest);
      return check().manifest.sha256.size;
    };
    expect([64, 65].map(namesOf)).toEqual([64, 0]);
  });

  test.each(["is gone", "holds nonsense"])(
    "a manifest that counted before and %s is told, and goes on counting for its folder alone",
    (what) => {
      const before = check();
      rmSync(join(folder, "manifest.json"));
      if (what === "holds nonsense") writeFileSync(join(folder, "manifest.json"), "{");
      writeFileSync(join(folder, LISTED), "");
      const after = checkFolder(folder, before, { folder: copies, manifestSha256: undefined });
      expect(after.differing.map(({ name }) => name)).toEqual(["manifest.json", LISTED]);
      expect(after.manifest).toEqual(before.manifest);
      const again = checkFolder(folder, after, { folder: copies, manifestSha256: undefined });
      expect(again.differing).toEqual(after.differing);
      const elsewhere = { ...before, folder: join(base, "other") };
      expect(checkFolder(folder, elsewhere).differing.map(({ name }) => name)).not.toContain(
        LISTED,
      );
    },
  );

  test("of an operator's own file the shipped one stands in, and only as far as nothing better is there", () => {
    ship(folder, LISTED, "own.example\n");
    appendFileSync(join(folder, LISTED), "more.example\n");
    expect(check().standIns.get(LISTED)).toEqual({ path: join(copies, LISTED), isExact: false });
    writeFileSync(join(copies, LISTED), "spoilt too\n");
    expect([...check().standIns]).toEqual([]);
    expect(differing()).toEqual([LISTED]);
  });
});

describe("the agent", () => {
  let upstream: Awaited<ReturnType<typeof udpResolver>>;
  beforeAll(async () => {
    upstream = await udpResolver(answerWith("192.0.2.7"), answerWith("192.0.2.7"));
  });
  afterAll(async () => upstream.close());

  let home: AgentHome;
  let folder: string;
  beforeEach(() => {
    home = agentHome();
    folder = copyRules(join(home.path, "rules"));
    home.writeConfig(`rules_dir: ${folder}\nupstream_dns: ${upstream.address}\n`);
  });
  afterEach(() => home[Symbol.dispose]());

  async function start() {
    const agent = await startAgent(home, { args: ["--dns-listen", "127.0.0.1:0"] });
    const port = Number(agent.events().find(({ event }) => event === "dns_started")?.["port"]);
    return {
      agent,
      rcode: async (name: string) => (await lookUp(port, name)).rcode,
      /** The state, and how often something was found. */
      tamper: async (): Promise<readonly [string, number]> => {
        const status = (await agent.ask("GET", "/api/status")).data as { tamper_state: string };
        const stats = (await agent.ask("GET", "/api/stats")).data as Record<string, number>;
        return [status.tamper_state, stats["tamper_detections_total"] ?? -1];
      },
    };
  }

  async function reload({ agent }: Awaited<ReturnType<typeof start>>): Promise<void> {
    const count = (): number =>
      agent.events().filter(({ event }) => event === "config_reloaded").length;
    const before = count();
    agent.signal("SIGHUP");
    await expect.poll(count, { timeout: 20_000 }).toBe(before + 1);
  }

  test("refuses a list that is changed under it, and comes back to normal once it is mended", async () => {
    const started = await start();
    const { agent, rcode, tamper } = started;
    expect(await tamper()).toEqual(["normal", 0]);
    const good = readFileSync(join(folder, LISTED));
    writeFileSync(join(folder, LISTED), "steady.example\n");
    await expect.poll(tamper).toEqual(["detected", 1]);
    expect([await rcode(BLOCKED), await rcode("steady.example")]).toEqual(["NXDOMAIN", "NOERROR"]);
    const told = await home.run("status");
    expect(told).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^status +degraded$/m) as string,
    });
    expect(told.out).toMatch(/^shipped files +changed$/m);
    expect(agent.log()).toContain(`${LISTED}: differs from the manifest`);
    await reload(started);
    expect(await tamper()).toEqual(["detected", 1]);
    // Whoever changes hosts through the API is not kept from it.
    const body = { domain: "own.example", list: "block" };
    const { status } = await agent.ask("POST", "/api/rules/overrides", {
      token: home.token(),
      body,
    });
    expect([status, await rcode("own.example")]).toEqual([200, "NXDOMAIN"]);
    writeFileSync(join(folder, LISTED), "other.example\n");
    await expect.poll(tamper).toEqual(["detected", 2]);
    writeFileSync(join(folder, LISTED), good);
    await expect.poll(tamper).toEqual(["normal", 2]);
    expect(agent.log()).toContain("tamper_cleared");
    await agent.stop();
  });

  test("refuses patterns that are changed under it, also when it is told to reload", async () => {
    const started = await start();
    const { agent, tamper } = started;
    writeFileSync(join(folder, "dlp_patterns.json"), '{"patterns": []}');
    await expect.poll(tamper).toEqual(["detected", 1]);
    await reload(started);
    expect(await tamper()).toEqual(["detected", 1]);
    expect((await agent.scan(secret)).blocked).toBe(true);
    await agent.stop();
  });

  test("that starts on changed files takes the copies of the build, and counts once more", async () => {
    rmSync(join(folder, LISTED));
    writeFileSync(join(folder, "dlp_patterns.json"), "nonsense");
    for (const found of [2, 4]) {
      const { agent, rcode, tamper } = await start();
      expect(await tamper()).toEqual(["detected", found]);
      expect(await rcode(BLOCKED)).toBe("NXDOMAIN");
      expect((await agent.scan(secret)).blocked).toBe(true);
      await agent.stop();
    }
    copyRules(folder);
    const { agent, tamper } = await start();
    expect(await tamper()).toEqual(["normal", 4]);
    await agent.stop();
  });

  test("keeps an operator's own list as it was, and has the shipped one where it never saw a good one", async () => {
    ship(folder, LISTED, "own.example\n");
    const { agent, rcode, tamper } = await start();
    expect([await tamper(), await rcode("own.example")]).toEqual([["normal", 0], "NXDOMAIN"]);
    writeFileSync(join(folder, LISTED), "");
    await expect.poll(tamper).toEqual(["detected", 1]);
    expect(await rcode("own.example")).toBe("NXDOMAIN");
    await agent.stop();
    const again = await start();
    expect(await again.tamper()).toEqual(["detected", 2]);
    expect([await again.rcode("own.example"), await again.rcode(BLOCKED)]).toEqual([
      "NOERROR",
      "NXDOMAIN",
    ]);
    await again.agent.stop();
  });
});
