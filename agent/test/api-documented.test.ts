// Every status that the description of the API names, provoked on the route that it is named for.
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { COMMON_ERRORS, ERRORS, openApiDocument, parse, Problem, ROUTES } from "@weir/schema";
import type { ErrorCode, Route, RouteName } from "@weir/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { showCode, showKey } from "./companion-side.ts";
import { EXTENSIONS, parseAnswer, rawRequest, sendRaw, startTestApi } from "./test-api.ts";
import type { RawAnswer } from "./test-api.ts";

type Server = Awaited<ReturnType<typeof startTestApi>>;

/** A body that each route takes. */
const BODIES: Readonly<Partial<Record<RouteName, unknown>>> = {
  scan: { content: "x" },
  redact: { content: "x" },
  canaryCreate: { label: "x" },
  dlpConfigUpdate: { thresholds: { low: 4 } },
  overrideAdd: { domain: "own.example", list: "block" },
  overrideRemove: { domain: "own.example" },
  policyUpdate: { policy: "deny" },
  dnsPause: { minutes: 1 },
};

const WRONG_CODE = JSON.stringify(showCode("00000000", "127.0.0.1:1"));

/** A body that a route takes of this server. */
function bodyOf(name: RouteName, on: Server): unknown {
  const place = `127.0.0.1:${on.api.port}`;
  if (name === "companionProof") return showKey(on.pair().key, place);
  if (name !== "pair") return BODIES[name];
  const started = on.companions.startPairing();
  return showCode(started.ok ? started.value.code : "", place);
}

/** The path of a route, with something in the place of its parameters. */
const pathOf = (name: RouteName, id = "0123456789abcdef"): string =>
  ROUTES[name].path.replace("{id}", id).replace("{category}", "ai_other");

let server: Server;
/** Where a managed profile locks the settings, every handler fails, and a request may take a moment only. */
let locked: Server;
let faulty: Server;
let hurried: Server;
const fail = (): never => {
  throw new TypeError("a fault");
};
beforeAll(async () => {
  [server, locked, faulty, hurried] = await Promise.all([
    startTestApi({ maxScanBytes: 4096, hasDns: true }),
    startTestApi({ isLocked: () => true }),
    startTestApi({
      handlers: Object.fromEntries(Object.keys(ROUTES).map((name) => [name, fail])),
    }),
    startTestApi({ limits: { headersMs: 100, requestMs: 100, checkMs: 25 } }),
  ]);
});
afterAll(async () => {
  await Promise.all([server, locked, faulty, hurried].map(async ({ api }) => api.stop()));
});

type Changes = Partial<Parameters<typeof rawRequest>[1]>;

/** A good request to a route, but for what is changed of it. */
function requestTo(name: RouteName, on: Server, changes: Changes = {}): Buffer {
  const route: Route = ROUTES[name];
  const { fields = {}, body, ...others } = changes;
  const usual = (): string => (route.body === undefined ? "" : JSON.stringify(bodyOf(name, on)));
  return rawRequest(on.api.port, {
    method: route.method,
    path: pathOf(name),
    ...others,
    body: body ?? usual(),
    fields: {
      ...(route.token ? { Authorization: `Bearer ${on.token}` } : {}),
      ...(route.forExtensions === true ? { Origin: EXTENSIONS.chromium } : {}),
      ...fields,
    },
  });
}

const ask = async (name: RouteName, on: Server, changes?: Changes): Promise<RawAnswer> =>
  sendRaw(on.api.port, [requestTo(name, on, changes)]);

/** Asks a server of its own, which is there for this one request. */
async function askOf(
  options: Parameters<typeof startTestApi>[0],
  name: RouteName,
  changes?: Changes,
): Promise<RawAnswer> {
  const own = await startTestApi(options);
  try {
    return await ask(name, own, changes);
  } finally {
    await own.api.stop();
  }
}

/** The files of this machine's own lists, given the folder of rules. */
const blockList = (folder: string): string => join(folder, "local", "block_domains.txt");

