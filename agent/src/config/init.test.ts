import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { CONFIG_KEYS, configDefault, isConfigKey, PRESET_NAMES, PRESETS } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { useConfigFolder } from "../../test/use-config-folder.ts";
import { checkConfig, initConfig } from "./commands.ts";
import { faultLine } from "./faults.ts";
import { presetText } from "./init.ts";
import { loadConfig } from "./load.ts";
import { readYamlMap } from "./yaml.ts";

const { inFolder, sources } = useConfigFolder();

/** The text with every commented key taken in. */
const uncommented = (text: string): string => text.replaceAll(/^#(?=[a-z_]+:| {2,}\S)/gm, "");

describe.each(PRESET_NAMES)("the %s preset", (preset) => {
  test("is written where the agent looks first, for its owner alone, and is right", () => {
    const path = inFolder(".config/weir/config.yaml");
    expect(initConfig({ preset }, sources())).toEqual({ ok: true, path });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(path))).toEqual(["config.yaml"]);
    expect(checkConfig(undefined, sources())).toMatchObject({
      path,
      faults: [],
      warnings: [],
    });
    const outcome = loadConfig(sources());
    expect(outcome).toMatchObject({
      ok: true,
      loaded: { config: { preset, ...PRESETS[preset].defaults } },
    });
  });

  test("says in its lines what the preset would do without them", () => {
    const own = Object.fromEntries(readYamlMap(presetText(preset)).entries);
    expect(own).toEqual({ preset, ...PRESETS[preset].defaults });
  });

  test("shows keys in its comments that are right once the # is taken away", () => {
    const path = inFolder("config.yaml");
    writeFileSync(path, uncommented(presetText(preset)), { mode: 0o600 });
    expect(checkConfig(path, sources({ configPath: path })).faults.map(faultLine)).toEqual([]);
    const keys = readYamlMap(readFileSync(path, "utf8")).entries.map(([key]) => key);
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !CONFIG_KEYS.some((known) => known === key))).toEqual([]);
  });
});

test("the personal preset shows the defaults in its comments", () => {
  const examples = new Set(["category_policies", "thresholds", "upstream_dns"]);
  const shown = readYamlMap(uncommented(presetText("personal"))).entries.filter(
    ([key]) => isConfigKey(key) && configDefault(key) !== undefined && !examples.has(key),
  );
  const defaults = shown.map(([key]) => [key, isConfigKey(key) && configDefault(key)]);
  expect(shown.length).toBeGreaterThan(5);
  expect(shown).toEqual(defaults);
});

test("initConfig() leaves a file that is there, unless it is forced", () => {
  const path = inFolder("config.yaml");
  writeFileSync(path, "mine");
  expect(initConfig({ preset: "team", path }, sources())).toEqual({
    ok: false,
    code: "config_exists",
    path,
  });
  expect(readFileSync(path, "utf8")).toBe("mine");
  expect(initConfig({ preset: "team", path, force: true }, sources())).toEqual({ ok: true, path });
  expect(readFileSync(path, "utf8")).toBe(presetText("team"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(inFolder(""))).toEqual(["config.yaml"]);
});

test("initConfig() does not write through a link", () => {
  const target = inFolder("target");
  symlinkSync(target, inFolder("config.yaml"));
  const path = inFolder("config.yaml");
  expect(initConfig({ preset: "team", path }, sources())).toMatchObject({ code: "config_exists" });
  expect(readdirSync(inFolder(""))).toEqual(["config.yaml"]);
});

test("initConfig() tells where it can't write", () => {
  writeFileSync(inFolder("file"), "");
  const path = inFolder("file/config.yaml");
  expect(initConfig({ preset: "team", path }, sources())).toEqual({
    ok: false,
    code: "config_unwritable",
    path,
    details: ["there is no folder for it; check its name"],
  });
});

test("initConfig() makes nothing where others could exchange the file", () => {
  const shared = inFolder("shared");
  mkdirSync(shared);
  chmodSync(shared, 0o777);
  const path = join(shared, "weir", "config.yaml");
  const refused = { ok: false, code: "config_unsafe", path };
  expect(initConfig({ preset: "team", path }, sources())).toMatchObject(refused);
  expect(readdirSync(shared)).toEqual([]);
});

test.runIf(process.getuid?.() === 0)(
  "initConfig() as root makes nothing in a home that sudo left",
  () => {
    const home = inFolder("home");
    mkdirSync(home);
    chownSync(home, 65_534, 65_534);
    expect(initConfig({ preset: "team" }, sources({ home }))).toMatchObject({
      code: "config_unsafe",
      details: [expect.stringContaining("run it as that user, or by sudo -H")],
    });
    expect(readdirSync(home)).toEqual([]);
  },
);
