import { describe, expect, test } from "vitest";
import { plantToken } from "./plant.ts";

const TOKEN = "WEIRABCDEFGH234567MN";

function planted(fileName: string, text: string): string {
  const outcome = plantToken(fileName, text, TOKEN);
  if (!outcome.ok) throw new Error(outcome.refusal);
  return outcome.text;
}

describe("plantToken() writes", () => {
  test.each<readonly [string, string, string, string]>([
    ["a line at the end", ".env", "A=1\nB=2\n", `A=1\nB=2\nBACKUP_ACCESS_KEY_ID=${TOKEN}\n`],
    ["a line in a file that has none", ".env", "", `BACKUP_ACCESS_KEY_ID=${TOKEN}\n`],
    [
      "no line break where the last line has none",
      ".env.local",
      "A=1",
      `A=1\nBACKUP_ACCESS_KEY_ID=${TOKEN}`,
    ],
    [
      "the newlines that the file has",
      "prod.env",
      "A=1\r\n",
      `A=1\r\nBACKUP_ACCESS_KEY_ID=${TOKEN}\r\n`,
    ],
    ["behind a byte order mark", ".env", "\uFEFF", `\uFEFFBACKUP_ACCESS_KEY_ID=${TOKEN}\n`],
    [
      "export and quotes as the last line has them",
      ".envrc",
      'export A="1"\n',
      `export A="1"\nexport BACKUP_ACCESS_KEY_ID="${TOKEN}"\n`,
    ],
    [
      "another name where the first is taken",
      ".env",
      "backup_access_key_id=1\n",
      `backup_access_key_id=1\nARCHIVE_ACCESS_KEY_ID=${TOKEN}\n`,
    ],
    [
      "behind a value of several lines",
      ".env",
      'K="-----\nabc\n-----"\n',
      `K="-----\nabc\n-----"\nBACKUP_ACCESS_KEY_ID="${TOKEN}"\n`,
    ],
    [
      "a member behind the last",
      "a.json",
      '{\n  "a": 1\n}\n',
      `{\n  "a": 1,\n  "backup_access_key_id": "${TOKEN}"\n}\n`,
    ],
    [
      "a member as the first is indented",
      "a.json",
      '{\r\n\t"a": {}\r\n}',
      `{\r\n\t"a": {},\r\n\t"backup_access_key_id": "${TOKEN}"\r\n}`,
    ],
    ["a member on the same line", "a.json", '{"a":1}', `{"a":1,"backup_access_key_id":"${TOKEN}"}`],
    [
      "a spaced member on the same line",
      "a.json",
      '{ "a": 1 }',
      `{ "a": 1, "backup_access_key_id": "${TOKEN}" }`,
    ],
    ["the first member", "a.json", "{}\n", `{\n  "backup_access_key_id": "${TOKEN}"\n}\n`],
    ["a whole object", "a.json", "", `{\n  "backup_access_key_id": "${TOKEN}"\n}\n`],
    [
      "a camel where there are camels",
      "A.JSON",
      '{"dbHost":1,"dbPort":2}',
      `{"dbHost":1,"dbPort":2,"backupAccessKeyId":"${TOKEN}"}`,
    ],
    [
      "a member behind a brace in a text",
      "a.json",
      '{"a":"}"}',
      `{"a":"}","backup_access_key_id":"${TOKEN}"}`,
    ],
    [
      "a member behind a byte order mark",
      "a.json",
      '\uFEFF{"a":1}',
      `\uFEFF{"a":1,"backup_access_key_id":"${TOKEN}"}`,
    ],
    [
      "a key at the end",
      "a.yaml",
      "a: 1\nb:\n  - x\n",
      `a: 1\nb:\n  - x\nbackup_access_key_id: ${TOKEN}\n`,
    ],
    [
      "a key behind a list that is not indented",
      "a.yml",
      "a:\n- x\n- y\n",
      `a:\n- x\n- y\nbackup_access_key_id: ${TOKEN}\n`,
    ],
    [
      "a key behind a block",
      "a.yml",
      "a: |\n  x: 1\n\n  y\n",
      `a: |\n  x: 1\n\n  y\nbackup_access_key_id: ${TOKEN}\n`,
    ],
    [
      "a key behind a start and comments",
      "a.yml",
      "# x\n---\n# y\na: 1 # z\n",
      `# x\n---\n# y\na: 1 # z\nbackup_access_key_id: ${TOKEN}\n`,
    ],
    [
      "a camel in YAML",
      "a.yml",
      "dbHost: 1\ndbPort: 2\n",
      `dbHost: 1\ndbPort: 2\nbackupAccessKeyId: ${TOKEN}\n`,
    ],
    [
      "a section of its own",
      "a.ini",
      "[a]\nx = 1\n",
      `[a]\nx = 1\n\n[backup]\naccess_key_id = ${TOKEN}\n`,
    ],
    [
      "a separator as it is",
      "credentials",
      "[a]\nx=1\n\n",
      `[a]\nx=1\n\n[backup]\naccess_key_id=${TOKEN}\n`,
    ],
    [
      "another section where the first is taken",
      "a.cfg",
      "[Backup]\nx: 1\n",
      `[Backup]\nx: 1\n\n[archive]\naccess_key_id: ${TOKEN}\n`,
    ],
    [
      "a key where there is no section",
      "a.ini",
      "; c\nx = 1\n",
      `; c\nx = 1\nbackup_access_key_id = ${TOKEN}\n`,
    ],
    ["a section in an empty file", "a.ini", "", `[backup]\naccess_key_id = ${TOKEN}\n`],
  ])("%s (%s)", (_name, fileName, text, expected) => {
    expect(planted(fileName, text)).toBe(expected);
  });
});

