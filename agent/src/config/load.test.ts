import { describe, expect, test } from "vitest";
import { useConfigFolder } from "../../test/use-config-folder.ts";
import { loadConfig } from "./load.ts";

const { faultsOf, loaded, inFolder, sources } = useConfigFolder();

describe("precedence", () => {
  test("without any file the personal preset is in force", () => {
    const outcome = loadConfig(
      sources({ platform: "win32", env: { APPDATA: "C:\\nowhere", LOCALAPPDATA: "C:\\local" } }),
    );
    expect(outcome).toMatchObject({
      ok: true,
      loaded: { config: { preset: "personal", default_action: "allow_with_dlp" } },
    });
  });

  test("a file beats the preset, and the preset the default", () => {
    expect(loaded("preset: team").config.default_action).toBe("deny");
    expect(loaded("preset: team\ndefault_action: allow").config.default_action).toBe("allow");
    expect(
      loaded("preset: team", { commandLine: { preset: "personal" } }).config.default_action,
    ).toBe("allow_with_dlp");
  });

  test("LOG_LEVEL beats the file and the command line beats LOG_LEVEL", () => {
    const env = { LOG_LEVEL: " Debug " };
    expect(loaded("log_level: warn").config.log_level).toBe("warn");
    expect(loaded("log_level: warn", { env }).config.log_level).toBe("debug");
    expect(
      loaded("log_level: warn", { env, commandLine: { log_level: "error" } }).config.log_level,
    ).toBe("error");
  });

  test("the data folder is the key's, else WEIR_DATA_DIR's, else the platform's", () => {
    const env = { WEIR_DATA_DIR: "/from/env" };
    expect(loaded("data_dir: /from/file", { env }).dataDir).toBe("/from/file");
    expect(loaded("", { env }).dataDir).toBe("/from/env");
    expect(loaded("data_dir:", { env }).dataDir).toBe("/from/env");
    expect(loaded("").dataDir).toBe(inFolder(".local/state/weir"));
  });

  test("either spelling of a listener sets it", () => {
    expect(loaded("listen_api: 127.0.0.1:1").config.api_listen.port).toBe(1);
    expect(loaded("api_listen: 127.0.0.1:2").config.api_listen.port).toBe(2);
  });

  test("blank means not set where there is no default value", () => {
    expect(loaded('alert_webhook_url: ""\nupdate_url:\n').config).not.toHaveProperty("update_url");
    expect(faultsOf("log_level:\n")).toEqual([
      "config.yaml:1:1: log_level: has no value; remove the key to have its default",
    ]);
  });

  test("paths start at the file's folder, and ~/ is the home folder", () => {
    const { config } = loaded("rules_dir: rules\nrule_paths: [~/a.txt, ../b.txt]\n", {
      home: "/home/ada",
    });
    expect(config.rules_dir).toBe(inFolder("rules"));
    expect(config.rule_paths).toEqual(["/home/ada/a.txt", inFolder("../b.txt")]);
  });
});

