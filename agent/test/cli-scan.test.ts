import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acmeKey, longBlock, temporaryFolder, weakNote, writeRules } from "./fixture-rules.ts";
import { weir } from "./run-cli.ts";
import type { CliOptions } from "./run-cli.ts";
import { anyNumber, anyText, containing, including, matching } from "./matchers.ts";

const MIB = 1024 * 1024;
const folder = temporaryFolder();
const rules = join(folder.path, "rules");
const key = acmeKey("cli");

beforeAll(() => {
  mkdirSync(rules);
  writeRules(rules);
});
afterAll(() => folder.remove());

const scan = async (args: readonly string[], options: CliOptions = {}) =>
  weir(["scan", "--rules", rules, ...args], { cwd: folder.path, ...options });

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder.path, name), content);
  return name;
}

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le");

const PLACES: readonly (readonly [string, string | Uint8Array, string])[] = [
  ["a plain line", key, "1:1"],
  ["the end of a line", `one\ntwo ${key}\n`, "2:5"],
  ["CRLF", `one\r\ntwo\r\n ${key}\r\n`, "3:2"],
  ["a byte order mark", `\ufeff${key}`, "1:1"],
  ["astral characters", `😀\n😀😀 ${key}`, "2:4"],
  ["UTF-16, little end first", utf16(`a\n${key}`), "2:1"],
  ["UTF-16, big end first", utf16(`a\n${key}`).swap16(), "2:1"],
  ["UTF-16 without a mark", utf16(`a\n${key}`).subarray(2), "2:1"],
  ["UTF-16 without a mark, big end first", utf16(`a\n${key}`).swap16().subarray(2), "2:1"],
  ["invalid UTF-8", Buffer.concat([Buffer.from([0xff, 0xc3, 0x20]), Buffer.from(key)]), "1:4"],
  [
    "a binary file",
    Buffer.concat([Buffer.from([0, 1, 2, 0x80, 10, 0]), Buffer.from(key), Buffer.from([0])]),
    "2:2",
  ],
  ["Latin-1", Buffer.from(`gr\u00fc\u00dfe: ${key}`, "latin1"), "1:8"],
];

test("scan tells line and column, whatever the encoding", async () => {
  const names = PLACES.map(([name, content]) => file(name, content));
  const { code, out, err } = await scan(names);
  const places = PLACES.map(
    ([name, , place]) => `${name}:${place}: Acme Key (critical, score 3)\n`,
  );
  expect(out).toBe(places.join(""));
  expect([code, err]).toEqual([1, `${PLACES.length} findings in ${PLACES.length} files\n`]);
});

test.each(["CRLF", "UTF-16, big end first"])(
  "standard input in %s is read like a file",
  async (name) => {
    const [, input = "", place = ""] = PLACES.find(([known]) => known === name) ?? [];
    expect((await scan([], { input })).out).toBe(`stdin:${place}: Acme Key (critical, score 3)\n`);
  },
);

const CLEAN: readonly (readonly [string, string | Uint8Array])[] = [
  ["empty", ""],
  ["one byte", "x"],
  ["half a byte order mark", Buffer.from([0xff])],
  ["NUL", "\u0000"],
  ["a lone surrogate in UTF-16", Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
  ["an odd number of bytes in UTF-16", Buffer.from([0xff, 0xfe, 0x41])],
  ["invalid UTF-8", Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80, 0xf8, 0xff])],
];

test("inputs at the edge of what can be read are clean, and scanned in silence", async () => {
  const names = CLEAN.map(([name, content]) => file(name, content));
  expect(await scan(names)).toEqual({ code: 0, out: "", err: "" });
  expect(await scan(["-"])).toEqual({ code: 0, out: "", err: "" });
});

