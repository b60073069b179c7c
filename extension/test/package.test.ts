import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { crc32, inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildExtension, commonParts } from "../../scripts/build-extension.ts";
import type { BuiltExtension, CommonParts } from "../../scripts/build-extension.ts";
import {
  GECKO_ID,
  hostMatch,
  manifestOf,
  STRICT_SCRIPTS,
  TARGETS,
  topmostHosts,
} from "../manifest.ts";
import type { Manifest, Target } from "../manifest.ts";
import { policyOf } from "../src/background/managed-policy.ts";

const root = join(import.meta.dirname, "../..");
/** The limit of a package with its rules, in bytes. */
const MAX_PACKAGE_BYTES = 400 * 1024;

const folder = mkdtempSync(join(tmpdir(), "weir-package-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The names of a list of hosts, read without the engine. */
const namesOf = (list: string): string[] =>
  readFileSync(join(root, "rules", list), "utf8")
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter((name) => name !== "");

interface ContentScript {
  readonly matches: readonly string[];
  readonly exclude_matches: readonly string[];
  readonly js: readonly string[];
  readonly world?: string;
}

const scriptsOf = (manifest: Manifest): readonly ContentScript[] =>
  JSON.parse(JSON.stringify(manifest["content_scripts"])) as readonly ContentScript[];

const inspected = namesOf("ai_chat_dlp.txt");
const allowed = namesOf("ai_allowed.txt");
const shippedManifest = (target: Target): Manifest =>
  manifestOf({
    target,
    version: "1.2.3",
    inspectedHosts: inspected,
    allowedHosts: allowed,
    agentPort: 9191,
  });

describe("manifests", () => {
  test.each(TARGETS)("%s guards the hosts of the rule file, and no others", (target) => {
    const manifest = shippedManifest(target);
    for (const { matches, exclude_matches: excluded } of scriptsOf(manifest)) {
      const hosts = matches.map((match) => /^https:\/\/\*\.(.+)\/\*$/.exec(match)?.[1] ?? match);
      const isMatched = (name: string): boolean =>
        hosts.some((host) => name === host || name.endsWith(`.${host}`));
      expect(inspected.filter((name) => !isMatched(name))).toEqual([]);
      expect(hosts.filter((host) => !inspected.includes(host))).toEqual([]);
      expect(excluded).toContain("https://*.auth.openai.com/*");
      expect(excluded.filter((match) => matches.includes(match))).toEqual([]);
    }
    const permissions = manifest["host_permissions"] as readonly string[];
    const matches = scriptsOf(manifest)[0]?.matches ?? [];
    const sockets = matches.map((match) => match.replace("https", "wss"));
    expect(permissions.slice(1)).toEqual([...matches, ...sockets]);
  });

  test("are the same for all targets but in what the browsers ask for", () => {
    const own = new Set([
      "background",
      "permissions",
      "host_permissions",
      "browser_specific_settings",
      "minimum_chrome_version",
      "storage",
      "externally_connectable",
    ]);
    const common = TARGETS.map((target) =>
      Object.entries(shippedManifest(target)).filter(([key]) => !own.has(key)),
    );
    expect(common[1]).toEqual(common[0]);
    expect(common[2]).toEqual(common[0]);
  });

  test("name the agent as each browser understands it", () => {
    const [chromium, managed, firefox] = TARGETS.map(
      (target) => (shippedManifest(target)["host_permissions"] as string[])[0],
    );
    expect([chromium, managed]).toEqual(["http://127.0.0.1:9191/*", "http://127.0.0.1:9191/*"]);
    // Firefox matches nothing where a pattern has a port.
    expect(firefox).toBe("http://127.0.0.1/*");
  });

  test("ask for nothing that is not justified in docs/companion.md", () => {
    const page = readFileSync(join(root, "docs/companion.md"), "utf8");
    const asked = TARGETS.flatMap((target) => shippedManifest(target)["permissions"] as string[]);
    expect(new Set(asked)).toEqual(
      new Set([
        "storage",
        "scripting",
        "webRequest",
        "webRequestBlocking",
        "declarativeNetRequestWithHostAccess",
      ]),
    );
    for (const permission of asked) expect(page).toContain(`| \`${permission}\``);
    expect(shippedManifest("chromium")["permissions"]).not.toContain("webRequestBlocking");
  });

  test.each(TARGETS)("%s takes no messages from outside and shows nothing of itself", (target) => {
    const manifest = shippedManifest(target);
    expect(manifest["web_accessible_resources"]).toBeUndefined();
    expect(manifest["externally_connectable"]).toEqual(
      target === "firefox" ? undefined : { ids: [] },
    );
    expect(JSON.stringify(manifest["content_security_policy"])).toContain(
      "connect-src 'self' http://127.0.0.1:*",
    );
  });

  test("Firefox asks for consent, since the agent is another program", () => {
    expect(shippedManifest("firefox")["browser_specific_settings"]).toMatchObject({
      gecko: {
        strict_min_version: "140.0",
        data_collection_permissions: { required: ["websiteContent"] },
      },
    });
  });

  test("a host under another one is not named again", () => {
    expect(topmostHosts(["b.example", "a.b.example", "ab.example", "b.example"])).toEqual([
      "ab.example",
      "b.example",
    ]);
    expect(hostMatch("b.example")).toBe("https://*.b.example/*");
  });
});

describe("what administrators are given", () => {
  const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));
  const settings = Object.keys(
    (json("extension/src/background/managed-schema.json") as { properties: object }).properties,
  );

  test.each([
    ["packaging/policies/chromium.json", ["3rdparty", "extensions", "EXTENSION_ID"]],
    ["packaging/policies/firefox.json", ["policies", "3rdparty", "Extensions", GECKO_ID]],
  ])("%s sets what the companion reads", (path, keys) => {
    const policy = keys.reduce<unknown>(
      (part, key) => (part as Record<string, unknown>)[key],
      json(path),
    );
    expect(Object.keys(policy as object)).toEqual(settings);
    expect(policyOf(policy as Record<string, unknown>)).toEqual({
      preset: "managed",
      strict: false,
      lockHosts: true,
    });
  });

  test("and is told what each of them means", () => {
    const page = readFileSync(join(root, "docs/companion.md"), "utf8");
    for (const setting of settings) expect(page).toContain(`| \`${setting}\``);
  });
});

