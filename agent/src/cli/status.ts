import { get } from "node:http";
import { parse, ROUTES, StatusAnswer } from "@weir/schema";
import { AgentError, EXIT } from "../errors.ts";
import { jsonDocument } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

/** How long the agent may take to answer, in milliseconds, and how much, in bytes. */
const ASK_LIMITS = { timeMs: 2000, bytes: 65_536 } as const;

/** The options of `weir status`. */
export interface StatusFlags {
  readonly json?: boolean;
  readonly url: string;
}

/** The status route of an agent on this machine; an AgentError for any other address. */
function statusUrl(base: string): URL {
  const url = URL.canParse(base) ? new URL(ROUTES.status.path, base) : undefined;
  const host = url?.hostname ?? "";
  const isLoopback =
    host === "localhost" || host === "[::1]" || /^127(?:\.[0-9]{1,3}){3}$/.test(host);
  if (url?.protocol !== "http:" || !isLoopback) throw new AgentError("url_not_loopback");
  return url;
}

/** The body of a 200 answer; rejects where there is none in time. */
async function fetchText(url: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new AgentError("agent_unreachable"));
    const request = get(url, { agent: false, signal: AbortSignal.timeout(ASK_LIMITS.timeMs) });
    request.on("error", fail).on("response", (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ASK_LIMITS.bytes) request.destroy();
        else chunks.push(chunk);
      });
      response.on("end", () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString("utf8"));
        else fail();
      });
      response.on("error", fail);
    });
  });
}

function parseStatus(text: string): StatusAnswer {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // Whatever answers there is no agent.
  }
  const parsed = parse(StatusAnswer, data);
  if (!parsed.ok) throw new AgentError("agent_unreachable", { subject: "something else is there" });
  return parsed.value;
}

function statusLines(status: StatusAnswer): string {
  const { layers } = status;
  const layerText = Object.entries(layers).map(([name, { state, last_error }]) => {
    return `${name} ${state}${last_error === null ? "" : ` (${last_error})`}`;
  });
  const rows: readonly (readonly [string, string])[] = [
    ["status", status.status],
    ["shipped files", status.tamper_state === "normal" ? "as shipped" : "changed"],
    ["layers", layerText.join(", ")],
    ["patterns", String(status.patterns)],
    ["preset", `${status.preset}${status.managed ? ", managed" : ""}`],
    ["version", `${status.agent_version}, rules ${status.manifest_version}`],
    ["running for", `${status.uptime_seconds} s`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(15)}${value}\n`).join("");
}

/** `weir status`: how the running agent is. Exit 3 where none answers, 1 where it is not well. */
export async function statusCommand(terminal: Terminal, flags: StatusFlags): Promise<void> {
  const status = parseStatus(await fetchText(statusUrl(flags.url)));
  terminal.out(flags.json === true ? jsonDocument(status) : statusLines(status));
  if (status.status !== "ok" || status.tamper_state !== "normal") terminal.raiseExit(EXIT.found);
}
