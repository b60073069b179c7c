import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { CANARY_PREFIX, compileRuleset, scan } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, PRESETS } from "@weir/schema";
import type { PresetName } from "@weir/schema";
import { loadRules } from "../../agent/src/rules/load.ts";
import type { ShownSecret } from "../../agent/test/companion-side.ts";
import { agentSide } from "./agent-side.ts";

/** How the stand-in answers scans: as the agent does, or in one of the ways in which an agent fails. */
export type AgentMood = "up" | "down" | "slow" | "nonsense" | "rate_limited" | "unpaired" | "fault";

/** Fields of the rule bundle that a test may set, and `canaries`: texts that only the agent knows. */
export interface AgentOptions {
  readonly preset?: PresetName;
  readonly max_scan_bytes?: number;
  readonly canaries?: readonly string[];
}

/** Speaks the agent's routes that a companion uses, and can be made to fail. */
export interface StandInAgent {
  readonly port: number;
  mood: AgentMood;
  /** Contents that were sent to be scanned, in order. */
  readonly scans: readonly string[];
  close(): Promise<void>;
}

const RULES = fileURLToPath(new URL("../../rules", import.meta.url));
const POLICY = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
/** What pairs a companion with it. */
export const STAND_IN_CODE = "10ABCDEF";
/** Longer than a companion waits. */
const SLOW_MS = 3000;

async function jsonOf<T = Record<string, unknown>>(request: IncomingMessage): Promise<T> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as T;
}

function answer(response: ServerResponse, status: number, body: unknown, etag?: string): void {
  response.writeHead(status, {
    "content-type": status < 400 ? "application/json" : "application/problem+json",
    ...(etag === undefined ? {} : { etag }),
  });
  response.end(status === 304 ? "" : JSON.stringify(body));
}

const problem = (status: number, code: string): Record<string, unknown> => ({
  type: "about:blank",
  title: code,
  status,
  code,
});

const sha256 = (data: unknown): string =>
  createHash("sha256").update(JSON.stringify(data)).digest("hex");

function readShipped() {
  const { patterns, exclusions } = loadRules(RULES);
  const ruleset = compileRuleset(patterns, exclusions);
  return { patterns, exclusions, ruleset, rulesSha256: sha256({ patterns, exclusions }) };
}

/** The shipped rules, read once for all stand-ins of this thread. */
let shipped: ReturnType<typeof readShipped> | undefined;

function bundleOf(options: AgentOptions): Record<string, unknown> {
  const { patterns, exclusions, rulesSha256 } = (shipped ??= readShipped());
  return {
    version: "stand-in",
    rules_sha256: rulesSha256,
    patterns,
    exclusions,
    ...POLICY,
    inspected_hosts: ["example.test"],
    preset: options.preset ?? "personal",
    fail_policy: PRESETS[options.preset ?? "personal"].failPolicy,
    companion_override: options.preset === "managed" ? "none" : "once_with_reason",
    max_scan_bytes: options.max_scan_bytes ?? 4 * 1024 * 1024,
    canary_prefix: CANARY_PREFIX,
    managed: options.preset === "managed",
    profile_id: options.preset === "managed" ? "stand-in" : "",
    profile_version: options.preset === "managed" ? 3 : 0,
    tamper_state: "normal",
  };
}

/** Starts a stand-in for the agent on a free port of 127.0.0.1; it scans with the engine and the shipped rules. */
export async function startStandInAgent(options: AgentOptions = {}): Promise<StandInAgent> {
  const { ruleset } = (shipped ??= readShipped());
  const bundle = bundleOf(options);
  const etag = `"${sha256(bundle).slice(0, 16)}"`;
  const scans: string[] = [];
  const agent = { mood: "up" as AgentMood };

  const verdictOf = (content: string): Record<string, unknown> => {
    if (options.canaries?.some((token) => content.includes(token)) === true) {
      return { blocked: true, pattern_name: "Canary", score: 10 };
    }
    const { blocked, patternName, score } = scan(ruleset, POLICY, content);
    return { blocked, pattern_name: patternName, score };
  };
  const answerScan = async (request: IncomingMessage, response: ServerResponse) => {
    const { content } = await jsonOf(request);
    scans.push(String(content));
    if (agent.mood === "slow") {
      await new Promise((resolve) => {
        setTimeout(resolve, SLOW_MS);
      });
    }
    if (agent.mood === "nonsense") return answer(response, 200, { verdict: ["<html>"] });
    if (agent.mood === "rate_limited") return answer(response, 429, problem(429, "rate_limited"));
    if (agent.mood === "fault") return answer(response, 500, problem(500, "internal_fault"));
    return answer(response, 200, verdictOf(String(content)));
  };
  const keys: string[] = [];
  const side = agentSide(() => (server.address() as AddressInfo).port);
  const refuse = (response: ServerResponse): void =>
    answer(response, 403, problem(403, "forbidden_origin"));
  const answerPairing = async (request: IncomingMessage, response: ServerResponse) => {
    const paired = side.pair(STAND_IN_CODE, await jsonOf<ShownSecret>(request));
    if (paired === undefined) return refuse(response);
    keys.push(paired.key);
    return answer(response, 200, paired);
  };
  const answerProof = async (request: IncomingMessage, response: ServerResponse) => {
    const proof = side.prove(keys, await jsonOf<ShownSecret>(request));
    return proof === undefined ? refuse(response) : answer(response, 200, proof);
  };
  const server = createServer((request, response) => {
    const route = `${request.method} ${new URL(request.url ?? "/", "http://agent").pathname}`;
    if (agent.mood === "down") return void request.socket.destroy();
    if (route === "POST /api/companion/pair") {
      return void answerPairing(request, response).catch(() => response.destroy());
    }
    if (agent.mood === "unpaired") return answer(response, 403, problem(403, "origin_refused"));
    if (route === "POST /api/companion/proof") {
      return void answerProof(request, response).catch(() => response.destroy());
    }
    if (route === "POST /api/dlp/scan") {
      return void answerScan(request, response).catch(() => response.destroy());
    }
    if (route === "GET /api/rules/bundle") {
      const same = request.headers["if-none-match"] === etag;
      return answer(response, same ? 304 : 200, bundle, etag);
    }
    if (route === "GET /api/status") {
      const { preset, managed, profile_id, profile_version, tamper_state } = bundle;
      const status = { preset, managed, profile_id, profile_version, tamper_state };
      return answer(response, 200, { status: "running", agent_version: "0.1.0", ...status });
    }
    return answer(response, 404, problem(404, "not_found"));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return Object.assign(agent, {
    port: (server.address() as AddressInfo).port,
    scans,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  });
}