/** What all targets have in common, made twice. */
let first: CommonParts | undefined;
let second: CommonParts | undefined;

/** The files of an archive by name, each held against its checksum. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50;) {
    const nameEnd = at + 30 + archive.readUInt16LE(at + 26);
    const dataEnd = nameEnd + archive.readUInt32LE(at + 18);
    const content = inflateRawSync(archive.subarray(nameEnd, dataEnd));
    expect(crc32(content)).toBe(archive.readUInt32LE(at + 14));
    files.set(archive.toString("utf8", at + 30, nameEnd), content);
    at = dataEnd;
  }
  return files;
}

describe.each(TARGETS)("the package for %s", (target) => {
  let built: BuiltExtension;
  let archive: Buffer;
  beforeAll(async () => {
    const common = (first ??= commonParts());
    built = await buildExtension({ target, test: false, folder: join(folder, target), common });
    archive = await built.archive();
  });

  test("is the same bytes each time", async () => {
    const common = (second ??= commonParts());
    const place = join(folder, "again");
    const again = await buildExtension({ target, test: false, folder: place, common });
    expect((await again.archive()).equals(archive)).toBe(true);
  });

  test("hands a page no arguments of its functions off the stack", () => {
    const files = new Map(unzip(archive));
    for (const name of ["page.js", "content.js"])
      expect(String(files.get(name)).slice(0, 13)).toBe('"use strict";');
  });

  test("is small, rules included", () => {
    expect(archive.length).toBeLessThanOrEqual(MAX_PACKAGE_BYTES);
  });

  test("holds what its manifest and its background name, and the folder holds the same", () => {
    const files = unzip(archive);
    for (const [name, content] of files) {
      expect(readFileSync(join(built.folder, name)).equals(content)).toBe(true);
    }
    const manifest = JSON.parse(String(files.get("manifest.json"))) as Manifest;
    const named = JSON.stringify(manifest).match(/[\w/-]+\.(?:js|html|png|json)(?=")/g) ?? [];
    expect(named.length).toBeGreaterThan(8);
    for (const name of [...named, ...STRICT_SCRIPTS])
      expect(files.get(name)?.length).toBeGreaterThan(0);
  });

  test.each([
    ["code that is made at run time", /\beval\(|\bFunction\(|\bWebAssembly\b/],
    ["markup that is made at run time", /\.(?:inner|outer)HTML\s*=[^=]|insertAdjacentHTML/],
    ["source map", /\bsourceMappingURL\b|file:\/\/\//],
  ])("holds no %s", (_name, shape) => {
    const scripts = [...unzip(archive)].filter(([name]) => name.endsWith(".js"));
    const found = scripts.filter(([name, code]) => name !== "rules.js" && shape.test(String(code)));
    expect(found.map(([name]) => name)).toEqual([]);
  });
});

test("Mozilla's own check of the package has nothing to remark", async () => {
  const { folder: source } = await buildExtension({
    target: "firefox",
    test: false,
    folder: join(folder, "lint"),
    common: (first ??= commonParts()),
  });
  const program = join(root, "node_modules/web-ext/bin/web-ext.js");
  const { stdout } = spawnSync(
    process.execPath,
    [program, "lint", "--source-dir", source, "--output", "json", "--no-config-discovery"],
    { encoding: "utf8", env: { ...process.env, NO_UPDATE_NOTIFIER: "1" } },
  );
  const { errors, warnings, notices } = JSON.parse(stdout) as Record<string, unknown[]>;
  expect({ errors, warnings, notices }).toEqual({ errors: [], warnings: [], notices: [] });
});
