import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CATEGORIES, parse, patternEntry, PatternFile } from "@weir/schema";
import type { Pattern } from "@weir/schema";

/**
 * A part of expressions that many patterns share, such as what may stand between a key's name and its value. An
 * expression names it as `(?#name)`, which RE2 itself does not know, so that none is left over unseen.
 */
export interface Fragment {
  readonly name: string;
  readonly about: string;
  readonly regex: string;
}

const MARK = /\(\?#([a-z0-9_]+)\)/g;

/** Fragments may name fragments, this deep. */
const MAX_DEPTH = 4;

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

function isFragment(value: unknown): value is Fragment {
  if (typeof value !== "object" || value === null) return false;
  return ["name", "about", "regex"].every((key) => typeof Reflect.get(value, key) === "string");
}

/** The fragments of `rules/source/fragments.json`, by name. */
export function readFragments(folder: string): ReadonlyMap<string, Fragment> {
  const data = readJson(join(folder, "fragments.json"));
  if (!Array.isArray(data) || !data.every(isFragment)) {
    throw new TypeError("fragments.json is a list of fragments with a name, about and regex");
  }
  return new Map(data.map((fragment) => [fragment.name, fragment]));
}

/** The expression with every fragment in its place; an Error for a name that there is not. */
export function expand(regex: string, fragments: ReadonlyMap<string, Fragment>, depth = 0): string {
  if (depth > MAX_DEPTH) throw new Error(`fragments are nested deeper than ${MAX_DEPTH}`);
  return regex.replaceAll(MARK, (_, name: string) => {
    const fragment = fragments.get(name);
    if (fragment === undefined) throw new Error(`there is no fragment ${name}`);
    return expand(fragment.regex, fragments, depth + 1);
  });
}

/** The patterns of `rules/source`, a file for each category, with their expressions expanded; sorted by name. */
export function readPatternSource(folder: string): readonly Pattern[] {
  const fragments = readFragments(folder);
  const files = readdirSync(folder).filter((file) => file !== "fragments.json");
  return files
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((file) => {
      const category = CATEGORIES.find((name) => file === `${name}.json`);
      if (category === undefined)
        throw new Error(`rules/source/${file} is named after no category`);
      const parsed = parse(PatternFile, readJson(join(folder, file)));
      if (!parsed.ok) {
        throw new Error(
          parsed.faults.map((fault) => `${file}: ${fault.path} ${fault.problem}`).join("\n"),
        );
      }
      return parsed.value.patterns.map((pattern) => {
        if (pattern.category !== category)
          throw new Error(`${file}: "${pattern.name}" is of another category`);
        return { ...pattern, regex: expand(pattern.regex, fragments) };
      });
    });
}

/** What `rules/dlp_patterns.json` holds: the patterns without the fields that have their default. */
export function shippedPatternFile(patterns: readonly Pattern[]): object {
  return {
    $schema: "../docs/reference/dlp_patterns.schema.json",
    patterns: patterns.map(patternEntry),
  };
}
