import type * as v from "valibot";
import type { ErrorCode } from "./errors.ts";

/** One route: what it takes, what it answers, and the errors that are its own. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `{name}` stands for one segment that is not empty. */
  readonly path: string;
  readonly summary: string;
  /** Is the bearer token needed? */
  readonly token: boolean;
  /** Is it answered to the Origin of an extension that has no token yet? Every other needs a companion's. */
  readonly forExtensions?: true;
  /** Does the answer have an ETag, so that If-None-Match is answered 304 (RFC 9110, 13.1.2)? */
  readonly etag?: true;
  readonly body?: v.GenericSchema;
  /** Does the body hold content to look at, so that it may be as large as that? */
  readonly holdsContent?: true;
  /** A status of 204 comes without a body. */
  readonly answer: { readonly status: number; readonly schema: v.GenericSchema };
  readonly errors: readonly ErrorCode[];
}

/** Errors of every route that takes a body. */
export const BODY_ERRORS = [
  "invalid_json",
  "invalid_body",
  "content_too_large",
  "unsupported_media_type",
] as const satisfies readonly ErrorCode[];
