import { afterAll } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import { writeRules } from "./fixture-rules.ts";

/** An agent with rules of the tests' own, and its home, until the tests of the calling file have run. */
export async function useAgent() {
  const home = agentHome();
  const agent = await startAgent(home, { args: ["--rules", writeRules(home.path)] });
  afterAll(async () => {
    await agent.stop();
    home[Symbol.dispose]();
  });
  return { home, agent };
}
