import { CONFIG_LOG_LEVELS } from "@weir/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LOG_LEVELS } from "../log.ts";
import { configPlaces, locateConfig, platformDataDir } from "./locate.ts";
import { readYamlMap } from "./yaml.ts";

test("the log levels of the schema are those of the log", () => {
  expect(CONFIG_LOG_LEVELS).toEqual(LOG_LEVELS);
});

describe("configPlaces()", () => {
  const paths = (platform: string, env: Record<string, string>, home = "/home/ada") =>
    configPlaces({ platform, env, home }).map(({ path }) => path);

  test.each([
    ["linux", {}, ["/home/ada/.config/weir/config.yaml", "/etc/weir/config.yaml"]],
    [
      "linux",
      { XDG_CONFIG_HOME: "/xdg" },
      ["/xdg/weir/config.yaml", "/home/ada/.config/weir/config.yaml", "/etc/weir/config.yaml"],
    ],
    ["darwin", {}, ["/home/ada/.config/weir/config.yaml", "/etc/weir/config.yaml"]],
    [
      "linux",
      { XDG_CONFIG_HOME: "relative" },
      ["/home/ada/.config/weir/config.yaml", "/etc/weir/config.yaml"],
    ],
    ["linux", { WEIR_CONFIG: "/my.yaml", XDG_CONFIG_HOME: "/xdg" }, ["/my.yaml"]],
    ["linux", { WEIR_CONFIG: "" }, ["/home/ada/.config/weir/config.yaml", "/etc/weir/config.yaml"]],
    [
      "win32",
      { APPDATA: "C:\\Users\\ada\\AppData\\Roaming" },
      ["C:\\Users\\ada\\AppData\\Roaming\\weir\\config.yaml"],
    ],
  ])("on %s with %j looks at %j", (platform, env, expected) => {
    expect(paths(platform, env)).toEqual(expected);
  });

  test("an account without a home folder has the file of the machine alone", () => {
    expect(paths("linux", {}, "")).toEqual(["/etc/weir/config.yaml"]);
  });
});

test("locateConfig() takes the first that is there, and a named one even where it is not", () => {
  const here = { platform: "linux", env: {}, home: "/home/ada" };
  const found = (present: string[]) => locateConfig(here, (path) => present.includes(path))?.path;
  const user = "/home/ada/.config/weir/config.yaml";
  expect(found([user, "/etc/weir/config.yaml"])).toBe(user);
  expect(found(["/etc/weir/config.yaml"])).toBe("/etc/weir/config.yaml");
  expect(found([])).toBeUndefined();
  const named = { ...here, env: { WEIR_CONFIG: "/gone.yaml" } };
  expect(locateConfig(named, () => false)?.path).toBe("/gone.yaml");
});

test.each([
  ["linux", {}, "/home/ada/.local/state/weir"],
  ["linux", { XDG_STATE_HOME: "/state" }, "/state/weir"],
  ["linux", { XDG_STATE_HOME: "state" }, "/home/ada/.local/state/weir"],
  ["darwin", {}, "/home/ada/Library/Application Support/weir"],
  ["win32", { LOCALAPPDATA: "C:\\Local" }, "C:\\Local\\weir"],
])("the data folder on %s with %j is %s", (platform, env, expected) => {
  expect(platformDataDir({ platform, env, home: "/home/ada" })).toBe(expected);
});