describe("faults", () => {
  test("all of them are told at once, with line, column, key, expectation and the nearest key", () => {
    const text =
      "api_listn: 127.0.0.1:1\nlog_level: loud\nthresholds:\n  critical: 1\n  lwo: 2\n  high: 0\nalert_threshold_blocks: 4\ncolour: red\n";
    expect(faultsOf(text)).toEqual([
      "config.yaml:1:1: api_listn: is not a known key; did you mean api_listen?",
      "config.yaml:2:1: log_level: must be error, warn, info or debug",
      "config.yaml:5:3: thresholds.lwo: is not a known field; did you mean low?",
      "config.yaml:6:3: thresholds.high: must be at least 1",
      "config.yaml:7:1: alert_threshold_blocks: must be a whole number from 5 to 1000000",
      "config.yaml:8:1: colour: is not a known key",
    ]);
  });

  test.each([
    [
      "api_listen: 127.0.0.1:1\nlisten_api: 127.0.0.1:1",
      "config.yaml:2:1: listen_api: is another spelling of api_listen, which line 1 gives; keep one",
    ],
    [
      "api_listen: 127.0.0.1:1\napi_listen: 127.0.0.1:1",
      "config.yaml:2:1: api_listen: is given twice, on line 1 already",
    ],
    [
      "dns_listen: 0.0.0.0:53",
      "config.yaml:1:1: dns_listen: must be a loopback address (127.0.0.1, [::1]): the agent serves this machine alone",
    ],
    [
      "listen_dns: 0.0.0.0:53",
      "config.yaml:1:1: dns_listen: must be a loopback address (127.0.0.1, [::1]): the agent serves this machine alone",
    ],
    ["api_listen: 127.0.0.1:15353", "config.yaml: dns_listen: must differ from api_listen"],
    [
      "profile_signatures_required: 2",
      "config.yaml:1: profile_signatures_required: must be at most the number of different keys of profile_public_key, which is 0",
    ],
    [
      "upstream_dns: 127.0.0.1:15353",
      "config.yaml:1: upstream_dns: must not be the agent's own dns_listen: queries would go in circles",
    ],
    [
      "overrides: {}",
      "config.yaml:1:1: overrides: is a key of a profile, not of the configuration",
    ],
    [
      "rule_paths:\n  - a\n  - 3",
      "config.yaml:3:5: rule_paths[1]: must belong to a list of file paths",
    ],
    [
      "\tlog_level: info",
      "config.yaml:1:1: a tab stands where spaces must: YAML is indented with spaces alone",
    ],
  ])("%j is one fault", (text, line) => {
    const faults = faultsOf(text);
    expect(faults).toHaveLength(1);
    // Which column the second of two keys is blamed at is told by the others.
    expect(faults[0]?.replace(/(:\d+):\d+/, "$1")).toBe(
      line.startsWith("config.yaml: dns")
        ? "default: dns_listen: must differ from api_listen"
        : line.replace(/(:\d+):\d+/, "$1"),
    );
  });

  test.each([
    ["127.0.0.1", "127.0.0.1:5300", true],
    ["127.0.0.1", "0.0.0.0:5300", true],
    ["127.0.0.1", "[::ffff:127.0.0.1]:5300", true],
    ["127.0.0.1", "[::ffff:7f00:1]:5300", true],
    ["127.0.0.1", "[/corp.example/][::ffff:0.0.0.0]:5300", true],
    ["127.0.0.1", "[::1]:5300", true],
    ["[::1]", "[0:0:0:0:0:0:0:1]:5300", true],
    ["[::1]", "[::1%lo]:5300", true],
    ["[::1]", "[::]:5300", true],
    // Another resolver can listen there.
    ["127.0.0.1", "127.0.0.1:5301", false],
    ["127.0.0.1", "127.0.0.53:5300", false],
    ["127.0.0.2", "0.0.0.0:5300", false],
    ["[::1]", "127.0.0.1:5300", false],
  ])(
    "with the listener on %s, the resolver %s is the agent itself: %s",
    (host, upstream, isOwn) => {
      const faults = faultsOf(`dns_listen: "${host}:5300"\nupstream_dns: "${upstream}"\n`);
      const own =
        "config.yaml:2:1: upstream_dns: must not be the agent's own dns_listen: queries would go in circles";
      expect(faults).toEqual(isOwn ? [own] : []);
    },
  );

  test("a value of the environment or the command line is blamed on its own source", () => {
    expect(faultsOf("", { env: { LOG_LEVEL: "loud" } })).toEqual([
      "LOG_LEVEL in the environment: log_level: must be error, warn, info or debug",
    ]);
    expect(faultsOf("", { commandLine: { api_listen: "0.0.0.0:1" } })[0]).toMatch(
      /^command line: api_listen: must be a loopback/,
    );
  });

  test("a value that could not be read is told once", () => {
    const faults = faultsOf("log_level: &a info\ndata_dir: *a\nproxy_enabled: *a\n");
    expect(faults.map((line) => line.split(": ").slice(0, 2))).toEqual([
      ["config.yaml:1:15", "log_level"],
      ["config.yaml:2:11", "data_dir"],
      ["config.yaml:3:16", "proxy_enabled"],
    ]);
  });

  test("listeners may share port 0, which is any free one", () => {
    expect(faultsOf("api_listen: 127.0.0.1:0\ndns_listen: 127.0.0.1:0\n")).toEqual([]);
  });

  test("a faulty value is told even where another source wins over it", () => {
    expect(faultsOf("log_level: loud", { env: { LOG_LEVEL: "info" } })).toHaveLength(1);
  });

  test.each(["__proto__: 1", "constructor: 1", "toString: 1", "<<: {log_level: info}"])(
    "%j is an unknown key",
    (text) => {
      expect(faultsOf(text)[0]).toContain("is not a known key");
    },
  );

  test.each(["__proto__", "constructor"])("%s is no threshold", (name) => {
    expect(faultsOf(`thresholds: {${name}: 1}`)).toHaveLength(1);
  });

  test.each([
    ["profile_url: https://10.0.0.1/p", true],
    ["profile_url: https://10.0.0.1/p\nallow_private_profile_url: true", false],
    ["profile_url: https://127.0.0.1/p\nallow_private_profile_url: true", true],
    ["profile_url: https://2130706433/p", true],
    ["profile_url: https://0x7f.1/p", true],
    ["profile_url: https://localhost/p", true],
    ["profile_url: https://[::ffff:10.0.0.1]/p", true],
    ["profile_url: https://[64:ff9b::a00:1]/p", true],
    ["profile_url: https://[64:ff9b::1]/p", true],
    ["profile_url: https://[64:ff9b:1:2::808:808]/p", true],
    ["update_url: http://[64:ff9b:1::a9fe:a9fe]/", true],
    ["profile_url: https://[64:ff9b::808:808]/p", false],
    ["profile_url: https://[2002:a00:1::]/p", true],
    ["profile_url: https://[2002:7f00::1]/p", true],
    ["profile_url: https://[2002::1]/p", true],
    ["profile_url: https://[2002:a00:1:2:3:4:5:6]/p\nallow_private_profile_url: true", false],
    ["update_url: http://[2002:a9fe:a9fe::1]/", true],
    ["profile_url: https://[2002:808:808::1]/p", false],
    ["alert_webhook_url: https://[2001::53aa:64c:0:7f00:1]/", true],
    ["alert_webhook_url: https://[::7f00:1]/", true],
    ["alert_webhook_url: https://[::808:808]/", true],
    ["alert_webhook_url: https://192.0.0.1/", true],
    ["alert_webhook_url: https://[2001:4860:4860::8888]/", false],
    ["profile_url: https://100.64.0.1/p", true],
    ["profile_url: https://example.com/p", false],
    ["alert_webhook_url: https://192.168.0.1/\nallow_private_profile_url: true", true],
    ["alert_webhook_url: https://[fe80::1]/", true],
    ["alert_webhook_url: https://8.8.8.8/", false],
    ["update_url: http://192.168.0.1/", false],
    ["update_url: http://127.0.0.1/", false],
    ["update_url: http://169.254.169.254/", true],
    ["heartbeat_url: http://0.0.0.0/", true],
    ["heartbeat_url: http://10.0.0.1/", false],
  ])("%j is refused: %j", (text, isRefused) => {
    expect(faultsOf(text)).toHaveLength(isRefused ? 1 : 0);
  });

  test("what keys make together is told beside what is wrong with single ones, and not of these", () => {
    const text =
      "unknown_key: 1\nalert_webhook_url: https://127.0.0.1/x\ndns_listen: 127.0.0.1:9191\nprofile_signatures_required: 2\n";
    const beginnings = (all: string): string[] =>
      faultsOf(all).map((line) => line.replace("config.yaml:", "").slice(0, 40));
    const [unknown, alert, ...both] = beginnings(text);
    expect([unknown, alert, ...both]).toEqual([
      "1:1: unknown_key: is not a known key",
      "2:1: alert_webhook_url: must not name an",
      "3:1: dns_listen: must differ from api_li",
      "4:1: profile_signatures_required: must b",
    ]);
    const faulty = "listen_api: 127.0.0.1:x\nprofile_public_key: x\n";
    expect(beginnings(text + faulty)).toEqual([
      unknown,
      alert,
      "5:1: api_listen: must be a host and a po",
      "6:1: profile_public_key: must be an Ed25",
    ]);
  });

  test("no line repeats a value, a host, a URL, or a key that looks like one", () => {
    const text =
      "https://zqmark.example/zqmark: 1\nupdate_url: ftp://zqmark\napi_listen: zqmark:1\nalert_webhook_url: https://127.0.0.1/zqmark\nprofile_public_key: zqmark\n";
    expect(faultsOf(text)).toHaveLength(5);
    expect(faultsOf(`${text}a: "zqmark\n`).join("\n")).not.toContain("zqmark");
    expect(faultsOf(text).join("\n")).not.toContain("zqmark");
  });
});
