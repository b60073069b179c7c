import { freeName, newlineOf, refuse, styleOf } from "./plant-style.ts";
import type { Planted } from "./plant-style.ts";

type JsonObject = Readonly<Record<string, unknown>>;

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : undefined;
  } catch {
    return undefined;
  }
}

/** The text with a member behind the last one, spaced as the first one is. */
function insertLast(text: string, isEmpty: boolean, name: string, value: string): string {
  const brace = text.lastIndexOf("}");
  const head = /^\s*\{(\s*)(?:"(?:[^"\\]|\\.)*"(\s*:\s*))?/.exec(text);
  const colon = head?.[2] ?? ": ";
  const member = `${JSON.stringify(name)}${colon}${JSON.stringify(value)}`;
  if (isEmpty) {
    const newline = newlineOf(text);
    const open = text.slice(0, text.indexOf("{") + 1);
    return `${open}${newline}  ${member}${newline}${text.slice(brace)}`;
  }
  const before = text.slice(0, brace).trimEnd();
  const lead = head?.[1] ?? "";
  const isSpaced = lead !== "" || /,[ ]/.test(text);
  const gap = lead.includes("\n") ? lead : isSpaced ? " " : "";
  return `${before},${gap}${member}${text.slice(before.length)}`;
}

/**
 * Plants a member at the end of a JSON object. The rest stays as it is to the byte, and parses to what it was. Refuses
 * what is no object, comments, and files that declare a schema, which may forbid further members.
 */
export function plantInJson(text: string, token: string): Planted {
  const source = text.trim() === "" ? `{}${newlineOf(text)}` : text;
  const before = parseObject(source);
  if (before === undefined) return refuse("no_json_object");
  if ("$schema" in before) return refuse("would_break");
  const names = Object.keys(before);
  const name = freeName(names, styleOf(names));
  if (name === undefined) return refuse("would_break");
  const planted = insertLast(source, names.length === 0, name, token);
  const after = parseObject(planted);
  const expected = JSON.stringify({ ...before, [name]: token });
  return JSON.stringify(after) === expected ? { ok: true, text: planted } : refuse("would_break");
}
