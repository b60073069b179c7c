import { createHash } from "node:crypto";
import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileRuleset, redact, scan } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, RulesBundle } from "@weir/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acmeKey, FIXTURE_PATTERNS, weakNote } from "./fixture-rules.ts";
import { EXTENSIONS, startTestApi } from "./test-api.ts";

type Server = Awaited<ReturnType<typeof startTestApi>>;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

let server: Server;
let withDns: Server;
beforeAll(async () => {
  server = await startTestApi();
  withDns = await startTestApi({ hasDns: true });
});
afterAll(async () => {
  await Promise.all([server.api.stop(), withDns.api.stop()]);
});

interface Fetched {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

async function ask(
  on: Server,
  headers: Readonly<Record<string, string>> = {},
  { method = "GET", path = "/api/rules/bundle", body = "" } = {},
): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: "127.0.0.1", port: on.api.port, path, method, headers });
    asking.on("error", reject).on("response", (response) => {
      const chunks: Buffer[] = [];
      response
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes });
        });
    });
    asking.end(body);
  });
}

/** Changes something through the API. */
async function change(on: Server, method: string, path: string, body: unknown): Promise<void> {
  const headers = { Authorization: `Bearer ${on.token}`, "Content-Type": "application/json" };
  const { status } = await ask(on, headers, { method, path, body: JSON.stringify(body) });
  expect(status).toBeLessThan(300);
}

function bundleOf({ status, bytes }: Fetched): RulesBundle {
  expect(status).toBe(200);
  const parsed = parse(RulesBundle, JSON.parse(bytes.toString()));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.value;
}

const etagOf = ({ headers }: Fetched): string => String(headers["etag"]);

