import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CANARY_PREFIX } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, PRESETS } from "@weir/schema";
import type { PresetName } from "@weir/schema";
import type { ShownSecret } from "../../agent/test/companion-side.ts";
import { agentSide } from "./agent-side.ts";

interface TestPattern {
  readonly name: string;
  readonly severity: string;
  readonly regex: string;
  readonly prefix?: string;
  readonly score_weight: number;
}

/** What a test's agent says of itself, and may be changed while it runs. */
export interface TestAgent {
  readonly port: number;
  /** Patterns of the bundle; every change of them is another version. */
  patterns: readonly TestPattern[];
  preset: PresetName;
  tamperState: string;
  profile: { readonly id: string; readonly version: number } | undefined;
  /** The code that pairs; every other one is wrong. */
  code: string;
  /** Keys that are known, in the order in which they were given out. */
  readonly keys: string[];
  /** The token of who has this key. */
  readonly token: (key: string) => string;
  /** Every request: method, path and status. */
  readonly log: string[];
  close(): Promise<void>;
}

const bundleOf = ({ patterns, preset, tamperState, profile }: TestAgent): object => ({
  version: "test",
  rules_sha256: createHash("sha256").update(JSON.stringify(patterns)).digest("hex"),
  patterns,
  exclusions: [],
  thresholds: DEFAULT_THRESHOLDS,
  weights: DEFAULT_WEIGHTS,
  inspected_hosts: ["example.test"],
  preset,
  fail_policy: PRESETS[preset].failPolicy,
  companion_override: "none",
  max_scan_bytes: 1_000_000,
  canary_prefix: CANARY_PREFIX,
  managed: profile !== undefined,
  profile_id: profile?.id ?? "",
  profile_version: profile?.version ?? 0,
  tamper_state: tamperState,
});

const statusOf = ({ preset, tamperState, profile }: TestAgent): object => ({
  status: "ok",
  preset,
  tamper_state: tamperState,
  managed: profile !== undefined,
  profile_id: profile?.id ?? null,
  profile_version: profile?.version ?? null,
  layers: { dns: { paused_seconds: 0 } },
});

/** The pattern that stops a content, as the real agent's rules would; empty for none. */
const judge = ({ patterns }: TestAgent, content: string): string =>
  content.includes("blocked by the agent")
    ? "Agent's"
    : (patterns.find(({ regex }) => new RegExp(regex).test(content))?.name ?? "");

async function bodyOf<T = Record<string, unknown>>(request: IncomingMessage): Promise<T> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as T;
}

async function answer(
  agent: TestAgent,
  side: ReturnType<typeof agentSide>,
  request: IncomingMessage,
): Promise<{ status: number; body?: object; etag?: string }> {
  const route = `${request.method} ${request.url}`;
  if (route === "POST /api/companion/pair") {
    const paired = side.pair(agent.code, await bodyOf<ShownSecret>(request));
    if (paired === undefined) return { status: 403, body: { code: "pairing_code_wrong" } };
    agent.keys.push(paired.key);
    return { status: 200, body: paired };
  }
  if (route === "POST /api/companion/proof") {
    const body = side.prove(agent.keys, await bodyOf<ShownSecret>(request));
    return body === undefined ? { status: 403 } : { status: 200, body };
  }
  const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
  if (route === "GET /api/status") return { status: 200, body: statusOf(agent) };
  if (!agent.keys.some((key) => side.token(key) === token)) return { status: 401, body: {} };
  if (route === "POST /api/dlp/scan") {
    const { content } = await bodyOf(request);
    const name = judge(agent, String(content));
    return { status: 200, body: { blocked: name !== "", pattern_name: name, score: 1 } };
  }
  const bundle = bundleOf(agent);
  const etag = `"${createHash("sha256").update(JSON.stringify(bundle)).digest("hex")}"`;
  if (request.headers["if-none-match"] === etag) return { status: 304 };
  return { status: 200, body: bundle, etag };
}

/** Starts an agent for tests of the background, on this port of 127.0.0.1, or a free one. */
export async function startTestAgent(port = 0): Promise<TestAgent> {
  const side = agentSide(() => agent.port);
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body, etag } = await answer(agent, side, request);
    agent.log.push(`${request.method} ${request.url} ${status}`);
    response.writeHead(status, etag === undefined ? {} : { etag });
    response.end(body === undefined ? "" : JSON.stringify(body));
  };
  const server: Server = createServer((request, response) => {
    reply(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  const agent: TestAgent = {
    port: (server.address() as AddressInfo).port,
    patterns: [
      { name: "Own", severity: "critical", regex: "own_[a-z]{8}", prefix: "own_", score_weight: 1 },
    ],
    preset: "personal",
    tamperState: "normal",
    profile: undefined,
    code: "ABCD2345",
    keys: [],
    token: side.token,
    log: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return agent;
}