/** A request whose last byte is sent once the server has begun to stop. */
async function askWhileStopping(name: RouteName): Promise<RawAnswer> {
  const stopping = await startTestApi();
  const socket = connect(stopping.api.port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  // Answered once the connection is known; the request that counts follows it.
  socket.write(requestTo("status", stopping, { fields: { Connection: "keep-alive" } }));
  await expect.poll(() => text).toContain("uptime_seconds");
  text = "";
  const late = requestTo(name, stopping);
  const headEnd = late.indexOf("\r\n\r\n");
  socket.write(late.subarray(0, headEnd));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const stopped = stopping.api.stop();
  socket.write(late.subarray(headEnd));
  await stopped;
  await expect.poll(() => text).toContain("}");
  return parseAnswer(text);
}

/** The id of the last thing that a route can delete. */
const idFor = (name: RouteName, { companions, store }: Server): string | undefined =>
  (name === "companionForget" ? companions.list() : store.canaries.list()).at(-1)?.id;

/** How each error is provoked on a route that documents it. */
const PROVOKE: Readonly<Record<ErrorCode, (name: RouteName) => Promise<RawAnswer>>> = {
  invalid_json: async (name) => ask(name, server, { body: "{" }),
  invalid_body: async (name) => ask(name, server, { body: "[]" }),
  bad_request: async (name) => ask(name, server, { fields: { Expect: "nonsense" } }),
  invalid_domain: async (name) =>
    ask(name, server, { body: JSON.stringify(BODIES[name]).replace("own.example", "no name/") }),
  override_not_found: async (name) => ask(name, server, { body: '{"domain":"absent.example"}' }),
  override_limit: async (name) =>
    askOf(
      { prepare: (folder) => writeFileSync(blockList(folder), `#${"x".repeat(1024 * 1024)}`) },
      name,
    ),
  lists_faulty: async (name) =>
    askOf(
      { hasDns: true, prepare: (folder) => writeFileSync(blockList(folder), "no name/\n") },
      name,
    ),
  overrides_unwritable: async (name) =>
    askOf({ prepare: (folder) => mkdirSync(blockList(folder), { recursive: true }) }, name),
  category_not_found: async (name) => ask(name, server, { path: "/api/policies/nobody" }),
  dns_not_running: async (name) => askOf({}, name),
  invalid_label: async (name) => ask(name, server, { body: '{"label":""}' }),
  unauthorized: async (name) =>
    ask(name, server, { fields: { Authorization: ROUTES[name].token ? "" : "Bearer x" } }),
  pairing_disabled: async (name) => askOf({ isPairing: false }, name),
  pairing_code_wrong: async (name) => {
    server.companions.startPairing();
    return ask(name, server, { body: WRONG_CODE });
  },
  pairing_code_expired: async (name) => askOf({}, name, { body: WRONG_CODE }),
  pairing_too_many_tries: async (name) => {
    server.companions.startPairing();
    for (let i = 1; i < 5; i++) await ask(name, server, { body: WRONG_CODE });
    return ask(name, server, { body: WRONG_CODE });
  },
  companion_not_found: async (name) => ask(name, server),
  rules_changed: async (name) =>
    askOf(
      {
        prepare: (folder) =>
          writeFileSync(join(folder, "dlp_exclusions.json"), '{"exclusions": [ ]}'),
      },
      name,
    ),
  profile_locked: async (name) => ask(name, locked),
  forbidden_host: async (name) => ask(name, server, { fields: { Host: "rebound.example" } }),
  forbidden_origin: async (name) => ask(name, server, { fields: { Origin: "null" } }),
  not_found: async (name) =>
    ask(name, server, { path: `${ROUTES[name].path}/x/y`, fields: { Origin: "" } }),
  canary_not_found: async (name) => ask(name, server),
  method_not_allowed: async (name) =>
    ask(name, server, { method: "PATCH", fields: { Origin: "" } }),
  request_timeout: async (name) =>
    sendRaw(hurried.api.port, [requestTo(name, hurried).subarray(0, 40)]),
  canary_disabled: async (name) => askOf({ isWatching: () => false }, name),
  canary_limit: async (name) => {
    while (server.store.canaries.list().length < 200) await ask("canaryCreate", server);
    return ask(name, server);
  },
  content_too_large: async (name) => ask(name, server, { body: `"${"x".repeat(64 * 1024)}"` }),
  unsupported_media_type: async (name) =>
    ask(name, server, { fields: { "Content-Type": "text/plain" } }),
  rate_limited: async (name) => {
    const limited = await startTestApi({ scanRateLimit: 1 });
    await ask(name, limited);
    const answer = await ask(name, limited);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(limited.counters.read().dlp_scans_total).toBe(1);
    await limited.api.stop();
    return answer;
  },
  headers_too_large: async (name) => ask(name, server, { fields: { X: "x".repeat(20_000) } }),
  internal_fault: async (name) => ask(name, faulty),
  store_unavailable: async (name) => {
    const closed = await startTestApi();
    await ask("canaryCreate", closed);
    closed.pair();
    const path = pathOf(name, idFor(name, closed));
    closed.store.close();
    const answer = await ask(name, closed, { path });
    await closed.api.stop();
    return answer;
  },
  reload_refused: async (name) =>
    askOf({ handlers: { reload: () => ({ problem: "reload_refused" }) } }, name),
  stopping: askWhileStopping,
};

const names = Object.keys(ROUTES) as RouteName[];

describe.each(names)("%s", (name) => {
  const route: Route = ROUTES[name];

  test("answers what is documented", async () => {
    if (name === "canaryDelete") await ask("canaryCreate", server);
    if (name === "overrideRemove") await ask("overrideAdd", server);
    if (name === "companionForget") server.pair();
    const path = pathOf(name, idFor(name, server));
    const answer = await ask(name, server, { path });
    expect(answer.status).toBe(route.answer.status);
    const data: unknown = answer.body === "" ? null : JSON.parse(answer.body);
    expect(parse(route.answer.schema, data)).toMatchObject({ ok: true });
  });

  test.each([...route.errors, ...COMMON_ERRORS])("answers %s as documented", async (code) => {
    const answer = await PROVOKE[code](name);
    const { status, title, detail } = ERRORS[code];
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    const problem = parse(Problem, JSON.parse(answer.body));
    expect(problem).toMatchObject({ ok: true, value: { status, code, title, detail } });
  });
});

test("the description is valid OpenAPI 3.1", async () => {
  const document = structuredClone(openApiDocument("1.2.3"));
  const { valid, errors } = await new Validator().validate(document);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test("a description with a fault is not valid", async () => {
  const { paths, ...rest } = structuredClone(openApiDocument("1.2.3"));
  const { valid } = await new Validator().validate({ ...rest, paths: { status: paths } });
  expect(valid).toBe(false);
});