describe("plantToken() refuses", () => {
  test.each<readonly [string, string, string, string]>([
    ["a name that tells no format", "notes.txt", "", "unknown_format"],
    ["TOML", "a.toml", "", "unknown_format"],
    ["a name that only ends like one", "env", "", "unknown_format"],
    ["a file that has a canary", ".env", "A=WEIRZYXWVUTS765432QR\n", "already_planted"],
    [
      "a file that has one glued to something",
      "a.yml",
      "a: xWEIRZYXWVUTS765432QRy\n",
      "already_planted",
    ],
    ["a script", ".envrc", "if x; then\n", "would_break"],
    ["a quote that is left open", ".env", 'A="x\n', "would_break"],
    ["a quote that a comment leaves open", ".env", 'A="\n"\n #="\n', "would_break"],
    ["a line that goes on", ".env", "A=x\\\n", "would_break"],
    ["lines that a lone CR ends", ".env", "A=1\rB=2\r", "would_break"],
    ["comments in JSON", "a.json", '{\n  // x\n  "a": 1\n}', "no_json_object"],
    ["a comma too many", "a.json", '{"a":1,}', "no_json_object"],
    ["a list", "a.json", "[]", "no_json_object"],
    ["a number", "a.json", "1", "no_json_object"],
    ["half a file", "a.json", '{"a":', "no_json_object"],
    ["JSON with a schema", "a.json", '{"$schema":"x"}', "would_break"],
    ["package.json", "package.json", "{}", "would_break"],
    ["a list in YAML", "a.yml", "- a\n- b\n", "would_break"],
    ["a text in YAML", "a.yml", "hello\n", "would_break"],
    ["a flow mapping", "a.yml", "{a: 1}\n", "would_break"],
    ["two documents", "a.yml", "a: 1\n---\nb: 1\n", "would_break"],
    ["the end of a document", "a.yml", "a: 1\n...\n", "would_break"],
    ["a directive", "a.yml", "%YAML 1.2\n---\na: 1\n", "would_break"],
    ["an indented mapping", "a.yml", "  a: 1\n  b: 2\n", "would_break"],
    ["a bracket that is left open", "a.yml", "a: [1,\n  2]\n", "would_break"],
    ["a quote of several lines", "a.yml", 'a: "x\n  y"\n', "would_break"],
    ["a block without a line break at its end", "a.yml", "a: |\n  x", "would_break"],
    ["a complex key", "a.yml", "? a\n: b\n", "would_break"],
    ["tabs", "a.yml", "a:\n\tb: 1\n", "would_break"],
    ["a Kubernetes object", "a.yml", "apiVersion: v1\nkind: Secret\n", "would_break"],
    ["a workflow", "a.yml", "on: push\njobs:\n  a: 1\n", "would_break"],
    ["compose files", "docker-compose.prod.yml", "a: 1\n", "would_break"],
    ["what is no INI", "a.ini", "hello, this is prose\n", "would_break"],
    ["a section that is left open", "a.ini", "[a\nx = 1\n", "would_break"],
    ["an INI line that goes on", "a.ini", "[a]\nx = 1 \\\n", "would_break"],
    ["an INI quote that is left open", "a.ini", '[a]\nx = "1\n', "would_break"],
  ])("%s (%s)", (_name, fileName, text, refusal) => {
    expect(plantToken(fileName, text, TOKEN)).toEqual({ ok: false, refusal });
  });

  test("to plant twice, in every format", () => {
    for (const fileName of [".env", "a.json", "a.yml", "a.ini"]) {
      const once = planted(fileName, "");
      expect(plantToken(fileName, once, TOKEN)).toEqual({ ok: false, refusal: "already_planted" });
    }
  });
});
