import { isAlias, isCollection, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { ErrorCode, Node, YAMLError } from "yaml";

/** How deep values may be nested; the configuration itself needs two. */
const MAX_DEPTH = 16;
/** Faults that are reported of the text; more come from the first. */
const MAX_FAULTS = 20;

/** Most lines, and most marks of structure outside comments: the parser takes seconds for far more of them. */
const MAX_LINES = 20_000;
const MAX_MARKS = 20_000;

/** A place in a text, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Something that is wrong with a text, without a word of it. */
interface YamlFault extends Place {
  /** The key it is about; empty where it is the text itself. */
  readonly key: string;
  readonly problem: string;
}

/** The keys of a file in their order, and where each place of it stands. */
export interface YamlMap {
  readonly entries: readonly (readonly [key: string, value: unknown])[];
  /** By path: `api_listen`, `thresholds.low`, `rule_paths[2]`. */
  readonly places: ReadonlyMap<string, Place>;
  readonly faults: readonly YamlFault[];
}

const TAG = "a tag such as !name has no use here; remove it";
const ANCHOR = "anchors and aliases have no use here; write the value out";
const QUOTE =
  "this is not YAML; does a value need quotes, as one with [ { * & ! % @ at its start does?";
const INDENT = "the indentation does not fit here or on the next line; is a colon missing?";

/** What the parser found, in our words: its own can quote the text. */
const PROBLEMS: Readonly<Partial<Record<ErrorCode, string>>> = {
  TAB_AS_INDENT: "a tab stands where spaces must: YAML is indented with spaces alone",
  MULTIPLE_DOCS: "a second document begins here; keep one, without ---",
  MISSING_CHAR: "a quote, bracket, comma or colon is missing here or shortly before",
  UNEXPECTED_TOKEN: QUOTE,
  BAD_SCALAR_START: QUOTE,
  BLOCK_IN_FLOW: QUOTE,
  BAD_DQ_ESCAPE: "a backslash between double quotes means something else; use single quotes",
  BAD_INDENT: INDENT,
  MULTILINE_IMPLICIT_KEY: INDENT,
  BLOCK_AS_IMPLICIT_KEY: INDENT,
  BAD_ALIAS: ANCHOR,
  ALIAS_PROPS: ANCHOR,
  MULTIPLE_ANCHORS: ANCHOR,
  TAG_RESOLVE_FAILED: TAG,
  MULTIPLE_TAGS: TAG,
  NON_STRING_KEY: "a key must be a plain name",
  RESOURCE_EXHAUSTION: "the values are nested too deeply",
};

interface Reading {
  readonly placeAt: (offset: number) => Place;
  readonly places: Map<string, Place>;
  readonly faults: YamlFault[];
}

const offsetOf = (node: unknown): number => {
  if (isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)) return node.range?.[0] ?? 0;
  return 0;
};

/** Notes what a node has beside its value: an anchor or a tag, also one that changes nothing. */
function noteProperties(node: unknown, path: string, reading: Reading): void {
  if (!isScalar(node) && !isCollection(node)) return;
  const { anchor, tag } = node;
  if (anchor === undefined && tag === undefined) return;
  const problem = anchor === undefined ? TAG : ANCHOR;
  reading.faults.push({ ...reading.placeAt(offsetOf(node)), key: path, problem });
}

/** The value of a node. Whatever it can't be is a fault, and null. */
function valueOf(node: unknown, path: string, depth: number, reading: Reading): unknown {
  if (node === null || node === undefined) return null;
  const fail = (problem: string): null => {
    reading.faults.push({ ...reading.placeAt(offsetOf(node)), key: path, problem });
    return null;
  };
  if (isAlias(node)) return fail(ANCHOR);
  noteProperties(node, path, reading);
  if (depth > MAX_DEPTH) return fail("is nested too deeply");
  if (isScalar(node)) return node.value;
  if (isSeq(node)) {
    return node.items.map((item, index) => {
      const at = `${path}[${index}]`;
      reading.places.set(at, reading.placeAt(offsetOf(item)));
      return valueOf(item, at, depth + 1, reading);
    });
  }
  return isMap(node) ? Object.fromEntries(entriesOf(node.items, path, depth, reading)) : null;
}

/** The entries of a map; a key that stands there twice is a fault. Ours, since the parser's check is quadratic. */
function entriesOf(
  items: readonly { readonly key: unknown; readonly value: unknown }[],
  path: string,
  depth: number,
  reading: Reading,
): [string, unknown][] {
  const lines = new Map<string, number>();
  return items.map(({ key: keyNode, value }) => {
    const key = isScalar(keyNode) ? String(keyNode.value) : "";
    const at = path === "" ? key : `${path}.${key}`;
    const place = reading.placeAt(offsetOf(keyNode));
    noteProperties(keyNode, at, reading);
    const line = lines.get(key);
    if (line === undefined) {
      lines.set(key, place.line);
      reading.places.set(at, place);
    } else {
      reading.faults.push({
        ...place,
        key: at,
        problem: `is given twice, on line ${line} already`,
      });
    }
    return [key, valueOf(value, at, depth + 1, reading)];
  });
}

function readRoot(root: Node | null, reading: Reading): [string, unknown][] {
  noteProperties(root, "", reading);
  if (isMap(root)) return entriesOf(root.items, "", 0, reading);
  const isEmpty = root === null || (isScalar(root) && root.value === null);
  if (!isEmpty) {
    const place = reading.placeAt(offsetOf(root));
    reading.faults.push({
      ...place,
      key: "",
      problem: "must hold lines such as `log_level: info`",
    });
  }
  return [];
}

/** Is there more of it than any configuration has? */
function isOverlong(text: string): boolean {
  const code = text.replaceAll(/^[ \t]*#.*$/gm, "");
  const marks = code.length - code.replaceAll(/[-[\]{},:?&*!%]/g, "").length;
  return marks > MAX_MARKS || text.split("\n", MAX_LINES + 1).length > MAX_LINES;
}

const wholeFault = (problem: string): YamlFault => ({ line: 1, column: 1, key: "", problem });

/** What the parser found, told once for each line. */
function textFaults(found: readonly YAMLError[], placeAt: Reading["placeAt"]): YamlFault[] {
  const byLine = new Map<number, YamlFault>();
  for (const { code, pos } of found.slice(0, MAX_FAULTS)) {
    const place = placeAt(pos[0]);
    if (byLine.has(place.line)) continue;
    byLine.set(place.line, { ...place, key: "", problem: PROBLEMS[code] ?? QUOTE });
  }
  return [...byLine.values()];
}

/**
 * Reads the text of a YAML 1.2 file that is a map; an empty one is a map without keys. Never throws. Linear in the
 * text's lines and marks, of which there is a limit; nothing is expanded.
 */
export function readYamlMap(text: string): YamlMap {
  const lineCounter = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const reading: Reading = { placeAt, places: new Map(), faults: [] };
  const empty = { entries: [], places: reading.places };
  if (isOverlong(text))
    return { ...empty, faults: [wholeFault("is far longer than a configuration")] };
  try {
    const document = parseDocument(text, {
      lineCounter,
      logLevel: "error",
      prettyErrors: false,
      schema: "core",
      stringKeys: true,
      uniqueKeys: false,
    });
    reading.faults.push(...textFaults([...document.errors, ...document.warnings], placeAt));
    // What a broken text holds would only be faulty in turn.
    const entries = reading.faults.length > 0 ? [] : readRoot(document.contents, reading);
    return { entries, places: reading.places, faults: reading.faults };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The parser calls itself for each level of nesting.
    return { ...empty, faults: [wholeFault("is nested too deeply")] };
  }
}