test("several files: the worst exit code wins, and the good ones are scanned", async () => {
  const good = file("good.txt", "nothing");
  const hit = file("hit.txt", `${key}\n${acmeKey("second")}`);
  const { code, out, err } = await scan([good, "missing.txt", hit, "rules", good]);
  expect(code).toBe(2);
  expect(out.split("\n")).toHaveLength(3);
  expect(err).toContain("error: missing.txt: no such file\nhint: ");
  expect(err).toContain("error: rules: is a directory\nhint: name files: find DIR -type f");
  expect(err).toContain("2 findings in 1 file\n");
  expect((await scan([good, hit])).code).toBe(1);
  expect((await scan([good])).code).toBe(0);
  expect((await scan(["-q", hit])).err).toBe("");
});

test("a text that is given as a file name is not repeated", async () => {
  const { code, out, err } = await scan([key]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).not.toContain(key);
  expect(err).toContain("weir scan -");
});

test("a file name can't steer the terminal", async () => {
  const { err } = await scan(["\u001b[2Jx\n"]);
  expect(err).toContain("error: \\u{1b}[2Jx\\u{a}: no such file");
});

test("--json is one document, whatever was found", async () => {
  const parsed = async (args: readonly string[]): Promise<unknown> =>
    JSON.parse((await scan(["--json", ...args])).out);
  expect(await parsed([file("clean.txt", "")])).toEqual({
    blocked: false,
    findings: [],
    errors: [],
  });
  const hit = file("json.txt", `a\n ${key} acme\n${weakNote("n")}`);
  expect(await parsed([hit, "missing.txt"])).toEqual({
    blocked: true,
    findings: [
      {
        file: hit,
        line: 2,
        column: 2,
        end_line: 2,
        end_column: 31,
        pattern_name: "Acme Key",
        severity: "critical",
        score: 5,
        blocked: true,
      },
    ],
    errors: [{ code: "input_missing", message: "missing.txt: no such file", hint: anyText }],
  });
  expect(await parsed(["--explain", hit])).toMatchObject({
    findings: [
      {
        terms: { score_weight: 2, hotword: 2, entropy: 1, exclusion: 0, multi_match: 0 },
        threshold: 1,
        entropy_floor: 2,
      },
      { pattern_name: "Weak Note", blocked: false, score: 1, threshold: 4 },
    ],
  });
});

test("--explain shows the terms of each score, also of what does not block, and no value", async () => {
  const { code, out } = await scan(["--explain"], { input: weakNote("n") });
  expect(code).toBe(0);
  expect(out).toBe(
    [
      "stdin:1:1: Weak Note (low, score 1, does not block: below 4)",
      "    score_weight      1",
      "    hotword           0",
      "    entropy           0   3.17 bits, no floor",
      "    exclusion         0",
      "    multi_match       0",
      "    = score           1   threshold 4 (low)",
      "",
    ]
      .join("\n")
      .replace("3.17", /[0-9]\.[0-9]{2}/.exec(out)?.[0] ?? ""),
  );
  expect(out).not.toContain(weakNote("n").slice(5));
});

test("--redact prints the content with placeholders and the findings beside it", async () => {
  const input = `a ${key}\r\nb ${acmeKey("other")}\r\nc ${key}`;
  expect(await scan(["--redact"], { input })).toMatchObject({
    code: 1,
    out: "a [ACME_KEY_1]\r\nb [ACME_KEY_2]\r\nc [ACME_KEY_1]",
    err: matching(/^(stdin:[123]:3: Acme Key .*\n){3}$/),
  });
  expect(await scan(["--redact", file("plain.txt", "ä\n")])).toEqual({
    code: 0,
    out: "ä\n",
    err: "",
  });
});

test("--redact prints every byte but the values, and nothing where it can't", async () => {
  const marked = await scan(["--redact", file("marked.txt", `\ufeffa\r\n${key}\0`)]);
  expect(marked).toEqual({
    code: 1,
    out: "\ufeffa\r\n[ACME_KEY_1]\0",
    err: "marked.txt:2:1: Acme Key (critical, score 3)\n",
  });
  const inputs = [Buffer.from(`caf\u00e9 ${key}`, "latin1"), utf16(key), utf16(key).swap16()];
  for (const input of inputs) {
    expect(await scan(["--redact"], { input })).toEqual({
      code: 2,
      out: "",
      err: containing("stdin: is no text in UTF-8"),
    });
  }
});

