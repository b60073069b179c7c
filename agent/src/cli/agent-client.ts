import { request as httpRequest } from "node:http";
import { parse, Problem } from "@weir/schema";
import type { ErrorCode, Route } from "@weir/schema";
import { AgentError } from "../errors.ts";
import type { AgentErrorCode } from "../errors.ts";

/** How long the agent may take to answer, in milliseconds, and how much, in bytes. */
const ASK_LIMITS = { timeMs: 2000, bytes: 4 * 1024 * 1024 } as const;

/** A running agent, and the token that it accepts where one is needed. */
export interface AgentAddress {
  /** `http://127.0.0.1:9191`. */
  readonly url: string;
  readonly token?: string;
}

/** What is asked of a route beside its method and path. */
export interface Asking {
  /** Takes the place of the parameter in the path. */
  readonly id?: string;
  readonly body?: unknown;
  /** How long the agent may take to answer, in milliseconds. */
  readonly timeMs?: number;
}

interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** What a refusal of the API means for a command. */
const REFUSALS: Readonly<Partial<Record<ErrorCode, AgentErrorCode>>> = {
  unauthorized: "token_refused",
  profile_locked: "profile_locked",
  invalid_label: "label_invalid",
  canary_disabled: "canary_disabled",
  canary_limit: "canary_limit",
  canary_not_found: "canary_unknown",
  store_unavailable: "store_unavailable",
  invalid_domain: "host_refused",
  override_not_found: "host_unlisted",
  override_limit: "host_limit",
  lists_faulty: "host_lists_faulty",
  overrides_unwritable: "host_lists_unwritable",
  category_not_found: "category_unknown",
  companion_not_found: "companion_unknown",
  pairing_disabled: "pairing_disabled",
  dns_not_running: "dns_layer_off",
  reload_refused: "reload_refused",
  stopping: "agent_unreachable",
};

/** In a path these are no segment, or lead to another route. */
const NO_IDS: ReadonlySet<string> = new Set(["", ".", ".."]);

/** The path of a route with an id in it. Throws an AgentError for what can be the id of nothing. */
function pathOf({ path, errors }: Route, id = ""): string {
  const withId = path.replace(/\{[a-z]+\}/, encodeURIComponent(id));
  if (withId === path || !NO_IDS.has(id)) return withId;
  const unknown = errors.find((code) => code.endsWith("_not_found"));
  const code = (unknown === undefined ? undefined : REFUSALS[unknown]) ?? "agent_refused";
  throw new AgentError(code, { subject: JSON.stringify(id) });
}

/** The address of a route on this machine; an AgentError for any other address. */
function routeUrl(base: string, path: string): URL {
  const url = URL.canParse(base) ? new URL(path, base) : undefined;
  const host = url?.hostname ?? "";
  const isLoopback =
    host === "localhost" || host === "[::1]" || /^127(?:\.[0-9]{1,3}){3}$/.test(host);
  if (url?.protocol !== "http:" || !isLoopback) throw new AgentError("url_not_loopback");
  return url;
}

/** Sends one request; rejects where no answer comes in time. */
async function send(
  url: URL,
  method: string,
  token: string | undefined,
  { body, timeMs = ASK_LIMITS.timeMs }: Asking,
): Promise<RawAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(text === undefined
      ? {}
      : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeMs);
    const fail = (): void =>
      reject(new AgentError(signal.aborted ? "agent_busy" : "agent_unreachable"));
    const request = httpRequest(url, { method, headers, agent: false, signal });
    request.on("error", fail).on("response", (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ASK_LIMITS.bytes) request.destroy();
        else chunks.push(chunk);
      });
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
      response.on("error", fail);
    });
    request.end(text);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whatever answers there is no agent; the schema refuses it.
    return undefined;
  }
}

function refusalOf(text: string): AgentError {
  const problem = parse(Problem, jsonOf(text));
  if (!problem.ok) return notAnAgent();
  const known: Readonly<Record<string, AgentErrorCode | undefined>> = REFUSALS;
  return new AgentError(known[problem.value.code] ?? "agent_refused");
}

/** What an answer may be checked against. */
export type Schema = Parameters<typeof parse>[0];

/** A route, with the type of what it answers. */
export type RouteTo<S extends Schema> = Route & { readonly answer: { readonly schema: S } };

/** Asks a route of the running agent and answers what its schema makes of the JSON. Throws as `askAgent` does. */
export async function askFor<S extends Schema>(
  agent: AgentAddress,
  route: RouteTo<S>,
  asking: Asking = {},
) {
  const parsed = parse(route.answer.schema, await askAgent(agent, route, asking));
  if (!parsed.ok) throw notAnAgent();
  return parsed.value;
}

/**
 * Asks a route of the running agent and answers the JSON, undefined where it has none; not checked against the
 * route's schema. Throws an AgentError where the agent is not there, does not answer in time, or refuses.
 */
export async function askAgent(
  { url, token }: AgentAddress,
  route: Route,
  asking: Asking = {},
): Promise<unknown> {
  const answer = await send(routeUrl(url, pathOf(route, asking.id)), route.method, token, asking);
  if (answer.status !== route.answer.status) throw refusalOf(answer.text);
  return answer.text === "" ? undefined : jsonOf(answer.text);
}

/** Is an agent there that does not answer in time, so that what it would say is not known? */
export const isBusy = (error: unknown): boolean =>
  error instanceof AgentError && error.code === "agent_busy";

/** An answer, or what stands for it where the agent is busy: for what can be told, or has to go on, without it. */
export async function inTimeOr<T, E>(answer: Promise<T>, late: E): Promise<T | E> {
  try {
    return await answer;
  } catch (error) {
    if (isBusy(error)) return late;
    throw error;
  }
}

/** What stands where an agent was expected and answered something else. */
function notAnAgent(): AgentError {
  return new AgentError("agent_unreachable", { subject: "something else is there" });
}
