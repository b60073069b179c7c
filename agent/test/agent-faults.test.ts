import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import { writeRules } from "./fixture-rules.ts";

/** Connects, sends a text, and resets the connection once it was read. */
async function sendAndReset(port: number, text: string): Promise<void> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  const answered = new Promise((resolve) => socket.once("data", resolve).once("close", resolve));
  socket.write(text);
  await answered;
  socket.resetAndDestroy();
}

test("a client that resets its connection behind CONNECT ends no agent", async () => {
  using home = agentHome();
  const agent = await startAgent(home, { args: ["--rules", writeRules(home.path)] });
  const text = "CONNECT a.example:1 HTTP/1.1\r\nHost: a.example:1\r\n\r\n";
  for (let i = 0; i < 20; i++) await sendAndReset(agent.port, text);
  expect((await agent.ask("GET", "/api/status")).status).toBe(200);
  expect(await agent.stop()).toBe(0);
});

test.each([
  ["an error that nobody caught", "TypeError", "throw error"],
  ["a promise that failed unheard", "RangeError", "void Promise.reject(error)"],
])(
  "%s is logged by its class alone, and stops the agent in good order",
  async (_name, kind, end) => {
    using home = agentHome();
    const fault = join(home.path, "fault.cjs");
    writeFileSync(
      fault,
      `process.on("SIGUSR2", () => { const error = new ${kind}("marker-of-content"); ${end}; });`,
    );
    const agent = await startAgent(home, {
      args: ["--rules", writeRules(home.path)],
      env: { NODE_OPTIONS: `--require ${fault}` },
    });
    agent.signal("SIGUSR2");
    expect(await agent.ended()).toBe(2);
    expect(existsSync(join(home.dataDir, "weir.pid"))).toBe(false);
    expect(agent.log()).not.toContain("marker-of-content");
    expect(agent.events().slice(-3)).toMatchObject([
      { event: "internal_fault", error_class: kind },
      { event: "stopping", reason: "fault" },
      { event: "stopped" },
    ]);
  },
);
