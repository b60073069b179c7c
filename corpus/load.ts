import { readdirSync, readFileSync } from "node:fs";
import { fillTemplate, seededRandom } from "@weir/engine";
import { CATEGORIES } from "@weir/schema";
import { fill } from "./filled.ts";
import type { Filled } from "./filled.ts";

/** What a scan is expected to do with the texts: find something to stop, or nothing. */
export type CorpusKind = "must-trigger" | "must-not-trigger";

/** Rules are tuned on the one half and judged by the other. */
export type CorpusSplit = "tune" | "gate";

/** One labelled text. */
export type CorpusCase = {
  readonly id: string;
  readonly category: string;
  /** The value that the text holds, in a few words. */
  readonly what: string;
  /** Where such a text comes from: its file's name without the ending. */
  readonly setting: string;
  /** The text with made-up values filled in; the same seed gives the same text. */
  readonly text: (seed: number) => string;
  /** The same text, with the places of the made-up values. */
  readonly filled: (seed: number) => Filled;
};

/** A corpus file is not written as it should be. */
export class CorpusError extends Error {
  override readonly name = "CorpusError";
}

const HEADER_START = "=== ";
const HEADER = /^=== ([a-z0-9]+(?:-[a-z0-9]+)*) \| ([a-z][a-z0-9_]*) \| (\S.*)$/;

/** What a case that must trigger can be about. */
const SECRET_CATEGORIES: ReadonlySet<string> = new Set(CATEGORIES);

type Draft = {
  readonly id: string;
  readonly category: string;
  readonly what: string;
  readonly place: string;
  readonly lines: string[];
};

const readHeader = (line: string, place: string): Draft => {
  const [, id, category, what] = HEADER.exec(line) ?? [];
  if (id === undefined || category === undefined || what === undefined) {
    throw new CorpusError(`${place}: a header is written "=== id | category | what"`);
  }
  return { id, category, what, place, lines: [] };
};

const finish = ({ id, category, what, place, lines }: Draft, setting: string): CorpusCase => {
  const template = lines
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
  if (template === "") throw new CorpusError(`${place}: the case ${id} has no text`);
  const random = (seed: number) => seededRandom(`${id}:${seed}`);
  return {
    id,
    category,
    what,
    setting,
    text: (seed) => fillTemplate(template, random(seed)),
    filled: (seed) => fill(template, random(seed)),
  };
};

/** The cases of one corpus file. `name` stands in errors, `setting` in the cases. */
export function parseCorpus(source: string, setting: string, name: string): CorpusCase[] {
  const cases: CorpusCase[] = [];
  let draft: Draft | undefined;
  for (const [index, line] of source.split(/\r?\n/).entries()) {
    const place = `${name}:${index + 1}`;
    if (line.startsWith(HEADER_START)) {
      if (draft !== undefined) cases.push(finish(draft, setting));
      draft = readHeader(line, place);
    } else if (draft !== undefined) {
      draft.lines.push(line);
    } else if (line.trim() !== "") {
      throw new CorpusError(`${place}: text before the first header`);
    }
  }
  if (draft === undefined) throw new CorpusError(`${name}: no cases`);
  return [...cases, finish(draft, setting)];
}

/** All cases of one half of a corpus, file by file. Throws a CorpusError where a file is not written as it should be. */
export function loadCorpus(kind: CorpusKind, split: CorpusSplit): readonly CorpusCase[] {
  const folder = new URL(`./${kind}/${split}/`, import.meta.url);
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".txt"))
    .sort();
  const seen = new Map<string, string>();
  return files.flatMap((file) => {
    const name = `${kind}/${split}/${file}`;
    const cases = parseCorpus(readFileSync(new URL(file, folder), "utf8"), file.slice(0, -4), name);
    for (const { id, category } of cases) {
      const other = seen.get(id);
      if (other !== undefined) throw new CorpusError(`${name}: ${id} is also in ${other}`);
      seen.set(id, name);
      if (kind === "must-trigger" && !SECRET_CATEGORIES.has(category)) {
        throw new CorpusError(`${name}: ${id} has the unknown category ${category}`);
      }
    }
    return cases;
  });
}
