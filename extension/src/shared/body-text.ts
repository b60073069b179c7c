import { ownValue, partJson } from "./own-fields.ts";
import type { Parted } from "./own-fields.ts";

/** What a request carries, as a boundary saw it. */
export interface Sent {
  /** Absolute; empty where it does not matter. */
  readonly url: string;
  /** The Content-Type; empty where none is known. */
  readonly contentType: string;
  readonly body: string;
}

/** How deep JSON within strings of JSON is opened. */
const MAX_DEPTH = 4;
/** Lines of a body that are each read as JSON, at most. */
const MAX_JSON_LINES = 10_000;

/**
 * Fields by which stores of objects sign addresses that they hand out: key ids that the page was given (Amazon's Signature
 * Version 4, Google Cloud's V4 signatures).
 */
const SIGNING_KEY =
  /^(?:x-(?:amz|goog)-(?:credential|security-token)|awsaccesskeyid|googleaccessid|key-pair-id)$/i;
/** And their signatures (Azure's shared access signatures too), which no word around them is to make a key of. */
const SIGNATURE = /^(?:x-amz-.+|x-goog-.+|signature|sig|policy)$/i;

const looksLikeJson = (text: string): boolean => /^\s*[[{"]/.test(text);

const needsEscapes = (text: string): boolean => JSON.stringify(text).length !== text.length + 2;

/** The value of a JSON text; undefined where it is none. */
function parseJson(text: string): unknown {
  if (!looksLikeJson(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The strings of a JSON value that its text hides behind escapes, and those within strings that are JSON again. */
function hiddenLeaves(value: unknown, hasEscapedLetters: boolean, depth: number): string[] {
  const leaves: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") {
      if (hasEscapedLetters || needsEscapes(next)) leaves.push(next);
      if (depth < MAX_DEPTH) for (const leaf of leavesOf(next, depth + 1)) leaves.push(leaf);
    } else if (typeof next === "object" && next !== null) {
      for (const [name, inner] of Object.entries(next)) {
        if (hasEscapedLetters || needsEscapes(name)) leaves.push(name);
        open.push(inner);
      }
    }
  }
  return leaves.toReversed();
}

/** What a text that is JSON, or JSON line by line, hides; nothing for any other text. */
function leavesOf(text: string, depth = 0): string[] {
  if (!looksLikeJson(text) || !text.includes("\\")) return [];
  const hasEscapedLetters = /\\[u/]/.test(text);
  const whole = parseJson(text);
  if (whole !== undefined) return hiddenLeaves(whole, hasEscapedLetters, depth);
  return text
    .split("\n", MAX_JSON_LINES)
    .flatMap((line) => hiddenLeaves(parseJson(line), hasEscapedLetters, depth));
}

/** A value that is scanned by itself: nothing near it tells what it is. */
const apart = (value: string): string => (value === "" ? "" : `\n${value}\n`);

/** A body without the site's own fields, where it is JSON as a whole or line by line; any other as it is. */
function withoutOwn(body: string): Parted {
  const whole = looksLikeJson(body) ? partJson(body) : { rest: body, own: [] };
  if (whole.rest === body || parseJson(body) !== undefined) return whole;
  const lines = body
    .split("\n")
    .map((line) => (parseJson(line) === undefined ? { rest: line, own: [] } : partJson(line)));
  return {
    rest: lines.map(({ rest }) => rest).join("\n"),
    own: lines.flatMap(({ own }) => own),
  };
}

/** Fields in which programs that count visits send what they count, as JSON. */
const COUNTED = /^(?:data|events?|payload|e)$/;

/** A field as it is scanned: its name tells what it holds. */
function fieldText(name: string, value: string): string {
  const own = ownValue(name, value);
  if (own !== undefined) return apart(own);
  const { rest, own: within } = COUNTED.test(name) ? withoutOwn(value) : { rest: value, own: [] };
  return [`${name}=${rest}`, ...leavesOf(rest), ...within.map(apart)].join("\n");
}

/** As long as values are that a plus sign may be part of. */
const LEAST_WITH_PLUS = 16;

/**
 * The fields of a query or a form. A plus sign stands for a space, but scripts that put an address together themselves
 * leave those of a key as they are: fields that may have one are read in both ways.
 */
function formFields(encoded: string): readonly (readonly [string, string])[] {
  const fields = [...new URLSearchParams(encoded)];
  if (!encoded.includes("+")) return fields;
  const withPlus = [...new URLSearchParams(encoded.replaceAll("+", "%2B"))].filter(
    ([, value], i) =>
      value.length >= LEAST_WITH_PLUS && /\d/.test(value) && value !== fields[i]?.[1],
  );
  return [...fields, ...withPlus];
}

/** The fields of a form as they are scanned. */
export const fieldsText = (fields: Iterable<readonly [string, string]>): string =>
  Array.from(fields, ([name, value]) => fieldText(name, value)).join("\n");

/** What the heads of a form's parts hold as a rule: names, which are read with the values, and kinds. */
const USUAL_HEAD =
  /^content-disposition: ?form-data(?:; ?(?:file)?name="[^"\r\n]*")*\r?$|^content-type: ?[\w.+/-]+(?:; ?charset=[\w-]+)?\r?$/gim;

/** A part of a multipart body as it is scanned; undefined for what is none. */
function partText(part: string): string | undefined {
  const end = part.indexOf("\r\n\r\n");
  const head = part.slice(0, Math.max(end, 0));
  if (!/^\r\ncontent-disposition:/i.test(head)) return undefined;
  const value = part.slice(end + 4).replace(/\r\n$/, "");
  const file = /filename="([^"]*)"/i.exec(head)?.[1];
  const name = /\bname="([^"]*)"/i.exec(head)?.[1] ?? "";
  const text = file === undefined ? fieldText(name, value) : `${name}=${file}\n${fileText(value)}`;
  return `${head.replaceAll(USUAL_HEAD, "").trim()}\n${text}`.trimStart();
}