test("--redact refuses what it can't redact as a whole, and prints nothing", async () => {
  const large = await scan(["--redact"], { input: "a".repeat(4 * MIB + 1) });
  expect(large).toMatchObject({
    code: 2,
    out: "",
    err: containing("larger than one redaction"),
  });
  expect((await scan(["--redact"], { input: "a".repeat(4 * MIB) })).code).toBe(0);
  expect(await scan(["--redact", "a", "b"])).toEqual({
    code: 2,
    out: "",
    err: "error: --redact takes one input; nothing was printed\nhint: run it once for each: weir scan --redact FILE\n",
  });
  expect((await scan(["--redact", "--json", "a"])).code).toBe(2);
});

test("4 MiB and one byte, and a file above it, are scanned whole", async () => {
  const filler = "x".repeat(63).concat("\n");
  const name = file("large.txt", `${filler.repeat(65_536)}${filler.repeat(3000)}${key}\n`);
  expect((await scan([name])).out).toMatch(/^large\.txt:68537:1: Acme Key/);
  expect((await scan(["-"], { input: `${"x".repeat(4 * MIB)}\n` })).code).toBe(0);
});

test("a long input is streamed; what lies across the parts is found once, in its place", async () => {
  // One long line, so that no part ends at a line's end, and a secret every 65,521 characters.
  const step = 65_521;
  const pieces: string[] = [];
  for (let i = 0; i < 200; i++) pieces.push(acmeKey(`part ${i}`), " ".repeat(step - 29));
  const text = pieces.join("");
  const bytes = Buffer.from(`${text}\n${longBlock("end")}\n`);
  function* chunks(): Generator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 100_003) yield bytes.subarray(at, at + 100_003);
  }
  const { code, out } = await scan(["-"], { input: chunks() });
  expect(code).toBe(1);
  const places = out
    .trim()
    .split("\n")
    .map((line) => line.split(": ").slice(0, 2).join(" "));
  expect(places).toEqual(
    [
      ...Array.from({ length: 200 }, (_, i) =>
        `stdin:1:${i * step + 1} Acme Key (critical, score 7)`.replace(/ \(.*/, ""),
      ),
      "stdin:2:1 Long Block",
    ].map((place) => containing(place)),
  );
});

test("a file that grows is read as it was when it was opened", async () => {
  const name = file("growing.txt", `${key}\n${"x\n".repeat(3 * MIB)}`);
  let stopped = false;
  const grow = (): void => {
    if (stopped) return;
    appendFileSync(join(folder.path, name), "y\n".repeat(50_000));
    setTimeout(grow, 1);
  };
  grow();
  const { code, err } = await scan([name]);
  stopped = true;
  expect([code, err]).toEqual([1, "1 finding in 1 file\n"]);
});

test("a reader that goes away ends the command without a word", async () => {
  const name = file(
    "many.txt",
    Array.from({ length: 20_000 }, (_, i) => `${acmeKey(`m${i % 50}`)}\n`).join(""),
  );
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const script = `"$1" "$2" scan --rules "$3" "$4" | head -n 1 >&2; echo "$?"`;
  const child = spawn("sh", [
    "-c",
    script,
    "sh",
    process.execPath,
    main,
    rules,
    join(folder.path, name),
  ]);
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  await new Promise((resolve) => child.on("close", resolve));
  expect(err).toMatch(/^[^\n]*many\.txt:1:1: Acme Key[^\n]*\n$/);
});

test("LOG_LEVEL=debug tells each step's time, and neither content nor what was found", async () => {
  const { err } = await scan(["-q"], { input: `Mq7Zx3Vw9K ${key}`, env: { LOG_LEVEL: "debug" } });
  expect(JSON.parse(err)).toMatchObject({
    event: "scan",
    steps: including({ step: "revalidate", ms: anyNumber }),
  });
  for (const marker of [key, key.slice(8, 20), "Mq7Zx3Vw9K", "count"])
    expect(err).not.toContain(marker);
  expect(await scan([], { env: { LOG_LEVEL: "loud" } })).toMatchObject({
    code: 2,
    err: containing("LOG_LEVEL"),
  });
});
