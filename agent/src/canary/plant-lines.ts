import { appendLines, freeName, freeSection, linesOf, refuse, styleOf } from "./plant-style.ts";
import type { Planted } from "./plant-style.ts";

const ENV_LINE = /^\s*(export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/;
const QUOTES = ["'", '"', "`"];

/** Is a quote that is open closed in this text? A backslash takes a double quote its meaning. */
function closesQuote(quote: string, text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (quote === '"' && text.charAt(at) === "\\") at++;
    else if (text.charAt(at) === quote) return true;
  }
  return false;
}

/** The quote that a value leaves open; empty where it leaves none. */
function openQuote(value: string): string {
  const quote = QUOTES.find((mark) => value.startsWith(mark)) ?? "";
  return quote === "" || closesQuote(quote, value.slice(1)) ? "" : quote;
}

/** What an indented comment would assign to a reader that takes it for a variable, as Node does behind a value of several lines. */
const COMMENTED = /^\s+#[^=]*=\s*(.*)$/;

/** Would such a comment leave a quote open? */
const opensQuote = (comment: string): boolean =>
  openQuote(COMMENTED.exec(comment)?.[1] ?? "") !== "";

/** Plants an assignment at the end of a file of environment variables. */
export function plantInEnv(text: string, token: string): Planted {
  // Whether a backslash takes a quote its meaning is a matter on which readers of these files differ.
  if (/\\["'`]/.test(text)) return refuse("would_break");
  const names: string[] = [];
  let last = { isExported: false, quote: "" };
  let open = "";
  for (const line of linesOf(text)) {
    if (open !== "") {
      if (closesQuote(open, line)) open = "";
      continue;
    }
    if (/^\s*(?:#|$)/.test(line)) {
      if (opensQuote(line)) return refuse("would_break");
      continue;
    }
    const [, exported, name, value = ""] = ENV_LINE.exec(line) ?? [];
    // A backslash at the end joins the next line to this one.
    if (name === undefined || value.endsWith("\\")) return refuse("would_break");
    open = openQuote(value);
    const quote = value.startsWith('"') ? '"' : "";
    last = { isExported: exported !== undefined, quote };
    names.push(name);
  }
  const name = freeName(names, "upper");
  if (open !== "" || name === undefined) return refuse("would_break");
  const { isExported, quote } = last;
  const line = `${isExported ? "export " : ""}${name}=${quote}${token}${quote}`;
  return { ok: true, text: appendLines(text, [line]) };
}

const SECTION = /^\[([^\]]+)\]\s*(?:[;#].*)?$/;
const INI_KEY = /^([^\s=:[\]][^=:]*?)(\s*[=:]\s*)(.*)$/;
const BARE_KEY = /^[\w.-]+$/;

interface IniLines {
  readonly sections: string[];
  readonly keys: string[];
  /** What stands between the last key and its value. */
  separator: string;
}

const isOdd = (text: string, char: string): boolean => text.split(char).length % 2 === 0;

/** Reads an INI file line by line; undefined where a line is none that is known, or goes on in the next. */
function readIni(text: string): IniLines | undefined {
  const read: IniLines = { sections: [], keys: [], separator: " = " };
  for (const line of linesOf(text)) {
    if (/^\s*(?:[;#]|$)/.test(line)) continue;
    const section = SECTION.exec(line)?.[1];
    const [, key, separator = "", value = ""] = INI_KEY.exec(line) ?? [];
    const isContinued = /^\s/.test(line) && read.keys.length + read.sections.length > 0;
    if (line.endsWith("\\") || isOdd(value, '"')) return undefined;
    if (section !== undefined) read.sections.push(section);
    else if (key !== undefined) {
      read.keys.push(key);
      read.separator = separator;
    } else if (BARE_KEY.test(line)) read.keys.push(line);
    else if (!isContinued) return undefined;
  }
  return read;
}

/**
 * Plants a section of its own at the end of an INI file, so that no section that is read gets a key that it does not
 * know; in a file without sections, a key.
 */
export function plantInIni(text: string, token: string): Planted {
  const read = readIni(text);
  if (read === undefined) return refuse("would_break");
  const { sections, keys, separator } = read;
  if (sections.length === 0 && keys.length > 0) {
    const name = freeName(keys, styleOf(keys));
    if (name === undefined) return refuse("would_break");
    return { ok: true, text: appendLines(text, [`${name}${separator}${token}`]) };
  }
  const section = freeSection(sections);
  if (section === undefined) return refuse("would_break");
  const lines = [`[${section}]`, `access_key_id${separator}${token}`];
  const isApart = text.trim() === "" || /\n\r?\n$/.test(text);
  return { ok: true, text: appendLines(text, isApart ? lines : ["", ...lines]) };
}

const YAML_KEY = /^(<<|[A-Za-z_][\w.-]*|"[^"\\]*"|'[^']*'):(?:\s+(.*))?$/;
const BLOCK_SCALAR = /(?:^|\s)[|>][-+0-9]{0,2}\s*(?:#.*)?$/;

/** Keys by which a reader can be told that refuses keys that it does not know. */
const STRICT_READERS: readonly (readonly string[])[] = [
  ["apiVersion", "kind"],
  ["on", "jobs"],
  ["services"],
  ["openapi"],
  ["swagger"],
  ["$schema"],
];

/** A value that ends on its own line: no quote and no bracket left open. */
function endsOnLine(value: string): boolean {
  if (value.startsWith('"')) return /^"(?:[^"\\]|\\.)*"\s*(?:#.*)?$/.test(value);
  if (value.startsWith("'")) return /^'(?:[^']|'')*'\s*(?:#.*)?$/.test(value);
  if (value.startsWith("[")) return /\]\s*(?:#.*)?$/.test(value);
  return !value.startsWith("{") || /\}\s*(?:#.*)?$/.test(value);
}

/** The keys of a YAML file that is one block mapping; undefined for any other, and for whatever is unusual. */
function readYamlKeys(lines: readonly string[]): string[] | undefined {
  const keys: string[] = [];
  const meant = lines.filter((line) => !/^\s*(?:#|$)/.test(line));
  let isValueOpen = false;
  for (const line of /^---\s*(?:#.*)?$/.test(meant[0] ?? "") ? meant.slice(1) : meant) {
    if (line.startsWith(" ") && keys.length > 0) continue;
    if (/^-(?:\s|$)/.test(line) && isValueOpen) continue;
    const [, key, value = ""] = YAML_KEY.exec(line) ?? [];
    if (key === undefined || !endsOnLine(value)) return undefined;
    keys.push(key.replaceAll(/^["']|["']$/g, ""));
    isValueOpen = value === "" || value.startsWith("#") || /^[&!]\S+\s*$/.test(value);
  }
  return keys;
}

/** Plants a key at the end of a YAML file that is one block mapping. */
export function plantInYaml(text: string, token: string): Planted {
  const lines = linesOf(text);
  const keys = readYamlKeys(lines);
  if (keys === undefined) return refuse("would_break");
  if (STRICT_READERS.some((signs) => signs.every((sign) => keys.includes(sign)))) {
    return refuse("would_break");
  }
  // The line break that is added would become part of a block scalar that ends with the file.
  const hasBlockScalar = lines.some((line) => BLOCK_SCALAR.test(line));
  if (hasBlockScalar && !text.endsWith("\n")) return refuse("would_break");
  const name = freeName(keys, styleOf(keys));
  if (name === undefined) return refuse("would_break");
  return { ok: true, text: appendLines(text, [`${name}: ${token}`]) };
}
