/** A token of a JSON text: a string, a mark, or anything else without a space. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs;

/** Where the parts of a JSON text stand: lines by path, such as `patterns[3].regex`, and where lists end. */
export interface JsonPlaces {
  /** The line of a value, from 1; of what holds it where the value itself is not there; undefined for neither. */
  readonly lineOf: (path: string) => number | undefined;
  /** The offset of the bracket that closes the list at a path; the path of the whole is empty. */
  readonly endOf: (path: string) => number | undefined;
}

interface Level {
  readonly path: string;
  readonly isList: boolean;
  index: number;
  key: string;
  isKeyNext: boolean;
}

const pathIn = ({ path, isList, index, key }: Level): string =>
  isList ? `${path}[${index}]` : `${path}${path === "" ? "" : "."}${key}`;

/** Finds the places in a text that is JSON. O(text). */
export function jsonPlaces(text: string): JsonPlaces {
  const lines = new Map<string, number>();
  const ends = new Map<string, number>();
  const open: Level[] = [];
  let line = 1;
  let counted = 0;
  const begin = (at: number): string => {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++;
    const level = open.at(-1);
    const path = level === undefined ? "" : pathIn(level);
    lines.set(path, line);
    return path;
  };
  for (const { 0: token, index: at } of text.matchAll(TOKEN)) {
    const level = open.at(-1);
    if (token === "{" || token === "[") {
      const isList = token === "[";
      open.push({ path: begin(at), isList, index: 0, key: "", isKeyNext: !isList });
    } else if (token === "}" || token === "]") {
      ends.set(level?.path ?? "", at);
      open.pop();
    } else if (token === ",") {
      if (level === undefined) continue;
      level.index++;
      level.isKeyNext = !level.isList;
    } else if (token === ":") {
      if (level !== undefined) level.isKeyNext = false;
    } else if (level?.isKeyNext === true) {
      level.key = String(JSON.parse(token));
    } else {
      begin(at);
    }
  }
  const lineOf = (path: string): number | undefined =>
    lines.get(path) ??
    (path === "" ? undefined : lineOf(path.replace(/\.?[^.[]*$|\[[0-9]+\]$/, "")));
  return { lineOf, endOf: (path) => ends.get(path) };
}
