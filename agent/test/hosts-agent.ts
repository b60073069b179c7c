// Agents for the tests of what is changed of hosts: rules and a resolver of their own.
import { agentHome, startAgent } from "./agent-process.ts";
import type { AgentHome, AgentOptions } from "./agent-process.ts";
import { lookUp } from "./dns-parts.ts";
import { answerWith, udpResolver } from "./dns-resolvers.ts";
import { writeRules } from "./fixture-rules.ts";

/** On the shipped list of Tier 3. */
export const BLOCKED = "cahtgpt.com";

/** Answers every name; there while the tests of a file run. */
let upstream: Awaited<ReturnType<typeof udpResolver>>;
export const openUpstream = async (): Promise<void> => {
  upstream = await udpResolver(answerWith("192.0.2.7"), answerWith("192.0.2.7"));
};
export const closeUpstream = async (): Promise<void> => upstream.close();

/** A home whose agent has rules of its own, and this configuration. */
export function homeWith(config: string): AgentHome {
  const home = agentHome();
  writeRules(home.path);
  home.writeConfig(
    `rules_dir: ${home.path}\nupstream_dns: ${upstream.address}\nlog_level: debug\n${config}`,
  );
  return home;
}

/** An agent, and what its API and its DNS say. */
export async function startHosts(home: AgentHome, options: Pick<AgentOptions, "env"> = {}) {
  const agent = await startAgent(home, { args: ["--dns-listen", "127.0.0.1:0"], ...options });
  const port = Number(agent.events().find(({ event }) => event === "dns_started")?.["port"]);
  const change = async (method: string, path: string, body?: unknown) =>
    agent.ask(method, path, { token: home.token(), ...(body === undefined ? {} : { body }) });
  return {
    agent,
    change,
    rcode: async (name: string) => (await lookUp(port, name)).rcode,
    post: async (domain: string, list: string) =>
      change("POST", "/api/rules/overrides", { domain, list }),
    remove: async (domain: string) => change("DELETE", "/api/rules/overrides", { domain }),
  };
}
