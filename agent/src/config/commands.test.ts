import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { CONFIG_KEYS, configKeyInfo, configReference } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { useConfigFolder } from "../../test/use-config-folder.ts";
import { checkConfig, configRows, restartKeys, showConfig } from "./commands.ts";
import { faultLine } from "./faults.ts";
import { loadConfig } from "./load.ts";

const { faultsOf, loaded, inFolder, sources } = useConfigFolder();

describe("the file", () => {
  test.each([
    ["is larger than 1048576 bytes", "#".repeat(1024 * 1024 + 1)],
    ["is not UTF-8; save it as UTF-8", new Uint8Array([0x61, 0x3a, 0xff])],
  ])("%s", (problem, content) => {
    expect(faultsOf(content)).toEqual([`config.yaml: ${problem}`]);
  });

  test("that is named and not there is config_missing, and no other is read instead", () => {
    const env = { WEIR_CONFIG: inFolder("gone.yaml") };
    expect(loadConfig(sources({ env }))).toMatchObject({ ok: false, code: "config_missing" });
    expect(loadConfig(sources({ configPath: "gone.yaml" }))).toMatchObject({
      code: "config_missing",
    });
  });

  test("that is a folder or a dangling link is told, never passed over", () => {
    const place = inFolder("weir/config.yaml");
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const env = { XDG_CONFIG_HOME: inFolder("") };
    expect(loadConfig(sources({ env }))).toMatchObject({
      ok: false,
      faults: [{ problem: "is not a file" }],
    });
    rmSync(place, { recursive: true });
    symlinkSync("nowhere", place);
    expect(loadConfig(sources({ env }))).toMatchObject({ ok: false, code: "config_missing" });
  });

  test("that others can change is config_unsafe, told beside its other faults, with the command that mends it", () => {
    const path = inFolder("config.yaml");
    writeFileSync(path, "colour: red\n");
    chmodSync(path, 0o666);
    const outcome = loadConfig(sources({ configPath: path }));
    expect(outcome).toMatchObject({ ok: false, code: "config_unsafe" });
    expect(checkConfig(path, sources({ configPath: path })).faults.map(faultLine)).toEqual([
      `${path}: is the configuration and can be changed by others; mend it: chmod 600 '${path}'`,
      `${path}:1:1: colour: is not a known key`,
    ]);
  });
});

test("a key that nothing reads yet is warned of where it is set to something, and is no fault", () => {
  const configPath = inFolder("config.yaml");
  const lines = [
    "proxy_enabled: true",
    "listen_proxy: 127.0.0.1:8444",
    "alert_interval: 300s",
    "heartbeat_url:",
    "profile_public_key: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "log_level: debug",
  ];
  writeFileSync(configPath, lines.join("\n"), { mode: 0o600 });
  const { faults, code, warnings } = checkConfig(configPath, sources({ configPath }));
  expect([faults, code]).toEqual([[], undefined]);
  const text = "has no effect yet: this part of Weir is not built";
  expect(warnings.map(faultLine)).toEqual([
    `${configPath}:2:1: proxy_listen: ${text}`,
    `${configPath}:1:1: proxy_enabled: ${text}`,
    `${configPath}:5:1: profile_public_key: ${text}`,
  ]);
  expect(configReference().match(/\*\*Not in effect yet\.\*\*/g)).toHaveLength(
    CONFIG_KEYS.filter((key) => configKeyInfo(key).isPlanned === true).length,
  );
});

test.each([
  ["api_listen: 127.0.0.1:9192", ["1:1"]],
  ["api_listen: '[::1]:9191'", ["1:1"]],
  ["api_listen: 127.0.0.2:9191", ["1:1"]],
  ["api_listen: 127.0.0.1:19191", ["1:1"]],
  ["api_listen: 127.0.0.1:9191", []],
  ["api_listen: localhost:9191", []],
  ["api_listen: 127.0.0.1:9192\npairing_enabled: false", []],
])("with %j it is warned at %j that the companion finds no agent there", (text, places) => {
  const configPath = inFolder("config.yaml");
  writeFileSync(configPath, text, { mode: 0o600 });
  const { faults, warnings } = checkConfig(configPath, sources({ configPath }));
  expect([faults, warnings.map(faultLine)]).toEqual([
    [],
    places.map(
      (place) =>
        `${configPath}:${place}: api_listen: the browser companion asks 127.0.0.1:9191 alone, and finds no agent elsewhere`,
    ),
  ]);
});

describe("showConfig()", () => {
  test("tells every value as a file would give it, and where it comes from", () => {
    const configPath = inFolder("config.yaml");
    writeFileSync(configPath, "preset: team\nlisten_api: '[::1]:9191'\nthresholds: {low: 9}\n", {
      mode: 0o600,
    });
    const shown = showConfig(
      sources({
        configPath,
        env: { LOG_LEVEL: "debug" },
        commandLine: { dns_listen: "127.0.0.1:0" },
      }),
    );
    const rows = new Map(
      shown.ok ? shown.rows.map(({ key, value, origin }) => [key, [value, origin]]) : [],
    );
    expect(rows.get("api_listen")).toEqual(["[::1]:9191", `${configPath}:2`]);
    expect(rows.get("thresholds")).toEqual([
      '{"critical":1,"high":2,"medium":3,"low":9}',
      `${configPath}:3`,
    ]);
    expect(rows.get("default_action")).toEqual(["deny", "preset team"]);
    expect(rows.get("log_level")).toEqual(["debug", "LOG_LEVEL in the environment"]);
    expect(rows.get("dns_listen")).toEqual(["127.0.0.1:0", "command line"]);
    expect(rows.get("update_interval")).toEqual(["24h", "default"]);
    expect(rows.get("update_url")).toEqual(["", "default"]);
    expect(rows.get("data_dir")).toEqual([inFolder(".local/state/weir"), "default"]);
  });

  test("hides what can be a secret", () => {
    const rows = configRows(
      loaded("alert_webhook_url: https://hooks.example.com/services/zqmark?k=zqmark\n"),
    );
    expect(rows.find(({ key }) => key === "alert_webhook_url")?.value).toBe(
      "https://hooks.example.com/...",
    );
    expect(JSON.stringify(rows)).not.toContain("zqmark");
  });
});

test("restartKeys() names the changed keys that wait for the next start", () => {
  const before = loaded("").config;
  const after = loaded("api_listen: 127.0.0.1:1\nlog_level: debug\n").config;
  expect(restartKeys(before, after)).toEqual(["api_listen"]);
  expect(restartKeys(before, before)).toEqual([]);
});