describe("the bundle", () => {
  test("holds what decides: its rules give the verdicts of the agent", async () => {
    const bundle = bundleOf(await ask(server));
    expect(bundle.patterns.map(({ name }) => name)).toEqual(
      FIXTURE_PATTERNS.map(({ name }) => name),
    );
    expect(bundle.patterns.some((pattern) => "examples" in pattern)).toBe(false);
    const { patterns, exclusions, thresholds, weights } = bundle;
    const ruleset = compileRuleset(patterns, exclusions);
    const content = `x ${acmeKey("bundle")} ${weakNote("bundle")}`;
    const { blocked, patternName, score } = scan(ruleset, { thresholds, weights }, content);
    const told = await ask(
      server,
      { "Content-Type": "application/json" },
      { method: "POST", path: "/api/dlp/scan", body: JSON.stringify({ content }) },
    );
    expect(blocked).toBe(true);
    expect(JSON.parse(told.bytes.toString())).toEqual({
      blocked,
      pattern_name: patternName,
      score,
    });
    expect(redact(ruleset, { thresholds, weights }, content).redactions).toHaveLength(1);
  });

  test("tells settings, hosts and the canaries' prefix, and its rules by their hash", async () => {
    const { patterns, exclusions, ...rest } = bundleOf(await ask(server));
    expect(rest).toMatchObject({
      version: "none",
      rules_sha256: sha256(JSON.stringify({ patterns, exclusions })),
      thresholds: DEFAULT_THRESHOLDS,
      weights: DEFAULT_WEIGHTS,
      preset: "personal",
      fail_policy: {
        no_verdict: "own_engine",
        too_large: "ask_user",
        stale_rules: "own_engine",
        no_rules: "allow_warn",
      },
      companion_override: "once_reason_kept_in_memory",
      max_scan_bytes: 4 * 1024 * 1024,
      canary_prefix: "WEIR",
      managed: false,
      profile_id: null,
      profile_version: null,
      tamper_state: "normal",
    });
    expect(rest.inspected_hosts).toEqual(rest.inspected_hosts.toSorted());
    expect(bundleOf(await ask(withDns)).inspected_hosts).toEqual(rest.inspected_hosts);
  });

  test("never holds a canary, and does not change with one", async () => {
    const before = await ask(server);
    await change(server, "POST", "/api/dlp/canary", { label: "payroll" });
    const [canary] = server.store.canaries.list();
    const after = await ask(server);
    expect(canary?.token).toMatch(/^WEIR/);
    expect(after.bytes.includes(canary?.token ?? "WEIR")).toBe(false);
    expect(after.bytes.includes("payroll")).toBe(false);
    expect(etagOf(after)).toBe(etagOf(before));
  });

  test("is answered 304 where it is unchanged, by whatever spelling of its ETag", async () => {
    const first = await ask(server);
    const etag = etagOf(first);
    expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    const strong = etag.slice(2);
    for (const header of [etag, strong, "*", `"other", ${etag}`, `W/"a",${strong}`]) {
      const { status, headers, bytes } = await ask(server, { "If-None-Match": header });
      expect([header, status, headers["etag"], bytes.length]).toEqual([header, 304, etag, 0]);
      expect(headers["content-type"]).toBeUndefined();
    }
    for (const header of ["", '"other"', etag.slice(0, -2), strong.slice(1)]) {
      expect((await ask(server, { "If-None-Match": header })).status).toBe(200);
    }
    const head = await ask(server, {}, { method: "HEAD" });
    expect([head.status, etagOf(head), head.bytes.length]).toEqual([200, etag, 0]);
  });

  test.each([
    ["gzip", true],
    ["deflate, GZIP;q=0.5, br", true],
    ["gzip;q=1.0", true],
    ["gzip;q=0", false],
    ["gzip; q=0.000", false],
    ["br", false],
    ["x-gzip-like", false],
  ])("for Accept-Encoding: %s is packed: %s", async (header, isPacked) => {
    const plain = await ask(server);
    const { status, headers, bytes } = await ask(server, { "Accept-Encoding": header });
    expect([status, headers["content-encoding"]]).toEqual([200, isPacked ? "gzip" : undefined]);
    expect([headers["vary"], headers["etag"]]).toEqual(["Accept-Encoding", etagOf(plain)]);
    expect(headers["content-length"]).toBe(String(bytes.length));
    expect((isPacked ? gunzipSync(bytes) : bytes).equals(plain.bytes)).toBe(true);
  });

  test.each<readonly [string, "withDns" | "server", string, string, unknown, unknown]>([
    [
      "a threshold",
      "server",
      "PUT",
      "/api/dlp/config",
      { thresholds: { low: 1 } },
      { thresholds: { low: 4 } },
    ],
    [
      "a weight",
      "server",
      "PUT",
      "/api/dlp/config",
      { weights: { hotword_boost: 7 } },
      { weights: { hotword_boost: 2 } },
    ],
    [
      "a policy",
      "server",
      "PUT",
      "/api/policies/ai_chat_dlp",
      { policy: "deny" },
      { policy: "allow_with_dlp" },
    ],
    [
      "a policy while names are answered",
      "withDns",
      "PUT",
      "/api/policies/ai_chat_dlp",
      { policy: "deny" },
      { policy: "allow_with_dlp" },
    ],
  ])(
    "has another ETag after a change of %s, and the old one after it is undone",
    async (...given) => {
      const [, name, method, path, changed, undone] = given;
      const on = name === "server" ? server : withDns;
      const before = await ask(on);
      await change(on, method, path, changed);
      const after = await ask(on, { "If-None-Match": etagOf(before) });
      expect(after.status).toBe(200);
      expect(etagOf(after)).not.toBe(etagOf(before));
      expect(bundleOf(after)).not.toEqual(bundleOf(before));
      await change(on, method, path, undone);
      expect((await ask(on, { "If-None-Match": etagOf(before) })).status).toBe(304);
    },
  );

  test("is answered without a token and with a right one, and a wrong one is told", async () => {
    const { token } = server.pair(EXTENSIONS.firefox);
    const bearer = (text: string) => ({ Authorization: `Bearer ${text}` });
    for (const headers of [{}, bearer(token), bearer(server.token)]) {
      expect((await ask(server, headers)).status).toBe(200);
    }
    for (const headers of [
      bearer(token.slice(1)),
      { Authorization: token },
      { Authorization: "" },
    ]) {
      expect((await ask(server, headers)).status).toBe(401);
    }
    server.companions.forget(server.companions.list()[0]?.id ?? "");
    expect((await ask(server, bearer(token))).status).toBe(401);
  });
});

test("rules that were changed on the disk are not served before they are in force", async () => {
  const own = await startTestApi();
  const path = join(own.folder, "dlp_patterns.json");
  const served = bundleOf(await ask(own));
  writeFileSync(path, JSON.stringify({ patterns: FIXTURE_PATTERNS.slice(1) }));
  // What was served before is still what is in force, and needs no file.
  expect(bundleOf(await ask(own))).toEqual(served);
  await change(own, "PUT", "/api/dlp/config", { thresholds: { low: 1 } });
  const { patterns, rules_sha256 } = bundleOf(await ask(own));
  expect([patterns, rules_sha256]).toEqual([served.patterns, served.rules_sha256]);
  await own.api.stop();
});
