import { describe, expect, test } from "vitest";
import { queryText, sentText } from "../src/shared/body-text.ts";

const sent = (body: string, contentType = "", url = ""): string =>
  sentText({ url, contentType, body });

const MULTIPART = [
  "--line",
  'Content-Disposition: form-data; name="prompt"',
  "",
  'two\r\nlines "quoted"',
  "--line",
  'Content-Disposition: form-data; name="file"; filename="notes.txt"',
  "Content-Type: text/plain",
  "",
  "what the file says",
  "--line--",
  "",
].join("\r\n");

describe("the text that stands for a request", () => {
  test("is the body where nothing is hidden in it", () => {
    expect(sent('{"prompt":"hello","n":[1,true,null]}')).toBe(
      '{"prompt":"hello","n":[1,true,null]}',
    );
    expect(sent("hello = world & so on")).toBe("hello = world & so on");
    expect(sent("")).toBe("");
  });

  test("lays strings open that JSON escapes, names among them", () => {
    expect(sent(String.raw`{"a\tb":"line\nbreak","plain":"x"}`)).toBe(
      [String.raw`{"a\tb":"line\nbreak","plain":"x"}`, "line\nbreak", "a\tb"].join("\n"),
    );
    expect(sent(String.raw`["\u0041\u0042"]`)).toContain("\nAB");
  });

  test("lays JSON within strings of JSON open, and JSON line by line", () => {
    const inner = JSON.stringify({ text: "a\nb" });
    expect(sent(JSON.stringify([JSON.stringify([inner])]))).toContain("a\nb");
    expect(sent(`{"a":1}\n${JSON.stringify({ text: "c\nd" })}\n`)).toContain("c\nd");
  });

  test("gives fields of forms by name, however they are sent", () => {
    const fields = "prompt=two+words+%26+more&other=1";
    expect(sent(fields, "application/x-www-form-urlencoded")).toBe(
      "prompt=two words & more\nother=1",
    );
    expect(sent(fields)).toBe(`${fields}\nprompt=two words & more\nother=1`);
    expect(sent(MULTIPART)).toBe(
      'prompt=two\r\nlines "quoted"\nfile=notes.txt\nwhat the file says',
    );
  });

  test("takes nothing for a form that begins like one", () => {
    for (const text of [
      "-----BEGIN NOTES-----\r\nsome words\r\n-----END NOTES-----\r\n",
      "---\r\ntitle: a\r\n---\r\nsome words\r\n",
      "-- a comment\r\nsome words",
      "--\r\nsome words\r\n--\r\n",
      MULTIPART.slice(0, MULTIPART.lastIndexOf("--line--")),
    ]) {
      expect(sent(text)).toBe(text);
    }
  });

  test("reads what stands in the heads of a form's parts, and behind its end", () => {
    const head = 'Content-Disposition: form-data; name="a"\r\nX-Note: some words';
    expect(sent(`--b\r\n${head}\r\n\r\nc\r\n--b--\r\nand more`)).toBe(
      "X-Note: some words\na=c\n\r\nand more",
    );
  });

  test("reads messages of sockets behind what frames them", () => {
    expect(sent(String.raw`42["chat",{"text":"a\tb"}]`)).toContain("\na\tb");
    expect(sent(String.raw`{"type":6}${"\u001E"}{"text":"a\tb"}${"\u001E"}`)).toContain("\na\tb");
  });

  test("keeps of what is not text the stretches that could be", () => {
    const noise = "\ufffd\u0001".repeat(50);
    expect(sent(`${noise}readable words${noise}no`)).toBe("readable words");
  });

  test("has the query's fields, without the keys that sign an address, and signatures by themselves", () => {
    expect(queryText("https://x.example/a?q=two%20words&X-Amz-Signature=1&sig=2#q=3")).toBe(
      "q=two words\n\n1\n\n\n2\n",
    );
    expect(queryText("https://x.example/a?X-Amz-Credential=AK&googleaccessid=x")).toBe("");
    expect(queryText("https://x.example/a")).toBe("");
  });

  test("reads a plus sign of what may be a key in both ways", () => {
    const key = "abcd+efg1/hijk+lmnop";
    const read = `k=${key.replaceAll("+", " ")}\nk=${key}`;
    expect(queryText(`https://x.example/?k=${key}`)).toBe(read);
    expect(sent(`k=${key}`, "application/x-www-form-urlencoded")).toBe(read);
    expect(queryText("https://x.example/?q=what+is+a+good+name&n=1")).toBe(
      "q=what is a good name\nn=1",
    );
    expect(sent("body", "", "/path?q=1")).toBe("q=1\nbody");
  });

  test("takes time in the size of the body, whatever it holds", () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const quoted = Array.from({ length: 12 }).reduce<string>((text) => JSON.stringify([text]), "x");
    expect(sent(deep).length).toBeGreaterThan(0);
    expect(sent(quoted)).toContain("x");
    expect(sent("a=".repeat(100_000)).length).toBeGreaterThan(0);
    expect(sent(`${"a=b&".repeat(50_000)} `).length).toBeGreaterThan(0);
    expect(sent(`["${String.raw`\"`.repeat(200_000)}`).length).toBeGreaterThan(0);
    expect(sent(`["${String.raw`\"`.repeat(200_000)}\\`).length).toBeGreaterThan(0);
    expect(sent(`["token": ${'"'.repeat(200_000)}`).length).toBeGreaterThan(0);
  });
});
