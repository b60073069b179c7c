import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

/** An object of a generated document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (draft 2020-12) of what a schema takes (`input`) or gives (`output`), to stand within another document.
 * Checks that JSON Schema has no words for are left out.
 */
export function jsonSchema(schema: v.GenericSchema, typeMode: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode,
    errorMode: "ignore",
  });
  return rest;
}
