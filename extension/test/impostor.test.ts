// A process of another user that listens where the agent would, while that is down or in between.
import { createServer, request as ask } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { showKey } from "../../agent/test/companion-side.ts";
import { agentClient } from "../src/background/agent-client.ts";
import { startImpostor } from "./impostor.ts";
import { startTestAgent } from "./test-agent.ts";
import type { TestAgent } from "./test-agent.ts";

const CONTENT = "what only the agent may read";
const KEY = "5".repeat(64);
const PROOF_MS = 10_000;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(ends.splice(0).map(async (end) => end()));
});

const ended = <T extends { close(): Promise<void> }>(started: T): T => {
  ends.push(async () => started.close().catch(() => undefined));
  return started;
};
const impostorAt = async (...args: Parameters<typeof startImpostor>) =>
  ended(await startImpostor(...args));
async function agentAt(port = 0, known: readonly string[] = [KEY]): Promise<TestAgent> {
  const agent = ended(await startTestAgent(port));
  agent.keys.push(...known);
  return agent;
}

function clientOf(port: number) {
  const kept: { key: string | undefined } = { key: KEY };
  const client = agentClient(port, {
    read: async () => kept.key,
    write: async (written) => {
      kept.key = written;
    },
  });
  return { client, kept };
}

const scan = async ({ client }: ReturnType<typeof clientOf>) => client.scan(CONTENT, "a session");
const CLEAN = { blocked: false };

/** What the agent answers to a companion with this key that asked before. */
async function recorded(agent: TestAgent): Promise<object> {
  const shown = showKey(KEY, `127.0.0.1:${agent.port}`);
  const answer = await fetch(`http://127.0.0.1:${agent.port}/api/companion/proof`, {
    method: "POST",
    body: JSON.stringify(shown),
  });
  return (await answer.json()) as object;
}

describe("who listens while the agent is down", () => {
  test.each(["made up", "of an earlier proof"])(
    "and answers what is %s hears nothing",
    async (kind) => {
      const agent = await agentAt();
      const proof = kind === "made up" ? undefined : await recorded(agent);
      const companion = clientOf(agent.port);
      expect(await scan(companion)).toMatchObject(CLEAN);
      await agent.close();
      expect(await scan(companion)).toEqual({ undecided: "down" });
      const impostor = await impostorAt(
        agent.port,
        proof === undefined ? {} : { "/api/companion/proof": proof },
      );
      expect(await scan(companion)).toEqual({ undecided: "nonsense" });
      expect(await companion.client.bundle("")).toMatchObject({ ok: false, why: "nonsense" });
      expect(await companion.client.status()).toMatchObject({ ok: false, why: "nonsense" });
      expect(new Set(impostor.paths)).toEqual(new Set(["POST /api/companion/proof"]));
      for (const secret of [CONTENT, "a session", KEY, agent.token(KEY), "authorization"]) {
        expect(impostor.heard().toLowerCase()).not.toContain(secret);
      }
    },
  );

  test("pairs nobody, whatever is typed, and hears no code", async () => {
    const impostor = await impostorAt();
    const { client, kept } = clientOf(impostor.port);
    kept.key = undefined;
    expect(await client.pair("ABCD2345")).toBe("refused");
    expect(kept.key).toBeUndefined();
    expect(impostor.paths).toEqual(["POST /api/companion/pair"]);
    expect(impostor.heard()).not.toContain("ABCD2345");
  });

  test("and hands everything on to an agent at another port hears nothing", async () => {
    const agent = await agentAt();
    const relayed: string[] = [];
    const relay = createServer((request, response) => {
      relayed.push(request.url ?? "");
      const headers = { ...request.headers, host: `127.0.0.1:${agent.port}` };
      const onward = { port: agent.port, path: request.url, method: request.method, headers };
      const answered = (answer: IncomingMessage): void => {
        response.writeHead(answer.statusCode ?? 500);
        answer.pipe(response);
      };
      request.pipe(ask({ host: "127.0.0.1", ...onward }, answered));
    });
    await new Promise<void>((resolve) => {
      relay.listen(0, "127.0.0.1", resolve);
    });
    ends.push(async () => {
      relay.closeAllConnections();
      relay.close();
    });
    const { client, kept } = clientOf((relay.address() as AddressInfo).port);
    expect(await client.scan(CONTENT)).toEqual({ undecided: "unpaired" });
    expect(await client.pair(agent.code)).toBe("wrong_code");
    expect(kept.key).toBe(KEY);
    expect(relayed).toEqual(["/api/companion/proof", "/api/companion/pair"]);
  });
});

describe("the agent proves itself", () => {
  const proofs = (agent: TestAgent): number =>
    agent.log.filter((line) => line.includes("/api/companion/proof")).length;

  test("once for what comes within ten seconds, and again after that", async () => {
    const agent = await agentAt();
    const companion = clientOf(agent.port);
    for (let i = 0; i < 3; i++) expect(await scan(companion)).toMatchObject(CLEAN);
    expect(proofs(agent)).toBe(1);
    const { port } = agent;
    await agent.close();
    const impostor = await impostorAt(port);
    const now = Date.now();
    for (const later of [PROOF_MS, -PROOF_MS]) {
      vi.spyOn(Date, "now").mockReturnValue(now + later);
      expect(await scan(companion)).toEqual({ undecided: "nonsense" });
    }
    expect(impostor.heard()).not.toContain(CONTENT);
  });

  test("again after each failure", async () => {
    const agent = await agentAt();
    const companion = clientOf(agent.port);
    await scan(companion);
    await agent.close();
    await scan(companion);
    const impostor = await impostorAt(agent.port);
    expect(await scan(companion)).toEqual({ undecided: "nonsense" });
    expect(impostor.heard()).not.toContain(CONTENT);
  });

  test("after what is kept as well: who took its place meanwhile has said nothing", async () => {
    const agent = await agentAt();
    const companion = clientOf(agent.port);
    await scan(companion);
    await agent.close();
    // Within the ten seconds, and before anything failed.
    const impostor = await impostorAt(agent.port);
    expect(await companion.client.bundle("")).toMatchObject({ ok: false, why: "nonsense" });
    expect(impostor.paths).toEqual(["GET /api/rules/bundle", "POST /api/companion/proof"]);
    expect(await scan(companion)).toEqual({ undecided: "nonsense" });
    expect(impostor.heard()).not.toContain(CONTENT);
  });

  test("where it was started anew, without the person", async () => {
    const agent = await agentAt();
    const companion = clientOf(agent.port);
    await scan(companion);
    const { keys } = agent;
    await agent.close();
    const next = await agentAt(agent.port, keys);
    expect(await scan(companion)).toMatchObject(CLEAN);
    expect(next.log).toEqual([
      "POST /api/dlp/scan 401",
      "POST /api/companion/proof 200",
      "POST /api/dlp/scan 200",
    ]);
    expect((await companion.client.bundle("")).ok).toBe(true);
    next.keys.length = 0;
    expect(await scan(companion)).toEqual({ undecided: "unpaired" });
  });
});