describe("readYamlMap()", () => {
  test.each([
    ["", []],
    ["# nothing\n", []],
    ["---\n", []],
    [
      "\uFEFFa: 1\r\nb: two\r\n",
      [
        ["a", 1],
        ["b", "two"],
      ],
    ],
    [
      "a: 15m\nb: 0\nc:\nd: yes\n",
      [
        ["a", "15m"],
        ["b", 0],
        ["c", null],
        ["d", "yes"],
      ],
    ],
    [
      "a: [x, y]\nb: {c: true}",
      [
        ["a", ["x", "y"]],
        ["b", { c: true }],
      ],
    ],
    ["1: x", [["1", "x"]]],
  ])("reads %j", (text, entries) => {
    expect(readYamlMap(text)).toMatchObject({ entries, faults: [] });
  });

  test.each([
    ["a: 1\nb: 2\na: 3\n", 3, 1, "is given twice, on line 1"],
    ["a:\n  b: 1\n  b: 2\n", 3, 3, "is given twice, on line 2"],
    ["a:\n\tb: 1\n", 2, 1, "a tab"],
    ["a: &x 1\nb: *x\n", 1, 7, "anchors"],
    ["a: *x\n", 1, 4, "aliases"],
    ["a: &x\n", 1, 6, "anchors"],
    ["a: !!str x\n", 1, 10, "tag"],
    ["a: ! x\n", 1, 6, "tag"],
    ["a: !!map {b: 1}\n", 1, 10, "tag"],
    ["a: [1, !!seq [2]]\n", 1, 14, "tag"],
    ["!!str a: 1\n", 1, 7, "tag"],
    ["&x a: 1\n", 1, 4, "anchors"],
    ["--- !!map\na: 1\n", 2, 1, "tag"],
    ["a: 1\n---\nb: 2\n", 2, 1, "second document"],
    ["a: !x 1\n", 1, 4, "tag"],
    ["- a\n", 1, 1, "must hold lines"],
    ["hello\n", 1, 1, "must hold lines"],
    ["? [a]\n: 1\n", 1, 3, "plain name"],
    ["a: @x\n", 1, 4, "quotes"],
    ["x: 1\na: [::1]:9\n", 2, 9, "quotes"],
    ["a: 'x\n", 2, 1, "missing"],
  ])("%j is faulty on line %d, column %d", (text, line, column, words) => {
    const { faults } = readYamlMap(text);
    expect(faults[0]).toMatchObject({ line, column });
    expect(faults[0]?.problem).toContain(words);
  });

  test("a bomb of aliases is refused without being expanded", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
    for (let i = 1; i < 12; i++) {
      const last = `*a${i - 1}`;
      lines.push(`a${i}: &a${i} [${Array.from({ length: 9 }, () => last).join(", ")}]`);
    }
    const { entries, faults } = readYamlMap(lines.join("\n"));
    expect(faults.length).toBeGreaterThan(0);
    expect(JSON.stringify(entries).length).toBeLessThan(10_000);
  });

  test.each([
    ["brackets", "a: " + "[".repeat(3000)],
    ["far more brackets", "[".repeat(1 << 20)],
    ["maps", "a: " + "{a: ".repeat(3000)],
    ["lists", "- ".repeat(3000)],
    ["lines", "a:\n".repeat(200_000)],
  ])("an abyss of %s is a fault and not an error", (_, text) => {
    expect(readYamlMap(text).faults.length).toBeGreaterThan(0);
  });

  test.each([
    ["marks", "a: [" + "x,".repeat(20_001) + "]"],
    ["lines", "#\n".repeat(20_001)],
  ])("more %s than a configuration has are refused before they are parsed", (_, text) => {
    expect(readYamlMap(text).faults[0]?.problem).toBe("is far longer than a configuration");
  });

  test("never throws and never repeats the text in a fault, whatever the text", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "zqmark",
        ": ",
        "\n",
        "- ",
        "[",
        "]",
        "{",
        "}",
        "&zqmark ",
        "*zqmark",
        "!zqmark ",
        '"',
        "'",
        "\t",
        "? ",
        "|",
        ">",
        "%zqmark",
        "---\n",
      ),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { faults } = readYamlMap(pieces.join(""));
        for (const { problem } of faults) expect(problem).not.toContain("zqmark");
      }),
      { numRuns: 500 },
    );
  });

  test("values are nested sixteen deep at most", () => {
    const problemsOf = (depth: number): string[] =>
      readYamlMap(`a: ${"[".repeat(depth)}${"]".repeat(depth)}`).faults.map(
        ({ problem }) => problem,
      );
    expect(problemsOf(16)).toEqual([]);
    expect(problemsOf(17)).toEqual(["is nested too deeply"]);
  });

  test("names the place of every nested value", () => {
    const { places } = readYamlMap("a:\n  b: 1\nc:\n  - x\n  - y\n");
    expect(places.get("a.b")).toEqual({ line: 2, column: 3 });
    expect(places.get("c[1]")).toEqual({ line: 5, column: 5 });
  });
});
