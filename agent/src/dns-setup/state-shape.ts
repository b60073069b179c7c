import type { FileState, Step } from "./types.ts";

/** A file's state as JSON has it: the content in base64. */
type StoredFileState =
  | Exclude<FileState, { readonly kind: "file" }>
  | (Omit<FileState & { readonly kind: "file" }, "content"> & { readonly content: string });

/** A step as JSON has it. */
export type StoredStep =
  | Exclude<Step, { readonly kind: "file" }>
  | {
      readonly kind: "file";
      readonly path: string;
      readonly before: StoredFileState;
      readonly after: string;
    };

/** Is it an object with fields, and neither null nor a list? */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Is it a list of texts and nothing else? It may be empty. */
export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

const isNumber = (value: unknown): boolean => Number.isSafeInteger(value);

/** An absolute path without steps upwards. */
const isPath = (value: unknown): boolean =>
  typeof value === "string" &&
  value.startsWith("/") &&
  !value.includes("\0") &&
  !value.split("/").includes("..");

function isFileState(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, content, mode, uid, gid, target } = value;
  if (kind === "absent") return true;
  if (!isNumber(uid) || !isNumber(gid)) return false;
  if (kind === "link") return typeof target === "string";
  return kind === "file" && typeof content === "string" && isNumber(mode);
}

/** Has it the shape of a step as JSON has it? */
export function isStep(value: unknown): value is StoredStep {
  if (!isObject(value)) return false;
  const { kind, path, before, after, service, namespaces, server } = value;
  switch (kind) {
    case "folder":
      return isPath(path);
    case "file":
      return isPath(path) && isFileState(before) && typeof after === "string";
    case "service":
      return typeof service === "string" && isTextList(before) && isTextList(after);
    case "nrpt":
      return (
        Array.isArray(namespaces) && namespaces.every(isTextList) && typeof server === "string"
      );
    default:
      return false;
  }
}