/**
 * The fields of a multipart body (RFC 7578), and what stands behind them; undefined where it is none. Its first line tells the
 * boundary: many another text begins with two dashes.
 */
function multipartText(body: string): string | undefined {
  const boundary = /^--([^\r\n]{1,200})\r\n/.exec(body)?.[1];
  if (boundary === undefined) return undefined;
  const pieces = body.split(`--${boundary}`);
  const behind = pieces.pop() ?? "";
  const texts = pieces.slice(1).map(partText);
  if (!behind.startsWith("--") || texts.length === 0 || texts.includes(undefined)) return undefined;
  return [...texts, behind.slice(2)].join("\n").trimEnd();
}

/** Share of units that no text has, beyond which a body counts as binary. */
const BINARY_SHARE = 0.05;

/** A text as it is; of what is not text, the stretches that could be. */
function readable(body: string): string {
  let foreign = 0;
  for (let at = 0; at < body.length; at++) {
    const unit = body.charCodeAt(at);
    if (unit === 0xfffd || unit < 9) foreign++;
  }
  if (foreign <= body.length * BINARY_SHARE) return body;
  return body.match(/[\t\n\r\x20-\x7e]{6,}/g)?.join("\n") ?? "";
}

/** The text of a file as it is scanned, with what JSON in it hides. */
export const fileText = (body: string): string => [readable(body), ...leavesOf(body)].join("\n");

/** What the fields of a form look like, where no header tells: names, values and no spaces. */
const FORM_BODY = /^[\w.%*+~[\]-]+=[^\s=]*(?:&[\w.%*+~[\]-]+=[^\s=]*)*$/;

function formText(body: string, isForm: boolean): string {
  const fields = formFields(body);
  const isOwn = fields.some(([name, value]) => ownValue(name, value) !== undefined);
  // What only looks like a form is scanned as it is, too.
  return isForm || isOwn ? fieldsText(fields) : `${body}\n${fieldsText(fields)}`;
}

/** What stands before the JSON of a message of Socket.IO: the packet's kind, namespace and number. */
const PACKET = /^\d{1,3}(?:-|\/[^,"]{1,64},)?\d{0,6}(?=[[{])/;
/** Ends a message of SignalR. */
const RECORD_END = "\u001E";

function bodyText(body: string, contentType: string): string {
  if (body === "") return "";
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
  if (isForm || FORM_BODY.test(body)) return formText(body, isForm);
  const { rest, own } = withoutOwn(body.replace(PACKET, "").replaceAll(RECORD_END, "\n"));
  return multipartText(rest) ?? [readable(rest), ...leavesOf(rest), ...own.map(apart)].join("\n");
}

/** The fields of an address's query as they are scanned; the keys of those that sign the address are left out. */
export function queryText(url: string): string {
  const from = url.indexOf("?");
  if (from < 0) return "";
  const query = url.slice(from + 1).split("#", 1)[0] ?? "";
  const texts = formFields(query).map(([name, value]) => {
    if (SIGNING_KEY.test(name)) return "";
    return SIGNATURE.test(name) ? apart(value) : fieldText(name, value);
  });
  return texts.filter((text) => text !== "").join("\n");
}

/**
 * The text that stands for a request in a scan: its query and its body with what escapes, forms and JSON within strings
 * hide laid open. Linear in what was sent.
 */
export const sentText = ({ url, contentType, body }: Sent): string =>
  [queryText(url), bodyText(body, contentType)].filter((text) => text !== "").join("\n");
