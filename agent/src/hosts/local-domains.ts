import { lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { domainToASCII } from "node:url";
import { hostEntries, parseListLine } from "@weir/engine";
import type { HostRules } from "@weir/engine";
import { systemCode } from "../errors.ts";
import { discard, replaceFile } from "../whole-file.ts";
import { LOCAL_LIST, LOCAL_LISTS } from "./list-files.ts";
import type { LocalKind } from "./list-files.ts";
import { newReading, readListNames } from "./read-list.ts";

/** Largest file that is changed here; a longer list is a case for `rule_paths`. */
const MAX_FILE_BYTES = 1024 * 1024;

/** The names of both lists, sorted. */
export type LocalDomains = Readonly<Record<LocalKind, readonly string[]>>;

/** Why nothing was changed. */
export type LocalRefusal = "not_a_name" | "too_large" | "unreadable" | "unwritable";

/** What became of a change. */
export type LocalChange =
  | {
      readonly ok: true;
      /** The name as it stands in the file. */
      readonly name: string;
      /** False where all was as asked for before. */
      readonly isChanged: boolean;
    }
  | { readonly ok: false; readonly refusal: LocalRefusal };

/** Ends a change that can't be made. */
class Refused extends Error {
  readonly refusal: LocalRefusal;

  constructor(refusal: LocalRefusal) {
    super();
    this.refusal = refusal;
  }
}

function readText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > MAX_FILE_BYTES) throw new Refused("too_large");
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (["ENOENT", "ENOTDIR"].includes(systemCode(error))) return "";
    throw new Refused("unreadable");
  }
}

/** The file that a path leads to; itself where nothing is there. Throws for a link that leads nowhere. */
const targetOf = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path);

/** Where the next text of a file is written: one place for each, so that what a kill left there is replaced. */
const freshPath = (target: string): string => join(dirname(target), `.${basename(target)}.tmp`);

/** Writes a list anew. A link goes on leading to it. */
function writeList(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const target = targetOf(path);
    const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o644;
    replaceFile(freshPath(target), target, text, mode & 0o777);
  } catch {
    throw new Refused("unwritable");
  }
}

const namesOf = (line: string): readonly string[] => {
  const parsed = parseListLine(line, domainToASCII);
  return parsed.ok ? parsed.names : [];
};

const splitLines = (text: string): string[] => text.split(/(?<=\n)/);

/** The text without a name; other lines stay as they are, byte for byte. */
function withoutName(text: string, name: string): string {
  return splitLines(text)
    .flatMap((line) => {
      const names = namesOf(line);
      if (!names.includes(name)) return line;
      return names.filter((other) => other !== name).map((other) => `${other}\n`);
    })
    .join("");
}

function withName(text: string, name: string): string {
  if (splitLines(text).some((line) => namesOf(line).includes(name))) return text;
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${name}\n`;
}

/**
 * One name as it stands in a list, from what is typed: in any case, with letters beyond ASCII, as `*.name`. Undefined for
 * anything else.
 */
export function parseLocalDomain(text: string): string | undefined {
  const word = text.trim();
  // A line of a list may say more: an address before the name, a comment behind it.
  return /\s/.test(word) ? undefined : namesOf(word)[0];
}

function requireName(text: string): string {
  const name = parseLocalDomain(text);
  if (name === undefined) throw new Refused("not_a_name");
  return name;
}

function change(folder: string, name: string, edits: Record<LocalKind, typeof withName>): boolean {
  let isChanged = false;
  for (const [kind, edit] of Object.entries(edits)) {
    const path = join(folder, LOCAL_LISTS[kind === "allow" ? "allow" : "block"]);
    const text = readText(path);
    const edited = edit(text, name);
    if (edited === text) continue;
    writeList(path, edited);
    isChanged = true;
  }
  return isChanged;
}

function attempt(run: () => LocalChange): LocalChange {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal };
    throw error;
  }
}

/** The names of this machine's own lists; a file that is missing or no list, which never is in force, has none. */
export function readLocalDomains(folder: string): LocalDomains {
  const read = (kind: LocalKind): readonly string[] => {
    const reading = newReading();
    const names = new Set(readListNames(join(folder, LOCAL_LISTS[kind]), reading));
    return reading.isRefused ? [] : [...names].toSorted();
  };
  return { allow: read("allow"), block: read("block") };
}

/** Takes away what a change that was killed has left: its names stand in no list. */
export function dropUnfinished(folder: string): void {
  for (const list of Object.values(LOCAL_LISTS)) {
    try {
      discard(freshPath(targetOf(join(folder, list))));
    } catch {
      // A link that leads nowhere: nothing was ever written behind it.
    }
  }
}

/** The names of a table that this machine's own lists decide about. Linear in the table. */
export function localDomainsOf({ table }: Pick<HostRules, "table">): Record<LocalKind, string[]> {
  const names: Record<LocalKind, string[]> = { allow: [], block: [] };
  for (const { name, list } of hostEntries(table)) {
    if (list === LOCAL_LIST.allow) names.allow.push(name);
    if (list === LOCAL_LIST.block) names.block.push(name);
  }
  return { allow: names.allow.toSorted(), block: names.block.toSorted() };
}

/** Puts a name on one of this machine's own lists and takes it off the other, where it would contradict. */
export function addLocalDomain(folder: string, kind: LocalKind, text: string): LocalChange {
  return attempt(() => {
    const name = requireName(text);
    const keep = { allow: withoutName, block: withoutName, [kind]: withName };
    return { ok: true, name, isChanged: change(folder, name, keep) };
  });
}

/** Takes a name off both of this machine's own lists. Comments and other names stay as they are. */
export function removeLocalDomain(folder: string, text: string): LocalChange {
  return attempt(() => {
    const name = requireName(text);
    const both = { allow: withoutName, block: withoutName };
    return { ok: true, name, isChanged: change(folder, name, both) };
  });
}
