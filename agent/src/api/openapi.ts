import { openApiDocument, ROUTES } from "@weir/schema";
import type { Handler } from "./handler.ts";

/** `GET /api/openapi.json`. */
export function openApiHandler(version: string): Handler {
  let body: object | undefined;
  return () => {
    body ??= openApiDocument(version);
    return { status: ROUTES.openapi.answer.status, body };
  };
}
