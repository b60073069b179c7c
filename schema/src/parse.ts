import * as v from "valibot";

/** A fault in declared data: where it is, and what was expected. */
export interface SchemaFault {
  /** `patterns[3].severity`; empty for the whole. */
  readonly path: string;
  readonly problem: string;
}

/** Data as its schema has it, defaults filled in, or every fault of it. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly SchemaFault[] };

const pathOf = (issue: v.BaseIssue<unknown>): string => {
  let path = "";
  for (const { key } of issue.path ?? []) {
    path += typeof key === "number" ? `[${key}]` : `${path === "" ? "" : "."}${String(key)}`;
  }
  return path;
};

/** How each check of the schemas reads in a sentence; `%` stands for its bound. */
const WORDINGS: Readonly<Record<string, string>> = {
  integer: "must be a whole number",
  min_length: "must have a length of at least %",
  max_length: "must have a length of at most %",
  min_value: "must be at least %",
  max_value: "must be at most %",
  regex: "has a character that is not allowed there",
};

/** What was expected, in words, without the value that stood there. */
const problemOf = (issue: v.BaseIssue<unknown>): string => {
  if (issue.expected === "never") return "is not a known field";
  if (issue.received === "undefined") return "is missing";
  const wording = WORDINGS[issue.type];
  if (wording !== undefined) return wording.replace("%", String(issue.requirement));
  const expected = (issue.expected ?? "different")
    .replace("Object", "an object")
    .replace("Array", "a list");
  return `must be ${expected.replaceAll(" | ", " or ").replace(/^\((.*)\)$/, "$1")}`;
};

/** Checks data against a schema. A fault tells place and expectation and never repeats the data. */
export function parse<T extends v.GenericSchema>(
  schema: T,
  data: unknown,
): Parsed<v.InferOutput<T>> {
  const result = v.safeParse(schema, data);
  if (result.success) return { ok: true, value: result.output };
  return {
    ok: false,
    faults: result.issues.map((issue) => ({ path: pathOf(issue), problem: problemOf(issue) })),
  };
}
