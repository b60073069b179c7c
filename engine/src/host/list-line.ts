import { MAX_LABEL_BYTES, MAX_NAME_BYTES } from "./name-bytes.ts";
import { isPublicSuffix } from "./public-suffix.ts";

/** Writes a name beyond ASCII in ASCII (RFC 5891), such as `domainToASCII` of `node:url`; empty where it can't be. */
export type ToAscii = (name: string) => string;

/** What a line of a list holds: names, none in a comment, or what is wrong with it and the cure. Faults repeat no name. */
export type ListLine =
  | { readonly ok: true; readonly names: readonly string[] }
  | { readonly ok: false; readonly fault: string };

/** What is common to check at once: lower-case ASCII labels, the last one with a letter in it. */
const COMMON_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9]{0,62}$/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IPV6 = /^[0-9a-f]*:[0-9a-f:.]*(?:%\w+)?$/i;
/** Addresses that stand for "nowhere" in hosts files. */
const NOWHERE = /^(?:0\.0\.0\.0|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::|::1)$/;
/** Names that hosts files begin with, and that are no hosts. */
const OWN_NAMES = new Set([
  "0.0.0.0",
  "broadcasthost",
  "ip6-allhosts",
  "ip6-allnodes",
  "ip6-allrouters",
  "ip6-localhost",
  "ip6-localnet",
  "ip6-loopback",
  "ip6-mcastprefix",
  "local",
  "localhost",
  "localhost.localdomain",
]);

const NO_NAMES: ListLine = { ok: true, names: [] };

const isAddress = (word: string): boolean => IPV4.test(word) || IPV6.test(word);

/** What keeps a word from being a name at all, by its first look. */
function shapeFault(word: string): string | undefined {
  if (word.startsWith("@@")) {
    return "is an exception; put its name into local/allow_domains.txt";
  }
  if (word.startsWith("||")) return "has something behind ||name^; lists know no options";
  if (word.includes("/")) return "is a URL or a path; write the host name alone";
  if (isAddress(word)) return "is an IP address; a list holds names";
  if (word.includes("*")) {
    return "has a * that is not *. at its front; a name stands for all names under it, so write what is behind the *";
  }
  if (/:\d+$/.test(word)) return "has a port; write the host name alone";
  return undefined;
}

/** What is wrong with a name in lower-case ASCII. */
function nameFault(name: string): string | undefined {
  const labels = name.split(".");
  if (name.length > MAX_NAME_BYTES) return `is longer than ${MAX_NAME_BYTES} bytes; is it a name?`;
  if (labels.includes("")) return "has an empty part between dots; take the dot out";
  if (labels.some((label) => label.length > MAX_LABEL_BYTES)) {
    return `has a part of more than ${MAX_LABEL_BYTES} bytes between dots; is it a name?`;
  }
  if (!labels.every((label) => LABEL.test(label))) {
    return "is no host name; use letters, digits and hyphens, with dots between";
  }
  if (/^\d+$/.test(labels.at(-1) ?? "")) return "ends in a number as addresses do; write a name";
  return undefined;
}

/** Is a text in lower-case ASCII a name as lists have them? One that stands for a whole registry is one too. */
export const isHostName = (name: string): boolean => nameFault(name) === undefined;

function parseName(word: string, toAscii: ToAscii): ListLine {
  const fault = shapeFault(word);
  if (fault !== undefined) return { ok: false, fault };
  const ascii = /[\u0080-\uffff]/.test(word) ? toAscii(word) : word.toLowerCase();
  const name = ascii.endsWith(".") ? ascii.slice(0, -1) : ascii;
  if (name === "") return { ok: false, fault: "is no domain name; check its letters" };
  const wrong = COMMON_NAME.test(name) ? undefined : nameFault(name);
  if (wrong !== undefined) return { ok: false, fault: wrong };
  if (isPublicSuffix(name)) {
    return {
      ok: false,
      fault: "stands for every name of a registry; name the hosts that are meant",
    };
  }
  return { ok: true, names: [name] };
}

/** The names behind an address of a hosts file. */
function parseHostsLine(address: string, words: readonly string[], toAscii: ToAscii): ListLine {
  const names: string[] = [];
  for (const word of words) {
    if (OWN_NAMES.has(word.toLowerCase())) continue;
    const line = parseName(word, toAscii);
    if (!line.ok) return line;
    names.push(...line.names);
  }
  if (names.length > 0 && !NOWHERE.test(address)) {
    return { ok: false, fault: "gives a name an address; a list holds names alone" };
  }
  return { ok: true, names };
}

/** What stands for a name in other forms: `*.name` and `||name^`. */
function withoutMarks(word: string): string {
  const bare = word.startsWith("||") && word.endsWith("^") ? word.slice(2, -1) : word;
  return bare.startsWith("*.") ? bare.slice(2) : bare;
}

/**
 * Reads a line of a list of hosts, without its line break: a name, `*.name`, `||name^`, or an address and names as hosts
 * files have them. `#` begins a comment, at a line's front or behind white space; `!` and `[` do at its front.
 */
export function parseListLine(line: string, toAscii: ToAscii): ListLine {
  // Nearly every line of a long list is a name and nothing else.
  if (COMMON_NAME.test(line) && !isPublicSuffix(line)) return { ok: true, names: [line] };
  const text = line.trim();
  if (text === "" || /^[#![]/.test(text)) return NO_NAMES;
  const comment = text.search(/\s#/);
  const [first = "", ...rest] = (comment < 0 ? text : text.slice(0, comment)).split(/\s+/);
  if (rest.length === 0) return parseName(withoutMarks(first), toAscii);
  if (isAddress(first)) return parseHostsLine(first, rest, toAscii);
  return { ok: false, fault: "holds several words; write one name a line" };
}
